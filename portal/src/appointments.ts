import { appointmentStatusOf, etagOf, type Schema, unwrap } from 'hospital-service-client';
import { t } from './i18n';
import { hospital } from './session';

export type Appointment = Schema<'FullListedAppointment'>;

/** The statuses that the portal sets. Others may come from elsewhere, and other spellings: the service takes any word. */
export type Status = keyof typeof t.status;

const LOOKS: Record<Status, string> = {
  SCEDULED: '',
  CHECKED_IN: 'warn',
  IN_PROGRESS: 'warn',
  COMPLETED: 'good',
  CANCELLED: 'over',
  NO_SHOW: 'bad',
};

/** What `known` says of a status in any of its spellings, or `otherwise`. */
function ofStatus<T>(status: string, known: Record<Status, T>, otherwise: T): T {
  const word = appointmentStatusOf(status);
  return word ? known[word] : otherwise;
}

export const statusText = (status: string): string => ofStatus<string>(status, t.status, status);
export const statusLook = (status: string): string => ofStatus(status, LOOKS, '');

/** What usually comes next. From the last three the service lets an appointment only be scheduled again; who came late after all is checked in. */
const NEXT: Record<Status, readonly Status[]> = {
  SCEDULED: ['CHECKED_IN', 'NO_SHOW'],
  CHECKED_IN: ['IN_PROGRESS', 'COMPLETED', 'SCEDULED'],
  IN_PROGRESS: ['COMPLETED'],
  COMPLETED: ['SCEDULED'],
  CANCELLED: ['SCEDULED'],
  NO_SHOW: ['CHECKED_IN', 'SCEDULED'],
};

export const nextOf = (status: string): readonly Status[] => ofStatus(status, NEXT, ['COMPLETED']);

/** Whether it is one of these, in any spelling. */
export const is = (status: string, ...words: Status[]): boolean =>
  words.some((word) => word === appointmentStatusOf(status));

/** Whether nobody comes at its time any more, which can be given to somebody else. */
export const isOff = (status: string): boolean => is(status, 'CANCELLED', 'NO_SHOW');

/** Whether the patient has been seen. */
export const isDone = (status: string): boolean => is(status, 'COMPLETED');

/** Whether it can still be moved. */
export const isOpen = (status: string): boolean => !isOff(status) && !isDone(status);

/** Who did not come may turn out to have cancelled. */
export const canCancel = (status: string): boolean => isOpen(status) || is(status, 'NO_SHOW');

/** An appointment with the names in it, and the version that a change of it is of. */
export async function loadAppointment(id: string, signal: AbortSignal) {
  const params = { path: { id }, query: { view: 'full' as const } };
  const result = await hospital.GET('/calendar/appointments/{id}', { params, signal });
  return { appointment: unwrap(result), version: etagOf(result) };
}

/** An appointment as somebody has seen it. */
type Seen = Pick<Appointment, 'id' | 'status' | 'updated_at'>;

/** Somebody else has changed it since. */
export class Outdated extends Error {}

/**
 * Gives an appointment of a list another status, by several steps where the service allows no single one, unless somebody else has
 * changed it since it was seen.
 * @returns what it is then
 */
export async function setStatus(seen: Seen, ...steps: Status[]): Promise<Seen> {
  const path = { id: seen.id };
  const read = await hospital.GET('/calendar/appointments/{id}', { params: { path } });
  let current: Seen = unwrap(read);
  let version = etagOf(read);
  if (current.updated_at !== seen.updated_at) throw new Outdated();
  for (const status of steps) {
    const header: { 'if-match': string | undefined } = { 'if-match': version };
    const result = await hospital.PATCH('/calendar/appointments/{id}', { params: { path, header }, body: { status } });
    current = unwrap(result);
    version = etagOf(result);
  }
  return current;
}
