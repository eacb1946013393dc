import type { ServiceContext } from '../../context';
import { closures } from '../../db/schema/closures';
import { doctor } from '../../db/schema/doctor';
import { doctorHours } from '../../db/schema/doctor-hours';
import { InvalidError } from '../../errors';
import type { Place } from '../../events/id';
import { lastPlace } from '../../events/places';
import { DAY, firstTimeOf } from '../../rules/clock';
import type { ClosedTime } from '../../rules/closures';
import { dateOfDay, dayOfDate, isoTime } from '../../rules/datetime';
import { remembered } from '../../rules/remembered';
import { closedBetween } from '../closures/queries';
import * as queries from './queries';
import { DAYS_MAX, type DayHours, type DayHoursQuery } from './schemas';
import { hoursOfDays } from './spans';

/** Hours, and what closures take of them, together. */
const HOURS_MAX = 10_000;

const refuse = (field: keyof DayHoursQuery, msg: string) =>
  new InvalidError([{ loc: ['query', field], msg, type: 'value_error' }]);

/** Days since 1970. @throws InvalidError */
function periodOf({ date, from, to }: DayHoursQuery): { first: number; last: number } {
  if ((date === undefined) === (from === undefined && to === undefined))
    throw refuse('date', 'Either `date`, or `from` and `to` should be given');
  if (date !== undefined) return { first: dayOfDate(date), last: dayOfDate(date) };
  if (from === undefined) throw refuse('from', 'Input should be given where `to` is');
  if (to === undefined) throw refuse('to', 'Input should be given where `from` is');
  const [first, last] = [dayOfDate(from), dayOfDate(to)];
  if (last < first) throw refuse('to', 'Input should not be before `from`');
  if (last - first >= DAYS_MAX) throw refuse('to', `A period should have at most ${DAYS_MAX} days`);
  return { first, last };
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** The tables of which it shows something, or asks. */
export const LISTED = [doctorHours, doctor, closures];

interface Listed {
  rows: DayHours[];
  /** where the trail ended */
  place: Place | undefined;
}

/** In the order of time. @throws InvalidError */
export async function listHours(ctx: ServiceContext, query: DayHoursQuery): Promise<Listed> {
  const { doctor_id, department_id } = query;
  const timeZone = ctx.settings.TIME_ZONE;
  const { first, last } = periodOf(query);
  const tooMany = () =>
    refuse(
      query.date === undefined ? 'to' : 'date',
      `There are more than ${HOURS_MAX} hours: ask for fewer days, a department or a doctor`,
    );
  // Hours reach into the day after theirs.
  const begins = (day: number) => firstTimeOf(day * DAY, timeZone);
  const [from, until] = [begins(first), begins(last + 2)];
  const { rows, closed, places } = await ctx.db.batch({
    rows: queries.documents[doctor_id ? 'doctor' : department_id ? 'department' : 'hospital']({
      id: doctor_id ?? department_id ?? '',
      first_date: dateOfDay(first - 1),
      last_date: dateOfDay(last),
      limit: HOURS_MAX + 1,
    }),
    closed: closedBetween({ from: from - DAY, until }),
    places: lastPlace({}),
  });
  if (rows.length > HOURS_MAX) throw tooMany();

  const spansOf = hoursOfDays(first - 1, last, timeZone);
  const iso = remembered(isoTime);
  const found: DayHours[] = [];
  let many = 0;
  for (const row of rows) {
    const own = closed.filter((one) => one.doctor_id === null || one.doctor_id === row.doctor_id);
    for (const { starts_at, ends_at, ...hours } of spansOf(row, department_id)) {
      // Over before the first day begins.
      if (ends_at <= from) continue;
      const taken = closedIn({ starts_at, ends_at, ...hours }, own);
      many += 1 + taken.length;
      if (many > HOURS_MAX) throw tooMany();
      const times = { starts_at: iso(starts_at), ends_at: iso(ends_at) };
      found.push({ doctor_id: row.doctor_id, ...hours, ...times, closed: taken });
    }
  }
  found.sort((a, b) => compare(a.starts_at, b.starts_at) || compare(a.doctor_id, b.doctor_id));
  return { rows: found, place: places[0] };
}

type Closed = Omit<ClosedTime, 'doctor_id'> & { name: string };

/** What is closed of hours, in the order of time. */
const closedIn = (
  hours: Pick<Closed, 'starts_at' | 'ends_at' | 'department_id'>,
  all: readonly Closed[],
): DayHours['closed'] =>
  all
    .filter(({ department_id }) => department_id === null || department_id === hours.department_id)
    .filter(({ starts_at, ends_at }) => starts_at < hours.ends_at && ends_at > hours.starts_at)
    .sort((a, b) => a.starts_at - b.starts_at)
    .map(({ name, starts_at, ends_at }) => ({
      name,
      starts_at: isoTime(Math.max(starts_at, hours.starts_at)),
      ends_at: isoTime(Math.min(ends_at, hours.ends_at)),
    }));
