import type { ServiceContext } from '../../context';
import { InvalidError } from '../../errors';
import { localDatetime } from '../../rules/clock';
import { instant, localDate } from '../../rules/datetime';
import { type Calendar, freeSlots, remembered } from '../../rules/slots';
import { type CalendarRow, calendars } from './queries';
import type { Slot, SlotQuery } from './schemas';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** 31 days, also where the clocks go back in between. */
const RANGE_MAX = 31 * DAY + HOUR;
const SLOTS_MAX = 1_000;

/** @throws InvalidError */
function rangeOf(ctx: ServiceContext, query: SlotQuery) {
  const [from, to] = [query.from, query.to].map((text) => instant(text, ctx.settings.TIME_ZONE)) as [number, number];
  const refuse = (msg: string) => new InvalidError([{ loc: ['query', 'to'], msg, type: 'value_error' }]);
  if (to <= from) throw refuse('Input should be later than `from`');
  if (to - from > RANGE_MAX) throw refuse('Input should be at most 31 days later than `from`');
  return { from, to };
}

/** @param department_id the only one whose hours count; undefined for all */
function toCalendar({ busy_until, most, held, ...row }: CalendarRow, department_id: string | undefined): Calendar {
  const isAsked = (hours: { department_id: string }) =>
    department_id === undefined || hours.department_id === department_id;
  return {
    ...row,
    weekly: row.weekly.filter(isAsked),
    exceptions: row.exceptions.map((one) => ({ ...one, hours: one.hours.filter(isAsked) })),
    held: busy_until === null ? held : [[Number.NEGATIVE_INFINITY, busy_until], ...held],
    known_until: held.length < most ? Number.POSITIVE_INFINITY : (held.at(-1)?.[0] ?? 0),
  };
}

/** @returns the slots, and the `from` of those that follow; null at the end @throws InvalidError */
export async function listSlots(
  ctx: ServiceContext,
  query: SlotQuery,
): Promise<{ slots: Slot[]; next: string | null }> {
  const { doctor_id, department_id, minutes } = query;
  const timeZone = ctx.settings.TIME_ZONE;
  const { from, to } = rangeOf(ctx, query);
  const window = {
    id: doctor_id ?? department_id ?? '',
    from,
    until: to + (minutes === undefined ? DAY : minutes * MINUTE),
    first_date: localDate(from - 2 * DAY, timeZone),
    last_date: localDate(to + DAY, timeZone),
  };
  const rows = await ctx.db.run(doctor_id ? calendars.doctor(window) : calendars.department(window));
  const doctors = rows.map((row) => toCalendar(row, department_id));
  const { slots, next } = freeSlots(doctors, { from, to, minutes, limit: SLOTS_MAX, timeZone });
  // Doctors of one department begin at the same times.
  const iso = remembered((time) => new Date(time).toISOString());
  const local = remembered((time) => localDatetime(time, timeZone));
  return {
    next: next === null ? null : iso(next),
    slots: slots.map(({ starts_at, ends_at, ...slot }) => ({
      ...slot,
      schedule: local(starts_at),
      expected_duration_minutes: (ends_at - starts_at) / MINUTE,
      starts_at: iso(starts_at),
      ends_at: iso(ends_at),
    })),
  };
}
