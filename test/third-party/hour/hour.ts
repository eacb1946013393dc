// A portal developer's first hour, as the README tells it, by openapi-fetch and the types of openapi-typescript alone.
import assert from 'node:assert/strict';
import { book, move, setHours } from './calendar.ts';
import { connect, type OnAnswer, unwrap } from './client.ts';
import { loseToken, makeMistakes } from './mistakes.ts';
import { addItem, bill, pay } from './money.ts';
import { addDepartment, addDoctor, addPatient, attachFile, changePatient, logIn, readFile } from './people.ts';

/**
 * @param run letters and digits that no other run against the same service has
 * @throws AssertionError where an answer is not what the README promises
 */
export async function hour(baseUrl: string, run: string, onAnswer: OnAnswer) {
  const hospital = connect(baseUrl, onAnswer);
  assert.equal(unwrap(await hospital.GET('/health/')).status, 'ok');
  const { email, refresh_token } = await logIn(hospital, run);
  assert.equal(unwrap(await hospital.GET('/settings/')).currency, 'USD');
  const department = await addDepartment(hospital, run);
  const doctor = await addDoctor(hospital, run);
  const patient = await addPatient(hospital, run);
  await changePatient(hospital, patient.id, patient.last_name);
  const file = await attachFile(hospital, patient.id);
  await setHours(hospital, doctor.id, department.id);
  const appointment = await book(hospital, doctor.id, patient.id);
  await move(hospital, appointment);
  const item = await addItem(hospital, run);
  const invoice = await bill(hospital, appointment, item.id);
  await pay(hospital, invoice.id, run);
  await readFile(hospital, file);
  await makeMistakes(hospital, { email, code: department.code, patientId: patient.id, invoiceId: invoice.id });
  const renewed = unwrap(await hospital.POST('/auth/refresh', { body: { refresh_token } }));
  hospital.authorize(renewed.access_token);
  unwrap(await hospital.POST('/auth/logout', { body: { refresh_token: renewed.refresh_token } }), 204);
  await loseToken(hospital);
}
