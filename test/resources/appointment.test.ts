import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, type CallOptions, call, ok } from '../support/client';
import { make } from '../support/factories';
import { input, unique } from '../support/input';

const KEYS = [
  'department_id',
  'doctor_id',
  'expected_duration_minutes',
  'files',
  'id',
  'is_follow_up',
  'patient_id',
  'schedule',
  'status',
  'type',
];
const REJECT = { env: { DOUBLE_BOOKING: 'reject' } };

let ids: { patient_id: string; doctor_id: string; department_id: string };
const post = (json: unknown, options: CallOptions = {}) => call('POST', '/appointment/', { ...options, json });
const book = (overrides: Record<string, unknown> = {}, options: CallOptions = {}) =>
  post(input.appointment({ ...ids, ...overrides }), options);
const rowOf = (id: string) => env.DB.prepare('SELECT * FROM appointment WHERE id = ?').bind(id).first<Body>();
const countOf = async (doctor_id: string) =>
  env.DB.prepare('SELECT count(*) AS n FROM appointment WHERE doctor_id = ?').bind(doctor_id).first<number>('n');

/** Ten, and what SQLite itself reads of its small table of AUTOINCREMENT counters. */
const budget = async () => {
  const counters = await env.DB.prepare('SELECT count(*) AS n FROM sqlite_sequence').first<number>('n');
  return 10 + (counters ?? 0);
};

beforeAll(async () => {
  const [patient, doctor, department] = await Promise.all([make.patient(), make.doctor(), make.department()]);
  ids = { patient_id: patient.id, doctor_id: doctor.id, department_id: department.id };
});

describe('POST /appointment/', () => {
  it('answers 201 with the appointment, its Location and nothing else', async () => {
    const sent = input.appointment({ ...ids, is_follow_up: true });
    const { status, body, headers, cost } = await post(sent);
    expect(status).toBe(201);
    expect(Object.keys(body).sort()).toEqual(KEYS);
    expect(body).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), files: [], ...sent });
    expect(headers.get('location')).toBe(`http://localhost/appointment/${body.id}`);
    expect(cost.trips).toBe(1);
    expect(cost.rows_read).toBeLessThanOrEqual(await budget());
  });

  it('is served without the trailing slash too', async () => {
    expect((await call('POST', '/appointment', { json: input.appointment(ids) })).status).toBe(201);
  });

  it.each([
    ['left out', undefined],
    ['null', null],
  ])('fills in the defaults for what is %s', async (_, value) => {
    const optional = { type: value, status: value, is_follow_up: value, expected_duration_minutes: value };
    const { status, body } = await book(optional);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      type: 'OPD',
      status: 'SCEDULED',
      is_follow_up: false,
      expected_duration_minutes: null,
    });
  });

  it('requires the three ids and the schedule, and tells all faults at once', async () => {
    const { status, body } = await post({});
    expect(status).toBe(422);
    const loc = ['patient_id', 'doctor_id', 'department_id', 'schedule'].map((field) => ['body', field]);
    expect(body.detail).toEqual(loc.map((loc) => ({ loc, msg: 'Field required', type: 'missing' })));
  });

  it.each([
    ['patient_id', 'x', 'uuid_parsing'],
    ['doctor_id', 5, 'string_type'],
    ['department_id', '', 'uuid_parsing'],
    ['schedule', '2026-02-30T10:00:00', 'datetime_parsing'],
    ['schedule', '2026-12-01', 'datetime_parsing'],
    ['schedule', 'tomorrow', 'datetime_parsing'],
    ['type', '', 'string_too_short'],
    ['type', 'x'.repeat(51), 'string_too_long'],
    ['status', 'x'.repeat(51), 'string_too_long'],
    ['type', 'a\0b', 'value_error'],
    ['is_follow_up', 'yes', 'bool_type'],
    ['is_follow_up', 1, 'bool_type'],
    ['expected_duration_minutes', -1, 'greater_than_equal'],
    ['expected_duration_minutes', 10_081, 'less_than_equal'],
    ['expected_duration_minutes', '15', 'float_type'],
  ])('refuses %s = %j with %s', async (field, value, type) => {
    const { status, body } = await book({ [field]: value });
    expect(status).toBe(422);
    expect(body.detail).toEqual([{ loc: ['body', field], msg: expect.any(String), type }]);
  });

  it.each([
    ['type', '🩺'.repeat(50)],
    ['type', ' Förstabesök "<b>" '],
    ['status', 'CANCELLED'],
    ['expected_duration_minutes', 0],
    ['expected_duration_minutes', 10_080],
    ['expected_duration_minutes', 12.5],
    ['expected_duration_minutes', 0.000_001],
  ])('keeps %s = %j as it was sent', async (field, value) => {
    const { status, body } = await book({ [field]: value });
    expect(status).toBe(201);
    expect(body[field]).toBe(value);
    expect((await rowOf(body.id))[field]).toBe(value);
  });

  it.each([
    '2026-12-01T09:30:00',
    '2026-12-01T09:30',
    '2026-12-01 09:30:00',
    '2026-12-01t09:30:00z',
    '2026-12-01T09:30:00.123456789Z',
    '2026-12-01T09:30:00,5+05:30',
    '2028-02-29T23:59:59-11',
    '0001-01-01T00:00:00',
    '9999-12-31T23:59:59.999',
  ])('gives the schedule %s back exactly as it was sent', async (schedule) => {
    const { status, body } = await book({ schedule });
    expect(status).toBe(201);
    expect(body.schedule).toBe(schedule);
    expect((await rowOf(body.id)).schedule).toBe(schedule);
  });

  it('takes ids in either case', async () => {
    const { status, body } = await book({ patient_id: ids.patient_id.toUpperCase() });
    expect(status).toBe(201);
    expect(body.patient_id).toBe(ids.patient_id);
  });

  it.each(['doctor', 'staff', 'admin'] as const)('lets %s create', async (as) => {
    expect((await book({}, { as })).status).toBe(201);
  });

  it('answers 405 to a read: only the create exists', async () => {
    const { status, headers } = await call('GET', '/appointment/');
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('POST');
  });
});

