// What comes, of types, rooms and series, when people and records go: merges and their undo, deletes, and the hospital's clocks.
import { describe, expect, it } from 'vitest';
import { newCalendar, patch, REJECT } from '../support/calendar';
import { type Body, call, ok } from '../support/client';
import { make } from '../support/factories';
import { unique } from '../support/input';
import { merge, unmerge } from '../support/merges';
import { row, rows } from '../support/rows';

const MONDAY = '2027-09-06T09:00';
const { ids, book, booked } = await newCalendar();

/** A type with buffers that needs the one room of its kind. */
async function newType(more: object = {}) {
  const kind = unique('Kind');
  const room = await make.calendarResource({ kind, department_id: null });
  const ofAll = { department_ids: [], doctor_ids: [], catalog_id: null };
  const type = await make.appointmentType({
    ...ofAll,
    needs: kind,
    minutes: 30,
    buffer_before: 10,
    buffer_after: 20,
    ...more,
  });
  return { kind, room_id: room.id as string, type_id: type.id as string };
}
const newDoctor = async (): Promise<string> => (await make.doctor()).id;
const newSeries = (json: object): Promise<Body> =>
  ok('POST', '/calendar/series', { ...REJECT, json: { ...ids, schedule: MONDAY, every_weeks: 1, count: 3, ...json } });
const visitsOf = async (patient_id: string): Promise<Body[]> => {
  const found: Body[] = await ok('GET', `/calendar/appointments/?patient_id=${patient_id}`);
  return found.map(({ updated_at: _, ...visit }) => visit);
};
/** Somebody else, of another doctor, who wants the room at that time. */
const wantRoom = async (room_id: string, schedule: string) => {
  const answer = await book(
    { doctor_id: await newDoctor(), resource_id: room_id, schedule, expected_duration_minutes: 5 },
    REJECT,
  );
  if (answer.status === 201) await patch(answer.body.id, { status: 'CANCELLED' });
  return answer.status === 201 ? 'free' : answer.body.code;
};

describe('A merge of patients', () => {
  it('moves visits with their type, room and series, keeps their time taken, and is undone', async () => {
    const [{ type_id, room_id }, doctor_id] = [await newType(), await newDoctor()];
    const [patient, other] = [await make.patient(), await make.patient()];
    const series = await newSeries({ doctor_id, type_id, patient_id: other.id });
    const own = await booked({ patient_id: patient.id, doctor_id, type_id, schedule: '2027-09-07T09:00' }, REJECT);
    const before = [await visitsOf(patient.id), await visitsOf(other.id)];
    expect(before[1]).toMatchObject([{ type_id, resource_id: room_id, series_id: series.id }, {}, {}]);

    const merged = await merge(patient.id, other.id);
    expect(merged.body.moved).toMatchObject({ appointments: 3, appointment_series: 1 });
    const expected = [
      ...(before[1] ?? []).map((visit) => ({ ...visit, patient_id: patient.id })),
      ...(before[0] ?? []),
    ];
    const bySchedule = (a: Body, b: Body) => (a.schedule < b.schedule ? -1 : 1);
    expect((await visitsOf(patient.id)).toSorted(bySchedule)).toEqual(expected.toSorted(bySchedule));
    expect(await row('SELECT 1 FROM appointment WHERE patient_id = ?', other.id)).toBeUndefined();
    expect((await row('SELECT patient_id FROM appointment_series WHERE id = ?', series.id))?.patient_id).toBe(
      patient.id,
    );
    // Buffers are taken as before.
    for (const time of ['2027-09-06T08:50', '2027-09-13T09:45', '2027-09-07T09:30']) {
      expect(await wantRoom(room_id, time)).toBe('no_resource');
    }
    expect(await wantRoom(room_id, '2027-09-06T08:45')).toBe('free');

    expect((await unmerge(patient.id, other.id)).status).toBe(200);
    expect([await visitsOf(patient.id), await visitsOf(other.id)]).toEqual(before);
    expect((await row('SELECT patient_id FROM appointment_series WHERE id = ?', series.id))?.patient_id).toBe(other.id);
    expect(await wantRoom(room_id, '2027-09-20T09:45')).toBe('no_resource');
    const { ids: ended } = await ok('POST', `/calendar/series/${series.id}/cancel`, { json: { from: '2027-09-13' } });
    expect(ended).toHaveLength(2);
    expect(await wantRoom(room_id, '2027-09-20T09:45')).toBe('free');
    expect(own.resource_id).toBe(room_id);
  });
});

