import { describe, expect, it } from 'vitest';
import { newBooking } from '../support/booking';
import { patch, REJECT } from '../support/calendar';
import { type CallOptions, call, faults, ok, type Result } from '../support/client';
import { make } from '../support/factories';
import { faultyDatabase } from '../support/faulty';
import { newDoctor, putHours } from '../support/hours';
import type { Overrides } from '../support/input';
import { rows } from '../support/rows';

const PATH = '/calendar/closures';
const ID = 'c105ed00-0000-4000-8000-000000000000';
const DAY = { name: 'Midsummer', from: '2030-06-21', to: '2030-06-21', department_id: null, doctor_id: null };

const read = () => call('GET', PATH);
const put = (closures: object[], if_match?: string, options: CallOptions = {}) =>
  call('PUT', PATH, { ...options, json: { closures }, headers: if_match ? { 'if-match': if_match } : {} });
const close = async (...closures: object[]) => expect((await put(closures)).status).toBe(200);
const refused = ({ status, body }: Result) => [status, body.code, body.detail];

describe('The closures', () => {
  // The first test: only then none were ever set.
  it('are an empty list until they are set, and the first of several at once is', async () => {
    const first = await read();
    expect([first.status, first.headers.get('etag'), first.body]).toEqual([200, '"0"', { closures: [] }]);
    expect((await put([DAY], '"1"')).status).toBe(412);
    const all = await Promise.all([1, 2, 3].map(() => put([DAY], '"0"')));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    expect((await read()).headers.get('etag')).toBe('"1"');
    const audited = await rows('SELECT action, entity, version FROM audit WHERE entity_id = ?', ID);
    expect(audited).toEqual([{ action: 'create', entity: 'closures', version: 1 }]);
  });

  it('are answered as they were sent, and replaced whole', async () => {
    const [doctor_id, { id: department_id }] = [await newDoctor(), await make.department()];
    const closures = [
      DAY,
      { ...DAY, name: 'Leave', to: '2030-07-12', doctor_id },
      { ...DAY, name: 'Power cut', from: '2030-06-25T13:00', to: '2030-06-25T17:00+02:00', department_id },
    ];
    const { status, body, cost } = await put(closures);
    expect([status, body, cost.trips]).toEqual([200, { closures }, 1]);
    expect((await read()).body).toEqual({ closures });
    const { from, to, name } = DAY;
    expect((await put([{ name, from, to }])).body).toEqual({ closures: [DAY] });
    expect((await put([])).body).toEqual({ closures: [] });
    expect((await read()).body).toEqual({ closures: [] });
  });

  it.each<[string, object, [string, string]]>([
    ['no name', { name: '' }, ['name', 'string_too_short']],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, ['name', 'string_too_long']],
    ['a day that does not exist', { from: '2030-02-30' }, ['from', 'datetime_parsing']],
    ['a last day before the first', { to: '2030-06-20' }, ['to', 'value_error']],
    ['an end before the beginning', { from: '2030-06-21T10:00', to: '2030-06-21T09:59' }, ['to', 'value_error']],
    ['no time in between', { from: '2030-06-21T10:00', to: '2030-06-21T10:00' }, ['to', 'value_error']],
    ['an end on its day, before the beginning', { to: '2030-06-21T00:00' }, ['to', 'value_error']],
    ['no id of a doctor', { doctor_id: 'x' }, ['doctor_id', 'uuid_parsing']],
  ])('with %s are 422', async (_, wrong, [field, type]) => {
    const answer = await put([DAY, { ...DAY, ...wrong }]);
    expect([answer.status, faults(answer)]).toEqual([422, [[`closures.1.${field}`, type]]]);
  });

  it('are up to 500', async () => {
    expect((await put(Array(500).fill(DAY))).status).toBe(200);
    expect(faults(await put(Array(501).fill(DAY)))).toEqual([['closures', 'too_long']]);
  });

  it('name records that exist, or that the list had already', async () => {
    const [doctor_id, department_id] = [crypto.randomUUID(), crypto.randomUUID()];
    const { status, body } = await put([
      { ...DAY, doctor_id },
      { ...DAY, department_id },
      { ...DAY, doctor_id },
    ]);
    expect([status, body.detail]).toEqual([
      404,
      `Department not found: ${department_id}; Doctor not found: ${doctor_id}`,
    ]);
    const gone = await newDoctor();
    await close({ ...DAY, doctor_id: gone });
    await ok('DELETE', `/doctor/${gone}`);
    await close(DAY, { ...DAY, doctor_id: gone });
    const other = await put([
      { ...DAY, doctor_id: gone },
      { ...DAY, doctor_id },
    ]);
    expect([other.status, other.body.detail]).toEqual([404, `Doctor not found: ${doctor_id}`]);
    await close(DAY);
    expect((await put([{ ...DAY, doctor_id: gone }])).status).toBe(404);
  });

  it.each(['before', 'after'] as const)('are replaced once where the connection breaks %s that', async (when) => {
    await close(DAY);
    const etag = (await read()).headers.get('etag') ?? '';
    const { status, headers } = await put([], etag, { env: { DB: faultyDatabase({ when }).DB } });
    expect([status, headers.get('etag')]).toEqual([200, `"${Number(etag.slice(1, -1)) + 1}"`]);
  });
});

