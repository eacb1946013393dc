import { beforeAll, describe, expect, it } from 'vitest';
import { CALENDAR, newCalendar } from '../support/calendar';
import { type Body, call, nextPage, type Result } from '../support/client';
import { make } from '../support/factories';
import { multiply, UUID } from '../support/multiply';

/** More than a page looks at, all of one doctor, department and day; and as many more of others at the same times. */
const MANY = 3_000;
const DAY = Date.UTC(2027, 7, 2);
/** Counted, looked at, set aside and compared; and those shown put in order, with whom they name. */
const boundOf = (limit: number) => 4 * 1_100 + 4 * limit + 20;

const { ids, booked } = await newCalendar();
let other: Body;
let rare: Body;

beforeAll(async () => {
  const copies = (of: Body) =>
    multiply('appointment', { key: 'id', value: of.id }, MANY, {
      id: UUID,
      starts_at: `${DAY} + (i / 100) * 900000`,
      ends_at: `${DAY} + (i / 100) * 900000 + 900000`,
    });
  await copies(await booked({ schedule: '2027-08-02T00:00:00' }));
  other = await make.appointment({ schedule: '2027-08-02T00:00:00', department_id: ids.department_id });
  rare = await booked({ schedule: '2027-08-02T07:00:00', status: 'rare', type: 'rare', tags: ['rare'] });
  await copies(other);
});

/** All pages, each within the bound. */
async function follow(query: string, bound: number): Promise<{ found: string[]; calls: number }> {
  const found: string[] = [];
  let calls = 0;
  for (let at: string | undefined = `${CALENDAR}?${query}`; at; ) {
    const page: Result = await call('GET', at);
    expect(page.status).toBe(200);
    expect(page.cost.trips).toBe(1);
    expect(page.cost.rows_read, at).toBeLessThanOrEqual(bound);
    found.push(...page.body.map(({ id }: Body) => id));
    calls++;
    at = nextPage(page);
  }
  expect(new Set(found).size).toBe(found.length);
  return { found, calls };
}

describe('A page of the calendar reads no more in a large hospital', () => {
  it.each([
    ['of all', 'limit=100', 2 * 100 + 20],
    ['of all, full', 'limit=100&view=full', 4 * 100 + 20],
    ['of a day, the latest first', 'from=2027-08-02&to=2027-08-03&limit=100&order_by=-schedule', 2 * 100 + 20],
    ['of a doctor, full', `doctor_id=${ids.doctor_id}&limit=100&view=full`, 4 * 100 + 20],
    ['of a department', `department_id=${ids.department_id}&limit=100`, 2 * 100 + 20],
    ['of a patient', `patient_id=${ids.patient_id}&limit=100`, 2 * 100 + 20],
    ['the newest first', 'limit=100&order_by=-created_at', 2 * 100 + 20],
  ])('%s, also in the middle of a hundred at the same time', async (_, query, bound) => {
    const first = await call('GET', `${CALENDAR}?${query}`);
    const second = await call('GET', (nextPage(first) ?? '').replace(/limit=100/, 'limit=50'));
    const third = await call('GET', (nextPage(second) ?? '').replace(/limit=50/, 'limit=100'));
    for (const { cost, body } of [first, second, third]) {
      expect(body.length).toBeGreaterThanOrEqual(50);
      expect(cost.trips).toBe(1);
      expect(cost.rows_read).toBeLessThanOrEqual(bound);
    }
  });

  it.each(['schedule', '-schedule', 'created_at', '-created_at'])(
    'whatever is asked for in the order of %s, and misses none',
    async (order) => {
      const doctor = `doctor_id=${ids.doctor_id}`;
      const day = 'from=2027-08-02&to=2027-08-03';
      const all = await follow(`${doctor}&limit=1000&order_by=${order}`, boundOf(1_000));
      expect(all.found).toHaveLength(MANY + 2);
      for (const query of [
        'status=RARE',
        `type=rare&${day}`,
        `${doctor}&status=rare`,
        `${day}&status=rare&view=full`,
      ]) {
        const { found, calls } = await follow(`${query}&order_by=${order}`, boundOf(1));
        expect(found, query).toEqual([rare.id]);
        expect(calls).toBeLessThanOrEqual(7);
      }
      // The tags of a row are asked for one by one.
      expect((await follow(`tags=rare&order_by=${order}`, boundOf(1) + 2 * 1_100)).found).toEqual([rare.id]);
      const both = `${doctor}&department_id=${ids.department_id}&${day}`;
      expect((await follow(`${both}&limit=700&order_by=${order}`, boundOf(700))).found).toHaveLength(MANY + 2);
      expect((await follow(`${doctor}&status=absent&order_by=${order}`, boundOf(0))).found).toEqual([]);
    },
  );

  it.each(['created_at', '-created_at'])('finds the few of a patient at once in the order of %s', async (order) => {
    const { patient_id } = await make.appointment();
    const { found, calls } = await follow(`patient_id=${patient_id}&order_by=${order}`, 30);
    expect([found.length, calls]).toEqual([1, 1]);
  });
});
