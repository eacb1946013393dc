import { describe, expect, it } from 'vitest';
import { newBooking } from '../support/booking';
import { type Body, type CallOptions, call, faults, ok, pages } from '../support/client';
import { make } from '../support/factories';
import { newDoctor, putHours } from '../support/hours';
import { rows } from '../support/rows';

const REJECT: CallOptions = { env: { DOUBLE_BOOKING: 'reject' } };
const { ids, book } = await newBooking();
const { department_id } = ids;

/** Monday morning, in slots of half an hour. */
const MORNING = { weekday: 1, from: '09:00', to: '11:00', department_id, slot_minutes: 30 };
const MONDAY = 'from=2030-05-06&to=2030-05-07';

/** A doctor who works on Monday mornings. */
async function working(...weekly: object[]): Promise<string> {
  const id = await newDoctor();
  expect((await putHours(id, { weekly: weekly.length ? weekly : [MORNING], exceptions: [] })).status).toBe(200);
  return id;
}
const slotsOf = (doctor_id: string, range = MONDAY, options: CallOptions = {}): Promise<Body[]> =>
  ok('GET', `/calendar/slots?doctor_id=${doctor_id}&${range}`, options);
const times = (slots: Body[]) => slots.map(({ schedule }) => schedule.slice(11, 16));
const bookSlot = (slot: Body, options: CallOptions = REJECT) =>
  call('POST', '/appointment/', { ...options, json: { ...slot, patient_id: ids.patient_id } });

