import { describe, expect, it } from 'vitest';
import { newCalendar, patch, REJECT } from '../support/calendar';
import { ok, refusal } from '../support/client';
import { make } from '../support/factories';
import { trail } from '../support/rows';

const { booked } = await newCalendar();
const newDoctor = async () => ({ doctor_id: (await make.doctor()).id });

describe('The status of an appointment', () => {
  it.each(['SCEDULED', 'SCHEDULED', 'CHECKED_IN', 'IN_PROGRESS', 'waiting for the lab'])(
    'goes from %j to any',
    async (from) => {
      for (const to of ['SCEDULED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'NO_SHOW', 'else']) {
        const { id } = await booked({ status: from });
        const { status, body } = await patch(id, { status: to });
        expect([status, body.status]).toEqual([200, to]);
      }
    },
  );

  it.each(['COMPLETED', 'CANCELLED', 'canceled'])('goes from %j back to SCEDULED only', async (from) => {
    const { id } = await booked({ status: from });
    for (const to of ['CHECKED_IN', 'IN_PROGRESS', 'else', 'no-shows']) {
      const { status, body } = await patch(id, { status: to });
      expect([status, body.detail]).toEqual([400, `An appointment that is ${from} can only go back to SCEDULED`]);
    }
    // Other fields may change, and the same status may be sent again.
    expect((await patch(id, { status: from, type: 'IPD' })).status).toBe(200);
    const { status, body } = await patch(id, { status: 'scEDuled' });
    expect([status, body.status]).toEqual([200, 'scEDuled']);
    expect((await patch(id, { status: 'CHECKED_IN' })).status).toBe(200);
  });

  it.each(['NO_SHOW', 'no show'])('goes from %j back to SCEDULED, or to CHECKED_IN or CANCELLED', async (from) => {
    const { id } = await booked({ status: from });
    for (const to of ['IN_PROGRESS', 'else', 'COMPLETED', 'COMPLETE']) {
      const { status, body } = await patch(id, { status: to });
      const detail = `An appointment that is ${from} can only go back to SCEDULED, or become CHECKED_IN or CANCELLED`;
      expect([status, body]).toEqual([400, refusal('transition', detail)]);
    }
    expect((await patch(id, { status: from, type: 'IPD' })).status).toBe(200);
    for (const to of ['CHECKED_IN', 'checked in', 'SCEDULED', 'Scheduled']) {
      expect((await patch(id, { status: to })).body.status).toBe(to);
      await patch(id, { status: from });
    }
    const cancelled = await patch(id, { status: 'canceled', cancel_reason: 'Has called' });
    expect(cancelled.body).toMatchObject({ status: 'canceled', cancel_reason: 'Has called' });
    expect((await patch(id, { status: 'CHECKED_IN' })).status).toBe(400);
  });

  it.each([
    ['COMPLETED', 'COMPLETE', 'CANCELLED'],
    ['CANCELED', 'cancelled', 'COMPLETED'],
  ])('is the same in both spellings: %j becomes %j, and not %j', async (from, same, other) => {
    const { id } = await booked({ status: from });
    expect((await patch(id, { status: other })).status).toBe(400);
    expect((await patch(id, { status: same })).body.status).toBe(same);
    expect((await patch(id, { status: 'SCHEDULED' })).body.status).toBe('SCHEDULED');
    expect((await patch(id, { status: from })).status).toBe(200);
  });

  it('keeps its cancel_reason in either spelling of CANCELLED', async () => {
    const { id } = await booked();
    await patch(id, { status: 'CANCELLED', cancel_reason: 'Has called' });
    expect((await patch(id, { status: 'CANCELED' })).body).toMatchObject({
      status: 'CANCELED',
      cancel_reason: 'Has called',
    });
  });

  it('has a cancel_reason while it is CANCELLED, and not afterwards', async () => {
    const { id } = await booked();
    const detail = 'Only an appointment that is CANCELLED has a cancel_reason';
    for (const json of [{ cancel_reason: 'x' }, { cancel_reason: 'x', status: 'NO_SHOW' }]) {
      const { status, body } = await patch(id, json);
      expect([status, body.detail]).toEqual([400, detail]);
    }
    expect((await patch(id, { cancel_reason: null })).body.cancel_reason).toBeNull();
    const cancelled = await patch(id, { status: 'Cancelled', cancel_reason: 'Förkyld 🤧' });
    expect(cancelled.body).toMatchObject({ status: 'Cancelled', cancel_reason: 'Förkyld 🤧' });
    expect((await patch(id, { type: 'IPD' })).body.cancel_reason).toBe('Förkyld 🤧');
    expect((await patch(id, { cancel_reason: 'Doctor is ill' })).body.cancel_reason).toBe('Doctor is ill');
    expect((await patch(id, { status: 'SCEDULED' })).body).toMatchObject({ status: 'SCEDULED', cancel_reason: null });
    expect((await patch(id, { status: 'CANCELLED' })).body.cancel_reason).toBeNull();
  });
});

describe('With DOUBLE_BOOKING=reject, a PATCH', () => {
  const TEN = '2027-06-01T10:00:00';
  const ELEVEN = '2027-06-01T11:00:00';
  /** An appointment at ten, and another one at eleven, of half an hour each. */
  const two = async () => {
    const doctor = await newDoctor();
    const half = { ...doctor, expected_duration_minutes: 30 };
    return {
      doctor,
      ten: await booked({ ...half, schedule: TEN }),
      eleven: await booked({ ...half, schedule: ELEVEN }),
    };
  };

  it.each([
    ['that moves onto it', { schedule: '2027-06-01T10:59:00' }],
    ['that gets so long', { expected_duration_minutes: 61 }],
    ['that begins at the same time', { schedule: ELEVEN, expected_duration_minutes: 0 }],
    ['that checks in where it moves', { schedule: ELEVEN, status: 'CHECKED_IN' }],
  ])('is 409 and names the other appointment: one %s', async (_, json) => {
    const { ten, eleven } = await two();
    const { status, body } = await patch(ten.id, json, REJECT);
    expect([status, body]).toEqual([
      409,
      refusal('overlap', `The doctor has another appointment at that time: ${eleven.id}`),
    ]);
    expect(await trail(ten.id)).toEqual(['create 1']);
    expect((await patch(ten.id, json)).status).toBe(200);
  });

  it('is 409 where another doctor has no time, or where one comes back whose time is taken', async () => {
    const { doctor, ten } = await two();
    const elsewhere = await booked({ ...(await newDoctor()), schedule: TEN });
    expect((await patch(elsewhere.id, doctor, REJECT)).body.detail).toContain(ten.id);
    await patch(ten.id, { status: 'CANCELLED' }, REJECT);
    const taker = await booked({ ...doctor, schedule: TEN }, REJECT);
    const { status, body } = await patch(ten.id, { status: 'SCEDULED' }, REJECT);
    expect([status, body.detail]).toEqual([409, expect.stringContaining(taker.id)]);
    const late = await booked({ ...doctor, schedule: TEN, status: 'NO_SHOW' });
    expect((await patch(late.id, { status: 'CHECKED_IN' }, REJECT)).body.detail).toContain(taker.id);
    expect((await patch(late.id, { status: 'CANCELLED' }, REJECT)).status).toBe(200);
    // Another time is free, and to complete what is cancelled would be no way around.
    expect((await patch(ten.id, { status: 'SCEDULED', schedule: '2027-06-01T12:00:00' }, REJECT)).status).toBe(200);
  });

  it('takes free time: right beside others, that of cancelled ones and of deleted patients, and its own', async () => {
    const { doctor, ten, eleven } = await two();
    expect((await patch(ten.id, { expected_duration_minutes: 60 }, REJECT)).status).toBe(200);
    expect((await patch(ten.id, { schedule: '2027-06-01T09:45:00' }, REJECT)).status).toBe(200);
    await patch(eleven.id, { status: 'NO_SHOW' }, REJECT);
    expect((await patch(ten.id, { schedule: ELEVEN }, REJECT)).status).toBe(200);
    const patient = await make.patient();
    await booked({ ...doctor, patient_id: patient.id, schedule: '2027-06-01T13:00:00' }, REJECT);
    await ok('DELETE', `/patient/${patient.id}`);
    expect((await patch(ten.id, { schedule: '2027-06-01T13:00:00' }, REJECT)).status).toBe(200);
  });

  it('does not look at a time that it does not take anew, though it overlaps since it was allowed', async () => {
    const { ten, eleven } = await two();
    await patch(eleven.id, { schedule: '2027-06-01T10:10:00' });
    const changes = [
      { status: 'CHECKED_IN' },
      { type: 'IPD' },
      { schedule: TEN, expected_duration_minutes: 20 },
      { schedule: '2027-06-01T10:05:00', expected_duration_minutes: 15 },
      { status: 'COMPLETED' },
      { schedule: '2027-06-01T10:10:00' },
    ];
    for (const json of changes) expect((await patch(ten.id, json, REJECT)).status, JSON.stringify(json)).toBe(200);
  });
});
