import { describe, expect, it } from 'vitest';
import { newBooking } from '../support/booking';
import { ok } from '../support/client';
import { make } from '../support/factories';
import { count } from '../support/rows';

const REJECT = { env: { DOUBLE_BOOKING: 'reject' } };

const { book } = await newBooking();
const countOf = (doctor_id: string) => count('appointment WHERE doctor_id = ?', doctor_id);
const slot = (schedule: string, expected_duration_minutes?: number | null, more = {}) => ({
  schedule,
  expected_duration_minutes,
  ...more,
});
const newDoctor = async () => ({ doctor_id: (await make.doctor()).id });

describe('By default, a double booking', () => {
  it('is allowed', async () => {
    const doctor = await newDoctor();
    expect((await book(doctor)).status).toBe(201);
    expect((await book(doctor)).status).toBe(201);
  });
});

describe('With DOUBLE_BOOKING=reject, an appointment', () => {
  it.each([
    ['the same time', slot('2027-01-04T10:00:00', 30)],
    ['a start within it', slot('2027-01-04T10:29:59', 5)],
    ['an end within it', slot('2027-01-04T09:50:00', 11)],
    ['the default of 15 minutes', slot('2027-01-04T09:46:00', null)],
    ['a time within it', slot('2027-01-04T10:10:00', 1)],
    ['0 minutes within it', slot('2027-01-04T10:10:00', 0)],
    ['0 minutes at its start', slot('2027-01-04T10:00:00', 0)],
    ['0 minutes, less than a minute before it', slot('2027-01-04T09:59:01', 0)],
    ['half a minute, less than a minute before it', slot('2027-01-04T09:59:01', 0.5)],
    ['a time around it', slot('2027-01-04T09:00:00', 180)],
    ['a week that ends in it', slot('2026-12-28T10:00:01', 10_080)],
    ['the same time in another zone', slot('2027-01-04T15:30:00+05:30', 30)],
    ['another patient and type', slot('2027-01-04T10:00:00', 30, { type: 'IPD' })],
  ])('is refused with 409 that names the other appointment: %s', async (_, other) => {
    const doctor = await newDoctor();
    const first = await book({ ...doctor, ...slot('2027-01-04T10:00:00', 30) }, REJECT);
    expect(first.status).toBe(201);
    const { status, body } = await book({ ...doctor, ...other }, REJECT);
    expect(status).toBe(409);
    expect(body.detail).toContain(first.body.id);
    expect(await countOf(doctor.doctor_id)).toBe(1);
  });

  it.each([
    ['right after it', slot('2027-01-04T10:30:00', 30)],
    ['right before it', slot('2027-01-04T09:45:00', null)],
    ['right before it, a week long', slot('2026-12-28T10:00:00', 10_080)],
    ['0 minutes, a minute before it', slot('2027-01-04T09:59:00', 0)],
    ['the same digits in another zone', slot('2027-01-04T10:00:00-01:00', 30)],
    ['another day', slot('2027-01-05T10:00:00', 30)],
  ])('does not conflict with another: %s', async (_, other) => {
    const doctor = await newDoctor();
    await book({ ...doctor, ...slot('2027-01-04T10:00:00', 30) }, REJECT);
    expect((await book({ ...doctor, ...other }, REJECT)).status).toBe(201);
  });

  it('conflicts with one that began seven days earlier', async () => {
    const doctor = await newDoctor();
    const first = await book({ ...doctor, ...slot('2027-01-04T10:00:00', 10_080) }, REJECT);
    const { status, body } = await book({ ...doctor, ...slot('2027-01-11T09:59:00', 5) }, REJECT);
    expect(status).toBe(409);
    expect(body.detail).toContain(first.body.id);
  });

  it('conflicts with one of 0 minutes for a minute', async () => {
    const doctor = await newDoctor();
    const first = await book({ ...doctor, ...slot('2027-01-04T10:00:00', 0) }, REJECT);
    const { status, body } = await book({ ...doctor, ...slot('2027-01-04T10:00:59', 5) }, REJECT);
    expect(status).toBe(409);
    expect(body.detail).toContain(first.body.id);
    expect((await book({ ...doctor, ...slot('2027-01-04T10:01:00', 5) }, REJECT)).status).toBe(201);
  });

  it('does not conflict with appointments of other doctors', async () => {
    await book(await newDoctor(), REJECT);
    expect((await book(await newDoctor(), REJECT)).status).toBe(201);
  });

  it('is refused with 404 rather than 409 when its patient is unknown', async () => {
    const doctor = await newDoctor();
    await book(doctor, REJECT);
    const { status } = await book({ ...doctor, patient_id: crypto.randomUUID() }, REJECT);
    expect(status).toBe(404);
  });

  it('is the only one of eight at the same time', async () => {
    const doctor = await newDoctor();
    const all = await Promise.all(Array.from({ length: 8 }, () => book(doctor, REJECT)));
    const made = all.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const { status, body } of all.filter((one) => one !== made[0])) {
      expect(status).toBe(409);
      expect(body.detail).toContain(made[0]?.body.id);
    }
    expect(await countOf(doctor.doctor_id)).toBe(1);
  });

  it('is refused next to others at the same time only if its own status holds its time', async () => {
    const doctor = await newDoctor();
    const bookAll = (statuses: string[]) =>
      Promise.all(statuses.map(async (status) => (await book({ ...doctor, status }, REJECT)).status));
    const [holding, free] = await Promise.all([
      bookAll(['SCEDULED', 'CONFIRMED', 'CHECKED_IN', 'x']),
      bookAll(['CANCELLED', 'no show', 'Completed', 'CANCELED']),
    ]);
    expect(holding.sort()).toEqual([201, 409, 409, 409]);
    expect(free).toEqual([201, 201, 201, 201]);
  });

  it('is checked against those that could overlap only, however many the doctor has', async () => {
    const doctor = await newDoctor();
    const days = Array.from({ length: 20 }, (_, i) => `2027-03-${String(i + 1).padStart(2, '0')}T10:00:00`);
    await Promise.all(days.map((schedule) => book({ ...doctor, schedule }, REJECT)));
    const { status, cost } = await book({ ...doctor, schedule: '2027-05-01T10:00:00' }, REJECT);
    expect(status).toBe(201);
    expect(cost.rows_read).toBeLessThanOrEqual(10);
  });

  it('is not checked against those that hold no time, however many there are', async () => {
    const doctor = await newDoctor();
    await Promise.all(Array.from({ length: 20 }, () => book({ ...doctor, status: 'Cancelled' }, REJECT)));
    // The visits of its patient are another question.
    const { status, cost } = await book({ ...doctor, patient_id: (await make.patient()).id }, REJECT);
    expect(status).toBe(201);
    expect(cost.rows_read).toBeLessThanOrEqual(12);
  });
});