describe('The free times of a doctor', () => {
  it('are the hours less what is booked', async () => {
    const doctor_id = await working();
    await book({ doctor_id, schedule: '2030-05-06T09:40', expected_duration_minutes: 5 });
    const { body, headers } = await call('GET', `/calendar/slots?doctor_id=${doctor_id}&${MONDAY}`);
    expect(headers.has('link')).toBe(false);
    expect(body).toEqual(
      ['09:00', '10:00', '10:30'].map((time) => ({
        ...{ doctor_id, department_id, expected_duration_minutes: 30 },
        schedule: `2030-05-06T${time}:00`,
        starts_at: `2030-05-06T${time}:00.000Z`,
        ends_at: new Date(Date.parse(`2030-05-06T${time}Z`) + 1_800_000).toISOString(),
      })),
    );
  });

  it('can be booked as they are, are gone then, and free again once they are cancelled', async () => {
    const doctor_id = await working();
    const [slot] = await slotsOf(doctor_id);
    const booked = await bookSlot(slot);
    expect([booked.status, booked.body.schedule]).toEqual([201, slot.schedule]);
    expect(times(await slotsOf(doctor_id))).toEqual(['09:30', '10:00', '10:30']);
    expect((await bookSlot(slot)).status).toBe(409);
    await ok('PATCH', `/calendar/appointments/${booked.body.id}`, { json: { status: 'CANCELLED' } });
    expect(times(await slotsOf(doctor_id))).toEqual(['09:00', '09:30', '10:00', '10:30']);
    expect((await bookSlot(slot)).status).toBe(201);
  });

  it('go to one of thirty who book the same one, or move an appointment to it, at once', async () => {
    const doctor_id = await working();
    const [, slot] = await slotsOf(doctor_id);
    const others = await Promise.all(
      Array.from({ length: 15 }, (_, i) => book({ doctor_id, schedule: `2030-06-0${1 + (i % 9)}T1${i % 10}:00` })),
    );
    const { schedule, expected_duration_minutes } = slot;
    const move = (id: string) =>
      call('PATCH', `/calendar/appointments/${id}`, { ...REJECT, json: { schedule, expected_duration_minutes } });
    const all = await Promise.all(others.flatMap(({ body }) => [bookSlot(slot), move(body.id)]));
    const [won, ...refused] = all.map(({ status }) => status).sort();
    expect([200, 201]).toContain(won);
    expect(refused).toEqual(Array(29).fill(409));
    expect(times(await slotsOf(doctor_id))).toEqual(['09:00', '10:00', '10:30']);
  });

  it('can all be booked by thirty who book whatever they see', async () => {
    const doctor_id = await working(
      { ...MORNING, to: '10:00', slot_minutes: 15 },
      { ...MORNING, from: '10:00', slot_minutes: 10 },
    );
    const take = async () => {
      for (;;) {
        const [slot] = await slotsOf(doctor_id);
        if (!slot) return;
        expect([201, 409]).toContain((await bookSlot(slot)).status);
      }
    };
    await Promise.all(Array.from({ length: 30 }, take));
    const held = await rows<{ starts_at: number; ends_at: number }>(
      'SELECT starts_at, ends_at FROM appointment WHERE doctor_id = ? ORDER BY starts_at',
      doctor_id,
    );
    expect(held.length).toBeGreaterThanOrEqual(8);
    for (const [i, { starts_at }] of held.entries())
      expect(starts_at).toBeGreaterThanOrEqual(held[i - 1]?.ends_at ?? 0);
  });

  it.each([
    [
      'a week long that began before',
      { schedule: '2030-05-01T10:00', expected_duration_minutes: 7_200 },
      ['10:00', '10:30'],
    ],
    [
      'that lasts 15 minutes by default',
      { schedule: '2030-05-06T08:50', expected_duration_minutes: null },
      ['09:30', '10:00', '10:30'],
    ],
    [
      'with a zone',
      { schedule: '2030-05-06T11:30:00+02:00', expected_duration_minutes: 30 },
      ['09:00', '10:00', '10:30'],
    ],
    [
      'outside of the hours',
      { schedule: '2030-05-06T11:00', expected_duration_minutes: 60 },
      ['09:00', '09:30', '10:00', '10:30'],
    ],
    [
      'that is checked in',
      { schedule: '2030-05-06T10:00', status: 'CHECKED_IN', expected_duration_minutes: 60 },
      ['09:00', '09:30'],
    ],
    ['that was no show', { schedule: '2030-05-06T10:00', status: 'no show' }, ['09:00', '09:30', '10:00', '10:30']],
  ])('heed an appointment %s', async (_, appointment, expected) => {
    const doctor_id = await working();
    expect((await book({ doctor_id, ...appointment })).status).toBe(201);
    expect(times(await slotsOf(doctor_id))).toEqual(expected);
  });

  it('heed appointments in other departments, and none of other doctors or of deleted patients', async () => {
    const [doctor_id, other, patient] = [await working(), await make.department(), await make.patient()];
    await book({ doctor_id, schedule: '2030-05-06T09:00', department_id: other.id });
    await book({ schedule: '2030-05-06T09:30' });
    await book({ doctor_id, schedule: '2030-05-06T10:00', patient_id: patient.id });
    expect(times(await slotsOf(doctor_id))).toEqual(['09:30', '10:30']);
    await ok('DELETE', `/patient/${patient.id}`);
    expect(times(await slotsOf(doctor_id))).toEqual(['09:30', '10:00', '10:30']);
  });

  it('are as long as is asked for', async () => {
    const doctor_id = await working();
    const slots = await slotsOf(doctor_id, `${MONDAY}&minutes=75`);
    expect(slots.map(({ schedule, expected_duration_minutes }) => [schedule, expected_duration_minutes])).toEqual([
      ['2030-05-06T09:00:00', 75],
      ['2030-05-06T09:30:00', 75],
    ]);
  });

  it('are none without hours, on a day off, and of a doctor who is unknown or deleted', async () => {
    const [idle, away, gone] = [await newDoctor(), await working(), await working()];
    await putHours(away, { exceptions: [{ date: '2030-05-06', off: true }] });
    await ok('DELETE', `/doctor/${gone}`);
    for (const id of [idle, away, gone, crypto.randomUUID()]) expect(await slotsOf(id)).toEqual([]);
    expect(times(await slotsOf(away, 'from=2030-05-13&to=2030-05-14'))).toHaveLength(4);
  });
});

