// hospital-service-client/testing, as a portal's tests use it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createHospital, unwrap } from 'hospital-service-client';
import { TEST_PASSWORD as password, startHospital } from 'hospital-service-client/testing';
import { root } from '../../../scripts/lib.mjs';
import { temporaryDirectory } from '../../../test/system/lib/service.mjs';
import { PATIENT } from './lib/hospital.mjs';

const temporary = join(temporaryDirectory(), 'tmp');
mkdirSync(temporary);
process.env.TMPDIR = temporary;

// Two at once, as test files that run side by side start them.
const [first, second] = await Promise.all([
  startHospital(),
  startHospital({ vars: { TIME_ZONE: 'Asia/Tokyo', DOUBLE_BOOKING: 'reject', SIGNUP: 'invited' } }),
]);
after(() => Promise.all([first.stop(), second.stop()]));

async function loginTo({ url }, role = 'staff') {
  const hospital = createHospital({ baseUrl: url });
  unwrap(await hospital.login({ email: `${role}@hospital.test`, password }));
  return hospital;
}
const idsOf = async (hospital) => unwrap(await hospital.GET('/patient/')).map(({ id }) => id);

test('One that cannot work does not start, and says why', async () => {
  const before = readdirSync(temporary);
  await assert.rejects(startHospital({ vars: { TIME_ZONE: 'Atlantis' } }), /does not start: .*"settings":"failed"/);
  assert.deepEqual(readdirSync(temporary), before);
});

/** Runs code in a process of its own. */
const run = (code) => spawnSync(process.execPath, ['-e', code], { cwd: root, encoding: 'utf8' });

test('An older Node than Miniflare wants is refused at the import, which says so', () => {
  const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });";
  const { status, stderr } = run(`${older} import('hospital-service-client/testing')`);
  assert.equal(status, 1);
  assert.match(stderr, /^Error: hospital-service-client\/testing needs Node 22 or later: this is 20\.20\.2\.$/m);
});

test('Tests that are CommonJS load it, too', () => {
  const { status, stderr } = run("require('hospital-service-client/testing').startHospital.call");
  assert.equal(status, 0, stderr);
});

test('Each role has an account, and may what it may', async () => {
  for (const [role, status] of Object.entries({ admin: 200, staff: 200, doctor: 200, billing: 200, none: 403 })) {
    const hospital = await loginTo(first, role);
    assert.equal((await hospital.me()).user.type, role);
    assert.equal((await hospital.GET('/patient/')).status, status, role);
  }
});

test('Each is a hospital of its own, with files, and with the settings that it was given', async () => {
  const [one, other] = [await loginTo(first), await loginTo(second)];
  const { id } = unwrap(await one.POST('/patient/', { body: PATIENT }));
  assert.deepEqual([await idsOf(one), await idsOf(other)], [[id], []]);
  const file = new File(['%PDF-1.7\nblood test'], 'blood-test.pdf');
  const { url } = unwrap(await one.upload({ entity_id: id, file }));
  assert.equal(await (await fetch(url)).text(), '%PDF-1.7\nblood test');
  assert.equal(unwrap(await one.GET('/settings/')).time_zone, 'UTC');
  assert.equal(unwrap(await other.GET('/settings/')).time_zone, 'Asia/Tokyo');
});

test('No limit of requests is reached, and a page of another origin may ask', async () => {
  const answers = Array.from({ length: 400 }, () =>
    fetch(`${first.url}/auth/users/me`, { headers: { origin: 'http://localhost:5173' } }),
  );
  for (const { status, headers } of await Promise.all(answers)) {
    assert.equal(status, 401);
    assert.equal(headers.get('access-control-allow-origin'), '*');
  }
});

test('After a reset it is as new, at the same address', async () => {
  unwrap(await (await loginTo(first)).POST('/patient/', { body: PATIENT }));
  await first.reset();
  const hospital = await loginTo(first);
  assert.deepEqual(await idsOf(hospital), []);
  assert.equal(unwrap(await hospital.POST('/patient/', { body: PATIENT })).reg_number, 'PAT-00000001');
});

test('What is stopped leaves nothing behind', async () => {
  const before = readdirSync(temporary);
  const third = await startHospital();
  assert.notDeepEqual(readdirSync(temporary), before);
  await third.stop();
  assert.deepEqual(readdirSync(temporary), before);
  await assert.rejects(fetch(third.url));
});

test('The peer, which the README has installed, is the Miniflare that the service is tested in', () => {
  const read = (...path) => readFileSync(join(root, ...path), 'utf8');
  const { miniflare } = JSON.parse(read('package.json')).dependencies;
  assert.equal(JSON.parse(read('clients', 'typescript', 'package.json')).peerDependencies.miniflare, miniflare);
  assert.ok(read('clients', 'typescript', 'README.md').includes(`npm install --save-dev miniflare@${miniflare}\n`));
});
