// A network that fails: what is repeated, that nothing is done twice, and what the caller is told.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createHospital, unwrap } from 'hospital-service-client';
import { root } from '../../../scripts/lib.mjs';
import { all, PATIENT, startHospital } from './lib/hospital.mjs';

const { network, service, newClient } = await startHospital();
const { hospital } = await newClient();
/** One that does not wait long. */
const impatient = (await newClient({ retry: { maxWait: 50 } })).hospital;

const byId = (id, more) => ({ params: { path: { id }, ...more } });
const TIMES = { refuse: 'before it arrives', lose: 'after it has taken effect', cut: 'in the middle of the answer' };
const rowsOf = async (table, column, value) =>
  (await service.query(`SELECT count(*) AS n FROM ${table} WHERE ${column} = ?`, value))[0].n;

let made = 0;
const newName = () => `Flaky${Date.now()}x${++made}`;
const newPatient = async () => unwrap(await hospital.POST('/patient/', { body: PATIENT }));

for (const [fault, when] of Object.entries(TIMES)) {
  test(`A create whose connection breaks ${when} is done once`, async () => {
    network.reset();
    network.fail('POST /patient/', fault, fault);
    const last_name = newName();
    const { status, data } = await hospital.POST('/patient/', { body: { ...PATIENT, last_name } });
    assert.equal(status, 201);
    assert.equal(data.last_name, last_name);
    assert.equal(await rowsOf('patient', 'last_name', last_name), 1);
    const keys = network.seen.map(({ headers }) => headers['idempotency-key']);
    assert.equal(keys.length, 3);
    assert.equal(new Set(keys).size, 1);
    assert.match(keys[0], /^[\x21-\x7e]{16,200}$/);
  });

  test(`A payment whose connection breaks ${when} counts once`, async () => {
    const { id: patient_id } = await newPatient();
    const items = [{ name: 'Consultation', unit_price: 80 }];
    const { id } = unwrap(await hospital.POST('/invoice/', { body: { patient_id, status: 'ISSUED', items } }));
    network.fail(`POST /invoice/${id}/payments`, fault);
    const paid = unwrap(
      await hospital.POST('/invoice/{id}/payments', { ...byId(id), body: { amount: 30, method: 'card' } }),
    );
    assert.equal(paid.invoice.paid_amount, 30);
    assert.equal(await rowsOf('payment', 'invoice_id', id), 1);
  });

  test(`An upload whose connection breaks ${when} is one file`, async () => {
    const { id: entity_id } = await newPatient();
    network.fail('POST /static/upload_file', fault);
    const file = new File([`%PDF-1.7\n${'x'.repeat(300_000)}`], 'x-ray.pdf');
    unwrap(await hospital.upload({ entity_id, file }));
    assert.equal((await all(hospital.list('/static/', { params: { query: { entity_id } } }))).length, 1);
  });

  test(`A read whose connection breaks ${when} is answered`, async () => {
    const { id } = await newPatient();
    network.fail(`GET /patient/${id}`, fault);
    assert.equal(unwrap(await hospital.GET('/patient/{id}', byId(id))).id, id);
  });

  test(`An update whose connection breaks ${when} is written`, async () => {
    const { id } = await newPatient();
    network.fail(`PATCH /patient/${id}`, fault);
    const patched = await hospital.PATCH('/patient/{id}', { ...byId(id), body: { middle_name: when } });
    assert.equal(patched.status, 200);
    const { data } = await hospital.GET('/patient/{id}', byId(id));
    assert.equal(data.middle_name, when);
  });
}

test('A refusal that may be of a repetition is told as what it is: nobody knows', async () => {
  const { id } = await newPatient();
  network.fail(`PATCH /patient/${id}`, 'lose');
  const update = { ...byId(id, { header: { 'if-match': '"1"' } }), body: { middle_name: 'Maria' } };
  const result = await hospital.PATCH('/patient/{id}', update);
  assert.equal(result.status, 0);
  assert.equal(result.error.code, 'unreachable');
  assert.equal((await hospital.PATCH('/patient/{id}', update)).status, 412, 'what a first refusal is');
  assert.equal((await hospital.GET('/patient/{id}', byId(id))).data.middle_name, 'Maria');
});

test('A password is not sent again: a wrong one would count twice', async () => {
  network.reset();
  network.fail('PUT /auth/users/me/password', 'lose');
  const body = { old_password: 'wrong, but who knows', new_password: 'another one & 8' };
  const result = await hospital.PUT('/auth/users/me/password', { body });
  assert.equal(result.status, 0);
  assert.equal(network.count('PUT /auth/users/me/password'), 1);
});

test('A service that cannot be reached is a value, after four attempts', async () => {
  network.reset();
  network.fail('GET /patient/', 'refuse', 'refuse', 'refuse', 'refuse', 'refuse');
  const result = await impatient.GET('/patient/');
  assert.equal(result.ok, false);
  assert.equal(result.status, 0);
  assert.equal(result.response, undefined);
  assert.equal(result.error.detail, `No hospital service answered at ${network.url}`);
  assert.equal(network.count('GET /patient/'), 4);
  network.fail('GET /patient/', 'refuse', 'refuse', 'refuse');
  await assert.rejects(all(impatient.list('/patient/')), { name: 'HospitalError', status: 0, code: 'unreachable' });
});