describe('404', () => {
  const unknown = crypto.randomUUID();

  it.each([
    ['Patient', 'patient_id'],
    ['Doctor', 'doctor_id'],
    ['Department', 'department_id'],
  ])('%s that does not exist', async (name, field) => {
    const doctor = await make.doctor();
    const { status, body } = await book({ doctor_id: doctor.id, [field]: unknown });
    expect(status).toBe(404);
    expect(body).toEqual({ detail: `${name} not found: ${unknown}` });
    expect(await countOf(doctor.id)).toBe(0);
  });

  it('names all that is missing, and stores and logs nothing', async () => {
    const audited = () => env.DB.prepare('SELECT count(*) AS n FROM audit').first<number>('n');
    const before = await audited();
    const { status, body } = await book({ patient_id: unknown, doctor_id: unknown, department_id: unknown });
    expect(status).toBe(404);
    const detail = ['Patient', 'Doctor', 'Department'].map((name) => `${name} not found: ${unknown}`).join('; ');
    expect(body).toEqual({ detail });
    expect(await audited()).toBe(before);
  });

  it('of a deleted patient and a deleted doctor', async () => {
    const patient = await make.patient();
    const doctor = await make.doctor();
    await ok('DELETE', `/patient/${patient.id}`);
    await ok('DELETE', `/doctor/${doctor.id}`);
    const { status, body } = await book({ patient_id: patient.id, doctor_id: doctor.id });
    expect(status).toBe(404);
    expect(body.detail).toBe(`Patient not found: ${patient.id}; Doctor not found: ${doctor.id}`);
  });
});

