import { describe, expect, it } from 'vitest';
import { newBooking } from '../support/booking';
import { type Body, type CallOptions, call, ok } from '../support/client';
import { make } from '../support/factories';
import { newDoctor, putHours } from '../support/hours';
import { insertHold, insertRoom, insertType, plan } from '../support/planned';
import { newProgram } from '../support/programs';
import { actorOf } from '../support/users';

const { ids, book } = await newBooking();
const { department_id } = ids;
const program = await newProgram('system/Schedule.rs system/Slot.rs');

const MONDAY = 'from=2030-05-06&to=2030-05-07';
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const hours = (overrides: object = {}) => ({
  ...{ weekday: 1, from: '09:00', to: '11:00', department_id, slot_minutes: 30, ...overrides },
});
/** A doctor who works on Monday mornings. */
async function working(...weekly: object[]): Promise<string> {
  const id = await newDoctor();
  expect((await putHours(id, { weekly: weekly.length ? weekly : [hours()], exceptions: [] })).status).toBe(200);
  return id;
}
const slotsOf = (query: string, options: CallOptions = {}): Promise<Body[]> =>
  ok('GET', `/calendar/slots?${query}`, options);
const times = (slots: Body[]) => slots.map(({ schedule }) => schedule.slice(11, 16));
const timesOf = async (doctor_id: string, type_id: string, more = MONDAY, options: CallOptions = {}) =>
  times(await slotsOf(`doctor_id=${doctor_id}&type_id=${type_id}&${more}`, options));
const ALL = ['09:00', '09:30', '10:00', '10:30'];
const at = (time: string) => `2030-05-06T${time}Z`;
/** A visit of half an hour. */
const visit = async (doctor_id: string, time: string, columns: Record<string, unknown> = {}): Promise<string> => {
  const { body } = await book({ doctor_id, schedule: at(time), expected_duration_minutes: 30 });
  if (Object.keys(columns).length) await plan(body.id, columns);
  return body.id;
};