describe('In the time zone of the hospital, free times', () => {
  const stockholm = { env: { TIME_ZONE: 'Europe/Stockholm', DOUBLE_BOOKING: 'reject' } };

  it('are wall time, and so are `from` and `to` without a zone', async () => {
    const doctor_id = await working();
    const slots = await slotsOf(doctor_id, 'from=2030-05-06T09:30&to=2030-05-06T08:30Z', stockholm);
    expect(slots.map(({ schedule, starts_at }) => [schedule, starts_at])).toEqual([
      ['2030-05-06T09:30:00', '2030-05-06T07:30:00.000Z'],
      ['2030-05-06T10:00:00', '2030-05-06T08:00:00.000Z'],
    ]);
  });

  it('can each be booked on a night of 25 hours, in the hour that comes twice by their offset', async () => {
    const doctor_id = await working({ ...MORNING, weekday: 7, from: '01:30', to: '03:30' });
    const night = 'from=2027-10-31&to=2027-11-01';
    const slots = await slotsOf(doctor_id, night, stockholm);
    expect(slots.map(({ schedule }) => schedule.slice(11))).toEqual([
      ...['01:30:00', '02:00:00+02:00', '02:30:00+02:00', '02:00:00+01:00', '02:30:00+01:00', '03:00:00'],
    ]);
    for (const slot of slots) expect((await bookSlot(slot, stockholm)).status).toBe(201);
    expect(await slotsOf(doctor_id, night, stockholm)).toEqual([]);
  });

  it('may be asked for a month of 31 days in which the clocks go back', async () => {
    const doctor_id = await working();
    const slots = await slotsOf(doctor_id, 'from=2027-10-01&to=2027-11-01', stockholm);
    expect(new Set(slots.map(({ schedule }) => schedule.slice(0, 10)))).toEqual(
      new Set(['2027-10-04', '2027-10-11', '2027-10-18', '2027-10-25']),
    );
  });
});

describe('Free times are refused with 422', () => {
  const some = `doctor_id=${crypto.randomUUID()}`;
  it.each([
    ['with both', `${some}&department_id=${crypto.randomUUID()}&${MONDAY}`, ['doctor_id', 'value_error']],
    ['without a beginning', `${some}&to=2030-05-06`, ['from', 'missing']],
    ['for no time', `${some}&from=2030-05-06&to=2030-05-06`, ['to', 'value_error']],
    ['for a time that runs backwards', `${some}&from=2030-05-06&to=2030-05-05`, ['to', 'value_error']],
    ['for more than 31 days', `${some}&from=2030-05-06&to=2030-06-06T01:01`, ['to', 'value_error']],
    ['of a doctor without a right id', `doctor_id=x&${MONDAY}`, ['doctor_id', 'uuid_parsing']],
    ['of a department without a right id', `department_id=x&${MONDAY}`, ['department_id', 'uuid_parsing']],
    ['from a day that does not exist', `${some}&from=2030-02-30&to=2030-03-02`, ['from', 'datetime_parsing']],
    ['for slots of some length', `${some}&${MONDAY}&minutes=some`, ['minutes', 'int_parsing']],
    ['for slots of no length', `${some}&${MONDAY}&minutes=0`, ['minutes', 'greater_than_equal']],
    ['for slots of more than a day', `${some}&${MONDAY}&minutes=1441`, ['minutes', 'less_than_equal']],
    ['of a type without a right id', `${some}&${MONDAY}&type_id=x`, ['type_id', 'uuid_parsing']],
    ['in pages of nothing', `${some}&${MONDAY}&limit=0`, ['limit', 'greater_than_equal']],
    ['in pages of more than a thousand', `${some}&${MONDAY}&limit=1001`, ['limit', 'less_than_equal']],
    [
      'with every fault at once',
      `${some}&department_id=${crypto.randomUUID()}&to=x`,
      ['from', 'missing'],
      ['to', 'datetime_parsing'],
      ['doctor_id', 'value_error'],
    ],
  ])('%s', async (_, query, ...all) => {
    const answer = await call('GET', `/calendar/slots?${query}`);
    expect([answer.status, faults(answer)]).toEqual([422, all]);
  });
});

describe('Pages', () => {
  it('go on where the thousandth slot is, and repeat and leave out nothing', async () => {
    const doctor_id = await working(
      ...[1, 2, 3].map((weekday) => ({ ...MORNING, weekday, from: '00:00', to: '24:00', slot_minutes: 9 })),
    );
    const found = await pages(`/calendar/slots?doctor_id=${doctor_id}&from=2030-05-06&to=2030-06-06`);
    expect(found.map((page) => page.length)).toEqual([1_000, 1_000, 400]);
    const all = found.flat().map(({ starts_at }) => starts_at);
    expect(new Set(all).size).toBe(15 * 160);
    expect([...all].sort()).toEqual(all);
  });
});
