import { DAY, timeOf } from './clock';
import { dayOfDate, instant, isDate } from './datetime';

/** A time in which no appointment is to be made, as it was sent. */
export interface Closure {
  name: string;
  /** a date or a datetime */
  from: string;
  /** a date, which is closed, too, or a datetime */
  to: string;
  department_id: string | null;
  doctor_id: string | null;
}

/** Epoch milliseconds, the end not included. */
export interface ClosedTime {
  starts_at: number;
  ends_at: number;
  department_id: string | null;
  doctor_id: string | null;
}

const endOf = (to: string, timeZone: string): number =>
  isDate(to) ? timeOf((dayOfDate(to) + 1) * DAY, timeZone) : instant(to, timeZone);

export const closedTime = ({ from, to, department_id, doctor_id }: Closure, timeZone: string): ClosedTime => ({
  starts_at: instant(from, timeZone),
  ends_at: endOf(to, timeZone),
  department_id,
  doctor_id,
});
