// When nothing is booked: behind the appointments of the demo, so that none of them is in a closure.
import { etagOf, HospitalError, unwrap } from 'hospital-service-client';
import { addDays } from './doctors.mjs';

const closuresOf = (day, staff) => [
  { name: 'Staff training', from: `${addDays(day, 10)}T12:00`, to: `${addDays(day, 10)}T18:00` },
  { name: 'Leave', from: addDays(day, 9), to: addDays(day, 13), doctor_id: staff[0].id },
];

const ATTEMPTS = 3;

/** Adds those that are missing. After a 412 the list is another one, perhaps because only the answer was lost: it is read again. */
export async function makeClosures(hospital, day, staff) {
  for (let attempt = 1; ; attempt++) {
    const read = await hospital.GET('/calendar/closures');
    const { closures } = unwrap(read);
    const isThere = ({ name, from }) => closures.some((one) => one.name === name && one.from === from);
    const missing = closuresOf(day, staff).filter((one) => !isThere(one));
    if (missing.length === 0) return;
    const params = { header: { 'if-match': etagOf(read) } };
    const result = await hospital.PUT('/calendar/closures', { params, body: { closures: [...closures, ...missing] } });
    if (result.ok) return;
    if (result.status !== 412 || attempt === ATTEMPTS) throw new HospitalError(result);
  }
}
