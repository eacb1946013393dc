import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { dump } from '../../scripts/storage/dump.mjs';
import { rowsOf } from '../../scripts/storage/files.mjs';
import { migrate, migrations } from '../../scripts/storage/migrate.mjs';
import { checkBackup, restore } from '../../scripts/storage/restore.mjs';
import { tablesOf } from '../../scripts/storage/tables.mjs';
import { faultsOf, verifyTrails } from '../../scripts/verify/chain.mjs';
import { NUMBERED } from '../../scripts/verify/declared.mjs';
import { input } from '../support/input.ts';
import { countAll, keepAll, look, untilRecorded } from './lib/accesses.mjs';
import { askToken, callOf, logIn, PASSWORD, register, send } from './lib/accounts.mjs';
import { command } from './lib/command.mjs';
import { makeHospital, newPath, newPersistDir, open } from './lib/hospital.mjs';

let persistDir;
let service;
let hospital;
before(async () => {
  persistDir = await newPersistDir();
  service = await open(persistDir);
  hospital = await makeHospital(service);
});
after(() => service.stop());

const dateOf = (time) => new Date(time).toISOString().slice(0, 10);

/** Makes a backup. @returns its directory and manifest, and its rows by table */
async function dumped(options) {
  const dir = newPath('backup');
  mkdirSync(dir);
  const manifest = await dump(service, dir, options);
  const rows = Object.fromEntries(manifest.tables.map((table) => [table.name, [...rowsOf(dir, table)]]));
  return { dir, manifest, rows };
}
/** Of all tables but the access log, to which a read is added some seconds after its answer. */
const digests = ({ tables }) =>
  Object.fromEntries(
    tables
      .filter(({ name }) => !name.startsWith('access'))
      .map(({ name, rows, sha256 }) => [name, `${rows} ${sha256}`]),
  );

/** A patient whom another system calls so. */
const fromElsewhere = (value) => ({
  resourceType: 'Patient',
  identifier: [{ system: 'https://clinic.example/ids', value }],
  name: [{ family: 'Ek', given: ['Åsa'] }],
});

test('A backup taken while the service runs is restored to the row, and the service goes on with it', async () => {
  const { ask, create, patient, removed, changed, staff } = hospital;
  const program = await register(await logIn(service, 'admin'));
  const { access_token } = (await askToken(service, program)).body;
  // A row above what a statement of SQL may have, with quotes that JSON doubles.
  const description = '"\\ é'.repeat(600);
  const medical_conditions = Array.from({ length: 200 }, () => ({ condition: 'Asthma', description }));
  const large = await create('/patient/', input.patient({ last_name: 'Large', medical_conditions }));
  await ask('POST', '/fhir/r4/Patient', { json: fromElsewhere('4711') });
  await service.query(`UPDATE sqlite_sequence SET seq = seq + 5 WHERE name = 'file'`);
  await untilRecorded(service, large);

  const dir = newPath('backup');
  const made = await command(persistDir, 'backup', '--to', dir);
  assert.equal(made.status, 0, made.output);
  assert.equal(statSync(dir).mode & 0o777, 0o700);
  assert.equal(statSync(join(dir, 'user.ndjson')).mode & 0o777, 0o600);

  const other = newPath('state');
  const restored = await command(other, 'restore', dir);
  assert.equal(restored.status, 0, restored.output);
  assert.match(restored.output, /each table is the very one of the backup/);
  assert.match(restored.output, /Nothing is wrong/);

  const second = await open(other);
  try {
    for (const { name, key, leftOut } of await tablesOf(service.DB)) {
      if (/log|minutes/.test(leftOut)) continue; // logins, and holds
      const all = `SELECT * FROM ${name}${name === 'counter' ? ' WHERE n <> 0' : ''} ORDER BY ${key}`;
      assert.deepEqual(await second.query(all), await service.query(all), name);
    }
    const sequences = 'SELECT * FROM sqlite_sequence ORDER BY name';
    assert.deepEqual(await second.query(sequences), await service.query(sequences));

    assert.equal(
      (await send(second.url, 'POST', '/auth/refresh', { json: { refresh_token: staff.refresh_token } })).status,
      401,
    );
    // A program's secret goes on; its token, whose session is not in the backup, changes nothing more that asks for one.
    const token = async () => (await askToken(second, program)).body.access_token;
    for (const [of, status] of [
      [access_token, 401],
      [await token(), 404],
    ])
      assert.equal((await callOf(second, of)('DELETE', `/patient/${removed}`)).status, status);
    const login = await send(second.url, 'POST', '/auth/login', { json: { email: staff.email, password: PASSWORD } });
    const call = callOf(second, login.body.access_token);
    const read = await call('GET', `/patient/${large}?view=full`);
    assert.equal(read.body.medical_conditions[199].description, description);
    assert.equal((await call('GET', `/patient/${removed}`)).status, 404);
    const found = await call('GET', '/patient/?search=akesson');
    assert.deepEqual(
      found.body.map(({ id }) => id),
      [changed],
    );
    assert.equal((await call('POST', '/fhir/r4/Patient', { json: fromElsewhere('4711') })).status, 409);
    const next = await call('POST', '/patient/', { json: input.patient() });
    assert.equal(next.body.reg_number, 'PAT-00000007');
  } finally {
    await second.stop();
  }
  assert.equal((await ask('GET', `/patient/${patient}`)).id, patient);
});

