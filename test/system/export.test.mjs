// The service is killed (SIGKILL) over and over while it exports its patients: each must be in the files once.
// PATIENTS=100000 makes it longer, KILLS=n kills more often, SEED=n repeats the moments of a run.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { input } from '../support/input.ts';
import { logIn, send } from './lib/accounts.mjs';
import { randomOf, seed } from './lib/random.mjs';
import { emptyData, startService } from './lib/service.mjs';

const PATIENTS = Number(process.env.PATIENTS ?? 2_000);
const KILLS = Number(process.env.KILLS ?? 8);
/** Milliseconds after which it is killed: within a chunk, or one or two later. */
const MOMENTS = [10, 40, 120, 400];
const AT_ONCE = 10_000;
const TYPES = ['Patient', 'Observation', 'Condition'];

/** Copies of one patient, each with a name of its own. */
async function seedPatients(service, { id }) {
  const columns = (await service.query(`SELECT name FROM pragma_table_info('patient')`)).map(({ name }) => name);
  const differing = { id: `printf('00000000-0000-4000-8000-%012d', i)`, last_name: `'Berg' || i` };
  const names = columns.filter((name) => name !== 'seq');
  const values = names.map((name) => differing[name] ?? name);
  for (let from = 1; from < PATIENTS; from += AT_ONCE) {
    await service.query(
      `WITH RECURSIVE copy (i) AS (VALUES (?2) UNION ALL SELECT i + 1 FROM copy WHERE i < ?3)
       INSERT INTO patient (${names}) SELECT ${values} FROM copy, patient WHERE id = ?1`,
      ...[id, from, Math.min(PATIENTS, from + AT_ONCE) - 1],
    );
  }
}

const hashOf = (texts) => createHash('sha256').update(texts.sort().join('\n')).digest('hex');

/** What identifies a resource's patient, with the name that only its own row has. */
const nameOf = ({ resourceType, id, name, subject }) =>
  resourceType === 'Patient' ? `${id} ${name[0].family}` : subject.reference.replace('Patient/', '');

/** @returns count and hash of what the files of each type have */
async function download(service, token, { output }) {
  const found = Object.fromEntries(TYPES.map((type) => [type, []]));
  for (const { type, url, count } of output) {
    const { status, bytes } = await send(service.url, 'GET', new URL(url).pathname, { token });
    assert.equal(status, 200, url);
    const lines = bytes.toString().trimEnd().split('\n');
    assert.equal(lines.length, count, url);
    for (const line of lines) found[type].push(nameOf(JSON.parse(line)));
  }
  return Object.entries(found).map(([type, names]) => [type, names.length, hashOf(names)]);
}

test('An export has each resource once, however often the service is killed', { timeout: 3_600_000 }, async () => {
  console.log(`export: SEED=${seed}`);
  const random = randomOf(seed);
  const data = await emptyData();
  // Addresses in the manifest begin with it: each start has another port.
  const start = () => startService({ data, vars: { BASE_URL: 'http://hospital.example' } });
  let service = await start();
  const admin = await logIn(service, 'admin');
  const conditions = [{ condition: 'Asthma', description: 'mild', diagnozed_date: '2020-01-02' }];
  const json = input.patient({ blood_group: 'A_POS', medical_conditions: conditions });
  const { body } = await send(service.url, 'POST', '/patient/', { token: admin.token, json });
  await seedPatients(service, body);
  const patients = await service.query('SELECT id, last_name FROM patient');
  assert.equal(patients.length, PATIENTS);

  const ask = (method, path, headers) => send(service.url, method, path, { token: admin.token, headers });
  const began = Date.now();
  const kickOff = await ask('GET', `/fhir/r4/$export?_type=${TYPES}`, { prefer: 'respond-async' });
  assert.equal(kickOff.status, 202);
  const path = new URL(kickOff.headers.get('content-location')).pathname;

  let kills = 0;
  const seen = new Set();
  for (;;) {
    const { status, headers, body } = await ask('GET', path);
    if (status === 200) break;
    assert.equal(status, 202, JSON.stringify(body));
    seen.add(headers.get('x-progress'));
    await sleep(kills < KILLS ? random.pick(MOMENTS) : 100);
    if (kills >= KILLS) continue;
    await service.crash();
    service = await start();
    kills++;
    // Locally a queue is lost with its process: as where minutes have passed since the last chunk, who asks has it go on.
    await service.query('UPDATE export_job SET progressed_at = 0');
  }
  const ms = Date.now() - began;

  const manifest = JSON.parse((await ask('GET', path)).bytes);
  const names = patients.map(({ id, last_name }) => `${id} ${last_name}`);
  const ids = patients.map(({ id }) => id);
  assert.deepEqual(
    await download(service, admin.token, manifest),
    TYPES.map((type) => [type, PATIENTS, hashOf(type === 'Patient' ? names : ids)]),
  );
  const objects = (await service.objects()).filter(({ key }) => key.startsWith('export/'));
  const bytes = objects.reduce((sum, { size }) => sum + size, 0);
  await service.stop();
  const n = (number) => number.toLocaleString('en');
  console.log(
    `export: ${n(PATIENTS)} patients, ${kills} kills (${seen.size} places), ${n(ms)} ms with ${kills} restarts; ` +
      `${manifest.output.length} files, ${objects.length - manifest.output.length} left over, ${n(bytes)} bytes`,
  );
});