describe('double booking', () => {
  const slot = (schedule: string, expected_duration_minutes?: number | null, more = {}) => ({
    schedule,
    expected_duration_minutes,
    ...more,
  });
  const doctors = async () => ({ doctor_id: (await make.doctor()).id });

  it('is allowed by default', async () => {
    const doctor = await doctors();
    expect((await book(doctor)).status).toBe(201);
    expect((await book(doctor)).status).toBe(201);
  });

  it.each([
    ['the same time', slot('2027-01-04T10:00:00', 30)],
    ['a begin within it', slot('2027-01-04T10:29:59', 5)],
    ['an end within it', slot('2027-01-04T09:50:00', 11)],
    ['the default of 15 minutes', slot('2027-01-04T09:46:00', null)],
    ['a time within it', slot('2027-01-04T10:10:00', 1)],
    ['a moment within it', slot('2027-01-04T10:10:00', 0)],
    ['a time around it', slot('2027-01-04T09:00:00', 180)],
    ['a week that ends in it', slot('2026-12-28T10:00:01', 10_080)],
    ['the same time in another zone', slot('2027-01-04T15:30:00+05:30', 30)],
    ['another patient and type', slot('2027-01-04T10:00:00', 30, { type: 'IPD' })],
  ])('with reject is refused with 409 that names the appointment: %s', async (_, other) => {
    const doctor = await doctors();
    const first = await book({ ...doctor, ...slot('2027-01-04T10:00:00', 30) }, REJECT);
    expect(first.status).toBe(201);
    const { status, body, cost } = await book({ ...doctor, ...other }, REJECT);
    expect(status).toBe(409);
    expect(body.detail).toContain(first.body.id);
    expect(cost.trips).toBe(1);
    expect(await countOf(doctor.doctor_id)).toBe(1);
  });

  it.each([
    ['right after it', slot('2027-01-04T10:30:00', 30)],
    ['right before it', slot('2027-01-04T09:45:00', null)],
    ['right before it, a week long', slot('2026-12-28T10:00:00', 10_080)],
    ['a moment at its begin', slot('2027-01-04T10:00:00', 0)],
    ['the same digits in another zone', slot('2027-01-04T10:00:00-01:00', 30)],
    ['another day', slot('2027-01-05T10:00:00', 30)],
    ['one of another status', slot('2027-01-04T10:00:00', 30, { status: 'CANCELLED' })],
  ])('with reject is no matter of %s', async (_, other) => {
    const doctor = await doctors();
    await book({ ...doctor, ...slot('2027-01-04T10:00:00', 30) }, REJECT);
    expect((await book({ ...doctor, ...other }, REJECT)).status).toBe(201);
  });

  it('with reject finds one that began seven days ago', async () => {
    const doctor = await doctors();
    const first = await book({ ...doctor, ...slot('2027-01-04T10:00:00', 10_080) }, REJECT);
    const { status, body } = await book({ ...doctor, ...slot('2027-01-11T09:59:00', 5) }, REJECT);
    expect(status).toBe(409);
    expect(body.detail).toContain(first.body.id);
  });

  it('with reject is no matter of other doctors and of appointments that are not SCEDULED', async () => {
    const doctor = await doctors();
    await book({ ...doctor, status: 'CANCELLED' }, REJECT);
    expect((await book(doctor, REJECT)).status).toBe(201);
    expect((await book(await doctors(), REJECT)).status).toBe(201);
  });

  it('with reject says 404 before 409', async () => {
    const doctor = await doctors();
    await book(doctor, REJECT);
    const { status } = await book({ ...doctor, patient_id: crypto.randomUUID() }, REJECT);
    expect(status).toBe(404);
  });

  it('with reject lets one of eight that come at once through', async () => {
    const doctor = await doctors();
    const all = await Promise.all(Array.from({ length: 8 }, () => book(doctor, REJECT)));
    const made = all.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const { status, body } of all.filter((one) => one !== made[0])) {
      expect(status).toBe(409);
      expect(body.detail).toContain(made[0]?.body.id);
    }
    expect(await countOf(doctor.doctor_id)).toBe(1);
  });

  it('with reject reads only what could overlap, however many the doctor has', async () => {
    const doctor = await doctors();
    const days = Array.from({ length: 20 }, (_, i) => `2027-03-${String(i + 1).padStart(2, '0')}T10:00:00`);
    await Promise.all(days.map((schedule) => book({ ...doctor, schedule }, REJECT)));
    const { status, cost } = await book({ ...doctor, schedule: '2027-05-01T10:00:00' }, REJECT);
    expect(status).toBe(201);
    expect(cost.rows_read).toBeLessThanOrEqual(await budget());
  });
});

describe('Idempotency-Key', () => {
  it('creates once, also where the first stands in the way of the second', async () => {
    const { id: doctor_id } = await make.doctor();
    const headers = { 'idempotency-key': unique('key') };
    const json = input.appointment({ ...ids, doctor_id, is_follow_up: true });
    const first = await post(json, { headers, ...REJECT });
    const again = await post(json, { headers, ...REJECT });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(await countOf(doctor_id)).toBe(1);
  });

  it('answers 409 when the key was used for another appointment', async () => {
    const headers = { 'idempotency-key': unique('key') };
    await book({}, { headers });
    expect((await book({ type: 'IPD' }, { headers })).status).toBe(409);
  });

  it('remembers nothing of a create that failed', async () => {
    const headers = { 'idempotency-key': unique('key') };
    expect((await book({ patient_id: crypto.randomUUID() }, { headers })).status).toBe(404);
    expect((await book({}, { headers })).status).toBe(201);
  });
});

it('writes one audit row with each appointment', async () => {
  const { body } = await book({}, { as: 'doctor' });
  const rows = env.DB.prepare('SELECT action, entity, actor FROM audit WHERE entity_id = ?').bind(body.id).all();
  expect((await rows).results).toEqual([
    { action: 'create', entity: 'appointment', actor: expect.stringMatching(/^0{8}-/) },
  ]);
});
