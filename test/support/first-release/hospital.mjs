// Makes the hospital of the first release through HTTP, one request after another.
import {
  BILLS,
  BYTES,
  DEPARTMENTS,
  DOCTORS,
  DURATIONS,
  doctorOf,
  FILE_NAMES,
  itemOf,
  PASSWORD,
  PEOPLE,
  patientOf,
  SCHEDULES,
  STATUSES,
} from './values.mjs';

async function makeAccounts({ signUp, ask, query }) {
  const logins = {};
  for (const role of ['admin', 'staff', 'billing', 'none', 'doctor']) {
    logins[role] = await signUp(`${role}@clinic.example`, PASSWORD);
  }
  const { admin, ...others } = logins;
  // As `npm run admin` does it.
  await query(`UPDATE user SET type = 'admin', version = version + 1 WHERE id = '${admin.id}'`);
  await query(`INSERT INTO audit (at, actor, action, entity, entity_id, version, changed)
    SELECT updated_at, 'command:admin', 'update', 'user', id, version, '["type"]' FROM user WHERE id = '${admin.id}'`);
  await admin.logIn();
  for (const type of ['billing', 'none', 'doctor']) {
    await ask('admin', 'PATCH', `/auth/users/${logins[type].id}`, { type });
  }
  for (const login of Object.values(others)) await login.logIn();
  return logins;
}

async function makePeople({ ask }) {
  const patients = [];
  for (const [i, person] of PEOPLE.entries()) {
    const headers = i < 3 && { 'idempotency-key': `patient-${i}` };
    patients.push(await ask(i % 2 ? 'doctor' : 'staff', 'POST', '/patient/', patientOf(person, i), headers));
  }
  const doctors = [];
  for (const [first, last, license, more] of DOCTORS) {
    doctors.push(await ask('staff', 'POST', '/doctor/', doctorOf(first, last, license, more)));
  }
  const [, greta, , former, disabled] = doctors;
  // License and e-mail of a deleted one are free for another.
  await ask('staff', 'DELETE', `/doctor/${former.id}`);
  doctors[3] = await ask('staff', 'POST', '/doctor/', doctorOf('Former', 'Colleague', former.license_number));
  const renamed = doctorOf('Greta', 'Lindqvist-Ek', greta.license_number, {
    bio: 'New',
    user: { password: undefined },
  });
  await ask('staff', 'PUT', `/doctor/${greta.id}`, renamed);
  await ask('admin', 'PATCH', `/auth/users/${disabled.user.id}`, { disabled: true });
  return { patients, doctors };
}

async function makeCatalog({ ask }) {
  const items = [];
  for (let n = 0; n < 12; n++) {
    const item = itemOf(n);
    await ask('billing', 'POST', '/catalog/', item);
    const path = `/catalog/?search=${encodeURIComponent(item.code)}&order_by=-created_at`;
    items.push((await ask('billing', 'GET', path)).data[0]);
  }
  const changed = { code: 'x-ray-1', name: 'Röntgen', default_price: 99.99, tags: ['imaging', 'dear'] };
  await ask('billing', 'PUT', `/catalog/${items[1].id}`, changed);
  return items;
}

async function makeAppointments({ ask }, { patients, doctors, departments }) {
  const appointments = [];
  for (let n = 0; n < 28; n++) {
    const appointment = {
      ...{ patient_id: patients[n % 9].id, doctor_id: doctors[n % 3].id, department_id: departments[n % 4].id },
      ...{ schedule: SCHEDULES[n % SCHEDULES.length], expected_duration_minutes: DURATIONS[n % DURATIONS.length] },
      ...{ status: STATUSES[n % STATUSES.length], type: n % 3 ? 'OPD' : 'Follow up', is_follow_up: n % 3 === 0 },
    };
    appointments.push(await ask('staff', 'POST', '/appointment/', appointment));
  }
  return appointments;
}

async function makeInvoices({ ask }, { patients, items, appointments }) {
  const invoices = [];
  for (let n = 0; n < 2 * BILLS.length; n++) {
    const [first, ...later] = BILLS[n % BILLS.length];
    const line = {
      name: 'Consultation',
      quantity: n % 3 ? 1 : 2.5,
      unit_price: 80.5,
      discount_percent: n % 2 ? 10 : 0,
    };
    const issued = `2026-0${1 + (n % 9)}-1${n % 10}T08:00${['', 'Z', '+02:00'][n % 3]}`;
    const bill = {
      patient_id: patients[n % 2 ? n % 9 : 20 - (n % 3)].id,
      appointment_id: n % 2 ? appointments[n % 9].id : null,
      items: n % 4 ? [line, { catalog_id: items[n % 12].id, quantity: 2 }] : [line],
      ...{ discount_amount: n % 5 ? 0 : 2.5, discount_percent: n % 6 ? 0 : 5 },
      ...(n % 3 ? { issue_date: issued, due_date: `2027-01-${10 + (n % 20)}T00:00` } : {}),
      tags: [['insurance'], [], ['insurance', 'Großhandel'], ['ward']][n % 4],
    };
    let made = await ask('billing', 'POST', '/invoice/', { ...bill, status: first[0], paid_amount: first[1] });
    for (const [status, paid_amount] of later) {
      const replaced = { ...bill, issue_date: made.issue_date, status, paid_amount };
      made = await ask('billing', 'PUT', `/invoice/${made.id}`, replaced);
    }
    invoices.push(made);
  }
  return invoices;
}

async function makeFiles({ ask, raw }, owners) {
  const files = [];
  for (let n = 0; n < 18; n++) {
    const filename = FILE_NAMES[n % FILE_NAMES.length];
    const bytes = Buffer.concat([BYTES[filename.split('.').at(-1).toLowerCase()], Buffer.from(` ${n}`)]);
    const { id: entity_id } = owners[n % owners.length];
    const query = new URLSearchParams({ entity_id, filename, type: n % 3 ? 'document' : 'photo' });
    files.push(await raw('staff', 'POST', `/static/upload_file?${query}`, bytes));
  }
  for (const file of [files[1], files[6]]) await ask('staff', 'DELETE', `/static/delete_file/${file.id}`);
}

/** @returns the accounts by their role, with their tokens; and a create that had an `Idempotency-Key` */
export async function fill(client) {
  const { ask } = client;
  const logins = await makeAccounts(client);
  const departments = [];
  for (const department of DEPARTMENTS) departments.push(await ask('staff', 'POST', '/department/', department));
  const { patients, doctors } = await makePeople(client);
  const items = await makeCatalog(client);
  const appointments = await makeAppointments(client, { patients, doctors, departments });
  const invoices = await makeInvoices(client, { patients, items, appointments });
  const people = [patients[0], patients[0], patients[18], doctors[0]];
  const papers = [appointments[1], invoices[1], departments[0]];
  await makeFiles(client, [...people, ...papers, patients[4], invoices[3]]);

  for (const i of [0, 5, 8, 18]) {
    await ask('staff', 'PUT', `/patient/${patients[i].id}`, {
      ...patientOf(PEOPLE[i], i + 1),
      phone_number: '08 123 45',
    });
  }
  for (const i of [3, 4, 19]) await ask('staff', 'DELETE', `/patient/${patients[i].id}`);

  await logins.staff.refresh();
  await logins.doctor.logOut();
  for (let n = 0; n < 3; n++) await logins.none.fail();
  return { logins, repeatable: { key: 'patient-2', id: patients[2].id, body: patientOf(PEOPLE[2], 2) } };
}
