// `npm run audit:verify` on a trail whose old rows are archived, or are said to be.
import '../../scripts/typescript.mjs';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CHECKS } from '../../scripts/verify/report.mjs';
import { command } from './lib/command.mjs';
import { makeHospital, newPersistDir, open } from './lib/hospital.mjs';

const { archiveAudit } = await import('../../src/audit/archive.ts');
const { sealAudit } = await import('../../src/audit/seal.ts');
const { Database } = await import('../../src/db/client.ts');

const DAY = 86_400_000;

let persistDir;
let service;
let database;
/** Numbers of the last row of each seal: the newest rows stay where they are. */
const ends = [];
before(async () => {
  persistDir = await newPersistDir();
  service = await open(persistDir);
  database = new Database(service.DB, 'first-primary');
  const { create } = await makeHospital(service);
  for (const code of ['one', 'two', 'three']) {
    await create('/department/', { name: code, code });
    ends.push((await sealAudit(database, Date.now())).to_seq);
  }
});
after(() => service.stop());

const verify = (...flags) => command(persistDir, 'audit-verify', ...flags);

test('what is sealed is found to be whole', async () => {
  const { status, output } = await verify();
  assert.equal(status, 0, output);
  assert.match(output, /Nothing was altered, removed or added/);
});

test('archived rows are looked at in their files', async () => {
  const options = { now: Date.now() + 400 * DAY, days: 365 };
  const moved = await archiveAudit(database, service.FILES, options);
  assert.equal(moved, ends[1]);
  const { status, output } = await verify();
  assert.equal(status, 0, output);
  assert.match(output, new RegExp(`audit: \\d+ rows sealed, ${moved} archived`));
});

test('without archives it does not say that all is well', async () => {
  const { status, output } = await verify('--no-archives');
  assert.equal(status, 2, output);
  assert.match(
    output,
    new RegExp(`Not all was looked at: --no-archives leaves out ${ends[1]} rows that are said to be in its files`),
  );
  assert.doesNotMatch(output, /Nothing was altered/);
});

test('rows that were removed behind a made-up note of an archive are found', async () => {
  const [from, to] = [ends[1] + 1, ends[2]];
  await service.query(
    `INSERT INTO audit_archive (trail, from_seq, to_seq, key, at) VALUES ('audit', ?, ?, 'audit/audit/none', 1)`,
    ...[from, to],
  );
  await service.query('DELETE FROM audit WHERE seq BETWEEN ? AND ?', from, to);

  const { status, output } = await verify();
  assert.equal(status, 1, output);
  assert.match(output, new RegExp(`row ${to}: its archive is missing`));
  assert.doesNotMatch(output, /Nothing was altered/);

  const found = [];
  await CHECKS.chain(service, (text) => found.push(text), { files: true });
  assert.deepEqual(found, [`audit: row ${to}: its archive is missing`], 'so does `npm run verify`');
});
