import { type Schema, unwrap } from 'hospital-service-client';
import { conflictsOf, type loadAppointment } from './appointments';
import { dayOf } from './format';
import { hospital } from './session';
import type { Slot } from './slots';

/** A time with a doctor, free or not. */
export interface Choice extends Pick<Slot, 'doctor_id' | 'department_id' | 'schedule'> {
  /** null: as the service has it by default */
  expected_duration_minutes: number | null;
}

export const bodyOf = ({ doctor_id, department_id, schedule, expected_duration_minutes: minutes }: Choice) => ({
  ...{ doctor_id, department_id, schedule },
  ...(minutes && { expected_duration_minutes: minutes }),
});

/** For `questionsOf`. */
export const askedOf = (choice: Choice, patient: string, moving: string | undefined) => ({
  doctor: choice.doctor_id,
  department: choice.department_id,
  schedule: choice.schedule,
  minutes: choice.expected_duration_minutes,
  patient,
  moving,
});

/** What the front desk is told of an appointment that was made. */
export interface Done {
  queue_number: number | undefined;
  conflicts: string[];
  day: string;
}

export async function createAppointment(body: Schema<'AppointmentInput'>): Promise<Done> {
  const result = await hospital.POST('/appointment/', { body });
  const { queue_number } = unwrap(result);
  return { queue_number, conflicts: conflictsOf(result.response), day: dayOf(body.schedule) };
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