test('What is written while a backup is read is in it, as of one moment', async () => {
  const { ask, create, upload, patient, patients } = hospital;
  const gone = await upload(patient);
  const { manifest, rows } = await dumped({
    onRead: async () => {
      await ask('DELETE', `/static/delete_file/${gone}`);
      await ask('DELETE', `/patient/${patients[3]}`);
      for (let n = 0; n < 60; n++) await create('/department/', input.department());
      const made = await create('/patient/', input.patient());
      await create('/invoice/', { ...input.invoice(), patient_id: made });
      await ask('POST', '/fhir/r4/Patient', { json: fromElsewhere('4712') });
    },
  });
  assert.ok(manifest.changes >= 64, `${manifest.changes} changes`);
  const { manifest: quiet } = await dumped();
  assert.equal(quiet.changes, 0);
  assert.deepEqual(digests(manifest), digests(quiet));
  assert.deepEqual(manifest.sequences, quiet.sequences);
  assert.ok(rows.file.some(({ id, deleted_at }) => id === gone && deleted_at !== null));
});

test('Writes that never stop do not keep a backup from being consistent', async () => {
  const { create } = hospital;
  let writing = true;
  const writer = (async () => {
    while (writing) {
      const patient_id = await create('/patient/', input.patient());
      await create('/invoice/', { ...input.invoice(), patient_id });
    }
  })();
  const { manifest, rows } = await dumped();
  writing = false;
  await writer;
  const patients = new Set(rows.patient.map(({ id }) => id));
  for (const { id, patient_id } of rows.invoice) assert.ok(patients.has(patient_id), `the patient of invoice ${id}`);
  const created = new Set(rows.audit.filter(({ action }) => action === 'create').map((row) => row.entity_id));
  for (const id of patients) assert.ok(created.has(id), 'the audit row of a patient');
  for (const name of NUMBERED) assert.equal(manifest.sequences[name] ?? 0, rows[name].length, name);
});

