// What `npm run audit:verify` finds of the access log: in its objects, in their rows, in what is counted of them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { faultsOf, verifyTrails } from '../../scripts/verify/chain.mjs';
import { addPeople, countAll, keepAll, keysOf, look, tamper } from './lib/accesses.mjs';
import { command } from './lib/command.mjs';
import { newPersistDir, open } from './lib/hospital.mjs';

const [patient, other, account] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`);
const DAY = 86_400_000;
const NOON = Date.parse('2026-11-20T12:00:00Z');

/** The patient's counts of a day. */
const OF_COUNTS = "WHERE day = 20777 AND patient_seq = (SELECT seq FROM patient WHERE id = '$')".replace('$', patient);

let persistDir;
let service;
let keys;
before(async () => {
  persistDir = await newPersistDir();
  service = await open(persistDir);
  await addPeople(service, [patient, other], [account]);
  const looks = (at) => [
    look(at, { patient_id: patient, actor: account }),
    look(at + 1, { patient_id: patient, actor: account, entity: 'file' }),
    look(at + 2, { patient_id: other, actor: account }),
    look(at + 3, { action: 'list', actor: account, count: 2, detail: JSON.stringify({ patients: [patient, other] }) }),
    look(at + 4, { action: 'login_failed', entity: 'user', actor: 'f'.repeat(64) }),
  ];
  for (const at of [NOON, NOON + 1000, NOON + DAY]) await keepAll(service, looks(at));
  await countAll(service);
  await keepAll(service, looks(NOON + DAY + 1000));
  keys = await keysOf(service);
  assert.equal(keys.length, 4);
});
after(() => service.stop());

const verified = (archives = true) => verifyTrails(service, { archives });
const faults = async (archives) => faultsOf(await verified(archives));
const bytesOf = async (key) => Buffer.from(await (await service.FILES.get(key)).arrayBuffer());

const second = () => `access: object 2 of 2026-11-20 (${keys[1]})`;
const third = () => `access: object 3 of 2026-11-21 (${keys[2]})`;

test('What was kept is found to be whole, and the head is the last object', async () => {
  const { status, output } = await command(persistDir, 'audit-verify');
  assert.equal(status, 0, output);
  const [{ hash }] = await service.query('SELECT hash FROM access_object WHERE seq = 4');
  assert.match(output, /^access: 20 looks in 4 objects, 0 not in one yet$/m);
  assert.match(output, new RegExp(`access object 4 ${hash}`));
});

test('Without the bucket it does not say that all is well', async () => {
  const { status, output } = await command(persistDir, 'audit-verify', '--no-archives');
  assert.equal(status, 2, output);
  assert.match(output, /--no-archives leaves out 4 objects of the access log/);
});

test('Objects of earlier days are left out, but for what their rows say', async () => {
  const bytes = await bytesOf(keys[1]);
  await service.FILES.delete(keys[1]);
  const { status, output } = await command(persistDir, 'audit-verify', '--since', '2026-11-21');
  assert.equal(status, 2, output);
  assert.match(output, /--since leaves out 2 objects of the access log/);
  await tamper(service, `UPDATE access_day SET looks = looks + 1 ${OF_COUNTS}`);
  const since = (date) => verifyTrails(service, { archives: true, since: date });
  assert.deepEqual(faultsOf(await since('2026-11-21')), [
    'access: access_day 2026-11-20: counts 11 looks, the objects are said to have 10',
  ]);
  await tamper(service, `UPDATE access_day SET looks = looks - 1 ${OF_COUNTS}`);
  assert.deepEqual(faultsOf(await since('2026-11-20')), [`${second()}: missing`]);
  await service.FILES.put(keys[1], bytes);
  await assert.rejects(since('yesterday'), /--since takes a date/);
});

/** What is done to an object, and what is found. */
const OF_OBJECTS = {
  'a flipped byte': {
    damage: (bytes) => bytes.with(40, bytes[40] ^ 1),
    finds: 'altered',
  },
  'another text': {
    damage: (bytes) => gzipSync(gunzipSync(bytes).toString().replace(other, patient)),
    finds: 'altered',
  },
  'an end that is cut off': {
    damage: (bytes) => bytes.subarray(0, -20),
    finds: 'altered',
  },
  'a removed object': { damage: () => undefined, finds: 'missing' },
};
for (const [what, { damage, finds }] of Object.entries(OF_OBJECTS)) {
  test(`Finds ${what}`, async () => {
    const bytes = await bytesOf(keys[1]);
    const damaged = damage(bytes);
    await (damaged ? service.FILES.put(keys[1], damaged) : service.FILES.delete(keys[1]));
    assert.deepEqual(await faults(), [`${second()}: ${finds}`]);
    await service.FILES.put(keys[1], bytes);
    assert.deepEqual(await faults(), []);
  });
}

test('Finds a made-up object, and tells what a crash has left', async () => {
  const key = `${keys[0].slice(0, -24)}${'0'.repeat(16)}.ndjson.gz`;
  const line = JSON.stringify(look(NOON));
  await service.FILES.put(key, gzipSync(`{}\n${line}\n`));
  assert.deepEqual(await faults(), [`access: ${key}: no row knows it, and it has looks that are in no other object`]);
  await service.FILES.put(key, await bytesOf(keys[0]));
  const found = await verified();
  assert.deepEqual([faultsOf(found), found.looks.left], [[], 1]);
  await service.FILES.delete(key);
});

const behind = 'its first line does not follow the object before, or is not as its row';
const counted = (whose, what) => `access: access_day 2026-11-20, patient ${whose} and account ${account}: ${what}`;
/** What is done to rows: how, how it is mended, and what is found with the bucket; `sum`: without it, too. */
const OF_ROWS = {
  'a row that is gone': {
    damage: 'DELETE FROM access_object WHERE seq = 2',
    finds: () => [
      'access: object 2: no row',
      `${third()}: ${behind}`,
      `access: access_day 2026-11-20, patient ${patient}`,
    ],
  },
  'a made-up row': {
    damage: `INSERT INTO access_object VALUES (5, 20778, 1, 5, 5, '${'0'.repeat(64)}', NULL)`,
    finds: () => [
      `access: object 5 of 2026-11-21 (audit/access/2026-11-21/000000000005-${'0'.repeat(16)}.ndjson.gz): missing`,
    ],
  },
  'another number of looks': {
    damage: 'UPDATE access_object SET looks = 4 WHERE seq = 2',
    finds: () => [`${second()}: ${behind}`],
  },
  'another time': {
    damage: 'UPDATE access_object SET last_at = last_at + 1 WHERE seq = 2',
    finds: () => [`${second()}: it has other times than its row says`],
  },
  'another hash': {
    damage: `UPDATE access_object SET hash = substr(hash, 1, 16) || '${'0'.repeat(48)}' WHERE seq = 2`,
    finds: () => [`${second()}: altered`, `${third()}: ${behind}`],
  },
  'one that is said to be removed': {
    damage: 'UPDATE access_object SET removed_at = 1 WHERE seq = 2',
    finds: () => [
      'access: object 2 of 2026-11-20: removed within a year',
      'access: object 2 of 2026-11-20: removed, while object 1 of 2026-11-20 is not',
    ],
  },
  'a count that is too high': {
    damage: `UPDATE access_day SET looks = looks + 1 ${OF_COUNTS}`,
    finds: () => [counted(patient, 'counts 5 looks, the objects have 4')],
  },
  'a count that is gone': {
    damage: `DELETE FROM access_day ${OF_COUNTS}`,
    finds: () => [counted(patient, 'counts 0 looks, the objects have 4')],
  },
  'counts that wait and are gone': {
    damage: 'DELETE FROM access_uncounted',
    finds: () => [
      `access: access_day 2026-11-21, patient ${patient} and account ${account}: counts 2 looks, the objects have 4`,
      `access: access_day 2026-11-21, patient ${other}`,
      `access: access_day 2026-11-21, no patient`,
    ],
  },
  'a count that waits and is too high': {
    damage: "UPDATE access_uncounted SET counts = json_set(counts, '$[0].looks', 7)",
    finds: () => [
      `access: access_day 2026-11-21, patient ${patient} and account ${account}: counts 9 looks, the objects have 4`,
    ],
  },
  'counts that are none': {
    damage: "UPDATE access_uncounted SET counts = 'x'",
    finds: () => ['access: access_uncounted 4: altered', `access: access_day 2026-11-21, patient ${patient}`],
  },
  'a row in front of the first': {
    damage: `INSERT INTO access_object VALUES (0, 20778, 1, 5, 5, '${'0'.repeat(64)}', NULL)`,
    finds: () => ['access: object 0: made up, as numbers begin with 1'],
  },
  'a count of somebody who has seen nobody': {
    damage: 'INSERT INTO access_day VALUES (2, 20770, 1, 1, 1, 1, 8)',
    finds: () => [
      `access: access_day 2026-11-13, patient ${other} and account ${account}: counts 1 looks, the objects have 0`,
    ],
  },
  'another time that is counted': {
    damage: `UPDATE access_day SET first_at = first_at - 1 ${OF_COUNTS}`,
    finds: () => [counted(patient, 'has other times than the objects')],
  },
  'other kinds that are counted': {
    damage: `UPDATE access_day SET kinds = 8 ${OF_COUNTS}`,
    finds: () => [counted(patient, 'has other kinds of looks than the objects')],
  },
};
for (const [what, { damage, finds }] of Object.entries(OF_ROWS)) {
  test(`Finds ${what}`, async () => {
    const tables = {};
    for (const name of ['access_object', 'access_day', 'access_uncounted'])
      tables[name] = await service.query(`SELECT * FROM ${name}`);
    await tamper(service, damage);
    const found = await faults();
    for (const text of finds())
      assert.ok(
        found.some((fault) => fault.startsWith(text)),
        `${text}: ${found.join('\n')}`,
      );
    if (!finds().some((text) => /patient( [0-9a-f-]{36})?$/.test(text))) assert.deepEqual(found, finds());
    for (const [name, rows] of Object.entries(tables)) {
      await tamper(service, `DELETE FROM ${name}`);
      for (const row of rows) {
        const values = Object.values(row);
        await service.query(`INSERT INTO ${name} VALUES (${values.map(() => '?')})`, ...values);
      }
    }
    assert.deepEqual(await faults(), []);
  });
}

test('Without the bucket, a day is counted by what its objects are said to have', async () => {
  await tamper(service, `UPDATE access_day SET looks = looks + 1 ${OF_COUNTS}`);
  assert.deepEqual(await faults(false), [
    'access: access_day 2026-11-20: counts 11 looks, the objects are said to have 10',
  ]);
  await tamper(service, `UPDATE access_day SET looks = looks - 1 ${OF_COUNTS}`);
});

test('What is written meanwhile is no fault', async () => {
  const late = look(NOON + 5000, { patient_id: patient, actor: account });
  let written = false;
  const FILES = {
    list: (options) => service.FILES.list(options),
    get: async (key) => {
      if (!written) await keepAll(service, [late]);
      written = true;
      return service.FILES.get(key);
    },
  };
  assert.deepEqual(faultsOf(await verifyTrails({ ...service, FILES }, { archives: true })), []);
  assert.equal((await verified()).looks.head.seq, 5);
});

test('A version that did not know a kind has counted it as another, which is no fault', async () => {
  await keepAll(service, [look(NOON + 2 * DAY, { patient_id: patient, actor: account, entity: 'file' })]);
  await tamper(service, 'UPDATE access_day SET kinds = 1 WHERE day = 20779');
  assert.deepEqual(await faults(), []);
});

test('Counts of a patient whom Time Travel has made forgotten are compared together', async () => {
  await service.query('DELETE FROM patient WHERE id = ?', other);
  assert.deepEqual(await faults(), []);
});

test('The removal of a day that is older than a year is told, also while it is under way', async () => {
  const at = NOON - 500 * DAY;
  for (const n of [0, 1]) await keepAll(service, [look(at + n, { patient_id: patient, actor: account })]);
  const gone = (await keysOf(service)).at(-2);
  const bytes = await bytesOf(gone);
  await service.FILES.delete(gone);
  assert.deepEqual(await faults(), [`access: object 7 of 2025-07-08 (${gone}): missing`]);
  await service.query('UPDATE access_object SET removed_at = ? WHERE seq = 7', Date.now());
  const found = await verified();
  assert.deepEqual([faultsOf(found), found.looks.removed], [[], 1]);
  assert.deepEqual(await faults(false), []);
  // A day that was removed while an earlier one was not.
  await keepAll(service, [look(at - DAY)]);
  const earlier = (await keysOf(service)).at(-1);
  assert.deepEqual(await faults(), ['access: object 7 of 2025-07-08: removed, while object 9 of 2025-07-07 is not']);
  await service.FILES.delete(earlier);
  await service.query('UPDATE access_object SET removed_at = ? WHERE seq = 9', Date.now());
  assert.deepEqual(await faults(), []);
  // As a copy of the bucket is put back.
  await service.FILES.put(gone, bytes);
  assert.partialDeepStrictEqual((await verified()).looks, { faults: [], left: 1 });
  // What a crash had left of a removed day has nothing to be compared with any more.
  await service.query('UPDATE access_object SET removed_at = ? WHERE seq = 8', Date.now());
  await service.FILES.put(gone.replace('0000007-', '0000006-'), bytes);
  assert.partialDeepStrictEqual((await verified()).looks, { faults: [], left: 3 });
});