describe('A patient who is deleted', () => {
  it('takes neither doctor nor room, and keeps no type and no room', async () => {
    const [{ type_id, room_id }, doctor_id, patient] = [await newType(), await newDoctor(), await make.patient()];
    const series = await newSeries({ doctor_id, type_id, patient_id: patient.id });
    expect((await call('DELETE', `/calendar/types/${type_id}`)).body.code).toBe('in_use');
    expect((await call('DELETE', `/calendar/resources/${room_id}`)).body.code).toBe('in_use');
    await ok('DELETE', `/patient/${patient.id}`);
    expect((await book({ doctor_id, type_id, schedule: MONDAY }, REJECT)).status).toBe(201);
    expect((await call('POST', `/calendar/series/${series.id}/cancel`, { json: { from: '2027-01-01' } })).status).toBe(
      404,
    );
    const [visit] = await rows<{ id: string }>(
      'SELECT id FROM appointment WHERE type_id = ? AND series_id IS NULL',
      type_id,
    );
    await patch(visit?.id ?? '', { status: 'CANCELLED' });
    expect((await call('DELETE', `/calendar/resources/${room_id}`)).status).toBe(200);
  });
});

describe('A doctor who is deleted', () => {
  it('leaves visits with their rooms, and types that name nobody else are offered nowhere', async () => {
    const doctor_id = await newDoctor();
    const { type_id, room_id } = await newType({ doctor_ids: [doctor_id] });
    const hours = { from: '08:00', to: '12:00', department_id: ids.department_id, slot_minutes: 30 };
    const json = { weekly: [{ weekday: 1, ...hours }], exceptions: [] };
    await ok('PUT', `/calendar/doctors/${doctor_id}/hours`, { json });
    const visit = await booked({ doctor_id, type_id, schedule: MONDAY }, REJECT);
    const slots = () =>
      ok('GET', `/calendar/slots?type_id=${type_id}&doctor_id=${doctor_id}&from=2027-09-06&to=2027-09-07`);
    expect((await slots()).length).toBeGreaterThan(0);
    await ok('DELETE', `/doctor/${doctor_id}`);
    expect(await slots()).toEqual([]);
    expect(await wantRoom(room_id, MONDAY)).toBe('no_resource');
    expect((await ok('GET', `/calendar/types/${type_id}`)).doctor_ids).toEqual([doctor_id]);
    // Given to another doctor, it keeps its type and room.
    const given = await patch(visit.id, { doctor_id: await newDoctor() }, REJECT);
    expect(given.body).toMatchObject({ type_id, resource_id: room_id });
  });
});

describe('A department', () => {
  it('stays while visits of a series come, and goes from a type that names it as it was', async () => {
    const department_id = (await make.department()).id;
    const { type_id, room_id } = await newType({ department_ids: [department_id] });
    const { department_id: _, ...others } = ids;
    const json = { ...others, doctor_id: await newDoctor(), type_id, schedule: MONDAY, every_weeks: 1, count: 2 };
    const series = await ok('POST', '/calendar/series', { json });
    expect(series.appointments.map((one: Body) => one.department_id)).toEqual([department_id, department_id]);
    expect((await call('DELETE', `/department/${department_id}`)).body.code).toBe('in_use');
    await ok('POST', `/calendar/series/${series.id}/cancel`, { json: { from: '2027-01-01' } });
    expect((await call('DELETE', `/department/${department_id}`)).status).toBe(200);
    expect((await ok('GET', `/calendar/types/${type_id}`)).department_ids).toEqual([department_id]);
    const { status, body } = await book({ ...json, department_id: undefined }, REJECT);
    expect([status, body.code]).toEqual([404, 'reference_not_found']);
    expect(await wantRoom(room_id, MONDAY)).toBe('free');
  });
});

describe('A room that is deleted', () => {
  it('is not given again to a visit that was cancelled and comes back', async () => {
    const [{ type_id, room_id, kind }, doctor_id] = [await newType(), await newDoctor()];
    const visit = await booked({ doctor_id, type_id, schedule: MONDAY }, REJECT);
    await patch(visit.id, { status: 'CANCELLED' });
    await ok('DELETE', `/calendar/resources/${room_id}`);
    const back = { status: 'SCEDULED' };
    expect((await patch(visit.id, back, REJECT)).body.code).toBe('no_resource');
    const { id: other } = await make.calendarResource({ kind, department_id: null });
    expect((await patch(visit.id, back, REJECT)).body.resource_id).toBe(other);
    await patch(visit.id, { status: 'CANCELLED' });
    await ok('DELETE', `/calendar/resources/${other}`);
    const { status, body, headers } = await patch(visit.id, back);
    expect([status, body.resource_id]).toEqual([200, undefined]);
    expect(headers.get('link')).toContain('/calendar/resources/');
  });
});
