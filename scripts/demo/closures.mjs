// When nothing is booked: behind the appointments of the demo, so that none of them is in a closure.
import { etagOf, HospitalError, unwrap } from 'hospital-service-client';
import { addDays } from './doctors.mjs';

/** Of the demo's day and doctors. */
export const CLOSURES = [
  (day) => ({ name: 'Staff training', from: `${addDays(day, 10)}T12:00`, to: `${addDays(day, 10)}T18:00` }),
  (day, staff) => ({ name: 'Leave', from: addDays(day, 9), to: addDays(day, 13), doctor_id: staff[0].id }),
];

const ATTEMPTS = 3;

/**
 * Adds one to the list, if it is missing. After a 412 that is another one; after a lost answer, of which the client says 0 as its
 * repetition is a 412, it may be there: it is read again.
 */
export async function makeClosure(hospital, closure) {
  for (let attempt = 1; ; attempt++) {
    const read = await hospital.GET('/calendar/closures');
    const { closures } = unwrap(read);
    if (closures.some(({ name, from }) => name === closure.name && from === closure.from)) return;
    const params = { header: { 'if-match': etagOf(read) } };
    const result = await hospital.PUT('/calendar/closures', { params, body: { closures: [...closures, closure] } });
    if (result.ok) return;
    if (![0, 412].includes(result.status) || attempt === ATTEMPTS) throw new HospitalError(result);
  }
}
