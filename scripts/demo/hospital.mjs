// Makes the hospital, one kind of record after the other, as each needs those before it.
import { unwrap } from 'hospital-service-client';
import { appointmentsOf } from './appointments.mjs';
import { CLOSURES, makeClosure } from './closures.mjs';
import { createCreator, forEach } from './creator.mjs';
import { DEPARTMENTS } from './departments.mjs';
import { doctorCount, doctorOf, workingHours } from './doctors.mjs';
import { amountsOf, catalogOf, invoiceOf } from './invoices.mjs';
import { notesOf, writeNote } from './notes.mjs';
import { NEWBORN, patientOf } from './patients.mjs';
import { invoiceLetter, labReport, referral } from './pdf.mjs';
import { roomOf, roomsIn, typed, typeOf, typesIn } from './planning.mjs';
import { ecg, portrait } from './png.mjs';
import { createProgress } from './progress.mjs';
import { randomOf } from './random.mjs';

/** Every so many patients and appointments have a file. */
const EVERY = { lab: 8, ecg: 14, referral: 20 };
const numbers = (count) => Array.from({ length: count }, (_, n) => n);

/**
 * @param clientOf somebody's client, by the e-mail
 * @param made `seed`, `patients` and `start` of the demo, and the `code` of the item that says so
 * @param settings currency of the hospital and its decimals
 */
export async function makeHospital({ hospital, clientOf, passwordOf, key, made, settings }) {
  const { seed, start } = made;
  const day = start.slice(0, 10);
  const { create, upload } = createCreator(hospital, key);
  const doctors = numbers(doctorCount(made.patients)).map((n) => doctorOf(seed, n, day));
  const patients = numbers(made.patients).map((n) => patientOf(seed, n, day));
  const appointments = appointmentsOf(seed, start, doctors, patients);
  const visits = appointments.filter(({ body }) => body.status === 'COMPLETED');
  const notes = notesOf(seed, visits);
  const departments = DEPARTMENTS.slice(0, doctors.length);
  const catalog = catalogOf(settings.currency_decimals);
  const [rooms, kinds] = [roomsIn(departments), typesIn(departments)];
  const parts = [departments, catalog, rooms, kinds, doctors, CLOSURES, patients, appointments, notes, visits];
  const progress = createProgress(parts.reduce((sum, { length }) => sum + length, 0));
  const money = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: settings.currency,
    currencyDisplay: 'code',
  });

  /** All records of one kind. */
  const phase = (name, items, work) => {
    progress.begin(name);
    return forEach(items, async (item, n) => {
      const record = await work(item, n);
      progress.step();
      return record;
    });
  };

  const wards = await phase('Departments', departments, ({ code, name, icon_codes, description }, n) =>
    create('/department/', 'department', n, { code, name, icon_codes, description }),
  );

  // The item that says what demo it is was there before all else.
  await phase('Price list', catalog, (item, n) => item.code !== made.code && create('/catalog/', 'catalog', n, item));
  const listed = await Array.fromAsync(hospital.list('/catalog/'));
  const itemId = (code) => listed.find((item) => item.code === code)?.id;
  const wardId = (code) => wards[departments.findIndex((ward) => ward.code === code)]?.id;
  await phase('Rooms', rooms, (room, n) => create('/calendar/resources/', 'room', n, roomOf(room, wardId)));
  const types = await phase('Appointment types', kinds, (type, n) =>
    create('/calendar/types/', 'type', n, typeOf(type, wardId, itemId)),
  );

  const staff = await phase('Doctors', doctors, async (doctor, n) => {
    const { email, phone_number, body } = doctor;
    const user = { email, phone_number, password: passwordOf(email) };
    const record = await create('/doctor/', 'doctor', n, { ...body, user });
    const hours = workingHours(seed, n, day, doctor, wards[doctor.department].id);
    unwrap(await hospital.PUT('/calendar/doctors/{id}/hours', { params: { path: { id: record.id } }, body: hours }));
    await upload(record.id, 'portrait', n, 'portrait.png', portrait(seed, n));
    return record;
  });

  await phase('Closures', CLOSURES, (closureOf) => makeClosure(hospital, closureOf(day, staff)));

  const people = await phase('Patients', patients, async ({ body }, n) => {
    const record = await create('/patient/', 'patient', n, body);
    const random = randomOf(seed, 'files', n);
    if (n % EVERY.lab === 0) {
      const report = await labReport(record, day, random);
      await upload(record.id, 'lab_report', n, `Laboratory report ${day}.pdf`, report);
    }
    if (n % EVERY.ecg === 0) await upload(record.id, 'ecg', n, `ECG ${day}.png`, ecg(seed, n));
    return record;
  });

  if (people[NEWBORN.n]) {
    const params = { path: { id: people[NEWBORN.n].id } };
    const body = { mother_id: people[NEWBORN.mother].id };
    unwrap(await hospital.PATCH('/patient/{id}', { params, body }));
  }

  const booked = await phase('Appointments', appointments, async (appointment, n) => {
    const { patient, doctor, department, ...rest } = appointment;
    const ids = { patient_id: people[patient].id, doctor_id: staff[doctor].id, department_id: wards[department].id };
    const record = await create('/appointment/', 'appointment', n, { ...ids, ...typed(appointment, types) });
    if (rest.cancel_reason) {
      const changes = { status: 'CANCELLED', cancel_reason: rest.cancel_reason };
      const params = { path: { id: record.id } };
      unwrap(await hospital.PATCH('/calendar/appointments/{id}', { params, body: changes }));
    }
    if (n % EVERY.referral === 0) {
      const written = await referral(people[patient], staff[doctor], wards[department].name, rest.date);
      await upload(record.id, 'referral', n, 'Referral.pdf', written);
    }
    return record;
  });
  const recordOf = new Map(appointments.map((appointment, n) => [appointment, booked[n]]));

  const writers = new Map();
  for (const n of new Set(notes.map(({ visit }) => visit.doctor))) writers.set(n, await clientOf(doctors[n].email));
  await phase('Notes', notes, (note) => writeNote(writers.get(note.visit.doctor), recordOf.get(note.visit).id, note));

  await phase('Invoices', visits, async (visit, n) => {
    const doctor = staff[visit.doctor].id;
    const { body, payments, isCredited, note, ends, date } = invoiceOf(seed, n, visit, itemId, doctor);
    const patient = people[visit.patient];
    const ids = { patient_id: patient.id, appointment_id: recordOf.get(visit).id };
    const invoice = await create('/invoice/', 'invoice', n, { ...ids, ...body });
    const path = { id: invoice.id };
    const shares = payments.map(({ share }) => share);
    for (const [i, amount] of amountsOf(invoice.total_amount, shares, settings.currency_decimals).entries()) {
      if (amount < 0 && isCredited)
        await create('/invoice/{id}/credit-note', 'credit', n, { amount: -amount, reason: note }, path);
      await create('/invoice/{id}/payments', `payment-${i}`, n, { amount, ...payments[i].body }, path);
    }
    if (ends)
      unwrap(await hospital.PUT('/invoice/{id}', { params: { path }, body: { patient_id: patient.id, status: ends } }));
    if (n % 5 === 1) {
      const bytes = await invoiceLetter(patient, invoice, date, (amount) => money.format(amount));
      await upload(invoice.id, 'invoice', n, `${invoice.reg_number}.pdf`, bytes);
    }
  });
  progress.end();
}
