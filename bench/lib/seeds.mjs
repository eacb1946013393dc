// One row of each table, written by the service itself: what the generated hospital is copied from.
import { DatabaseSync } from 'node:sqlite';
import { pdf } from './bodies.mjs';
import { clientOf, logIn } from './client.mjs';
import { columnsOf } from './database.mjs';
import { SEEDS, TABLES } from './hospital.mjs';
import { createDatabase, serve } from './local.mjs';

/** Has the service create one of each, by an admin. */
async function create({ url, d1 }) {
  await clientOf(url)('POST', '/auth/signup', SEEDS.account);
  await (await d1()).exec(`UPDATE user SET type = 'admin'`);
  const { authorization } = await logIn(url);
  const request = clientOf(url, authorization);
  // Cloudflare sets this; without it audit rows would be shorter than they are in a deployment.
  const headers = { 'cf-connecting-ip': '192.0.2.1' };
  const post = async (path, json, body) => (await request('POST', path, json, { headers, body })).json()?.id;

  const department_id = await post('/department/', SEEDS.department);
  const patient_id = await post('/patient/', SEEDS.patient);
  const doctor_id = await post('/doctor/', SEEDS.doctor);
  await post(`/static/upload_file?entity_id=${patient_id}&filename=report.pdf`, undefined, pdf(102_400));
  await post('/appointment/', { ...SEEDS.appointment, patient_id, doctor_id, department_id });
  await post('/invoice/', { ...SEEDS.invoice, patient_id });
  await post('/catalog/', SEEDS.catalog_item);
}

/** @returns the rows by table; `account` is the user that logs in, `audit` the audit row of a creation */
export async function seedsOf(module, data) {
  const file = await createDatabase(module, data);
  const worker = await serve(module, { data });
  try {
    await create(worker);
  } finally {
    await worker.stop();
  }
  using db = new DatabaseSync(file);
  const row = (table, which) => ({
    ...db.prepare(`SELECT ${columnsOf(db, table).join(', ')} FROM ${table} WHERE ${which}`).get(),
  });
  const last = (table) => row(table, `seq = (SELECT max(seq) FROM ${table})`);
  return {
    ...Object.fromEntries(TABLES.map((table) => [table, last(table)])),
    account: row('user', 'seq = 1'),
    audit: row('audit', `entity = 'patient'`),
  };
}
