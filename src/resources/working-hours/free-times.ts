/** The free times of doctors: what is read for them, as rules/slots.ts takes it. */
import { isProgram } from '../../auth/permissions';
import type { ServiceContext } from '../../context';
import { batchOf, onlyRow } from '../../db/query';
import { InvalidError } from '../../errors';
import { DAY, localDatetime, MINUTE } from '../../rules/clock';
import type { ClosedTime } from '../../rules/closures';
import { instant, isoTime, localDate } from '../../rules/datetime';
import type { Calendar, Room } from '../../rules/freedom';
import { earliestOf, names } from '../../rules/offer';
import { remembered } from '../../rules/remembered';
import { freeSlots } from '../../rules/slots';
import { holderOf } from '../appointment/claim';
import { BUFFER_MAX, NO_BUFFERS } from '../appointment/rules';
import { closedBetween } from '../closures/queries';
import * as calendars from './calendars';
import type { Slot, SlotQuery } from './schemas';

const refuse = (field: keyof SlotQuery, msg: string) =>
  new InvalidError([{ loc: ['query', field], msg, type: 'value_error' }]);

type Span = [starts_at: number, ends_at: number];

/** @param holds of the same doctor, or room */
function takenOf({ booked, busy_until, most }: calendars.CalendarRow | calendars.RoomRow, holds: calendars.HoldRow[]) {
  const before: Span[] = busy_until === null ? [] : [[Number.NEGATIVE_INFINITY, busy_until]];
  const held = holds.map((one): Span => [one.busy_from, one.busy_until]);
  const taken = [...before, ...booked, ...held];
  return {
    taken: held.length === 0 ? taken : taken.sort(([a], [b]) => a - b),
    known_until: booked.length < most ? Number.POSITIVE_INFINITY : (booked.at(-1)?.[0] ?? 0),
  };
}

function toCalendar(
  row: calendars.CalendarRow,
  closed: ClosedTime[],
  holds: calendars.HoldRow[],
  isAsked: (hours: { department_id: string }) => boolean,
): Calendar {
  const { doctor_id, weekly, exceptions } = row;
  return {
    doctor_id,
    weekly: weekly.filter(isAsked),
    exceptions: exceptions.map((one) => ({ ...one, hours: one.hours.filter(isAsked) })),
    closed: closed.filter((one) => one.doctor_id === null || one.doctor_id === doctor_id),
    ...takenOf(
      row,
      holds.filter((one) => one.doctor_id === doctor_id),
    ),
  };
}

const toRoom = (row: calendars.RoomRow, holds: calendars.HoldRow[]): Room => ({
  department_id: row.department_id,
  ...takenOf(
    row,
    holds.filter(({ resource_id }) => resource_id === row.resource_id),
  ),
});

/** Of a doctor, of a department, of several doctors, whose `id` is JSON of theirs, or of all. */
interface Asked {
  of: keyof typeof calendars.calendars;
  id: string;
  /** epoch milliseconds in which the slots begin; `to` is excluded */
  from: number;
  to: number;
  /** the type of visit, with a length, buffers and a notice of its own */
  type_id?: string | undefined;
  minutes?: number | undefined;
  limit: number;
}

/** Hours, times and rooms that are looked at for a page. 40 doctors whose month is full are less than half of it. */
const EFFORT_MAX = 20_000;

/** What is read for one of them. */
function windowOf(ctx: ServiceContext, { of, id, from, to, type_id, minutes }: Asked) {
  const timeZone = ctx.settings.TIME_ZONE;
  const isTyped = type_id !== undefined;
  const window: calendars.Window = {
    ...{ id, from, to, minutes: minutes ?? null },
    ...{ type_id: type_id ?? null, online: isProgram(ctx.actor) ? 1 : 0, now: ctx.now },
    first_date: localDate(from - 2 * DAY, timeZone),
    last_date: localDate(to + DAY, timeZone),
  };
  const around = isTyped ? BUFFER_MAX * MINUTE : 0;
  return batchOf({
    type: isTyped ? calendars.offeredType(window) : undefined,
    rows: (isTyped ? calendars.calendarsOfType : calendars.calendars)[of](window),
    rooms: isTyped ? calendars.rooms({ ...window, department_id: of === 'department' ? id : null }) : undefined,
    closed: closedBetween({ from: from - around, until: to + DAY + around }),
  });
}

