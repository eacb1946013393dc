import { isCancelled, isNoShow } from '../../rules/appointment-status';
import { DAY } from '../../rules/clock';

/** Days that a calendar has, besides today. */
export const DAYS = { back: 7, ahead: 90 };

/** Appointments of a calendar, from its first day on: half a megabyte. Google and Outlook read no more than about one. */
export const LOOKED_AT_MAX = 2_000;

/** For which one that is cancelled stays, so that a program which has it takes it away. */
const CANCELLED_FOR = 7 * DAY;

interface Visit {
  status: string;
  updated_at: number;
}

const isOff = ({ status }: Visit): boolean => isCancelled(status) || isNoShow(status);

/** @returns undefined where the calendar leaves it out */
export function shownAs(visit: Visit, now: number): { is_cancelled: boolean } | undefined {
  const is_cancelled = isOff(visit);
  return is_cancelled && visit.updated_at <= now - CANCELLED_FOR ? undefined : { is_cancelled };
}
