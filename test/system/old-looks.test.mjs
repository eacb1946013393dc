// An upgrade from a version that kept the access log in rows, hour by hour sealed: the sweep moves 100,000 of them.
// ROWS=n moves as many, TIME_ZONE=name by the clocks of another zone.
import '../../scripts/typescript.mjs';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { migrate, migrations } from '../../scripts/storage/migrate.mjs';
import { patiently } from '../../scripts/storage/pages.mjs';
import { load } from '../support/first-release/load.ts';
import { newPath, open } from './lib/hospital.mjs';
import { countAll } from './lib/looks.mjs';

const { lineOf, sealHash } = await import('../../src/audit/chain.ts');
const { gunzip, lookKey } = await import('../../src/access-log/objects.ts');
const { sealAccess } = await import('../support/former-access.ts');

const ROWS = Number(process.env.ROWS ?? 100_000);
const { TIME_ZONE = 'Europe/Stockholm' } = process.env;
const HOUR = 3_600_000;
/** Looks of an hour of a hospital of 200 doctors by day, and the first of these hours. */
const HOURLY = 1_000;
const FROM = Date.parse('2026-09-01T06:00:00Z');
/** Those that no former version has sealed. */
const UNSEALED = 300;

let service;
const sweeps = [];
let looks;

before(async () => {
  const log = ({ message }) => message.includes('"sweep"') && sweeps.push(JSON.parse(message));
  service = await open(newPath('state'), { log, vars: { TIME_ZONE } });
  const all = migrations();
  await migrate(service.DB, all[0]);
  await load(service);
  await migrate(service.DB, all.at(-1));
  looks = await fill();
});
after(() => service.stop());

/** Ten hours of looks a day, each hour sealed at its end. @returns a line for each look */
async function fill() {
  const ids = async (table) => (await service.query(`SELECT id FROM "${table}"`)).map(({ id }) => id);
  const [patients, accounts] = [await ids('patient'), await ids('user')];
  const columns = 'seq, id, at, actor, role, action, entity, entity_id, patient_id, count, request_id, address, detail';
  const names = columns.split(', ');
  const lines = [];
  for (let n = 0; n < ROWS; ) {
    const hour = n / HOURLY;
    const start = FROM + (Math.floor(hour / 10) * 24 + (hour % 10)) * HOUR;
    const some = Array.from({ length: Math.min(HOURLY, ROWS - n) }, (_, i) => lookOf(++n, start + i * 3_000));
    const values = names.map((name) => `value ->> '${name}'`);
    await service.query(
      `INSERT INTO access (${columns}) SELECT ${values} FROM json_each(?)`,
      JSON.stringify(some.map((look) => ({ ...look, detail: look.detail && JSON.stringify(look.detail) }))),
    );
    if (n <= ROWS - UNSEALED) await sealAccess(service.DB, start + HOUR);
    for (const { detail, ...look } of some) lines.push(lineOf({ ...look, detail: detail && JSON.stringify(detail) }));
  }
  return lines;

  function lookOf(seq, at) {
    const patient = patients[seq % patients.length];
    const isList = seq % 4 === 0;
    const time = at.toString(16).padStart(12, '0');
    return {
      seq,
      id: `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${seq.toString(16).padStart(12, '0')}`,
      at,
      actor: accounts[(seq % 7) % accounts.length],
      role: 'doctor',
      action: isList ? 'list' : 'read',
      entity: isList ? 'appointment' : 'patient',
      entity_id: isList ? null : patient,
      patient_id: isList ? null : patient,
      count: isList ? 20 : null,
      request_id: `${time}-request-${seq}`,
      address: '192.0.2.7',
      detail: isList ? { patients: Array.from({ length: 20 }, (_, i) => patients[(seq + i) % patients.length]) } : null,
    };
  }
}

const sizeOf = async () => (await service.DB.prepare('SELECT 1').all()).meta.size_after;

async function stored() {
  const lines = [];
  let [bytes, previous] = [0, ''];
  for (const object of await service.query('SELECT * FROM access_object ORDER BY seq')) {
    const found = await service.FILES.get(lookKey(object));
    bytes += found.size;
    const [header, ...some] = (await gunzip(await found.arrayBuffer())).trimEnd().split('\n');
    assert.equal(JSON.parse(header).previous, previous);
    previous = object.hash;
    lines.push(...some);
  }
  return { lines, bytes };
}

test(`${ROWS} rows are in objects after few runs of the sweep, each once`, async (t) => {
  const before = await sizeOf();
  const seconds = [];
  do {
    const start = performance.now();
    // Node may send by a connection that has been idle for as long as the last run took.
    await patiently(service.sweep);
    seconds.push(((performance.now() - start) / 1000).toFixed(1));
  } while (sweeps.at(-1).moved > 0 && seconds.length < 10);
  const now = await sizeOf();
  const moved = sweeps.map(({ moved }) => moved);
  const [{ n: objects }] = await service.query('SELECT count(*) AS n FROM access_object');
  const { lines, bytes } = await stored();
  t.diagnostic(`moved ${moved} in ${seconds} s, ${objects} objects of ${bytes} bytes in R2`);
  t.diagnostic(`D1: ${before} bytes before, ${now} at the end`);

  assert.ok(sweeps.every(({ level }) => level === 'info'));
  assert.equal(
    moved.reduce((sum, n) => sum + n),
    ROWS,
  );
  // A run has at most 600 queries for it, which is more than 75,000 rows.
  assert.ok(moved.filter((n) => n > 0).length <= Math.ceil(ROWS / 75_000), `${moved}`);
  assert.deepEqual(await service.query('SELECT seq FROM access'), []);
  // Those that were not sealed have no number any more.
  const [{ to_seq: sealed }] = await service.query(
    "SELECT max(to_seq) AS to_seq FROM audit_seal WHERE trail = 'access'",
  );
  const expected = looks.map((line) => {
    const { seq, ...look } = JSON.parse(line);
    return seq > sealed ? lineOf(look) : line;
  });
  assert.deepEqual(lines.sort(), expected.sort());
  await countAll(service);
  const [{ n: counted }] = await service.query('SELECT sum(looks) AS n FROM access_day');
  assert.equal(counted, ROWS);
  assert.ok(now < before / 10, `${now} of ${before} bytes`);
});

test('and still meet the seals that they had', async () => {
  const { lines } = await stored();
  const bySeq = lines
    .map((line) => ({ line, seq: JSON.parse(line).seq }))
    .filter(({ seq }) => seq)
    .sort((a, b) => a.seq - b.seq);
  let previous = '';
  for (const seal of await service.query("SELECT * FROM audit_seal WHERE trail = 'access' ORDER BY from_seq")) {
    const some = bySeq.splice(0, seal.count).map(({ line }) => line);
    previous = await sealHash('access', previous, some);
    assert.equal(previous, seal.hash);
  }
  assert.equal(bySeq.length, 0);
});
