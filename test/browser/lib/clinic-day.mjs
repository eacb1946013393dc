// A day of a clinic as it is: people of many countries with ten doctors, some at once, some without an appointment, some who do
// not come. Names are those of `npm run demo`.
import { doctorOf } from '../../../scripts/demo/doctors.mjs';
import { patientOf } from '../../../scripts/demo/patients.mjs';
import { made } from './portal.mjs';

/** Nobody is born after it; the day itself is one to come. */
const BORN_BEFORE = '2026-01-05';
const DOCTORS = 10;
const VISITS = 7;
/** In turn, in the order of the day. */
const STATUSES = ['COMPLETED', 'NO_SHOW', 'COMPLETED', 'IN_PROGRESS', 'CHECKED_IN', 'SCEDULED', 'CANCELLED'];

const clock = (minute) => [minute / 60, minute % 60].map((n) => String(Math.floor(n)).padStart(2, '0')).join(':');

/**
 * Makes it on a Monday. Visits last 20 minutes one after the other, but those of the last doctors 30; each second doctor has
 * somebody without an appointment at the same time as the fourth visit.
 * @returns `department`, the `visits` booked, and `pairs` of those at the same time
 */
export async function clinicDay(call, day) {
  const create = (path, json) => made(call('POST', path, { json }));
  const department = await create('/department/', { name: 'General Medicine', code: 'GENERAL' });
  let person = 0;
  const visits = [];
  const pairs = [];
  for (let n = 0; n < DOCTORS; n++) {
    const { first_name, last_name, license_number } = doctorOf(1, n, BORN_BEFORE).body;
    const user = { email: `doctor${n}@day.example`, password: 'Correct-Horse-1' };
    const doctor = await create('/doctor/', { first_name, last_name, license_number, user });
    const slot_minutes = n < 7 ? 20 : 30;
    const hours = { weekday: 1, from: '08:00', to: '12:00', department_id: department.id, slot_minutes };
    await made(call('PUT', `/calendar/doctors/${doctor.id}/hours`, { json: { weekly: [hours] } }));
    const book = async (minute, status) => {
      const { first_name, last_name, gender, dob } = patientOf(1, person++, BORN_BEFORE).body;
      const patient = await create('/patient/', { first_name, last_name, gender, dob });
      const visit = await create('/appointment/', {
        ...{ patient_id: patient.id, doctor_id: doctor.id, department_id: department.id, status },
        ...{ schedule: `${day}T${clock(minute)}:00`, expected_duration_minutes: slot_minutes },
      });
      visits.push(visit);
      return visit;
    };
    for (const [i, status] of STATUSES.slice(0, VISITS).entries()) {
      const minute = 480 + (i + (n % 2)) * slot_minutes;
      const visit = await book(minute, status);
      if (i === 3 && n % 2 === 0) pairs.push([visit, await book(minute, 'CHECKED_IN')]);
    }
  }
  return { department, visits, pairs };
}