describe('The free times of a type', () => {
  it('are as long as it says, and begin as the hours do', async () => {
    const [doctor_id, type_id] = [await working(), await insertType({ minutes: 50 })];
    const [first, ...others] = await slotsOf(`doctor_id=${doctor_id}&type_id=${type_id}&${MONDAY}`);
    expect(first).toEqual({
      ...{ doctor_id, department_id, type_id, schedule: '2030-05-06T09:00:00', expected_duration_minutes: 50 },
      ...{ starts_at: '2030-05-06T09:00:00.000Z', ends_at: '2030-05-06T09:50:00.000Z' },
    });
    expect(times(others)).toEqual(['09:30', '10:00']);
    expect(await timesOf(doctor_id, type_id, `${MONDAY}&minutes=20`)).toEqual(ALL);
  });

  it('are in the hours with their buffers', async () => {
    const doctor_id = await working();
    expect(await timesOf(doctor_id, await insertType({ buffer_before: 10 }))).toEqual(['09:30', '10:00', '10:30']);
    expect(await timesOf(doctor_id, await insertType({ buffer_after: 5 }))).toEqual(['09:00', '09:30', '10:00']);
    expect(await timesOf(doctor_id, await insertType({ buffer_before: 31, buffer_after: 29 }))).toEqual(['10:00']);
  });

  it('are free with their buffers, which may touch a visit with its own', async () => {
    const doctor_id = await working(hours({ to: '14:00' }));
    await visit(doctor_id, '11:00', { buffer_before: 30, buffer_after: 15 });
    const free = async (columns: object) => timesOf(doctor_id, await insertType(columns as Record<string, unknown>));
    expect(await free({})).toEqual(['09:00', '09:30', '10:00', '12:00', '12:30', '13:00', '13:30']);
    expect(await free({ buffer_before: 15 })).toEqual(['09:30', '10:00', '12:00', '12:30', '13:00', '13:30']);
    expect(await free({ buffer_after: 1 })).toEqual(['09:00', '09:30', '12:00', '12:30', '13:00']);
    // Without a type, a slot has none of its own.
    expect(times(await slotsOf(`doctor_id=${doctor_id}&${MONDAY}`))).toContain('12:00');
  });

  it('heed a visit of days that has begun before, whatever buffers it has', async () => {
    const doctor_id = await working();
    const { body } = await book({ doctor_id, schedule: '2030-05-01T10:00Z', expected_duration_minutes: 7_200 });
    const type_id = await insertType();
    expect(await timesOf(doctor_id, type_id)).toEqual(['10:00', '10:30']);
    await plan(body.id, { buffer_after: 15 });
    expect(await timesOf(doctor_id, type_id)).toEqual(['10:30']);
    await plan(body.id, { status: 'CANCELLED' });
    expect(await timesOf(doctor_id, type_id)).toEqual(ALL);
  });

  it('are not closed, buffers included', async () => {
    const doctor_id = await working();
    const closure = { name: 'Fire drill', from: at('09:20'), to: at('09:25'), doctor_id };
    const { headers } = await call('GET', '/calendar/closures');
    const etag = { 'if-match': headers.get('etag') ?? '' };
    await ok('PUT', '/calendar/closures', { as: 'admin', json: { closures: [closure] }, headers: etag });
    expect(await timesOf(doctor_id, await insertType())).toEqual(['09:30', '10:00', '10:30']);
    expect(await timesOf(doctor_id, await insertType({ buffer_before: 10 }))).toEqual(['10:00', '10:30']);
  });

  it('are of its doctors and departments only, asked by whichever of them, or by neither', async () => {
    const [here, there] = [(await make.department()).id, (await make.department()).id];
    const both = [hours({ department_id: here }), hours({ department_id: there, from: '13:00', to: '14:00' })];
    const [ours, other] = [await working(...both), await working(...both)];
    const ofDoctor = await insertType({ doctor_ids: [ours] });
    expect(await timesOf(ours, ofDoctor)).toEqual([...ALL, '13:00', '13:30']);
    expect(await timesOf(other, ofDoctor)).toEqual([]);
    const found = await slotsOf(`type_id=${ofDoctor}&${MONDAY}`);
    expect(new Set(found.map((slot) => slot.doctor_id))).toEqual(new Set([ours]));
    expect(await slotsOf(`department_id=${here}&type_id=${ofDoctor}&${MONDAY}`)).toHaveLength(4);

    const ofDepartment = await insertType({ department_ids: [there, crypto.randomUUID()] });
    expect(await timesOf(ours, ofDepartment)).toEqual(['13:00', '13:30']);
    expect(await slotsOf(`department_id=${here}&type_id=${ofDepartment}&${MONDAY}`)).toEqual([]);
    expect(times(await slotsOf(`type_id=${ofDepartment}&${MONDAY}`))).toEqual(['13:00', '13:00', '13:30', '13:30']);
  });

  it('are so many hours ahead as it says', async () => {
    const doctor_id = await working(...EVERY_DAY.map((weekday) => hours({ weekday, from: '00:00', to: '24:00' })));
    const type_id = await insertType({ min_notice_hours: 36 });
    const now = Date.now();
    const from = new Date(now - 86_400_000).toISOString();
    const [first] = await slotsOf(`doctor_id=${doctor_id}&type_id=${type_id}&from=${from}&limit=1`);
    const ahead = (Date.parse(first.starts_at) - now) / 3_600_000;
    expect(ahead).toBeGreaterThanOrEqual(36);
    expect(ahead).toBeLessThan(36.6);
    const soon = new Date(now + 86_400_000).toISOString();
    expect(await slotsOf(`doctor_id=${doctor_id}&type_id=${type_id}&from=${from}&to=${soon}`)).toEqual([]);
  });

  it('are none of one that is retired, deleted or unknown, nor for a program where it is not booked online', async () => {
    const doctor_id = await working();
    for (const columns of [{ retired_at: 1 }, { deleted_at: 1 }]) {
      expect(await timesOf(doctor_id, await insertType(columns))).toEqual([]);
    }
    expect(await timesOf(doctor_id, crypto.randomUUID())).toEqual([]);
    const atTheDesk = await insertType({ bookable_online: 0 });
    expect(await timesOf(doctor_id, atTheDesk)).toEqual(ALL);
    expect(await timesOf(doctor_id, atTheDesk, MONDAY, { as: program })).toEqual([]);
    expect(await timesOf(doctor_id, await insertType(), MONDAY, { as: program })).toEqual(ALL);
  });
});

