// Working hours, free times and appointments. 7 January 2030 is a Monday.
import assert from 'node:assert/strict';
import { type Hospital, unwrap } from './client.ts';

const DAY = { from: '2030-01-07', to: '2030-01-08' };

export async function setHours(hospital: Hospital, id: string, department_id: string) {
  const weekly = [{ weekday: 1, from: '09:00', to: '10:00', department_id, slot_minutes: 20 }];
  const path = { id };
  const hours = unwrap(await hospital.PUT('/calendar/doctors/{id}/hours', { params: { path }, body: { weekly } }));
  assert.deepEqual(hours.weekly, weekly);
  unwrap(await hospital.GET('/calendar/doctors/{id}/hours', { params: { path } }));
}

async function freeTimes(hospital: Hospital, doctor_id: string) {
  return unwrap(await hospital.GET('/calendar/slots', { params: { query: { doctor_id, ...DAY } } }));
}

export async function book(hospital: Hospital, doctor_id: string, patient_id: string) {
  const [slot] = await freeTimes(hospital, doctor_id);
  assert.equal(slot?.schedule, '2030-01-07T09:00:00');
  const { department_id, schedule, expected_duration_minutes } = slot;
  const appointment = unwrap(
    await hospital.POST('/appointment/', {
      body: { patient_id, doctor_id, department_id, schedule, expected_duration_minutes },
    }),
    201,
  );
  assert.equal(appointment.type, 'OPD');
  return appointment;
}

export async function move(hospital: Hospital, appointment: { id: string; doctor_id: string }) {
  const { id, doctor_id } = appointment;
  const query = { ...DAY, doctor_id };
  const [first] = unwrap(
    await hospital.GET('/calendar/appointments/', { params: { query: { ...query, view: 'full' } } }),
  );
  assert.ok(first && 'patient' in first);
  assert.equal(first.patient.first_name, 'Åsa');
  unwrap(await hospital.GET('/calendar/appointments/', { params: { query } }));

  const parameters = { params: { path: { id } } };
  const body = { schedule: '2030-01-07T09:40:00' };
  const moved = unwrap(await hospital.PATCH('/calendar/appointments/{id}', { ...parameters, body }));
  assert.equal(moved.schedule, body.schedule);
  const one = unwrap(await hospital.GET('/calendar/appointments/{id}', parameters));
  assert.equal(one.schedule, body.schedule);
  const full = { params: { ...parameters.params, query: { view: 'full' as const } } };
  const named = unwrap(await hospital.GET('/calendar/appointments/{id}', full));
  assert.ok('doctor' in named);
  assert.equal(named.doctor.first_name, 'Erik');
  const left = await freeTimes(hospital, doctor_id);
  assert.deepEqual(
    left.map(({ schedule }) => schedule),
    ['2030-01-07T09:00:00', '2030-01-07T09:20:00'],
  );
}
