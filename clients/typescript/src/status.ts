import { APPOINTMENT_STATUS_SPELLINGS, APPOINTMENT_STATUSES } from './constants.ts';

/** Letter case, `_`, `-` and spaces distinguish no statuses. */
const fold = (status: string) => status.replace(/[_\- ]/g, '').replace(/[a-z]/g, (letter) => letter.toUpperCase());

const KNOWN = new Map<string, (typeof APPOINTMENT_STATUSES)[number]>([
  ...APPOINTMENT_STATUSES.map((status) => [fold(status), status] as const),
  ...Object.entries(APPOINTMENT_STATUS_SPELLINGS),
]);

/**
 * Which of `APPOINTMENT_STATUSES` a status is, compared as the service does: `SCHEDULED` is SCEDULED, `no show` NO_SHOW.
 * Undefined where it is another word, which the service takes, too.
 */
export const appointmentStatusOf = (status: string): (typeof APPOINTMENT_STATUSES)[number] | undefined =>
  KNOWN.get(fold(status));