describe('Free times without those that are held', () => {
  it('by somebody else, until that ends', async () => {
    const doctor_id = await working();
    const type_id = await insertType();
    await insertHold({ doctor_id, at: at('09:00'), account_id: actorOf('admin').id });
    await insertHold({ doctor_id, at: at('10:30'), account_id: actorOf('admin').id, expires_at: Date.now() - 1 });
    expect(times(await slotsOf(`doctor_id=${doctor_id}&${MONDAY}`))).toEqual(['09:30', '10:00', '10:30']);
    expect(await timesOf(doctor_id, type_id)).toEqual(['09:30', '10:00', '10:30']);
    expect(times(await slotsOf(`doctor_id=${doctor_id}&${MONDAY}`, { as: 'admin' }))).toEqual(ALL);
  });

  it('are a program’s only without its own, too, as others stand behind it', async () => {
    const doctor_id = await working();
    await insertHold({ doctor_id, at: at('09:30'), account_id: program.id });
    await insertHold({ doctor_id, at: at('10:30') });
    const free = async (options: CallOptions) => times(await slotsOf(`doctor_id=${doctor_id}&${MONDAY}`, options));
    expect(await free({ as: program })).toEqual(['09:00', '10:00']);
    expect(await free({ as: 'staff' })).toEqual(['09:00', '10:00', '10:30']);
  });

  it('are none of their buffers either', async () => {
    const doctor_id = await working();
    await insertHold({ doctor_id, at: at('10:00'), account_id: actorOf('admin').id, buffer_after: 5 });
    expect(times(await slotsOf(`doctor_id=${doctor_id}&${MONDAY}`))).toEqual(['09:00', '09:30']);
  });

  it('are free again for FHIR once they end', async () => {
    const doctor_id = await working();
    const account_id = actorOf('admin').id;
    await insertHold({ doctor_id, at: at('09:00'), account_id });
    const query = `schedule=Schedule/${doctor_id}&start=ge2030-05-06&start=lt2030-05-07`;
    const bundle = await ok('GET', `/fhir/r4/Slot?${query}`);
    expect(bundle.entry.map(({ resource }: Body) => resource.start.slice(11, 16))).toEqual(['09:30', '10:00', '10:30']);
  });
});

describe('Free times of a type that needs a room', () => {
  it('are when any room of the kind is free, with buffers', async () => {
    const [doctor_id, other] = [await working(), await newDoctor()];
    const type_id = await insertType({ needs: 'Echo lab', needs_key: 'ECHOLAB', buffer_after: 10 });
    expect(await timesOf(doctor_id, type_id)).toEqual([]);
    const [one, two] = [await insertRoom('ECHOLAB'), await insertRoom('ECHOLAB')];
    await insertRoom('SCANNER');
    expect(await timesOf(doctor_id, type_id)).toEqual(['09:00', '09:30', '10:00']);
    await visit(other, '10:10', { resource_id: one });
    expect(await timesOf(doctor_id, type_id)).toEqual(['09:00', '09:30', '10:00']);
    // 09:30–10:10 and 10:00–10:40 with what comes after: the one touches the visit.
    await visit(other, '10:10', { resource_id: two });
    expect(await timesOf(doctor_id, type_id)).toEqual(['09:00', '09:30']);
    await visit(other, '09:45', { resource_id: two, buffer_before: 10 });
    expect(await timesOf(doctor_id, type_id)).toEqual(['09:00', '09:30']);
    const gone = await visit(other, '09:15', { resource_id: one });
    expect(await timesOf(doctor_id, type_id)).toEqual([]);
    await plan(gone, { status: 'NO_SHOW' });
    expect(await timesOf(doctor_id, type_id)).toEqual(['09:00', '09:30']);
  });

  it('are in the department of the room, or in any if it is of none', async () => {
    const there = (await make.department()).id;
    const doctor_id = await working(hours(), hours({ department_id: there, from: '13:00', to: '14:00' }));
    const type_id = await insertType({ needs: 'Bike', needs_key: 'BIKE' });
    await insertRoom('BIKE', { department_id: there });
    expect(await timesOf(doctor_id, type_id)).toEqual(['13:00', '13:30']);
    expect(await slotsOf(`department_id=${department_id}&type_id=${type_id}&${MONDAY}`)).toEqual([]);
    await insertRoom('BIKE');
    expect(await timesOf(doctor_id, type_id)).toEqual([...ALL, '13:00', '13:30']);
  });

  it('heed what others hold of it, and no room that is deleted', async () => {
    const [doctor_id, other] = [await working(), await newDoctor()];
    const type_id = await insertType({ needs: 'Laser', needs_key: 'LASER' });
    await insertRoom('LASER', { deleted_at: 1 });
    const resource_id = await insertRoom('LASER');
    await insertHold({ doctor_id: other, at: at('09:30'), resource_id, account_id: actorOf('admin').id });
    await insertHold({ doctor_id: other, at: at('10:30'), resource_id });
    expect(await timesOf(doctor_id, type_id)).toEqual(['09:00', '10:00', '10:30']);
  });

  it('heed a visit of days that has begun in it before', async () => {
    const [doctor_id, other] = [await working(), await newDoctor()];
    const type_id = await insertType({ needs: 'Bed', needs_key: 'BED' });
    const resource_id = await insertRoom('BED');
    const { body } = await book({ doctor_id: other, schedule: '2030-05-01T10:00Z', expected_duration_minutes: 7_200 });
    await plan(body.id, { resource_id });
    expect(await timesOf(doctor_id, type_id)).toEqual(['10:00', '10:30']);
  });
});
