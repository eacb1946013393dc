import { describe, expect, it } from 'vitest';
import type { Cost } from '../../src/db/client';
import { newBooking } from '../support/booking';
import { type Body, call, faults, nextPage, ok, pages } from '../support/client';
import { make } from '../support/factories';
import { newDoctor, putHours } from '../support/hours';
import { multiply, UUID } from '../support/multiply';
import { insertHold, insertRoom, insertType } from '../support/planned';
import { rows } from '../support/rows';
import { actorOf } from '../support/users';

const { ids, book } = await newBooking();
const { department_id } = ids;
const DAY = 86_400_000;
const WORKDAYS = [1, 2, 3, 4, 5];
/** From a Monday on. */
const MONTH = 'from=2030-05-06&to=2030-06-06';

const hours = (weekday: number, overrides: object = {}) => ({
  ...{ weekday, from: '08:00', to: '16:00', department_id, slot_minutes: 30, ...overrides },
});
async function working(weekly: object[]): Promise<string> {
  const id = await newDoctor();
  expect((await putHours(id, { weekly, exceptions: [] })).status).toBe(200);
  return id;
}

describe('The first free times anywhere', () => {
  it('are those of whoever is free first, in whichever department', async () => {
    const there = (await make.department()).id;
    const early = await working([hours(1, { to: '09:00' })]);
    const late = await working([hours(1, { from: '08:30', to: '10:00', department_id: there })]);
    await book({ doctor_id: early, schedule: '2030-05-06T08:00Z', expected_duration_minutes: 60 });
    const found = await ok('GET', '/calendar/slots?from=2030-05-06&limit=2');
    expect(found.map((slot: Body) => [slot.doctor_id, slot.department_id, slot.schedule])).toEqual([
      [late, there, '2030-05-06T08:30:00'],
      [late, there, '2030-05-06T09:00:00'],
    ]);
  });

  it('go on behind the limit, up to 31 days later than `from` where no `to` is given', async () => {
    const type_id = await insertType({
      doctor_ids: [await working(WORKDAYS.map((day) => hours(day, { to: '09:00' })))],
    });
    const path = `/calendar/slots?type_id=${type_id}&from=2030-05-06&limit=7`;
    const next = new URL(nextPage(await call('GET', path)) ?? '', 'http://localhost').searchParams;
    expect([next.get('from'), next.get('to')]).toEqual(['2030-05-09T08:30:00.000Z', '2030-06-06T00:00:00.000Z']);
    const all = await pages(path);
    expect(all.slice(0, -1).every((page) => page.length === 7)).toBe(true);
    expect(all.flat()).toEqual(await ok('GET', `/calendar/slots?type_id=${type_id}&${MONTH}`));
    expect(all.flat()).toHaveLength(2 * 23);
  });

  it('that begin together are not parted by the limit', async () => {
    const doctor_ids = [await working([hours(1)]), await working([hours(1)]), await working([hours(1)])];
    const type_id = await insertType({ doctor_ids });
    const first = await call('GET', `/calendar/slots?type_id=${type_id}&from=2030-05-06&limit=1`);
    expect(first.body.map((slot: Body) => slot.doctor_id)).toEqual(doctor_ids.sort());
    expect(nextPage(first)).toContain('from=2030-05-06T08%3A00%3A00.001Z');
  });
});

let copied = 0;
/** Doctors as this one, with an account and hours of their own. @returns their ids */
async function copyDoctor(id: string, copies: number): Promise<string[]> {
  copied++;
  const prefix = (kind: number) => `${String(copied).padStart(4, '0')}${String(kind).padStart(4, '0')}-0000-4000-8000-`;
  const text = (kind: number) => `printf('${prefix(kind)}%012d', i)`;
  const [{ user_id = '' } = {}] = await rows<{ user_id: string }>('SELECT user_id FROM doctor WHERE id = ?', id);
  const [email, username] = [text(3), text(4)];
  const names = { email, email_key: email, username, username_key: username };
  await multiply('user', { key: 'id', value: user_id }, copies, { id: text(1), ...names });
  const ofDoctor = { id: text(2), user_id: text(1), license_key: text(5), license_number: text(5) };
  await multiply('doctor', { key: 'id', value: id }, copies, ofDoctor);
  await multiply('doctor_hours', { key: 'id', value: id }, copies, { id: text(2) });
  return Array.from({ length: copies }, (_, i) => `${prefix(2)}${String(i + 1).padStart(12, '0')}`);
}

