import type { ServiceContext } from '../../context';
import { periodOf, refusePeriod } from '../../period';
import { dateOfDay } from '../../rules/datetime';
import { hoursRead, openTimes } from './hours';
import * as queries from './queries';
import {
  type CalendarSum,
  type CalendarSummary,
  type CalendarSummaryQuery,
  DAYS_MAX,
  type Group,
  NAMES_MAX,
  SUMMED_MAX,
  SUMS_MAX,
} from './schemas';
import { spelled, statusKey, sumOf } from './sums';

const byId = <T extends { id: string }>(records: readonly T[] = []) => new Map(records.map((one) => [one.id, one]));

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** @throws InvalidError */
export async function getCalendarSummary(
  ctx: ServiceContext,
  { group_by, doctor_id, department_id, ...query }: CalendarSummaryQuery,
): Promise<CalendarSummary> {
  const { days, first, last, times, from, to } = periodOf(ctx, query, DAYS_MAX);
  const dates = days.map(dateOfDay);
  const spans = group_by === 'day' ? dates.map((date, n) => [times[n], times[n + 1], date]) : [[from, to]];
  const asked = { days, first, last, from, to, doctor_id, department_id };
  const filters = queries.FILTERS.filter((name) => asked[name] !== undefined);
  const values = { doctor_id: doctor_id ?? null, department_id: department_id ?? null, now: ctx.now };
  const read = await ctx.db.batch({
    sums: queries.sums(group_by, filters)({ ...values, spans: JSON.stringify(spans) }),
    hours: group_by === 'doctor' || group_by === 'day' ? hoursRead(asked) : undefined,
    doctors: group_by === 'doctor' ? queries.doctors({}) : undefined,
    departments: group_by === 'department' ? queries.departments({}) : undefined,
  });
  const { sums } = read;
  if (sums.reduce((sum, { appointments }) => sum + appointments, 0) > SUMMED_MAX)
    throw refusePeriod(`The period has more than ${SUMMED_MAX} appointments: ask for fewer days`);
  if (sums.length > SUMS_MAX) throw refusePeriod(`The period has more than ${SUMS_MAX} sums: ask for fewer days`);
  const names = [...(read.doctors ?? []), ...(read.departments ?? [])];
  if (names.length > NAMES_MAX) throw refusePeriod(`There are more than ${NAMES_MAX} of them`, 'group_by');
  const open = read.hours && openTimes(read.hours, asked, group_by, ctx.settings.TIME_ZONE);
  const opened = [...(open?.values() ?? [])].reduce((sum, time) => sum + time, 0);

  const [doctors, departments] = [byId(read.doctors), byId(read.departments)];
  const nameOf: Record<Group, (key: string, of: readonly queries.SumRow[]) => Partial<CalendarSum>> = {
    doctor: (id) => ({ doctor: doctors.get(id) }),
    department: (id) => ({ department: departments.get(id) }),
    status: (key, [row]) => ({ status: spelled(row?.status ?? key) }),
    day: (date) => ({ date }),
  };
  const groups = Map.groupBy(sums, ({ key, status }) => (group_by === 'status' ? statusKey(status) : key));
  const known = [...new Set([...groups.keys(), ...(open?.keys() ?? [])])].sort(compare);
  const rows = (group_by === 'day' ? dates : known).map((key): CalendarSum => {
    const of = groups.get(key) ?? [];
    return { ...nameOf[group_by](key, of), ...sumOf(of, open && (open.get(key) ?? 0)) };
  });
  if (group_by !== 'day') rows.sort((a, b) => b.appointments - a.appointments);
  return { from: dateOfDay(first), to: dateOfDay(last), group_by, total: sumOf(sums, open && opened), rows };
}
