import { type CallOptions, call } from './client';
import { make } from './factories';
import { input, type Overrides } from './input';

/** Creates a patient, a doctor and a department, and returns their ids with a function that books appointments for them. */
export async function newBooking() {
  const [patient, doctor, department] = await Promise.all([make.patient(), make.doctor(), make.department()]);
  const ids = { patient_id: patient.id, doctor_id: doctor.id, department_id: department.id };
  const book = (overrides: Overrides = {}, options: CallOptions = {}) =>
    call('POST', '/appointment/', { ...options, json: input.appointment({ ...ids, ...overrides }) });
  return { ids, book };
}