/** Visits of half an hour from 8 o'clock on, without a break, each day from this one on. */
async function fill(doctor_id: string, first: string, days: number, aDay: number): Promise<void> {
  const { body } = await book({ doctor_id, schedule: `${first}T08:00Z`, expected_duration_minutes: 30 });
  const shift = `(i / ${aDay}) * ${DAY} + (i % ${aDay}) * 1800000`;
  await multiply('appointment', { key: 'id', value: body.id }, days * aDay - 1, {
    ...{ id: UUID, starts_at: `starts_at + ${shift}`, ends_at: `ends_at + ${shift}` },
  });
}

/** The same visits, for each of these as for that one. @param room_ids what the first ones take */
const fillAs = (doctor_id: string, others: readonly string[], room_ids: readonly string[] = []) =>
  rows(
    `INSERT INTO appointment (id, version, created_at, updated_at, type, status, patient_id, doctor_id, department_id,
       schedule, is_follow_up, starts_at, ends_at, resource_id)
     SELECT ${UUID}, 1, 0, 0, visit.type, status, patient_id, other.value, department_id, schedule, 0, starts_at, ends_at,
       ?3 ->> ('$[' || other.key || ']')
     FROM json_each(?2) AS other, appointment AS visit WHERE doctor_id = ?1`,
    doctor_id,
    JSON.stringify(others),
    JSON.stringify(room_ids),
  );

describe('However large the hospital is, the first free times anywhere', () => {
  const ofTheDay = WORKDAYS.map((weekday) => hours(weekday));

  it('of 40 doctors who are booked for a month, and of rooms, are read in one trip, and so many rows', async () => {
    const doctor_id = await working(ofTheDay);
    const others = await copyDoctor(doctor_id, 39);
    const room_ids = await Promise.all(Array.from({ length: 20 }, () => insertRoom('MRI')));
    // Until 15 o'clock. The last slot of the day lacks the minutes after it.
    await fill(doctor_id, '2030-04-22', 45, 14);
    await fillAs(doctor_id, others, room_ids);
    await insertHold({ doctor_id, at: '2030-05-06T15:00Z', account_id: actorOf('admin').id });
    const kind = { needs: 'MRI', needs_key: 'MRI', buffer_after: 5 };
    const type_id = await insertType({ doctor_ids: [doctor_id, ...others], ...kind });

    const found: Body[] = [];
    const costs: Cost[] = [];
    for (let path: string | undefined = `/calendar/slots?type_id=${type_id}&${MONTH}`; path; ) {
      const page = await call('GET', path);
      found.push(...page.body);
      costs.push(page.cost);
      path = nextPage(page);
    }
    const at15 = (slot: Body) => slot.schedule.endsWith('T15:00:00');
    expect(found.filter(at15)).toEqual(found);
    expect(found).toHaveLength(23 * 40 - 1);
    expect(new Set(found.map((slot) => slot.doctor_id + slot.schedule)).size).toBe(found.length);
    expect(costs.length).toBeLessThanOrEqual(3);
    for (const cost of costs) {
      expect([cost.trips, cost.statements]).toEqual([1, 5]);
      // Visits of doctors and of rooms, and what is little: the rows of both, of hours, of what began before.
      expect(cost.rows_read).toBeLessThanOrEqual(15_000 + 20 * 31 * 14 + 60 * 6 + 100);
    }
  });

  it('of 500 doctors cost no more', async () => {
    const doctor_id = await working(ofTheDay);
    const others = await copyDoctor(doctor_id, 499);
    await fill(doctor_id, '2030-05-05', 3, 15);
    await fillAs(doctor_id, others);
    const first = await call('GET', `/calendar/slots?${MONTH}`);
    expect(first.body.filter((slot: Body) => slot.schedule === '2030-05-06T15:30:00').length).toBeGreaterThan(499);
    expect(nextPage(first)).toContain('from=2030-05-0');
    expect([first.cost.trips, first.cost.statements]).toEqual([1, 3]);
    expect(first.cost.rows_read).toBeLessThanOrEqual(15_000 + 600 * 6);
  });

  it('are refused of more than 750, and not for a type that fewer doctors have', async () => {
    const doctor_id = await working(ofTheDay);
    await copyDoctor(doctor_id, 250);
    const answer = await call('GET', `/calendar/slots?${MONTH}`);
    expect([answer.status, faults(answer)]).toEqual([422, [['doctor_id', 'value_error']]]);
    const type_id = await insertType({ doctor_ids: [doctor_id] });
    expect(await ok('GET', `/calendar/slots?type_id=${type_id}&from=2030-05-06&to=2030-05-07`)).toHaveLength(16);
  });
});
