/** What the rows that SQL has added up come to: by keys, of which each may have several statuses. */
import { isCancelled, isCompleted, isNoShow, isSameStatus, spellingsOf } from '../../rules/appointment-status';
import { MINUTE } from '../../rules/clock';
import { APPOINTMENT_STATUSES } from '../../schemas/words';
import type { SumRow } from './queries';
import type { CalendarTotal } from './schemas';

/** The same for all spellings of a status. */
export const statusKey = (status: string): string => spellingsOf(status)[0];

/** The interface's own spelling, where it has one, else the one that was sent. */
export const spelled = (status: string): string =>
  APPOINTMENT_STATUSES.find((one) => isSameStatus(one, status)) ?? status;

/** @param open milliseconds of hours less closures; undefined where they are not asked for */
export function sumOf(rows: readonly SumRow[], open: number | undefined): CalendarTotal {
  const sum = { appointments: 0, completed: 0, to_come: 0, left_open: 0, no_show: 0, cancelled: 0 };
  let taken = 0;
  for (const { status, appointments, ahead, time } of rows) {
    sum.appointments += appointments;
    if (isCancelled(status)) sum.cancelled += appointments;
    else if (isNoShow(status)) sum.no_show += appointments;
    else {
      taken += time;
      if (isCompleted(status)) sum.completed += appointments;
      else {
        sum.to_come += ahead;
        sum.left_open += appointments - ahead;
      }
    }
  }
  const hours = open === undefined ? {} : { hours_minutes: Math.round(open / MINUTE) };
  return { ...sum, minutes: Math.round(taken / MINUTE), ...hours };
}
