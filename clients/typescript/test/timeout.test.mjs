// A network that falls silent without breaking: how long the client waits, and for what.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHospital, unwrap } from 'hospital-service-client';
import { age, all, PASSWORD, PATIENT, startHospital } from './lib/hospital.mjs';

const { network, service, newClient } = await startHospital();
const { hospital } = await newClient();
const ONCE = { retry: { attempts: 1 } };
const once = (await newClient(ONCE)).hospital;

/** How long something takes, in milliseconds, with what came of it. */
async function timed(work) {
  const started = performance.now();
  const result = await work();
  return { ...result, took: performance.now() - started };
}
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const SILENCES = { hang: 'before it answers', stall: 'in the middle of its answer' };
for (const [fault, when] of Object.entries(SILENCES)) {
  test(`A service that falls silent ${when} is unreachable after the timeout`, async () => {
    network.reset();
    network.fail('GET /department/', fault);
    const before = timers();
    const { status, error, took } = await timed(() => once.GET('/department/', { timeout: 300 }));
    assert.deepEqual([status, error.code], [0, 'unreachable']);
    assert.ok(took >= 290 && took < 3000, `${took}`);
    assert.equal(timers(), before);
  });

  test(`A create to which the service falls silent ${when} is done once`, async () => {
    network.reset();
    network.fail('POST /patient/', fault, fault);
    const last_name = `Silent${fault}`;
    const created = await hospital.POST('/patient/', { body: { ...PATIENT, last_name }, timeout: 1000 });
    assert.equal(created.status, 201);
    const rows = await service.query('SELECT count(*) AS n FROM patient WHERE last_name = ?', last_name);
    assert.equal(rows[0].n, 1);
    const keys = network.seen.map(({ headers }) => headers['idempotency-key']);
    assert.ok(keys.length >= 3);
    assert.equal(new Set(keys).size, 1);
  });

  test(`A password to which the service falls silent ${when} is sent once`, async () => {
    network.reset();
    network.fail('PUT /auth/users/me/password', fault);
    const body = { old_password: PASSWORD, new_password: PASSWORD };
    const options = { body, timeout: 1000 };
    assert.equal((await hospital.PUT('/auth/users/me/password', options)).status, 0);
    assert.equal(network.count('PUT /auth/users/me/password'), 1);
  });
}

test('A page of somebody else that never ends is waited for no longer', async () => {
  const endless = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('<h1>Log in')) });
  const page = async () => new Response(endless, { headers: { 'content-type': 'text/html' } });
  const lost = createHospital({ baseUrl: network.url, fetch: page, timeout: 200, ...ONCE });
  assert.equal((await lost.GET('/health/')).status, 0);
});

test('What sends without listening to a signal is waited for no longer, either', async () => {
  const deaf = createHospital({ baseUrl: network.url, fetch: () => new Promise(() => {}), timeout: 200, ...ONCE });
  assert.equal((await deaf.GET('/health/')).status, 0);
});

test('The timeout is half a minute unless another one is given, to the client or to a call', async (t) => {
  const { setTimeout } = globalThis;
  const asked = [];
  t.mock.method(globalThis, 'setTimeout', (work, ms, ...given) => {
    asked.push(ms);
    return setTimeout(work, ms, ...given);
  });
  const { hospital: patient } = await newClient({ timeout: 120_000 });
  const largest = async (call) => {
    asked.length = 0;
    await call();
    return Math.max(0, ...asked);
  };
  assert.equal(await largest(() => hospital.GET('/department/')), 30_000);
  assert.equal(await largest(() => patient.GET('/department/')), 120_000);
  assert.equal(await largest(() => patient.GET('/department/', { timeout: 45_000 })), 45_000);
  assert.equal(await largest(() => all(patient.list('/department/', { timeout: 45_000 }))), 45_000);
  assert.equal(await largest(() => hospital.GET('/department/', { timeout: Infinity })), 2 ** 31 - 1);
  for (const none of [0, false]) {
    assert.ok((await largest(() => patient.GET('/department/', { timeout: none }))) < 20_000);
  }
});

test('Without a timeout a slow answer is waited for', async () => {
  const hasty = createHospital({ baseUrl: network.url, timeout: 200, ...ONCE });
  network.fail('GET /health/', { fault: 'delay', ms: 700 }, { fault: 'delay', ms: 700 });
  assert.equal((await hasty.GET('/health/')).status, 0);
  assert.equal((await hasty.GET('/health/', { timeout: false })).status, 200);
});

test('A body has a second more for each 32 kB', async () => {
  const { id: entity_id } = unwrap(await hospital.POST('/patient/', { body: PATIENT }));
  network.reset();
  network.fail('POST /static/upload_file', { fault: 'delay', ms: 1000 });
  const file = new File([`%PDF-1.7\n${'x'.repeat(160_000)}`], 'x-ray.pdf');
  assert.equal((await once.upload({ entity_id, file, timeout: 200 })).status, 201);
  assert.equal(network.count('POST /static/upload_file'), 1);
  network.fail('POST /static/upload_file', { fault: 'delay', ms: 1000 });
  const small = new File(['%PDF-1.7\n'], 'x-ray.pdf');
  assert.equal((await once.upload({ entity_id, file: small, timeout: 200 })).status, 0);
});

test('A signal that times out is a lost answer, during a request and a wait, and nothing is sent after it', async () => {
  network.reset();
  network.fail('GET /patient/', 'hang');
  const signal = AbortSignal.timeout(1000);
  const { status, error, took } = await timed(() => hospital.GET('/patient/', { signal }));
  assert.deepEqual([status, error.code], [0, 'unreachable']);
  assert.ok(took < 9000, `${took}`);
  network.fail('GET /patient/', { fault: 'answer', status: 503, headers: { 'retry-after': '10' } });
  const waiting = await timed(() => hospital.GET('/patient/', { signal: AbortSignal.timeout(1000) }));
  assert.equal(waiting.status, 0);
  assert.ok(waiting.took < 9000, `${waiting.took}`);
  assert.equal((await hospital.GET('/patient/', { signal })).status, 0, 'as it had timed out before');
  await rest(600);
  assert.equal(network.count('GET /patient/'), 2);
});

test('A login to which nobody answers ends, and lets the next one try', async () => {
  const { hospital: waiting, email } = await newClient();
  network.fail('POST /auth/login', 'hang');
  assert.equal((await waiting.login({ email, password: PASSWORD }, { timeout: 300 })).status, 0);
  assert.equal((await waiting.login({ email, password: PASSWORD })).status, 200);
});

test('A call that has ended while its token was renewed is not sent later', async () => {
  const fetchDeaf = ({ method, url, headers, body }) => fetch(url, { method, headers, body, duplex: 'half' });
  for (const options of [{}, { fetch: fetchDeaf }]) {
    const { hospital: late, session } = await newClient({ ...ONCE, ...options });
    await age(session, -10);
    network.fail('POST /auth/refresh', { fault: 'delay', ms: 1000 });
    assert.equal((await late.POST('/patient/', { body: PATIENT, timeout: 500 })).status, 0);
    await rest(1500);
    assert.equal(network.count('POST /auth/refresh'), 1);
    assert.equal(network.count('POST /patient/'), 0);
    assert.equal((await late.GET('/patient/')).status, 200, 'with the token that has arrived since');
    assert.equal(network.count('POST /auth/refresh'), 1);
  }
});