test('The access log of a backup is of one moment, although looks come, move and are removed meanwhile', async () => {
  const { patient, patients, staff } = hospital;
  const { query } = service;
  await untilRecorded(service, await hospital.create('/patient/', input.patient()));
  const [today, old] = [Date.now(), Date.now() - 500 * 86_400_000];
  const seen = (at, patient_id = patient) => look(at, { patient_id, actor: staff.id });
  const wait = (seq, { id, at }) =>
    query("INSERT INTO access (seq, id, at, action, entity) VALUES (?, ?, ?, 'read', 'patient')", seq, id, at);
  await keepAll(service, [seen(today), seen(old), seen(old + 86_400_000)]);
  const waiting = [1, 2].map((n) => look(today + n));
  for (const [n, one] of waiting.entries()) await wait(n + 1, one);

  const late = [3, 4, 5].map((n) => look(today + n));
  const { dir, rows } = await dumped({
    onRead: async () => {
      await keepAll(service, [seen(today + 10), seen(today + 11, patients[1]), seen(old + 86_400_010)]);
      await countAll(service);
      // As the hourly job moves looks that wait, after which others have their numbers, and removes a day.
      await keepAll(service, waiting);
      await query('DELETE FROM access');
      for (const [n, one] of late.entries()) await wait(n + 1, one);
      const day = Math.floor(old / 86_400_000);
      await query('UPDATE access_object SET removed_at = ? WHERE day = ?', Date.now(), day);
      await query('DELETE FROM access_day WHERE day = ?', day);
      // One that is being removed.
      await query(
        'UPDATE access_object SET removed_at = ? WHERE seq = (SELECT min(seq) FROM access_object WHERE day = ?)',
        ...[Date.now(), day + 1],
      );
      await service.FILES.delete((await service.FILES.list({ prefix: `audit/access/${dateOf(old)}/` })).objects[0].key);
    },
  });
  for (const name of ['access', 'access_object', 'access_day', 'access_uncounted'])
    assert.deepEqual(rows[name].length, (await query(`SELECT count(*) AS n FROM ${name}`))[0].n, name);
  assert.deepEqual(
    rows.access.map(({ seq, id }) => [seq, id]),
    late.map(({ id }, n) => [n + 1, id]),
  );

  const other = await open(newPath('state'));
  try {
    const printed = [];
    assert.equal(
      await restore(other, dir, checkBackup(dir), { print: (line) => printed.push(line) }),
      true,
      printed.join('\n'),
    );
    for (const name of ['access', 'access_object', 'access_day', 'access_uncounted'])
      assert.deepEqual(await other.query(`SELECT * FROM ${name}`), await query(`SELECT * FROM ${name}`), name);
    const verdicts = await verifyTrails({ DB: other.DB, FILES: service.FILES }, { archives: true });
    assert.deepEqual(faultsOf(verdicts), []);
    assert.equal(verdicts.looks.waiting, 3);
  } finally {
    await other.stop();
  }
  await query('DELETE FROM access');
});

test('A backup beside a consumer that never stops counts what its objects have', async () => {
  const { patients, staff } = hospital;
  let writing = true;
  const writer = (async () => {
    for (let n = 0; writing; n++) {
      await keepAll(service, [
        look(Date.now() - (n % 3) * 86_400_000, { patient_id: patients[n % 2], actor: staff.id }),
      ]);
      if (n % 5 === 4) await countAll(service);
    }
  })();
  const { rows } = await dumped();
  writing = false;
  await writer;
  const first = Math.floor(Date.now() / 86_400_000) - 3;
  const sums = (some) => {
    const days = Map.groupBy(
      some.filter(({ day }) => day >= first),
      ({ day }) => day,
    );
    return [...days].map(([day, those]) => [day, those.reduce((sum, { looks }) => sum + looks, 0)]).sort();
  };
  const uncounted = new Set(rows.access_uncounted.map(({ seq }) => seq));
  const counted = [...rows.access_day, ...rows.access_object.filter(({ seq }) => uncounted.has(seq))];
  assert.deepEqual(sums(counted), sums(rows.access_object));
});

test('A backup beside merges and their undoing has all of each', async () => {
  const { ask, create } = hospital;
  const { query } = service;
  const patients = [];
  for (let n = 0; n < 4; n++) patients.push(await create('/patient/', input.patient()));
  const [first, second, third, fourth] = patients;
  await create('/invoice/', { ...input.invoice(), patient_id: first });
  const merge = (id, from) => ask('POST', `/patient/${id}/merge`, { json: { from } });
  await merge(second, first);
  await merge(third, second);
  // Long ago: what is new is read again anyway.
  for (const table of ['patient_merge', 'patient_merge_moved'])
    await query(`UPDATE ${table} SET created_at = created_at - 86400000`);
  const { dir, rows } = await dumped({
    onRead: async () => {
      await ask('POST', `/patient/${third}/unmerge`, { json: { from: second } });
      await merge(fourth, third);
    },
  });
  assert.deepEqual(rows.patient_merge, await query('SELECT * FROM patient_merge ORDER BY seq'));
  assert.deepEqual(
    rows.patient_merge.map(({ undone_at }) => undone_at === null),
    [true, false, true],
  );
  const moved = await query('SELECT * FROM patient_merge_moved ORDER BY merge_id, entity, entity_id');
  assert.deepEqual(rows.patient_merge_moved, moved);

  const persistDir = newPath('state');
  const restored = await command(persistDir, 'restore', dir);
  assert.equal(restored.status, 0, restored.output);
  const other = await open(persistDir);
  try {
    const { call } = await logIn(other, 'staff');
    const { status, bytes } = await call('POST', `/patient/${second}/unmerge`, { json: { from: first } });
    assert.equal(status, 200, String(bytes));
  } finally {
    await other.stop();
  }
});

