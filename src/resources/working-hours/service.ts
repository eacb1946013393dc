import type { ServiceContext } from '../../context';
import { newEntity, type Versioned } from '../../db/entity';
import { batchOf, onlyRow } from '../../db/query';
import { requireThere } from '../../db/references';
import type { Target } from '../../db/update-outcome';
import { updateRecord } from '../../db/update-record';
import { InvalidError, NotFoundError } from '../../errors';
import { DAY, localDatetime, MINUTE } from '../../rules/clock';
import type { ClosedTime } from '../../rules/closures';
import { instant, isoTime, localDate } from '../../rules/datetime';
import { departmentsOf } from '../../rules/hours';
import { type Calendar, freeSlots, remembered } from '../../rules/slots';
import { closedBetween } from '../closures/queries';
import * as queries from './queries';
import { type DoctorHours, DoctorHoursFields, type DoctorHoursUpdate, type Slot, type SlotQuery } from './schemas';

const ENTITY = 'The record of hours';
/** Of a doctor whose hours were never set: an empty document, which `If-Match: "0"` means. */
const NEVER_SET = 0;

export const RANGE_DAYS = 31;
/** With an hour where the clocks go back in between. */
const RANGE_MAX = RANGE_DAYS * DAY + 60 * MINUTE;
const SLOTS_MAX = 1_000;

/** @throws NotFoundError */
export async function getWorkingHours(ctx: ServiceContext, doctor_id: string): Promise<Versioned<DoctorHours>> {
  const row = await ctx.db.first(queries.byDoctor({ id: doctor_id }));
  if (!row) throw new NotFoundError('Doctor', doctor_id);
  const { version, weekly, exceptions } = row;
  return {
    version: version ?? NEVER_SET,
    record: { doctor_id, weekly: weekly ?? [], exceptions: exceptions ?? [] },
  };
}

/** @throws NotFoundError for the doctor, AppError not_found naming every missing department, OutdatedError */
export function updateWorkingHours(
  ctx: ServiceContext,
  target: Target,
  input: DoctorHoursUpdate,
): Promise<Versioned<DoctorHours>> {
  const { id } = target;
  const read = () => getWorkingHours(ctx, id);
  return updateRecord(ENTITY, DoctorHoursFields, { target, input, read }, async (fields, to) => {
    const row = { ...newEntity(ctx), ...fields, id, department_ids: departmentsOf(fields) };
    const mayBeNew = (to.if_version ?? NEVER_SET) === NEVER_SET;
    // No replay where the answer was lost: the row's id does not tell who wrote it.
    const creation = mayBeNew ? { ...queries.insert(ctx, row), replay: undefined } : undefined;
    const { before, updated, inserted, unknown } = await ctx.db.batch({
      before: queries.byDoctor({ id }),
      updated: queries.update(ctx, to, row),
      inserted: creation,
      unknown: queries.unknownDepartments(row),
    });
    const version = updated.row?.version ?? inserted?.[0]?.version;
    if (version !== undefined) return { ...updated, row: { version, record: { doctor_id: id, ...fields } } };
    const [current] = before;
    if (!current) throw new NotFoundError('Doctor', id);
    const present = current.version ?? NEVER_SET;
    if (to.if_version === null || to.if_version === present) requireThere(unknown);
    return { ...updated, version: present, row: undefined };
  });
}

function rangeOf(ctx: ServiceContext, query: SlotQuery) {
  const timeZone = ctx.settings.TIME_ZONE;
  const [from, to] = [instant(query.from, timeZone), instant(query.to, timeZone)];
  const refuse = (msg: string) => new InvalidError([{ loc: ['query', 'to'], msg, type: 'value_error' }]);
  if (to <= from) throw refuse('Input should be later than `from`');
  if (to - from > RANGE_MAX) throw refuse('Input should be at most 31 days later than `from`');
  return { from, to };
}

/** @param department_id undefined for all */
function toCalendar(
  { busy_until, most, held, ...row }: queries.CalendarRow,
  closed: ClosedTime[],
  department_id: string | undefined,
): Calendar {
  const counts = (hours: { department_id: string }) =>
    department_id === undefined || hours.department_id === department_id;
  return {
    ...row,
    weekly: row.weekly.filter(counts),
    exceptions: row.exceptions.map((one) => ({ ...one, hours: one.hours.filter(counts) })),
    closed: closed.filter(({ doctor_id }) => doctor_id === null || doctor_id === row.doctor_id),
    held: busy_until === null ? held : [[Number.NEGATIVE_INFINITY, busy_until], ...held],
    known_until: held.length < most ? Number.POSITIVE_INFINITY : (held.at(-1)?.[0] ?? 0),
  };
}

/** Of a doctor, of a department, or of several doctors, whose `id` is JSON of theirs. */
interface Asked {
  of: keyof typeof queries.calendars;
  id: string;
  /** epoch milliseconds in which the slots begin; `to` is excluded */
  from: number;
  to: number;
  minutes?: number | undefined;
  limit: number;
}

/** Each in the order of time; all are read together. */
export async function freeTimes(ctx: ServiceContext, asked: readonly Asked[]): Promise<ReturnType<typeof freeSlots>[]> {
  const timeZone = ctx.settings.TIME_ZONE;
  const windows = asked.map(({ of, id, from, to, minutes }) => {
    const window = {
      ...{ id, from, until: to + (minutes === undefined ? DAY : minutes * MINUTE) },
      first_date: localDate(from - 2 * DAY, timeZone),
      last_date: localDate(to + DAY, timeZone),
    };
    return batchOf({ rows: queries.calendars[of](window), closed: closedBetween(window) });
  });
  const read = await ctx.db.batch(Object.fromEntries(windows.map((window, n) => [String(n), window])));
  return asked.map(({ of, id, from, to, minutes, limit }, n) => {
    const { rows, closed } = read[n] ?? { rows: [], closed: [] };
    const doctors = rows.map((row) => toCalendar(row, closed, of === 'department' ? id : undefined));
    return freeSlots(doctors, { from, to, minutes, limit, timeZone });
  });
}

/** @returns `next`: the `from` of the slots that follow; null at the end @throws InvalidError */
export async function listSlots(
  ctx: ServiceContext,
  query: SlotQuery,
): Promise<{ slots: Slot[]; next: string | null }> {
  const { doctor_id, department_id, minutes } = query;
  const timeZone = ctx.settings.TIME_ZONE;
  const of = doctor_id ? 'doctor' : 'department';
  const asked = {
    of,
    id: doctor_id ?? department_id ?? '',
    minutes,
    limit: SLOTS_MAX,
    ...rangeOf(ctx, query),
  } as const;
  const { slots, next } = onlyRow(await freeTimes(ctx, [asked]));
  // Doctors of one department begin at the same times.
  const iso = remembered(isoTime);
  const local = remembered((time: number) => localDatetime(time, timeZone));
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
