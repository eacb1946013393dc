import { describe, expect, it } from 'vitest';
import { newBooking } from '../support/booking';
import { type CallOptions, call, ok, refusal } from '../support/client';
import { make } from '../support/factories';
import { input, unique } from '../support/input';
import { count, row } from '../support/rows';

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

const { ids, book } = await newBooking();
const post = (json: unknown, options: CallOptions = {}) => call('POST', '/appointment/', { ...options, json });
const rowOf = (id: string) => row('SELECT * FROM appointment WHERE id = ?', id);
const countOf = (doctor_id: string) => count('appointment WHERE doctor_id = ?', doctor_id);

describe('POST /appointment/', () => {
  it('answers 201 with the appointment, its address and nothing else', async () => {
    const { reason: _, notes: __, tags: ___, ...sent } = input.appointment({ ...ids, is_follow_up: true });
    const { status, body, headers } = await post(sent);
    expect(status).toBe(201);
    expect(Object.keys(body).sort()).toEqual(KEYS);
    expect(body).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), files: [], ...sent });
    expect(headers.get('location')).toBe(`http://localhost/calendar/appointments/${body.id}`);
  });

  it('is served without the trailing slash too', async () => {
    expect((await call('POST', '/appointment', { json: input.appointment(ids) })).status).toBe(201);
  });

  it.each([
    ['left out', undefined],
    ['null', null],
  ])('fills in the defaults for fields that are %s', async (_, value) => {
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

  it('requires the three ids and the schedule, and names all that are missing', async () => {
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
    ['schedule', '2026-12-01Z', 'datetime_parsing'],
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
  ])('stores %s = %j as it was sent', async (field, value) => {
    const { status, body } = await book({ [field]: value });
    expect(status).toBe(201);
    expect(body[field]).toBe(value);
    expect((await rowOf(body.id))?.[field]).toBe(value);
  });

  it.each([
    '2026-12-01',
    '2026-12-01T09:30:00',
    '2026-12-01T09:30',
    '2026-12-01 09:30:00',
    '2026-12-01t09:30:00z',
    '2026-12-01T09:30:00.123456789Z',
    '2026-12-01T09:30:00,5+05:30',
    '2028-02-29T23:59:59-11',
    '1900-01-01T00:00:00',
    '2199-12-31T23:59:59.999',
  ])('stores and returns the schedule %s exactly as it was sent', async (schedule) => {
    const { status, body } = await book({ schedule });
    expect(status).toBe(201);
    expect(body.schedule).toBe(schedule);
    expect((await rowOf(body.id))?.schedule).toBe(schedule);
  });

  it('takes ids in upper or lower case', async () => {
    const { status, body } = await book({ patient_id: ids.patient_id.toUpperCase() });
    expect(status).toBe(201);
    expect(body.patient_id).toBe(ids.patient_id);
  });

  it('is the only operation there: GET is answered with 405', async () => {
    const { status, headers } = await call('GET', '/appointment/');
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('POST');
  });
});

describe('A new appointment', () => {
  const unknown = crypto.randomUUID();

  it.each([
    ['Patient', 'patient_id'],
    ['Doctor', 'doctor_id'],
    ['Department', 'department_id'],
  ])('is refused with 404 when its %s is unknown, and nothing is stored', async (name, field) => {
    const doctor = await make.doctor();
    const { status, body } = await book({ doctor_id: doctor.id, [field]: unknown });
    expect(status).toBe(404);
    expect(body).toEqual(refusal('reference_not_found', `${name} not found: ${unknown}`));
    expect(await countOf(doctor.id)).toBe(0);
  });

  it('is refused with all that is missing, and leaves no trace in the audit trail', async () => {
    const before = await count('audit');
    const { status, body } = await book({ patient_id: unknown, doctor_id: unknown, department_id: unknown });
    expect(status).toBe(404);
    const detail = ['Patient', 'Doctor', 'Department'].map((name) => `${name} not found: ${unknown}`).join('; ');
    expect(body).toEqual(refusal('reference_not_found', detail));
    expect(await count('audit')).toBe(before);
  });

  it('is refused with 404 when its patient and its doctor are deleted', async () => {
    const patient = await make.patient();
    const doctor = await make.doctor();
    await ok('DELETE', `/patient/${patient.id}`);
    await ok('DELETE', `/doctor/${doctor.id}`);
    const { status, body } = await book({ patient_id: patient.id, doctor_id: doctor.id });
    expect(status).toBe(404);
    expect(body.detail).toBe(`Patient not found: ${patient.id}; Doctor not found: ${doctor.id}`);
  });
});

describe('An appointment with Idempotency-Key', () => {
  it('can be created with the key of a create that failed', async () => {
    const headers = { 'idempotency-key': unique('key') };
    expect((await book({ patient_id: crypto.randomUUID() }, { headers })).status).toBe(404);
    expect((await book({}, { headers })).status).toBe(201);
  });
});