test('What cannot be reached is named, also where another program answers', async () => {
  const closed = createHospital({ baseUrl: 'http://127.0.0.1:9/clinic', retry: { attempts: 1 } });
  const code = 'unreachable';
  const detail = 'No hospital service answered at http://127.0.0.1:9';
  assert.deepEqual(await closed.GET('/health/'), { ok: false, status: 0, error: { code, detail } });
  await assert.rejects(closed.me(), { code, message: detail });
  const page = createHospital({ baseUrl: network.url, fetch: async () => new Response('<h1>Welcome</h1>') });
  assert.equal((await page.GET('/health/')).error.detail, `No hospital service answered at ${network.url}`);
});

for (const status of [429, 503]) {
  test(`${status} is waited for as Retry-After says`, async () => {
    network.reset();
    network.fail('POST /department/', { fault: 'answer', status, headers: { 'retry-after': '1' } });
    const started = performance.now();
    const body = { name: newName(), code: newName() };
    const { data } = await hospital.POST('/department/', { body });
    assert.equal(data.name, body.name);
    assert.ok(performance.now() - started >= 990);
    assert.equal(network.count('POST /department/'), 2);
  });

  test(`${status} with a longer wait than allowed is answered at once`, async () => {
    network.reset();
    network.fail('GET /department/', { fault: 'answer', status, headers: { 'retry-after': '60' } });
    const result = await hospital.GET('/department/');
    assert.equal(result.status, status);
    assert.throws(() => unwrap(result), { status, retryAfter: 60, message: 'Told to' });
    assert.equal(network.count('GET /department/'), 1);
  });
}

test('429 is repeated whatever the request, as it was not done', async () => {
  const { id } = await newPatient();
  network.fail(`DELETE /patient/${id}`, { fault: 'answer', status: 429, headers: {} });
  assert.equal((await hospital.DELETE('/patient/{id}', byId(id))).status, 200);
});

test('What a proxy answers is an error without its page', async () => {
  network.fail('GET /doctor/', {
    fault: 'answer',
    status: 418,
    headers: { 'content-type': 'text/html' },
    body: '<h1>Tea',
  });
  const result = await hospital.GET('/doctor/');
  assert.equal(result.status, 418);
  assert.deepEqual(result.error, { code: 'unexpected', detail: 'HTTP 418' });
  network.fail('GET /doctor/', {
    fault: 'answer',
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<h1>Log in',
  });
  assert.equal((await hospital.GET('/doctor/')).status, 0);
});

test('An abort ends a request', async () => {
  network.reset();
  network.fail('GET /patient/', 'hang');
  const abort = new AbortController();
  const asked = assert.rejects(hospital.GET('/patient/', { signal: abort.signal }), { name: 'AbortError' });
  await network.arrival('GET /patient/');
  abort.abort();
  await asked;
  assert.equal(network.count('GET /patient/'), 1);
});

test('An abort ends a wait', async () => {
  const abort = new AbortController();
  const fetchThenAbort = async (request) => {
    const answer = await fetch(request);
    // The client has read the answer by then, and waits.
    if (new URL(request.url).pathname === '/patient/') setTimeout(() => abort.abort(), 500);
    return answer;
  };
  const { hospital } = await newClient({ fetch: fetchThenAbort });
  network.fail('GET /patient/', { fault: 'answer', status: 503, headers: { 'retry-after': '10' } });
  const started = performance.now();
  await assert.rejects(hospital.GET('/patient/', { signal: abort.signal }), { name: 'AbortError' });
  assert.ok(performance.now() - started < 9000);
  assert.equal(network.count('GET /patient/'), 1);
});

test('A key of one’s own is sent, and stops a second create', async () => {
  const params = { header: { 'idempotency-key': newName() } };
  const body = { ...PATIENT, last_name: newName() };
  const first = unwrap(await hospital.POST('/patient/', { params, body }));
  const second = unwrap(await hospital.POST('/patient/', { params, body }));
  assert.equal(second.id, first.id);
});

test('Every POST that takes a key gets one, and no other', async () => {
  const document = JSON.parse(readFileSync(join(root, 'public', 'openapi.json'), 'utf8'));
  const sent = [];
  const fetchNothing = async (request) => {
    sent.push(request.headers.has('idempotency-key'));
    return Response.json({});
  };
  const probe = createHospital({ baseUrl: 'http://nowhere.example', fetch: fetchNothing });
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { parameters = [] }] of Object.entries(operations)) {
      const names = parameters.map(
        ({ $ref, name }) => name ?? document.components.parameters[$ref.split('/').at(-1)].name,
      );
      const takesKey = names.some((name) => name.toLowerCase() === 'idempotency-key');
      await probe[method.toUpperCase()](path, { params: { path: { id: '1', item_id: '1', file_id: '1' } } });
      assert.equal(sent.at(-1), takesKey, `${method} ${path}`);
    }
  }
  assert.ok(sent.length > 60);
});
