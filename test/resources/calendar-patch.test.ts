import { describe, expect, it } from 'vitest';
import { accessOf } from '../support/access';
import { CALENDAR, get, newCalendar, patch } from '../support/calendar';
import { call, ok, refusal } from '../support/client';
import { make } from '../support/factories';
import { makePng } from '../support/files';
import { input, unique } from '../support/input';
import { count, row, trail } from '../support/rows';

const { ids, booked } = await newCalendar();
const newDoctor = async () => ({ doctor_id: (await make.doctor()).id });
const times = (id: string) => row('SELECT starts_at, ends_at FROM appointment WHERE id = ?', id);

describe('GET /calendar/appointments/{id}', () => {
  it('answers what POST /appointment/ made, at its Location, with ETag, files and who sees it recorded', async () => {
    const made = await call('POST', '/appointment/', { json: input.appointment(ids) });
    const path = new URL(made.headers.get('location') ?? '').pathname;
    expect(path).toBe(`${CALENDAR}${made.body.id}`);
    const file = await makePng(made.body.id);
    const answer = await call('GET', path);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...{ ...made.body, files: [file], cancel_reason: null },
      ...{ created_at: expect.any(String), updated_at: answer.body.created_at },
    });
    expect([answer.headers.get('etag'), made.headers.get('etag')]).toEqual([expect.stringMatching(/^"1-/), '"1"']);
    expect(accessOf(answer)).toMatchObject([
      { action: 'read', entity: 'appointment', entity_id: made.body.id, patient_id: ids.patient_id },
    ]);
    const list = await call('GET', `${CALENDAR}?patient_id=${ids.patient_id}`);
    expect(accessOf(list)).toMatchObject([
      { action: 'list', entity: 'appointment', patient_id: ids.patient_id, count: list.body.length },
    ]);
  });

  it('is 404 where there is none, or where its patient is deleted, as PATCH is', async () => {
    const patient = await make.patient();
    const { id } = await booked({ patient_id: patient.id });
    await ok('DELETE', `/patient/${patient.id}`);
    for (const one of [id, crypto.randomUUID()]) {
      const detail = `Appointment not found: ${one}`;
      for (const answer of [await get(one), await get(one, '?view=full'), await patch(one, { status: 'CANCELLED' })]) {
        expect([answer.status, answer.body]).toEqual([404, refusal('not_found', detail)]);
      }
    }
    expect(await trail(id)).toEqual(['create 1']);
  });
});

describe('PATCH /calendar/appointments/{id}', () => {
  it('changes what it names, answers the appointment as a read does, and is audited by the names of fields', async () => {
    const { id } = await booked();
    const changes = { schedule: '2027-05-01T08:00:00', expected_duration_minutes: 45, is_follow_up: true };
    const answer = await patch(id, changes);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ...ids, id, type: 'OPD', status: 'SCEDULED', ...changes });
    expect(answer.headers.get('etag')).toBe('"2"');
    const read = await get(id);
    expect([read.body, read.headers.get('etag')]).toEqual([answer.body, expect.stringMatching(/^"2-/)]);
    const start = Date.UTC(2027, 4, 1, 8);
    expect(await times(id)).toEqual({ starts_at: start, ends_at: start + 45 * 60_000 });
    expect(await trail(id)).toEqual(['create 1', 'update 2 schedule,is_follow_up,expected_duration_minutes']);
    expect(accessOf(answer)).toEqual([]);
  });

  it('takes a merge patch by its own content type, with null for what can be cleared', async () => {
    const { id } = await booked({ type: 'IPD', is_follow_up: true, status: 'CHECKED_IN' });
    const json = { type: null, status: null, is_follow_up: null, expected_duration_minutes: null };
    const headers = { 'content-type': 'application/merge-patch+json' };
    const { status, body } = await patch(id, json, { headers });
    expect(status).toBe(200);
    expect(body).toMatchObject({ type: 'OPD', status: 'CHECKED_IN', is_follow_up: false });
    expect(body.expected_duration_minutes).toBeNull();
    const { starts_at } = (await times(id)) as { starts_at: number };
    expect(await times(id)).toEqual({ starts_at, ends_at: starts_at + 15 * 60_000 });
  });

  it('moves the end with the duration alone, and leaves a time alone that is not sent, whatever the time zone', async () => {
    const { id } = await booked({ schedule: '2027-05-01T08:00:00' });
    const answer = await patch(id, { expected_duration_minutes: 90 }, { env: { TIME_ZONE: 'Asia/Tokyo' } });
    expect(answer.status).toBe(200);
    const start = Date.UTC(2027, 4, 1, 8);
    expect(await times(id)).toEqual({ starts_at: start, ends_at: start + 90 * 60_000 });
    await patch(id, { schedule: '2027-05-01T08:00:00' }, { env: { TIME_ZONE: 'Asia/Tokyo' } });
    expect(await times(id)).toMatchObject({ starts_at: start - 9 * 3_600_000 });
  });

  it('reassigns, and names all that is not there before it looks at rules', async () => {
    const [patient, doctor, department] = await Promise.all([make.patient(), make.doctor(), make.department()]);
    const { id } = await booked({ status: 'COMPLETED' });
    const others = { patient_id: patient.id, doctor_id: doctor.id, department_id: department.id };
    expect((await patch(id, others)).body).toMatchObject(others);
    const unknown = crypto.randomUUID();
    const missing = { status: 'CHECKED_IN', patient_id: unknown, doctor_id: unknown, department_id: unknown };
    const { status, body } = await patch(id, missing);
    expect(status).toBe(404);
    const detail = ['Patient', 'Doctor', 'Department'].map((name) => `${name} not found: ${unknown}`).join('; ');
    expect(body).toEqual(refusal('reference_not_found', detail));
    expect((await patch(id, { ...others, doctor_id: unknown })).body).toEqual(
      refusal('reference_not_found', `Doctor not found: ${unknown}`),
    );
    expect(await trail(id)).toHaveLength(2);
  });

  it('does not look again for the doctor that the appointment has, who may be deleted', async () => {
    const doctor = await newDoctor();
    const { id } = await booked(doctor);
    await ok('DELETE', `/doctor/${doctor.doctor_id}`);
    const { status, body } = await patch(id, { ...doctor, status: 'CANCELLED' });
    expect([status, body.status]).toEqual([200, 'CANCELLED']);
    expect((await patch((await booked()).id, doctor)).status).toBe(404);
  });

  it('takes no new time of a doctor or in a department that is gone', async () => {
    const { ids, booked } = await newCalendar();
    const over = await booked({ status: 'CANCELLED' });
    const past = await booked({ schedule: '2020-01-01T10:00' });
    await ok('DELETE', `/department/${ids.department_id}`);
    const gone = refusal('reference_not_found', `Department not found: ${ids.department_id}`);
    for (const [id, json] of [
      [over.id, { status: 'SCEDULED' }],
      [past.id, { schedule: '2099-01-01T10:00' }],
      [past.id, { expected_duration_minutes: 60 }],
    ] as const) {
      const { status, body, cost } = await patch(id, json);
      expect([status, body, cost.trips]).toEqual([404, gone, 2]);
    }
    expect((await patch(past.id, { status: 'COMPLETED' })).status).toBe(200);
    await ok('DELETE', `/doctor/${ids.doctor_id}`);
    const { body } = await patch(over.id, { status: 'SCEDULED', department_id: (await make.department()).id });
    expect(body).toEqual(refusal('reference_not_found', `Doctor not found: ${ids.doctor_id}`));
  });

  it('leaves an appointment with its patient that has an invoice or a file', async () => {
    const other = await make.patient();
    const [billed, filed] = [await booked(), await booked()];
    await make.invoice({ patient_id: ids.patient_id, appointment_id: billed.id });
    await makePng(filed.id);
    for (const { id } of [billed, filed]) {
      const { status, body } = await patch(id, { patient_id: other.id });
      expect([status, body]).toEqual([
        400,
        refusal('in_use', 'An appointment that has invoices, files or notes stays with its patient'),
      ]);
      expect((await patch(id, { patient_id: ids.patient_id, type: 'IPD' })).status).toBe(200);
    }
  });

  it('cannot be given to another patient by whom an invoice names it at the same time', async () => {
    const other = await make.patient();
    for (let n = 0; n < 8; n++) {
      const { id } = await booked();
      const draft = await make.invoice({ patient_id: ids.patient_id });
      const named = { patient_id: ids.patient_id, appointment_id: id };
      await Promise.all([
        patch(id, { patient_id: other.id }),
        n % 2
          ? call('POST', '/invoice/', { json: input.invoice(named) })
          : call('PUT', `/invoice/${draft.id}`, { json: named }),
      ]);
    }
    const torn = 'invoice i JOIN appointment a ON a.id = i.appointment_id AND a.patient_id <> i.patient_id';
    expect(await count(torn)).toBe(0);
  });

  it('applies itself again to what others write at the same time', async () => {
    const { id } = await booked();
    const minutes = Array.from({ length: 6 }, (_, n) => ({ expected_duration_minutes: 10 + n }));
    const all = await Promise.all([...minutes, { type: 'C' }, { is_follow_up: true }].map((json) => patch(id, json)));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    expect((await get(id)).body).toMatchObject({ type: 'C', is_follow_up: true });
    const versions = all.map(({ headers }) => headers.get('etag'));
    expect(new Set(versions).size).toBe(all.length);
    expect(await trail(id)).toHaveLength(1 + all.length);
  });

  it('refuses what a create refuses, and null where it takes none', async () => {
    const { id } = await booked();
    const wrong = { schedule: null, doctor_id: null, type: '', cancel_reason: 'x'.repeat(501), is_follow_up: 1 };
    const { status, body } = await patch(id, wrong);
    expect(status).toBe(422);
    expect(body.detail.map(({ loc }: { loc: string[] }) => loc[1]).sort()).toEqual(Object.keys(wrong).sort());
  });

  it('is the answer to a repeated create: the appointment as it is now', async () => {
    const headers = { 'idempotency-key': unique('key') };
    const json = input.appointment(ids);
    const { body } = await call('POST', '/appointment/', { json, headers });
    await patch(body.id, { status: 'CANCELLED', cancel_reason: 'The flu' });
    const again = await call('POST', '/appointment/', { json, headers });
    expect([again.status, again.body]).toEqual([201, { ...body, status: 'CANCELLED' }]);
    expect(again.headers.get('location')).toBe(`http://localhost${CALENDAR}${body.id}`);
    expect(again.headers.get('etag')).toBe('"2"');
  });
});