describe('With DOUBLE_BOOKING=reject, an appointment with the status', () => {
  it.each(['SCEDULED', 'CONFIRMED', 'CHECKED_IN', 'in progress', 'NOT COMPLETED', 'COMPLETE CANCELLED', 'x', '-'])(
    '%j holds its time',
    async (status) => {
      const doctor = await newDoctor();
      const first = await book({ ...doctor, status }, REJECT);
      expect(first.status).toBe(201);
      for (const other of ['SCEDULED', status]) {
        const refused = await book({ ...doctor, status: other }, REJECT);
        expect(refused.status).toBe(409);
        expect(refused.body.detail).toContain(first.body.id);
      }
    },
  );

  it.each([
    ...['COMPLETED', 'completed', 'COMPLETE', 'Complete'],
    ...['CANCELLED', 'cancelled', 'CANCELED', 'Canceled', ' cancelled '],
    ...['NO_SHOW', 'no_show', 'no-show', 'No Show', 'NOSHOW'],
  ])('%j holds no time and is never refused', async (status) => {
    const doctor = await newDoctor();
    expect((await book({ ...doctor, status }, REJECT)).status).toBe(201);
    expect((await book(doctor, REJECT)).status).toBe(201);
    const late = await book({ ...doctor, status }, REJECT);
    expect([late.status, late.body.status]).toEqual([201, status]);
  });
});

describe('With DOUBLE_BOOKING=reject, the appointment of a deleted patient', () => {
  it('holds no time', async () => {
    const [doctor, patient] = [await newDoctor(), await make.patient()];
    expect((await book({ ...doctor, patient_id: patient.id }, REJECT)).status).toBe(201);
    expect((await book(doctor, REJECT)).status).toBe(409);
    await ok('DELETE', `/patient/${patient.id}`);
    expect((await book(doctor, REJECT)).status).toBe(201);
  });

  it('is never the one that a refusal names', async () => {
    const [doctor, patient] = [await newDoctor(), await make.patient()];
    const hidden = await book({ ...doctor, patient_id: patient.id }, REJECT);
    await ok('DELETE', `/patient/${patient.id}`);
    const visible = await book(doctor, REJECT);
    const { status, body } = await book(doctor, REJECT);
    expect(status).toBe(409);
    expect(body.detail).toContain(visible.body.id);
    expect(body.detail).not.toContain(hidden.body.id);
  });
});