describe('With DOUBLE_BOOKING=reject a time is refused', () => {
  const at = (schedule: string, expected_duration_minutes = 30) => ({ schedule, expected_duration_minutes });
  const power = { ...DAY, name: 'Power cut', from: '2030-06-25T13:00', to: '2030-06-25T15:00' };

  it.each([
    ['on its first moment', DAY, at('2030-06-21T00:00')],
    ['on its last day', { ...DAY, to: '2030-06-23' }, at('2030-06-23T23:59')],
    ['that reaches into it', DAY, at('2030-06-20T23:45')],
    ['that lies around it', power, at('2030-06-25T12:00', 240)],
    ['that ends in it', power, at('2030-06-25T12:45')],
    ['that begins in it', power, at('2030-06-25T14:59')],
  ])('%s', async (_, closure, time) => {
    const { book } = await newBooking();
    await close(closure);
    const answer = await book(time, REJECT);
    expect(refused(answer)).toEqual([409, 'closed', `No appointments are made at that time: ${closure.name}`]);
    expect((await book({ ...time, status: 'CANCELLED' }, REJECT)).status).toBe(201);
    expect((await book(time)).status, 'by default').toBe(201);
    await close();
    expect((await (await newBooking()).book(time, REJECT)).status).toBe(201);
  });

  it.each([
    ['ends where it begins', DAY, at('2030-06-20T23:30')],
    ['begins where its last day ends', DAY, at('2030-06-22T00:00')],
    ['begins where it ends', power, at('2030-06-25T15:00')],
  ])('but not one that %s', async (_, closure, time) => {
    const { book } = await newBooking();
    await close(closure);
    expect((await book(time, REJECT)).status).toBe(201);
  });

  it('in a closure of the doctor, of the department, or of one in the other, and of no others', async () => {
    const [own, other] = [await newBooking(), await newBooking()];
    const { doctor_id, department_id } = own.ids;
    const elsewhere = { department_id: other.ids.department_id };
    const times = async () => [
      (await own.book({ ...at('2030-06-21T09:00'), status: 'CANCELLED' }, REJECT)).status,
      (await own.book(at('2030-06-21T09:00'), REJECT)).status,
      (await own.book({ ...at('2030-06-21T10:00'), ...elsewhere }, REJECT)).status,
      (await other.book({ ...at('2030-06-21T11:00'), department_id }, REJECT)).status,
      (await other.book(at('2030-06-21T12:00'), REJECT)).status,
    ];
    await close({ ...DAY, doctor_id });
    expect(await times()).toEqual([201, 409, 409, 201, 201]);
    await close({ ...DAY, department_id });
    await rows("UPDATE appointment SET status = 'CANCELLED'");
    expect(await times()).toEqual([201, 409, 201, 409, 201]);
    await close({ ...DAY, department_id, doctor_id });
    await rows("UPDATE appointment SET status = 'CANCELLED'");
    expect(await times()).toEqual([201, 409, 201, 201, 201]);
  });

  it('to an appointment that is moved into it, but not to one that is there and takes no more time', async () => {
    const { book } = await newBooking();
    await close();
    const [{ body: moved }, { body: there }] = [
      await book(at('2030-06-20T09:00'), REJECT),
      await book(at('2030-06-21T09:00'), REJECT),
    ];
    await close(DAY);
    expect(refused(await patch(moved.id, { schedule: '2030-06-21T11:00' }, REJECT))[1]).toBe('closed');
    expect((await patch(there.id, { status: 'CHECKED_IN' }, REJECT)).status).toBe(200);
    expect((await patch(there.id, { expected_duration_minutes: 45 }, REJECT)).status).toBe(409);
    expect((await patch(there.id, { schedule: '2030-06-22T09:00' }, REJECT)).status).toBe(200);
  });

  it('to an appointment that is sent to a department that is closed, and nothing else is asked of it', async () => {
    const [own, other] = [await newBooking(), await newBooking()];
    const { department_id } = other.ids;
    await close();
    const booked = async (time: Overrides) => (await own.book(time)).body.id;
    // Two at a time, from days when that was allowed, and one that is cancelled.
    const [one, two] = [await booked(at('2030-06-21T09:00')), await booked(at('2030-06-21T09:00'))];
    const cancelled = await booked({ ...at('2030-06-21T09:00'), status: 'CANCELLED' });
    await close({ ...DAY, department_id });
    const answer = await patch(one, { department_id }, REJECT);
    expect(refused(answer)).toEqual([409, 'closed', `No appointments are made at that time: ${DAY.name}`]);
    expect((await patch(one, { department_id, type: 'LAB' }, REJECT)).status).toBe(409);
    const elsewhere = { department_id: (await make.department()).id };
    expect((await patch(one, elsewhere, REJECT)).status).toBe(200);
    expect((await patch(cancelled, { department_id }, REJECT)).status).toBe(200);
    expect((await patch(two, { department_id, status: 'CANCELLED' }, REJECT)).status).toBe(200);
    expect((await patch(one, { department_id })).status, 'by default').toBe(200);
    expect((await patch(one, { department_id, type: 'LAB' }, REJECT)).status, 'it is there').toBe(200);
  });

  it('by the clocks of the hospital', async () => {
    const { book } = await newBooking();
    const env = { TIME_ZONE: 'Asia/Tokyo', DOUBLE_BOOKING: 'reject' };
    expect((await put([DAY], undefined, { env })).status).toBe(200);
    expect((await book(at('2030-06-20T15:00Z'), { env })).status).toBe(409);
    expect((await book(at('2030-06-20T14:30Z'), { env })).status).toBe(201);
    expect((await book(at('2030-06-21T15:00Z'), { env })).status).toBe(201);
  });
});

