import { describe, expect, it } from 'vitest';
import { listed, newCalendar, patch, REJECT } from '../support/calendar';
import { type Body, call } from '../support/client';
import { make } from '../support/factories';
import { input } from '../support/input';
import { multiply, UUID } from '../support/multiply';
import { trail } from '../support/rows';

const DIED = '2025-11-20T04:10:00';
const at = (day: string, time = '09:00:00') => ({ schedule: `2025-${day}T${time}` });
const die = (id: string, json: Body = { deceased_at: DIED }, headers: Record<string, string> = {}) =>
  call('PATCH', `/patient/${id}`, { json, headers });
const refusal = [400, 'deceased', 'The patient has died, and takes no new appointments'];
const refused = ({ status, body }: { status: number; body: Body }) => [status, body.code, body.detail];

/** A patient with an appointment, who has died since. */
async function newDeath(overrides: Body = {}) {
  const calendar = await newCalendar();
  const visit = await calendar.booked({ ...at('12-01'), ...overrides });
  await die(calendar.ids.patient_id);
  return { ...calendar, visit };
}

describe('A patient who has died', () => {
  it.each([
    ['DOUBLE_BOOKING=allow', {}],
    ['DOUBLE_BOOKING=reject', REJECT],
  ])('is not booked for, with %s', async (_, options) => {
    const { ids, book } = await newDeath();
    expect(refused(await book(at('12-02'), options))).toEqual(refusal);
    expect(refused(await book({ ...at('12-02'), status: 'checked in' }, options))).toEqual(refusal);
    expect(refused(await book(at('12-01'), options)), 'where the time is taken, too').toEqual(refusal);
    expect((await book({ ...at('12-02'), doctor_id: crypto.randomUUID() }, options)).status).toBe(404);
    expect(await listed(`patient_id=${ids.patient_id}`)).toHaveLength(1);
  });

  it('may get a record of a visit, which holds no time', async () => {
    const { book } = await newDeath();
    for (const status of ['COMPLETED', 'CANCELLED', 'no show'])
      expect((await book({ ...at('11-19'), status })).status, status).toBe(201);
  });

  it.each([
    ['later', at('12-03')],
    ['longer', { expected_duration_minutes: 60 }],
    ['to another doctor', async () => ({ doctor_id: (await make.doctor()).id })],
  ])('has no appointment moved %s', async (_, change) => {
    const { visit } = await newDeath();
    const json = typeof change === 'function' ? await change() : change;
    for (const options of [{}, REJECT]) expect(refused(await patch(visit.id, json, options))).toEqual(refusal);
    expect(await trail(visit.id)).toEqual(['create 1']);
  });

  it('has none brought back, and none given to', async () => {
    const { ids, visit } = await newDeath({ status: 'CANCELLED' });
    expect(refused(await patch(visit.id, { status: 'SCEDULED' }))).toEqual(refusal);
    const other = await newCalendar();
    const { id } = await other.booked(at('12-01'));
    expect(refused(await patch(id, { patient_id: ids.patient_id }))).toEqual(refusal);
    const past = await other.booked({ ...at('11-19'), status: 'COMPLETED' });
    expect((await patch(past.id, { patient_id: ids.patient_id })).status, 'a visit put right').toBe(200);
  });

  it('has appointments cancelled, given to others and ended', async () => {
    const changes = [
      { status: 'CANCELLED', cancel_reason: 'The patient has died' },
      { status: 'COMPLETED' },
      { expected_duration_minutes: 10 },
      { patient_id: (await make.patient()).id },
    ];
    for (const json of changes) expect((await patch((await newDeath()).visit.id, json)).status).toBe(200);
  });

  it('is booked for again once it turns out to be a mistake', async () => {
    const { ids, book, visit } = await newDeath();
    expect((await die(ids.patient_id, { deceased_at: null })).body).not.toHaveProperty('appointments');
    expect((await book(at('12-02'))).status).toBe(201);
    expect((await patch(visit.id, at('12-03'))).status).toBe(200);
  });
});

describe('An update that says when a patient has died', () => {
  it('answers what is still booked from then on, and nothing else', async () => {
    const { ids, booked } = await newCalendar();
    await booked(at('11-20', '04:09:59'));
    await booked({ ...at('12-01'), status: 'CANCELLED' });
    const later = await booked({ ...at('12-01'), status: 'with the nurse' });
    const first = await booked({ ...at('11-20', '04:10:00'), type: 'Surgery' });
    await (await newCalendar()).booked(at('12-01'));
    const shown = [first, later].map(({ id, type, status, schedule, doctor_id, department_id }) => ({
      ...{ id, type, status, schedule, doctor_id, department_id },
    }));
    const path = `/patient/${ids.patient_id}`;
    const body = { ...input.patient(), deceased_at: DIED };
    const answers = [
      await die(ids.patient_id),
      await call('PUT', path, { json: body }),
      await call('PUT', path, { json: body, headers: { prefer: 'return=representation' } }),
    ];
    for (const { status, body } of answers) expect([status, body.appointments]).toEqual([200, shown]);
    expect(answers.map(({ cost }) => cost.trips)).toEqual([2, 1, 1]);
    expect(answers.map(({ body }) => body.deceased_at)).toEqual([undefined, undefined, DIED]);
    for (const json of [{ first_name: 'Anna' }, { deceased_at: '2025-12-01T09:00:01' }]) {
      const { body } = await die(ids.patient_id, json);
      expect(Object.keys(body)).toEqual(['id', 'reg_number', 'message']);
    }
  });

  it('counts a time without a zone by the clocks of the hospital', async () => {
    const { ids, booked } = await newCalendar();
    const options = { env: { TIME_ZONE: 'Asia/Tokyo' } };
    const { id } = await booked(at('11-20', '04:30:00'), options);
    const said = (deceased_at: string) =>
      call('PATCH', `/patient/${ids.patient_id}`, { json: { deceased_at }, ...options });
    expect((await said('2025-11-19T19:29:00Z')).body.appointments).toMatchObject([{ id }]);
    expect((await said('2025-11-20T04:29:00')).body.appointments).toMatchObject([{ id }]);
    expect((await said('2025-11-20T04:31:00')).body).not.toHaveProperty('appointments');
  });

  it('answers a hundred at most', async () => {
    const { ids, booked } = await newCalendar();
    const { id } = await booked(at('12-01'));
    await multiply('appointment', { key: 'id', value: id }, 120, { id: UUID });
    const { body, cost } = await die(ids.patient_id);
    expect(body.appointments).toHaveLength(100);
    expect(cost.rows_read).toBeLessThan(250);
  });

  it('and bookings at the same time: each is refused or answered', async () => {
    const { ids, book } = await newCalendar();
    const bookings = Array.from(
      { length: 30 },
      (_, n) => () => book(at('12-01', `09:${String(n).padStart(2, '0')}:00`)),
    );
    const answers = await Promise.all(
      bookings.flatMap((one, n) => (n === 15 ? [one(), die(ids.patient_id)] : [one()])),
    );
    const [death] = answers.splice(16, 1);
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
    for (const answer of answers) if (answer.status !== 201) expect(refused(answer)).toEqual(refusal);
    expect((death?.body.appointments ?? []).map(({ id }: Body) => id).sort()).toEqual(made.sort());
  });
});