test('A table that is not named anywhere is backed up, and what changes in it meanwhile', async () => {
  const { query } = service;
  await query('CREATE TABLE ward (code TEXT PRIMARY KEY, beds REAL) STRICT');
  await query('CREATE TABLE ward_log (seq INTEGER PRIMARY KEY, what TEXT) STRICT');
  await query('CREATE TABLE ward_day (day TEXT PRIMARY KEY, at INTEGER) STRICT');
  await query(`INSERT INTO ward VALUES ('CARD', 12.5)`);
  await query(`INSERT INTO ward_log VALUES (1, 'old'), (2, 'kept')`);
  await query(`INSERT INTO ward_day VALUES ('2026-11-20', 0)`);
  const { rows } = await dumped({
    onRead: async () => {
      await query('DELETE FROM ward_log WHERE seq = 1'); // moved to an archive
      await query(`INSERT INTO ward_log VALUES (3, 'new')`);
      await query(`INSERT INTO ward_day VALUES ('2026-11-19', ?)`, Date.now());
    },
  });
  assert.deepEqual(rows.ward, [{ code: 'CARD', beds: 12.5 }]);
  assert.deepEqual(
    rows.ward_log.map(({ what }) => what),
    ['kept', 'new'],
  );
  assert.deepEqual(
    rows.ward_day.map(({ day }) => day),
    ['2026-11-19', '2026-11-20'],
  );
  for (const name of ['ward', 'ward_log', 'ward_day']) await query(`DROP TABLE ${name}`);
});

test('A backup is loaded into an empty database of its schema, whose full-text indexes are then complete', async () => {
  const { query } = service;
  const { dir, manifest } = await dumped();
  assert.deepEqual(
    manifest.tables.map(({ name }) => name).filter((name) => /search/.test(name)),
    ['search_rebuild'],
  );

  const other = await open(newPath('state'));
  await migrate(other.DB, migrations().at(-1));
  const ids = (of) => of.query('SELECT * FROM deployment');
  assert.notDeepEqual(await ids(other), await ids(service));
  assert.equal(await restore(other, dir, checkBackup(dir), { print: () => {} }), true);
  assert.deepEqual(await ids(other), await ids(service));
  for (const word of ['anna', 'berg', 'akesson']) {
    const found = `SELECT rowid FROM patient_search('${word}') ORDER BY rowid`;
    assert.deepEqual(await other.query(found), await query(found), word);
  }
  assert.equal((await other.query(`SELECT rowid FROM patient_search('akesson')`)).length, 1);
  await assert.rejects(restore(other, dir, checkBackup(dir)), /the database is not empty/);
  await other.stop();
});

test('A damaged backup is not restored', async () => {
  const { dir } = await dumped();
  checkBackup(dir);
  const path = join(dir, 'patient.ndjson');
  writeFileSync(path, readFileSync(path, 'utf8').replace('Åkesson', 'Åkeson'));
  assert.throws(() => checkBackup(dir), /patient\.ndjson is damaged/);
});

test('`npm run verify` says by its exit code that something is wrong', async () => {
  await service.query(`UPDATE counter SET n = n + 1 WHERE kind = 'invoice' AND term = 'DRAFT'`);
  const { status, output } = await command(persistDir, 'verify');
  assert.equal(status, 1);
  assert.match(
    output,
    / × counters: \d+ counters, 1 wrong\n {5}counter of invoice, status DRAFT: it says \d+, there are \d+ rows\n/,
  );
});