/** Each in the order of time; all are read together. @throws InvalidError where too many doctors have hours */
export async function freeTimes(ctx: ServiceContext, asked: readonly Asked[]): Promise<ReturnType<typeof freeSlots>[]> {
  const timeZone = ctx.settings.TIME_ZONE;
  const { windows, holds } = await ctx.db.batch({
    windows: batchOf(Object.fromEntries(asked.map((one, n) => [String(n), windowOf(ctx, one)]))),
    holds: calendars.openHolds({ holder: holderOf(ctx), now: ctx.now }),
  });
  return asked.map(({ of, id, from, to, minutes, limit }, n) => {
    const { rows = [], closed = [], rooms = [], type: [type] = [] } = windows[n] ?? {};
    if (rows.length > calendars.DOCTORS_MAX && of === 'hospital') {
      throw refuse(
        'doctor_id',
        `More than ${calendars.DOCTORS_MAX} doctors have hours: ask for one, or for a department`,
      );
    }
    // Of a type that is offered nowhere there are no rows either.
    const isAsked = ({ department_id }: { department_id: string }) =>
      (of !== 'department' || department_id === id) && (!type || names(type.department_ids, department_id));
    const { buffer_before, buffer_after } = type ?? NO_BUFFERS;
    return freeSlots(
      rows.map((row) => toCalendar(row, closed, holds, isAsked)),
      {
        ...{ from: type ? Math.max(from, earliestOf(type, ctx.now)) : from, to },
        ...{ minutes: minutes ?? type?.minutes, buffer_before, buffer_after },
        rooms: type?.needs_key == null ? null : rooms.map((row) => toRoom(row, holds)),
        ...{ limit, effort: EFFORT_MAX, timeZone },
      },
    );
  });
}

export const RANGE_DAYS = 31;
/** With an hour where the clocks go back in between. */
const RANGE_MAX = RANGE_DAYS * DAY + 60 * MINUTE;

function rangeOf(ctx: ServiceContext, query: SlotQuery) {
  const timeZone = ctx.settings.TIME_ZONE;
  const from = instant(query.from, timeZone);
  const to = query.to === undefined ? from + RANGE_DAYS * DAY : instant(query.to, timeZone);
  if (to <= from) throw refuse('to', 'Input should be later than `from`');
  if (to - from > RANGE_MAX) throw refuse('to', 'Input should be at most 31 days later than `from`');
  return { from, to };
}

const whoseSlots = ({ doctor_id, department_id }: SlotQuery) => {
  if (doctor_id !== undefined) return { of: 'doctor', id: doctor_id } as const;
  if (department_id !== undefined) return { of: 'department', id: department_id } as const;
  return { of: 'hospital', id: '' } as const;
};

/** @returns `next`: the query of the slots that follow, as far as it differs; null at the end @throws InvalidError */
export async function listSlots(
  ctx: ServiceContext,
  query: SlotQuery,
): Promise<{ slots: Slot[]; next: { from: string; to: string } | null }> {
  const { type_id, minutes, limit } = query;
  const timeZone = ctx.settings.TIME_ZONE;
  const { from, to } = rangeOf(ctx, query);
  const { slots, next } = onlyRow(await freeTimes(ctx, [{ ...whoseSlots(query), from, to, type_id, minutes, limit }]));
  // Doctors of one department begin at the same times.
  const iso = remembered(isoTime);
  const local = remembered((time: number) => localDatetime(time, timeZone));
  return {
    next: next === null ? null : { from: iso(next), to: query.to ?? iso(to) },
    slots: slots.map(({ starts_at, ends_at, ...slot }) => ({
      ...slot,
      type_id,
      schedule: local(starts_at),
      expected_duration_minutes: (ends_at - starts_at) / MINUTE,
      starts_at: iso(starts_at),
      ends_at: iso(ends_at),
    })),
  };
}
