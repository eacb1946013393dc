import { describe, expect, it } from 'vitest';
import { get, newCalendar, patch } from '../support/calendar';
import { type Body, ok } from '../support/client';
import { make } from '../support/factories';
import { faultyDatabase } from '../support/faulty';
import { rows } from '../support/rows';

const HERE = { status: 'CHECKED_IN', schedule: '2027-06-01T10:00' };
const numberOf = ({ queue_number }: Body) => queue_number;

const NEXT_DAY = '2027-06-02T10:00';

describe('Who is created as CHECKED_IN', () => {
  it('gets the next number of the department on that day, which every answer shows', async () => {
    const { booked } = await newCalendar();
    const [first, second] = [
      await booked(HERE),
      await booked({ ...HERE, status: 'checked in', schedule: '2027-06-01T09:00' }),
    ];
    expect([first, second].map(numberOf)).toEqual([1, 2]);
    expect((await get(second.id)).body.queue_number).toBe(2);
    expect((await get(second.id, '?view=full')).body.queue_number).toBe(2);
    const listed = await ok('GET', `/calendar/appointments/?department_id=${first.department_id}`);
    expect(listed.map(numberOf)).toEqual([2, 1]);
    const { body } = await patch(second.id, { status: 'COMPLETED' });
    expect([body.queue_number, numberOf(await booked(HERE))]).toEqual([2, 3]);
    expect(numberOf(await booked({ ...HERE, schedule: '2027-06-02T10:00' }))).toBe(1);
    expect(numberOf(await booked({ ...HERE, department_id: (await make.department()).id }))).toBe(1);
  });

  it('is the only one with a number: nobody else has the field', async () => {
    const { booked } = await newCalendar();
    for (const status of ['SCEDULED', 'IN_PROGRESS', 'NO_SHOW']) {
      const made = await booked({ ...HERE, status });
      expect(made).not.toHaveProperty('queue_number');
      const { body } = await patch(made.id, { status: 'CHECKED_IN' });
      expect([body.status, 'queue_number' in body]).toEqual(['CHECKED_IN', false]);
      expect((await get(made.id)).body).not.toHaveProperty('queue_number');
    }
    expect(numberOf(await booked(HERE))).toBe(1);
  });

  it('counts by the day of the hospital', async () => {
    const { booked } = await newCalendar();
    const tokyo = { env: { TIME_ZONE: 'Asia/Tokyo' } };
    const at = async (schedule: string) => numberOf(await booked({ ...HERE, schedule }, tokyo));
    expect(await at('2027-06-01T23:00')).toBe(1);
    expect(await at('2027-06-01T14:30Z')).toBe(2);
    expect(await at('2027-06-01T15:00Z')).toBe(1);
  });

  it('of fifty at once in two departments, none has the number of another, and none is left out', async () => {
    const { booked, ids } = await newCalendar();
    const other = await make.department();
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        booked({ ...HERE, department_id: n % 2 ? other.id : ids.department_id, schedule: `2027-06-01T1${n % 10}:00` }),
      ),
    );
    const until25 = Array.from({ length: 25 }, (_, n) => n + 1);
    for (const { id } of [{ id: ids.department_id }, other]) {
      const numbers = all.filter(({ department_id }) => department_id === id).map(numberOf);
      expect(numbers.sort((a, b) => a - b)).toEqual(until25);
    }
  });

  it('takes no number by a create that is refused, or that is repeated', async () => {
    const { book, booked } = await newCalendar();
    const options = { headers: { 'idempotency-key': 'a-walk-in' } };
    for (const _ of ['first', 'again']) expect((await book(HERE, options)).body.queue_number).toBe(1);
    expect((await book({ ...HERE, patient_id: crypto.randomUUID() })).status).toBe(404);
    for (const when of ['before', 'after'] as const) {
      const { status, body } = await book(HERE, { env: { DB: faultyDatabase({ when }).DB } });
      expect([status, body.queue_number]).toEqual([201, when === 'before' ? 2 : 3]);
    }
    expect(numberOf(await booked(HERE))).toBe(4);
  });

  it('gets the next number of another department to which a PATCH sends, and keeps it elsewhere', async () => {
    const { booked } = await newCalendar();
    const other = await make.department();
    const there = await booked({ ...HERE, department_id: other.id });
    const [first, second] = [await booked(HERE), await booked(HERE)];
    const moved = await patch(first.id, { department_id: other.id });
    expect([there, moved.body, (await get(first.id)).body].map(numberOf)).toEqual([1, 2, 2]);
    expect(numberOf((await patch(second.id, { schedule: '2027-06-01T16:00', type: 'IPD' })).body)).toBe(2);
    const audited = await rows("SELECT changed FROM audit WHERE entity_id = ? AND action = 'update'", first.id);
    expect(audited).toEqual([{ changed: '["department_id"]' }]);
    // Two from one department at once, into one that has numbers.
    const pair = await Promise.all([booked(HERE), booked(HERE)]);
    const all = await Promise.all(pair.map(({ id }) => patch(id, { department_id: other.id })));
    expect(all.map(({ body }) => numberOf(body)).sort()).toEqual([3, 4]);
  });

  it('gets the next number of another day to which a PATCH moves, and keeps it within the day', async () => {
    const { booked } = await newCalendar();
    const [first, second, there] = [
      await booked(HERE),
      await booked(HERE),
      await booked({ ...HERE, schedule: NEXT_DAY }),
    ];
    const moved = await patch(first.id, { schedule: NEXT_DAY });
    expect([there, moved.body, (await get(first.id)).body].map(numberOf)).toEqual([1, 2, 2]);
    expect(numberOf((await patch(second.id, { schedule: '2027-06-01T23:45' })).body)).toBe(2);
    expect([await booked(HERE), await booked({ ...HERE, schedule: NEXT_DAY })].map(numberOf)).toEqual([3, 3]);
    expect(numberOf((await patch(first.id, { status: 'COMPLETED' })).body), 'as it is').toBe(2);
    const audited = await rows("SELECT changed FROM audit WHERE entity_id = ? AND action = 'update'", first.id);
    expect(audited).toEqual([{ changed: '["schedule"]' }, { changed: '["status"]' }]);
    // Several at once, back to the first day, and one to another department on it.
    const pair = await Promise.all([booked({ ...HERE, schedule: NEXT_DAY }), booked({ ...HERE, schedule: NEXT_DAY })]);
    const all = await Promise.all(pair.map(({ id }) => patch(id, { schedule: HERE.schedule })));
    expect(all.map(({ body }) => numberOf(body)).sort()).toEqual([4, 5]);
    const { id: department_id } = await make.department();
    expect(numberOf((await patch(there.id, { schedule: HERE.schedule, department_id })).body)).toBe(1);
    expect(numberOf(await booked({ ...HERE, department_id }))).toBe(2);
  });

  it('moves to a day by the clocks of the hospital, and who was booked moves without a number', async () => {
    const { booked } = await newCalendar();
    const tokyo = { env: { TIME_ZONE: 'Asia/Tokyo' } };
    const late = await booked({ ...HERE, schedule: '2027-06-01T23:00' }, tokyo);
    await booked({ ...HERE, schedule: '2027-06-02T09:00' }, tokyo);
    expect(numberOf((await patch(late.id, { schedule: '2027-06-01T14:59Z' }, tokyo)).body)).toBe(1);
    expect(numberOf((await patch(late.id, { schedule: '2027-06-01T15:00Z' }, tokyo)).body)).toBe(2);
    const { id } = await booked({ schedule: HERE.schedule });
    expect((await patch(id, { schedule: NEXT_DAY })).body).not.toHaveProperty('queue_number');
    expect(await rows('SELECT queue_day FROM appointment WHERE id = ?', id)).toEqual([{ queue_day: null }]);
  });
});
