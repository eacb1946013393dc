/** The days that a report is about, by the clocks of the hospital. */
import type { ServiceContext } from './context';
import { InvalidError } from './errors';
import { DAY, firstTimeOf } from './rules/clock';
import { dayOfDate, localDay } from './rules/datetime';

/** @param msg why the request asks for too much, or for nothing */
export const refusePeriod = (msg: string, field = 'to') =>
  new InvalidError([{ loc: ['query', field], msg, type: 'value_error' }]);

/**
 * The days since 1970, the first and the last of them, and when each begins and the last one ends, in epoch milliseconds. A report without `to` ends today, one
 * without `from` has one day.
 * @param most days that it may have @throws InvalidError
 */
export function periodOf(
  { now, settings: { TIME_ZONE } }: ServiceContext,
  query: { from?: string | undefined; to?: string | undefined },
  most: number,
) {
  const last = query.to === undefined ? localDay(now, TIME_ZONE) : dayOfDate(query.to);
  const first = query.from === undefined ? last : dayOfDate(query.from);
  if (last < first) throw refusePeriod('Input should not be before `from`');
  if (last - first >= most) throw refusePeriod(`A period should have at most ${most} days`);
  const days = Array.from({ length: last - first + 1 }, (_, n) => first + n);
  const begins = (day: number) => firstTimeOf(day * DAY, TIME_ZONE);
  return { days, first, last, times: [...days, last + 1].map(begins), from: begins(first), to: begins(last + 1) };
}
