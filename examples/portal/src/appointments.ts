import type { Schema } from 'hospital-service-client';
import { t } from './i18n';

export type Appointment = Schema<'ListedAppointment'>;

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

/** What usually comes next. From the last three the service lets an appointment only be scheduled again. */
const NEXT: Record<Status, readonly Status[]> = {
  SCEDULED: ['CHECKED_IN', 'NO_SHOW'],
  CHECKED_IN: ['IN_PROGRESS', 'COMPLETED', 'SCEDULED'],
  IN_PROGRESS: ['COMPLETED'],
  COMPLETED: ['SCEDULED'],
  CANCELLED: ['SCEDULED'],
  NO_SHOW: ['SCEDULED'],
};

export const nextOf = (status: string): readonly Status[] => (isKnown(status) ? NEXT[status] : ['COMPLETED']);

/** Whether it can still be moved or cancelled. */
export const isOpen = (status: string): boolean => !['COMPLETED', 'CANCELLED', 'NO_SHOW'].includes(status);
