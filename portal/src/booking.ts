import { conflictsOf, type Schema, unwrap } from 'hospital-service-client';
import type { loadAppointment } from './appointments';
import { dayOf, isDay } from './format';
import { hospital } from './session';
import type { Slot } from './slots';
import { questionsOf } from './time-check';

/** A time with a doctor, free or not. */
export interface Choice extends Pick<Slot, 'doctor_id' | 'department_id' | 'schedule'> {
  /** null: as the service has it by default */
  expected_duration_minutes: number | null;
}

/** What is typed of it. */
export interface Typed {
  /** empty: as the doctor's hours say */
  minutes: string;
  /** a time that need not be free */
  own: Own | null;
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
}

export const choiceAt = ({ day, time }: Own, { doctor, department, minutes }: With): Choice | undefined =>
  isDay(day) && time && doctor && department
    ? {
        doctor_id: doctor,
        department_id: department,
        schedule: `${day}T${time}:00`,
        expected_duration_minutes: minutes ?? null,
      }
    : undefined;

export const bodyOf = ({ doctor_id, department_id, schedule, expected_duration_minutes: minutes }: Choice) => ({
  ...{ doctor_id, department_id, schedule },
  ...(minutes && { expected_duration_minutes: minutes }),
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
  conflicts: string[];
}

export async function createAppointment(body: Schema<'AppointmentInput'>, name: string): Promise<Done> {
  const result = await hospital.POST('/appointment/', { body });
  const { id, schedule } = unwrap(result);
  return { id, name, schedule, day: dayOf(schedule), conflicts: conflictsOf(result) };
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
