import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { newCalendar } from '../support/calendar';
import { call, faults, ok } from '../support/client';
import { putHours } from '../support/hours';
import { multiply, UUID } from '../support/multiply';
import { rows } from '../support/rows';

const { ids, booked } = await newCalendar();
const summary = (query: string) => call('GET', `/calendar/summary?from=2030-03-01&to=2030-03-31&${query}`);

const copies = async (n: number) => {
  const { id } = await booked({ schedule: '2030-03-04T08:00:00' });
  await multiply('appointment', { key: 'id', value: id }, n, {
    id: UUID,
    starts_at: '"starts_at" + i % 20 * 86400000',
    ends_at: '"ends_at" + i % 20 * 86400000',
  });
};

it('reads two rows of each appointment, in one round trip, whatever it is summed by', async () => {
  const groups = ['day', 'doctor', 'department', 'status', `day&doctor_id=${ids.doctor_id}`];
  const read = async () => Promise.all(groups.map((group) => summary(`group_by=${group}`)));
  await copies(20);
  const before = await read();
  await copies(999);
  const after = await read();
  expect(after.map(({ cost }) => cost.trips)).toEqual(groups.map(() => 1));
  expect(after.map(({ body }, n) => body.total.appointments - before[n]?.body.total.appointments)).toEqual(
    groups.map(() => 1_000),
  );
  const each = after.map(({ cost }, n) => (cost.rows_read - (before[n]?.cost.rows_read ?? 0)) / 1_000);
  expect(each).toEqual(groups.map(() => 2));
});

it('refuses more hours than a year of 200 doctors has', async () => {
  const { doctor_id, department_id } = ids;
  const weekly = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
    Array.from({ length: 14 }, (_, n) => ({
      weekday,
      from: `${10 + n}:00`,
      to: `${11 + n}:00`,
      department_id,
      slot_minutes: 60,
    })),
  );
  expect((await putHours(doctor_id, { weekly })).status).toBe(200);
  const copy = `'c0b1e500-0000-4000-8000-' || printf('%012d', i)`;
  const { user } = await ok('GET', `/doctor/${doctor_id}?view=full`);
  await multiply('user', { key: 'id', value: user.id }, 29, { id: copy, email_key: copy, username_key: copy });
  await multiply('doctor', { key: 'id', value: doctor_id }, 29, {
    id: copy,
    user_id: copy,
    license_key: copy,
    reg_number: copy,
  });
  await multiply('doctor_hours', { key: 'id', value: doctor_id }, 29, { id: copy });
  const year = (query: string) =>
    call('GET', `/calendar/summary?from=2030-01-01&to=2030-12-31&group_by=doctor&${query}`);
  const refused = await year('');
  expect([refused.status, faults(refused)]).toEqual([422, [['to', 'value_error']]]);
  expect(JSON.stringify(refused.body)).toContain(
    'more than 150000 hours on these days: ask for fewer days, a department or a doctor',
  );
  const one = await year(`doctor_id=${doctor_id}`);
  expect(one.body.total.hours_minutes).toBe(365 * 14 * 60);
  expect((await call('GET', '/calendar/summary?from=2030-01-01&to=2030-12-31&group_by=status')).status).toBe(200);
});

it('refuses more than 250,000 appointments, and reads no further', async () => {
  const { id } = await booked({ schedule: '2030-03-05T08:00:00' });
  // Their other indexes are not read here, and would take most of the time.
  const others = await rows<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE tbl_name = 'appointment' AND sql LIKE 'CREATE INDEX%' AND name <> 'appointment_starts'`,
  );
  await env.DB.batch(others.map(({ name }) => env.DB.prepare(`DROP INDEX "${name}"`)));
  await multiply('appointment', { key: 'id', value: id }, 260_000, { id: 'i' });
  const refused = await summary('group_by=status');
  expect([refused.status, faults(refused)]).toEqual([422, [['to', 'value_error']]]);
  expect(JSON.stringify(refused.body)).toContain('more than 250000 appointments: ask for fewer days');
  expect(refused.cost.rows_read).toBeLessThan(505_000);
});
