import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Body, call, type Result } from '../support/client';
import { make } from '../support/factories';
import { input, unique } from '../support/input';
import { count, rows } from '../support/rows';
import { addHold, addRoom, addType, newSeries, overlapsIn, REJECT, schedulesOf } from '../support/series';
import { isFull } from '../support/volume';

const { ids, plan } = await newSeries();
const newDoctor = async () => ({ doctor_id: (await make.doctor()).id as string });
const many = <T>(n: number, one: (n: number) => T): T[] => Array.from({ length: n }, (_, i) => one(i));
const WEEK = 7 * 86_400_000;
const dayAfter = (start: string, weeks: number) =>
  new Date(Date.parse(`${start}Z`) + weeks * WEEK).toISOString().slice(0, 16);
const made = (answers: Result[]) => answers.filter(({ status }) => status === 201);

describe('Of 20 clients at once', () => {
  it('one books series that have a visit in common, and the others are told which', async () => {
    const doctor = await newDoctor();
    // Each begins a week later than the one before; all have the 20th week.
    const start = '2030-01-07T10:00';
    const answers = await Promise.all(
      many(20, (n) => plan({ ...doctor, schedule: dayAfter(start, n), count: null, until: '2030-05-21' })),
    );
    const [won, ...others] = made(answers);
    expect(others).toEqual([]);
    const ofWinner = won?.body.appointments.map(({ id }: Body) => id) ?? [];
    expect(ofWinner.length).toBeGreaterThan(0);
    for (const { status, body } of answers.filter((one) => one !== won)) {
      expect([status, body.code]).toEqual([409, 'overlap']);
      expect(ofWinner.some((id: string) => body.detail.includes(id))).toBe(true);
    }
    expect(await count('appointment WHERE doctor_id = ?', doctor.doctor_id)).toBe(ofWinner.length);
    expect(await overlapsIn()).toEqual([]);
  });

  it('each week is one series’ that skips what others have, and none is left free', async () => {
    const doctor = await newDoctor();
    const start = '2030-06-03T10:00';
    const until = dayAfter(start, 25).slice(0, 10);
    const answers = await Promise.all(
      many(20, (n) =>
        plan({
          ...{ ...doctor, schedule: dayAfter(start, n % 4), every_weeks: 1 + (n % 3) },
          ...{ count: null, until, on_conflict: 'skip' },
        }),
      ),
    );
    const booked = made(answers).flatMap(({ body }) => schedulesOf(body));
    expect(new Set(booked).size).toBe(booked.length);
    expect(booked.toSorted()).toEqual(many(26, (n) => dayAfter(start, n)));
    for (const { status, body } of answers) {
      if (status === 201) {
        for (const { schedule, reason } of body.skipped)
          expect([booked.includes(schedule), reason]).toEqual([true, 'overlap']);
      } else expect([status, body.code]).toEqual([409, 'nothing_free']);
    }
    expect(await overlapsIn()).toEqual([]);
  });

  it('one gets the last room for all of its visits', async () => {
    const kind = unique('ROOM');
    const type_id = await addType({ needs: kind, buffer_after: 5 });
    const room = await addRoom(kind);
    const doctors = await Promise.all(many(20, newDoctor));
    const answers = await Promise.all(
      doctors.map((doctor) => plan({ ...doctor, type_id, schedule: '2031-01-06T10:00', count: 8 })),
    );
    const [won, ...others] = made(answers);
    expect(others).toEqual([]);
    expect(won?.body.appointments.map((one: Body) => one.resource_id)).toEqual(many(8, () => room));
    for (const { status, body } of answers.filter((one) => one !== won)) {
      expect([status, body.code]).toEqual([409, 'no_resource']);
    }
    expect(await overlapsIn()).toEqual([]);
  });

  it('series and single visits never have the same time', async () => {
    const doctor = await newDoctor();
    const start = '2031-03-03T10:00';
    const single = (n: number) =>
      call('POST', '/appointment/', {
        ...REJECT,
        json: input.appointment({ ...ids, ...doctor, schedule: dayAfter(start, n % 5) }),
      });
    const answers = await Promise.all(
      many(20, (n) =>
        n % 2 ? single(n) : plan({ ...doctor, schedule: start, count: 5, on_conflict: n % 4 ? 'skip' : 'refuse' }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(await overlapsIn()).toEqual([]);
    expect(await count('appointment WHERE doctor_id = ?', doctor.doctor_id)).toBe(5);
  });
});

it('The most visits that a series has are one round trip and a bounded number of statements', async () => {
  const [few, most] = [4, 52];
  const costs = [];
  for (const visits of [few, most]) {
    const doctor = await newDoctor();
    const { status, cost } = await plan({ ...doctor, schedule: '2032-01-05T10:00', count: visits });
    expect(status).toBe(201);
    costs.push(cost);
  }
  const [ofFew, ofMost] = costs;
  expect([ofMost?.trips, ofMost?.statements]).toEqual([1, ofFew?.statements]);
  expect(ofMost?.statements).toBeLessThan(15);
  const read = ((ofMost?.rows_read ?? 0) - (ofFew?.rows_read ?? 0)) / (most - few);
  expect(read, 'rows read for each visit').toBeLessThan(25);
});

// A model of its own: what is taken, as spans of time.
interface Span {
  from: number;
  until: number;
}
const meets = (one: Span, other: Span) => one.from < other.until && other.from < one.until;
const MINUTE = 60_000;
const START = '2027-02-01T10:00';
const VISITS = 12;

const offsets = fc.integer({ min: -90, max: 90 });
const taken = fc.record({
  week: fc.nat({ max: VISITS - 1 }),
  offset: offsets,
  minutes: fc.integer({ min: 1, max: 60 }),
});
const world = fc.record({
  zone: fc.constantFrom('UTC', 'Europe/Stockholm', 'Australia/Lord_Howe', 'America/New_York'),
  minutes: fc.integer({ min: 1, max: 60 }),
  before: fc.integer({ min: 0, max: 30 }),
  after: fc.integer({ min: 0, max: 30 }),
  rooms: fc.constantFrom(0, 1, 2, undefined),
  visits: fc.array(
    fc.record({ at: taken, status: fc.constantFrom('SCEDULED', 'CHECKED_IN', 'no show', 'CANCELLED') }),
    {
      maxLength: 6,
    },
  ),
  closures: fc.array(taken, { maxLength: 3 }),
  holds: fc.array(fc.record({ at: taken, isOver: fc.boolean(), inRoom: fc.boolean() }), { maxLength: 4 }),
  inRooms: fc.array(fc.record({ at: taken, room: fc.nat({ max: 1 }) }), { maxLength: 6 }),
  every_weeks: fc.integer({ min: 1, max: 2 }),
});

/** Of a wall clock that the zones here show in February to July at ten in the morning: once, and every day. */
function instantOf(schedule: string, timeZone: string): number {
  const wall = Date.parse(`${schedule}Z`);
  const shown = (time: number) =>
    Date.parse(
      `${new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(time)}Z`,
    );
  return wall - (shown(wall) - wall) - (shown(wall - (shown(wall) - wall)) - wall);
}

describe('A series that skips', () => {
  it('skips just what a model of closed, taken and held times and rooms says, with its reason', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ zone, minutes, before, after, rooms: n, every_weeks, ...given }) => {
        const env = { DOUBLE_BOOKING: 'reject' as const, TIME_ZONE: zone };
        const [{ doctor_id }, elsewhere, kind] = [await newDoctor(), await newDoctor(), unique('ROOM')];
        const rooms: string[] = [];
        for (let room = 0; room < (n ?? 0); room++) rooms.push(await addRoom(kind));
        const type_id = await addType({
          ...{ minutes, buffer_before: before, buffer_after: after, needs: n === undefined ? null : kind },
        });
        const schedules = many(VISITS, (i) => dayAfter(START, i * every_weeks));
        const starts = schedules.map((schedule) => instantOf(schedule, zone));
        const spanOf = ({ week, offset, minutes }: { week: number; offset: number; minutes: number }): Span => {
          const from = (starts[week] ?? 0) + offset * MINUTE;
          return { from, until: from + minutes * MINUTE };
        };
        const iso = (time: number) => new Date(time).toISOString();
        const book = (at: Span, more: object) =>
          make.appointment({
            ...{ ...ids, schedule: iso(at.from), expected_duration_minutes: (at.until - at.from) / MINUTE, ...more },
          });

        const visits: (Span & { id: string })[] = [];
        for (const { at, status } of given.visits) {
          const { id } = await book(spanOf(at), { doctor_id, status });
          if (status === 'SCEDULED' || status === 'CHECKED_IN') visits.push({ ...spanOf(at), id });
        }
        const inRooms: (Span & { room: string })[] = [];
        for (const { at, room } of given.inRooms) {
          const resource_id = rooms[room];
          if (!resource_id || inRooms.some((one) => one.room === resource_id && meets(one, spanOf(at)))) continue;
          await book(spanOf(at), { ...elsewhere, resource_id });
          inRooms.push({ ...spanOf(at), room: resource_id });
        }
        const holds: Span[] = [];
        for (const { at, isOver, inRoom } of given.holds) {
          const span = spanOf(at);
          const resource_id = (inRoom && rooms[0]) || null;
          await addHold({
            ...{ ...(inRoom ? elsewhere : { doctor_id }), starts_at: span.from, ends_at: span.until, resource_id },
            expires_at: Date.now() + (isOver ? -1 : 300_000),
          });
          if (isOver) continue;
          if (!inRoom) holds.push(span);
          else if (resource_id) inRooms.push({ ...span, room: resource_id });
        }
        const closures = given.closures.map((at, i) => ({ ...spanOf(at), name: `Closure ${i}` }));
        await call('PUT', '/calendar/closures', {
          env,
          json: {
            closures: closures.map(({ name, from, until }) => ({ name, from: iso(from), to: iso(until), doctor_id })),
          },
        });

        const length = Math.max(1, minutes) * MINUTE;
        const expected = schedules.flatMap((schedule, i) => {
          const start = starts[i] ?? 0;
          const busy = { from: start - before * MINUTE, until: start + length + after * MINUTE };
          const closed = closures.some((one) => meets(one, busy));
          const overlap = visits.some((one) => meets(one, busy));
          const held = holds.some((one) => meets(one, busy));
          const isFree = (room: string) => !inRooms.some((one) => one.room === room && meets(one, busy));
          const roomless = n !== undefined && !rooms.some(isFree);
          const reason = closed ? 'closed' : overlap ? 'overlap' : held ? 'held' : roomless ? 'no_resource' : undefined;
          return reason ? [{ schedule, reason }] : [];
        });
        const wanted = {
          ...{ doctor_id, type_id, type: undefined, expected_duration_minutes: undefined },
          ...{ schedule: START, every_weeks, count: VISITS, on_conflict: 'skip' },
        };
        const dry = await plan({ ...wanted, dry_run: true }, { env });
        const { status, body } = await plan(wanted, { env });
        const reasons = (skipped: Body[]) => skipped.map(({ schedule, reason }) => ({ schedule, reason }));
        expect(reasons(dry.body.skipped)).toEqual(expected);
        if (expected.length === VISITS) {
          expect([status, body.code]).toEqual([409, 'nothing_free']);
          return;
        }
        expect(status, JSON.stringify(body)).toBe(201);
        expect(reasons(body.skipped)).toEqual(expected);
        const skipped = expected.map((one) => one.schedule);
        expect(schedulesOf(body)).toEqual(schedules.filter((one) => !skipped.includes(one)));
        expect(schedulesOf(dry.body)).toEqual(schedulesOf(body));
        const stored = await rows<{ starts_at: number }>(
          'SELECT starts_at FROM appointment WHERE series_id = ? ORDER BY starts_at',
          body.id,
        );
        expect(stored.map(({ starts_at }) => starts_at)).toEqual(
          starts.filter((_, i) => !skipped.includes(schedules[i] ?? '')),
        );
        const inRoom = (room?: string) => (n === undefined ? room === undefined : rooms.includes(room ?? ''));
        expect(body.appointments.every((one: Body) => inRoom(one.resource_id))).toBe(true);
      }),
      { numRuns: isFull ? 60 : 12 },
    );
  });
});
