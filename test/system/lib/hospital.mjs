// A small hospital, made by the service itself, for tests of what is done to a whole database.
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '../../../scripts/local-worker.mjs';
import { migrate, migrations } from '../../../scripts/storage/migrate.mjs';
import { input } from '../../support/input.ts';
import { logIn } from './accounts.mjs';
import { builtWorker, temporaryDirectory } from './service.mjs';

const temporary = temporaryDirectory();
let made = 0;
/** Path in a directory that is gone when the test process ends; nothing is there yet. */
export const newPath = (name) => join(temporary, `${name}${++made}`);

const PDF = '%PDF-1.7\nblood test';

async function makeMigrated() {
  const dir = newPath('migrated');
  const { DB, stop } = await open(dir);
  await migrate(DB, migrations().at(-1));
  await stop();
  return dir;
}

let migrated;
/** As `npm start` keeps it: a directory for PERSIST_DIR with a migrated database, a copy of one that is made at the first call. */
export async function newPersistDir() {
  migrated ??= makeMigrated();
  const dir = newPath('state');
  cpSync(await migrated, dir, { recursive: true });
  return dir;
}

export const dataOf = (persistDir) => join(persistDir, 'v3');

/** Takes the database, and nothing else, back to what it was: what Time Travel does in a deployment. */
export function keep(persistDir) {
  const d1 = join(dataOf(persistDir), 'd1');
  const copy = newPath('d1');
  cpSync(d1, copy, { recursive: true });
  return () => {
    for (const name of readdirSync(d1)) rmSync(join(d1, name), { recursive: true });
    cpSync(copy, d1, { recursive: true });
  };
}

/**
 * The built service on a data directory.
 * @param options as `serve` in scripts/local-worker.mjs takes them
 * @returns its address, its storage, `query`, `runHourlyJob` and `stop`
 */
export async function open(persistDir, options) {
  mkdirSync(dataOf(persistDir), { recursive: true });
  const worker = await serve(await builtWorker(), { data: dataOf(persistDir), ...options });
  const storage = { DB: await worker.d1(), FILES: await worker.bucket(), database: 'hospital' };
  const query = async (sql, ...values) =>
    (
      await storage.DB.prepare(sql)
        .bind(...values)
        .all()
    ).results;
  const runHourlyJob = async () => (await worker.mf.getWorker()).scheduled({});
  return { url: worker.url, ...storage, query, runHourlyJob, stop: worker.stop };
}

/** @returns `post` as staff, which throws unless it is done, the account, and ids of what there is */
export async function makeHospital(service) {
  const staff = await logIn(service, 'staff');
  const ask = async (method, path, options) => {
    const answer = await staff.call(method, path, options);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.bytes}`);
    return answer.body;
  };
  const create = async (path, json) => (await ask('POST', path, { json })).id;
  const upload = async (owner) =>
    (await ask('POST', `/static/upload_file?entity_id=${owner}&filename=a.pdf`, { body: PDF })).id;

  const department = await create('/department/', input.department());
  const patients = [];
  for (let n = 0; n < 4; n++) patients.push(await create('/patient/', input.patient()));
  const [patient, changed, removed] = patients;
  const file = await upload(patient);
  await upload(removed);
  await ask('PUT', `/patient/${changed}`, { json: input.patient({ last_name: 'Åkesson' }) });
  await ask('DELETE', `/patient/${removed}`);

  // A deleted doctor, whose license and e-mail another one has now.
  const first = input.doctor();
  const former = await create('/doctor/', first);
  await ask('DELETE', `/doctor/${former}`);
  const doctor = await create('/doctor/', first);
  await ask('PUT', `/calendar/doctors/${doctor}/hours`, { json: input.hours({ department_id: department }) });
  const appointment = await create('/appointment/', {
    ...input.appointment(),
    ...{ patient_id: patient, doctor_id: doctor, department_id: department },
  });
  // A type with buffers that takes a room, a series of such visits, and time that is held.
  await create('/calendar/resources/', { name: 'Room 1', kind: 'Ultrasound' });
  const buffers = { buffer_before: 10, buffer_after: 5 };
  const type_id = await create('/calendar/types/', { name: 'Scan', minutes: 20, ...buffers, needs: 'ultrasound' });
  const planned = { type_id, doctor_id: doctor, department_id: department };
  const weekly = { schedule: '2027-02-01T10:00', every_weeks: 1, count: 3 };
  await create('/calendar/series', { ...planned, ...weekly, patient_id: patient });
  await create('/calendar/holds', { ...planned, schedule: '2027-02-01T14:00', ttl: 900 });
  await ask('POST', '/catalog/', { json: input.catalogItem({ tags: ['listed', 'x-ray'] }) });
  const invoice = await create('/invoice/', { ...input.invoice(), patient_id: patient, appointment_id: appointment });
  const bill = input.invoice({ patient_id: patient, status: 'ISSUED', paid_amount: 5 });
  const paid = await create('/invoice/', bill);
  for (const amount of [40, -10.5]) await ask('POST', `/invoice/${paid}/payments`, { json: input.payment({ amount }) });
  return {
    ...{
      staff,
      ask,
      create,
      upload,
      patient,
      changed,
      removed,
      patients,
      doctor,
      former,
      department,
      invoice,
      paid,
      file,
    },
  };
}
