import { type Schema, unwrap } from 'hospital-service-client';
import type { loadAppointment } from './appointments';
import { dayOf, isDay } from './format';
import type { Repeat } from './repeat';
import { hospital } from './session';
import type { Slot } from './slots';
import { questionsOf } from './time-check';
import { type Told, toldOf } from './told';

/** A time with a doctor, free or not. */
export interface Choice extends Pick<Slot, 'doctor_id' | 'department_id' | 'schedule'> {
  /** null: as the service has it by default */
  expected_duration_minutes: number | null;
  /** none: a visit of no type in particular */
  type_id?: string | undefined;
}

/** What is typed of it. */
export interface Typed {
  /** empty: as the doctor's hours say */
  minutes: string;
  /** a time that need not be free */
  own: Own | null;
  /** null: it takes place once */
  repeat: Repeat | null;
}

/** The service lists free times of up to a day. */
export function minutesOf(text: string): number | undefined {
  const minutes = Math.round(Number(text));
  return minutes >= 1 && minutes <= 24 * 60 ? minutes : undefined;
}

interface Own {
  day: string;
  time: string;
}

/** A time of one's own may be one of the free ones: it is as long as that. */
export const slotAt = (slots: readonly Slot[], { day, time }: Own, doctor: string): Slot | undefined =>
  time === ''
    ? undefined
    : slots.find((slot) => slot.doctor_id === doctor && slot.schedule.startsWith(`${day}T${time}`));

interface With {
  doctor: string;
  department: string;
  minutes: number | undefined;
  type?: string | undefined;
}

export const choiceAt = ({ day, time }: Own, { doctor, department, minutes, type }: With): Choice | undefined =>
  isDay(day) && time && doctor && department
    ? {
        doctor_id: doctor,
        department_id: department,
        schedule: `${day}T${time}:00`,
        expected_duration_minutes: minutes ?? null,
        type_id: type,
      }
    : undefined;

export const bodyOf = ({
  doctor_id,
  department_id,
  schedule,
  expected_duration_minutes: minutes,
  type_id,
}: Choice) => ({
  ...{ doctor_id, department_id, schedule },
  ...(minutes && { expected_duration_minutes: minutes }),
  ...(type_id && { type_id }),
});

/** What keeps it for whoever is being booked. */
export const holdOf = ({
  doctor_id,
  department_id,
  schedule,
  expected_duration_minutes: minutes,
  type_id,
}: Choice) => ({
  ...{ doctor_id, department_id, schedule },
  ...(minutes && { minutes }),
  ...(type_id && { type_id }),
});

/** What speaks against it. @param moving the id of the appointment that moves */
export const askAbout = (choice: Choice, patient: string, moving: string | undefined) =>
  questionsOf({
    doctor: choice.doctor_id,
    department: choice.department_id,
    schedule: choice.schedule,
    minutes: choice.expected_duration_minutes,
    patient,
    moving,
  });

/** What the front desk is told of an appointment that was made. */
export interface Done {
  id: string;
  /** of the patient */
  name: string;
  schedule: string;
  day: string;
  told: Told;
}

export async function createAppointment(body: Schema<'AppointmentInput'>, name: string): Promise<Done> {
  const result = await hospital.POST('/appointment/', { body });
  const { id, schedule } = unwrap(result);
  return { id, name, schedule, day: dayOf(schedule), told: toldOf(result) };
}

export type Moving = Awaited<ReturnType<typeof loadAppointment>>;

/** Changes what is another one now, of the appointment as it was seen. */
export async function moveAppointment({ appointment, version }: Moving, choice: Choice): Promise<void> {
  const { doctor_id, department_id, expected_duration_minutes: minutes } = choice;
  const body = {
    schedule: choice.schedule,
    ...(doctor_id !== appointment.doctor_id && { doctor_id }),
    ...(department_id !== appointment.department_id && { department_id }),
    ...(minutes && minutes !== appointment.expected_duration_minutes && { expected_duration_minutes: minutes }),
  };
  const params = { path: { id: appointment.id }, header: { 'if-match': version } };
  unwrap(await hospital.PATCH('/calendar/appointments/{id}', { params, body }));
}
