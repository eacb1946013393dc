import { etagOf, type Schema, unwrap } from 'hospital-service-client';
import { t } from './i18n';
import { hospital } from './session';

export type Appointment = Schema<'FullListedAppointment'>;

/** The statuses that the portal sets. Others may come from elsewhere: the service takes any word. */
export type Status = keyof typeof t.status;

const LOOKS: Record<Status, string> = {
  SCEDULED: '',
  CHECKED_IN: 'warn',
  IN_PROGRESS: 'warn',
  COMPLETED: 'good',
  CANCELLED: 'over',
  NO_SHOW: 'bad',
};

const isKnown = (status: string): status is Status => status in LOOKS;

export const statusText = (status: string): string => (isKnown(status) ? t.status[status] : status);
export const statusLook = (status: string): string => (isKnown(status) ? LOOKS[status] : '');

/** What usually comes next. From the last three the service lets an appointment only be scheduled again; who came late after all is checked in. */
const NEXT: Record<Status, readonly Status[]> = {
  SCEDULED: ['CHECKED_IN', 'NO_SHOW'],
  CHECKED_IN: ['IN_PROGRESS', 'COMPLETED', 'SCEDULED'],
  IN_PROGRESS: ['COMPLETED'],
  COMPLETED: ['SCEDULED'],
  CANCELLED: ['SCEDULED'],
  NO_SHOW: ['CHECKED_IN', 'SCEDULED'],
};

export const nextOf = (status: string): readonly Status[] => (isKnown(status) ? NEXT[status] : ['COMPLETED']);

/** Whether it can still be moved. */
export const isOpen = (status: string): boolean => !['COMPLETED', 'CANCELLED', 'NO_SHOW'].includes(status);

/** Who did not come may turn out to have cancelled. */
export const canCancel = (status: string): boolean => isOpen(status) || status === 'NO_SHOW';

/** An appointment with the names in it, and the version that a change of it is of. */
export async function loadAppointment(id: string, signal: AbortSignal) {
  const params = { path: { id }, query: { view: 'full' as const } };
  const result = await hospital.GET('/calendar/appointments/{id}', { params, signal });
  return { appointment: unwrap(result), version: etagOf(result) };
}
