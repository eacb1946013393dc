// The hospital that is recorded: some of each kind of record, made through HTTP, one request after another.
import { setTimeout } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { input } from '../input.ts';
import { BYTES, FILES, PASSWORD, PEOPLE, SCHEDULES, STATUSES } from './values.mjs';

async function makeAccounts({ signUp, ask, query }) {
  const logins = {};
  for (const name of ['admin', 'staff', 'billing', 'none', 'factor']) {
    logins[name] = await signUp(`${name}@clinic.example`, PASSWORD);
  }
  const { admin, ...others } = logins;
  // As `npm run admin` does it.
  await query(`UPDATE user SET type = 'admin', version = version + 1 WHERE id = '${admin.id}'`);
  await query(`INSERT INTO audit (at, actor, action, entity, entity_id, version, changed)
    SELECT updated_at, 'command:admin', 'update', 'user', id, version, '["type"]' FROM user WHERE id = '${admin.id}'`);
  await admin.logIn();
  for (const type of ['billing', 'none']) await ask('admin', 'PATCH', `/auth/users/${logins[type].id}`, { type });
  for (const login of Object.values(others)) await login.logIn();
  const { secret } = await ask('factor', 'POST', '/auth/totp', { password: PASSWORD, totp: null });
  const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  logins.factor.recovery_codes = (await ask('factor', 'POST', '/auth/totp/confirm', { totp })).recovery_codes;
  const invited = { email: 'invited@clinic.example', full_name: 'Invited', type: 'billing' };
  logins.invited = { ...invited, token: (await ask('admin', 'POST', '/auth/users', invited)).token };
  return logins;
}

const personOf = ([first_name, middle_name, last_name, phone_number, dob], i) => ({
  ...input.patient({ first_name, middle_name, last_name, phone_number, dob }),
  ...(i === 2 ? { national_id: '840229-2394', allergies: input.person().allergies, payer: input.person().payer } : {}),
});

async function makePatients({ ask }) {
  const patients = [];
  for (const [i, person] of PEOPLE.entries()) {
    const headers = i === 0 && { 'idempotency-key': 'patient-0' };
    patients.push(await ask('staff', 'POST', '/patient/', personOf(person, i), headers));
  }
  await ask('staff', 'PATCH', `/patient/${patients[1].id}`, { phone_number: '08 123 45', addresses: [] });
  return patients;
}

async function makeDoctors({ ask }) {
  const doctor = (first_name, last_name, license_number, more) =>
    ask('staff', 'POST', '/doctor/', input.doctor({ first_name, last_name, license_number, ...more }));
  const gone = await doctor('Former', 'Colleague', 'GONE-1');
  await ask('staff', 'DELETE', `/doctor/${gone.id}`);
  // The license of a deleted one is free for another.
  return [await doctor('Erik', 'Lind', 'GONE-1'), await doctor('Ngọc', 'Trần', 'VN/1', { consultation_fee: 0 })];
}

async function makeAppointments({ ask }, ids, patients) {
  const appointments = [];
  for (const [n, schedule] of SCHEDULES.entries()) {
    const patient_id = patients[n % 4].id;
    const more = { status: STATUSES[n % STATUSES.length], schedule, patient_id };
    appointments.push(await ask('staff', 'POST', '/appointment/', input.appointment({ ...ids, ...more })));
  }
  const cancelled = { status: 'CANCELLED', cancel_reason: 'Has a cold' };
  await ask('staff', 'PATCH', `/calendar/appointments/${appointments[0].id}`, cancelled);
  return appointments;
}

async function makeInvoices({ ask }, patients, appointments) {
  const bill = (status, more) =>
    ask('billing', 'POST', '/invoice/', input.invoice({ patient_id: patients[0].id, status, ...more }));
  const pay = (invoice, payment) =>
    ask('billing', 'POST', `/invoice/${invoice.id}/payments`, input.payment({ reference: null, ...payment }));
  await bill('DRAFT', { tags: ['ward', 'say "aah"'] });
  const visit = { appointment_id: appointments[1].id, patient_id: patients[1].id };
  const issued = await bill('ISSUED', { ...visit, tags: ['insurance', 'C:\\x-ray'] });
  for (const amount of [40.5, -10]) await pay(issued, { amount });
  const taxed = await bill('ISSUED', {
    items: [{ ...input.line(), catalog_id: null, doctor_id: null, unit_price: 100 }],
  });
  await ask('billing', 'POST', `/invoice/${taxed.id}/credit-note`, input.creditNote({ amount: 20 }));
  await pay(taxed, { amount: 99, method: 'card' });
  await bill('PAID', { paid_amount: 100, patient_id: patients[5].id });
  const wrong = await bill('ISSUED', { tags: ['insurance'] });
  await ask('billing', 'PUT', `/invoice/${wrong.id}`, { patient_id: patients[0].id, status: 'VOID' });
  return [issued, taxed];
}

async function makeFiles({ ask, raw }, owners) {
  const files = [];
  for (const [n, filename] of FILES.entries()) {
    const bytes = BYTES[filename.split('.').at(-1).toLowerCase()];
    const query = new URLSearchParams({ entity_id: owners[n % owners.length].id, filename, type: 'document' });
    files.push(await raw('staff', 'POST', `/static/upload_file?${query}`, bytes));
  }
  await ask('staff', 'DELETE', `/static/delete_file/${files[1].id}`);
}

/** @returns the accounts by name, with their tokens; and a create that had an `Idempotency-Key` */
export async function fill(client) {
  const { ask, query } = client;
  const logins = await makeAccounts(client);
  const department = await ask(
    'staff',
    'POST',
    '/department/',
    input.department({ name: 'Große Ambulanz', code: 'ög-1' }),
  );
  const patients = await makePatients(client);
  const doctors = await makeDoctors(client);
  const [doctor] = doctors;
  await ask(
    'billing',
    'POST',
    '/catalog/',
    input.catalogItem({ code: 'X-1', name: 'Röntgen', tags: ['ward', 'Größe L'] }),
  );
  const hours = input.hours({ department_id: department.id });
  await ask('staff', 'PUT', `/calendar/doctors/${doctor.id}/hours`, hours);
  await ask('admin', 'PUT', '/calendar/closures', input.closures());
  const ids = { doctor_id: doctor.id, department_id: department.id };
  const appointments = await makeAppointments(client, ids, patients);
  const invoices = await makeInvoices(client, patients, appointments);
  await makeFiles(client, [patients[0], patients[3], doctor, appointments[1], invoices[0]]);
  // Two records of the same person, and one who is deleted.
  await ask('staff', 'POST', `/patient/${patients[0].id}/merge`, { from: patients[3].id });
  await ask('staff', 'DELETE', `/patient/${patients[5].id}`);

  await logins.staff.refresh();
  await logins.billing.logOut();
  for (let n = 0; n < 3; n++) await logins.none.fail();
  await ask('staff', 'GET', `/patient/${patients[0].id}`);
  // What was seen comes out of the queue some seconds later.
  const looked = `SELECT coalesce(max(last_at), 0) AS at FROM access_object`;
  for (const at = Date.now() - 500; (await query(looked))[0].at < at; ) await setTimeout(100);
  return { logins, repeatable: { key: 'patient-0', id: patients[0].id, body: personOf(PEOPLE[0], 0) } };
}