describe('Free times', () => {
  it('are none in a closure, for whom it is', async () => {
    const [one, two] = [await newDoctor(), await newDoctor()];
    const [{ id: a }, { id: b }] = [await make.department(), await make.department()];
    const hours = (from: string, to: string, department_id: string) => ({
      ...{ weekday: 5, from, to, department_id, slot_minutes: 60 },
    });
    for (const id of [one, two]) {
      const weekly = [hours('09:00', '11:00', a), hours('11:00', '13:00', b)];
      expect((await putHours(id, { weekly, exceptions: [] })).status).toBe(200);
    }
    const free = async (whose: string) => {
      const slots = await ok('GET', `/calendar/slots?${whose}&from=2030-06-21&to=2030-06-22`);
      return slots.map(({ schedule }: { schedule: string }) => Number(schedule.slice(11, 13)));
    };
    const all = () => Promise.all([free(`doctor_id=${one}`), free(`doctor_id=${two}`), free(`department_id=${a}`)]);
    await close();
    expect(await all()).toEqual([
      [9, 10, 11, 12],
      [9, 10, 11, 12],
      [9, 9, 10, 10],
    ]);
    await close({ ...DAY, doctor_id: one });
    expect(await all()).toEqual([[], [9, 10, 11, 12], [9, 10]]);
    await close({ ...DAY, department_id: a });
    expect(await all()).toEqual([[11, 12], [11, 12], []]);
    await close({ ...DAY, department_id: a, doctor_id: one });
    expect(await all()).toEqual([
      [11, 12],
      [9, 10, 11, 12],
      [9, 10],
    ]);
    await close({ ...DAY, from: '2030-06-21T09:30', to: '2030-06-21T11:30' });
    expect(await all()).toEqual([[12], [12], []]);
    await close({ ...DAY, from: '2030-06-22', to: '2030-06-22' }, { ...DAY, from: '2030-06-20', to: '2030-06-20' });
    expect((await all())[0]).toEqual([9, 10, 11, 12]);
  });
});
