import { batchOf } from '../../db/query';
import { refusePeriod } from '../../period';
import { DAY } from '../../rules/clock';
import type { ClosedTime } from '../../rules/closures';
import { dateOfDay } from '../../rules/datetime';
import { remembered } from '../../rules/remembered';
import { closedBetween } from '../closures/queries';
import { documents } from '../working-hours/queries';
import { hoursOfDays } from '../working-hours/spans';
import { type Group, HOURS_MAX } from './schemas';

/** Doctors, so that no more than HOURS_MAX of their days are looked at. */
const mostDoctors = (days: readonly number[]) => Math.floor(HOURS_MAX / days.length);

const tooMany = () =>
  refusePeriod(`There are more than ${HOURS_MAX} hours on these days: ask for fewer days, a department or a doctor`);

type Span = [starts_at: number, ends_at: number];

interface Asked {
  /** days since 1970 */
  days: readonly number[];
  first: number;
  last: number;
  /** when the first one begins and the last one ends, in epoch milliseconds */
  from: number;
  to: number;
  doctor_id: string | undefined;
  department_id: string | undefined;
}

/** What the minutes of hours are made of. */
export function hoursRead({ days, first, last, from, to, doctor_id, department_id }: Asked) {
  return batchOf({
    rows: documents[doctor_id ? 'doctor' : department_id ? 'department' : 'hospital']({
      ...{ id: doctor_id ?? department_id ?? '', first_date: dateOfDay(first), last_date: dateOfDay(last) },
      limit: mostDoctors(days) + 1,
    }),
    // Nights of the last day reach into the next one.
    closures: closedBetween({ from, until: to + 2 * DAY }),
  });
}

/** In the order of time, none beside or within another. */
function joined(spans: Span[]): Span[] {
  const found: Span[] = [];
  for (const [starts_at, ends_at] of spans.sort(([a], [b]) => a - b)) {
    const last = found.at(-1);
    if (last && starts_at <= last[1]) last[1] = Math.max(last[1], ends_at);
    else found.push([starts_at, ends_at]);
  }
  return found;
}

/** How much of a time is closed. It is asked in the order of `starts_at`. */
function closedOf(closures: readonly ClosedTime[], department_id: string) {
  const spans = joined(
    closures
      .filter((one) => one.department_id === null || one.department_id === department_id)
      .map(({ starts_at, ends_at }): Span => [starts_at, ends_at]),
  );
  let next = 0;
  return (starts_at: number, ends_at: number): number => {
    while ((spans[next]?.[1] ?? Number.POSITIVE_INFINITY) <= starts_at) next++;
    let closed = 0;
    for (let n = next; n < spans.length; n++) {
      const [begins, ends] = spans[n] ?? [ends_at, ends_at];
      if (begins >= ends_at) break;
      closed += Math.min(ends, ends_at) - Math.max(begins, starts_at);
    }
    return closed;
  };
}

/** Milliseconds of hours less closures, by doctor or by date. @throws InvalidError */
export function openTimes(
  { rows, closures }: ReturnType<ReturnType<typeof hoursRead>['read']>,
  { days, first, last, department_id }: Asked,
  by: Group,
  timeZone: string,
): Map<string, number> {
  if (rows.length > mostDoctors(days)) throw tooMany();
  const spansOf = hoursOfDays(first, last, timeZone);
  const times = new Map<string, number>();
  let many = 0;
  for (const { doctor_id, ...document } of rows) {
    const own = closures.filter((one) => one.doctor_id === null || one.doctor_id === doctor_id);
    const closedIn = remembered((id: string) => closedOf(own, id));
    for (const hours of spansOf(document, department_id)) {
      many++;
      if (many > HOURS_MAX) throw tooMany();
      const { starts_at, ends_at } = hours;
      const key = by === 'doctor' ? doctor_id : hours.date;
      const time = ends_at - starts_at - closedIn(hours.department_id)(starts_at, ends_at);
      times.set(key, (times.get(key) ?? 0) + time);
    }
  }
  return times;
}
