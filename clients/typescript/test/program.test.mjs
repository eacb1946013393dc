// A program that comes in by its own right: gets its tokens by itself, and is told why where it is not let in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientCredentials, createHospital, HospitalError, unwrap } from 'hospital-service-client';
import { age, all, PATIENT, startHospital } from './lib/hospital.mjs';
import { keyPair } from './lib/keys.mjs';

const { network, register, unregister } = await startHospital();
const tokens = () => network.count('POST /auth/token');
const get = (hospital) => hospital.GET('/patient/');
const SCOPE = 'system/*.cruds';

/** A program that has been registered, and a client of it over the network, whose log is empty then. */
async function newProgram({ jwks, ...options } = {}) {
  const { client_id, client_secret } = await register({ scope: SCOPE, ...(jwks ? { jwks } : { secret: true }) });
  const session = clientCredentials({ client_id, ...(client_secret && { client_secret }), ...options });
  network.reset();
  return { hospital: createHospital({ baseUrl: network.url, session }), session, client_id, client_secret };
}

test('It gets a token before its first call, and keeps it', async () => {
  const { hospital } = await newProgram();
  const { id } = unwrap(await hospital.POST('/patient/', { body: PATIENT }));
  assert.ok((await all(hospital.list('/patient/'))).some((patient) => patient.id === id));
  assert.equal(tokens(), 1);
});

test('Twenty calls at once get one token, and later renew it once, a minute before it ends', async () => {
  const { hospital, session } = await newProgram();
  for (const asked of [1, 2]) {
    const results = await Promise.all(Array.from({ length: 20 }, () => get(hospital)));
    assert.deepEqual(new Set(results.map(({ status }) => status)), new Set([200]));
    assert.equal(tokens(), asked);
    await age(session, 59);
  }
});

/** As one is that a rotated secret has signed. */
async function spoil(session) {
  const { access_token, expires_at } = await session.load();
  const [head, payload] = access_token.split('.');
  await session.save({ access_token: `${head}.${payload}.bm8`, expires_at });
}

test('A token that the service does not take is replaced, and the call repeated once', async () => {
  const { hospital, session } = await newProgram();
  unwrap(await get(hospital));
  await spoil(session);
  network.reset();
  assert.equal((await hospital.POST('/patient/', { body: PATIENT })).status, 201);
  assert.deepEqual([tokens(), network.count('POST /patient/')], [1, 2]);
});

test('A wrong secret is the result of the call, and what unwrap throws, without the secret', async () => {
  const { client_id } = await register({ scope: SCOPE, secret: true });
  const client_secret = `hs_${'x'.repeat(43)}`;
  const hospital = createHospital({ baseUrl: network.url, session: clientCredentials({ client_id, client_secret }) });
  network.reset();
  const result = await get(hospital);
  assert.deepEqual([result.status, result.error.code], [401, 'invalid_client']);
  assert.equal(network.count('GET'), 0);
  const error = await hospital.resume().catch((thrown) => thrown);
  assert.ok(error instanceof HospitalError);
  assert.deepEqual([error.status, error.code, typeof error.detail], [401, 'invalid_client', 'string']);
  assert.ok(!JSON.stringify([result.error, error, error.stack]).includes(client_secret));
});

test('One that is deleted is told so by its first call after that, and by all others', async () => {
  const { hospital, session, client_id } = await newProgram();
  unwrap(await get(hospital));
  await unregister(client_id);
  await spoil(session);
  assert.equal((await get(hospital)).status, 401);
  assert.equal((await get(hospital)).error.code, 'invalid_client');
  await assert.rejects(hospital.refresh(), { code: 'invalid_client' });
});

test('It asks for less where it is told to', async () => {
  const { hospital, client_id, client_secret } = await newProgram({
    scope: 'system/HealthcareService.rs system/Organization.rs',
  });
  assert.equal((await hospital.GET('/department/')).status, 200);
  assert.equal((await get(hospital)).error.code, 'insufficient_scope');
  const beyond = clientCredentials({ client_id, client_secret, scope: 'system/Nothing.rs' });
  const refused = await get(createHospital({ baseUrl: network.url, session: beyond }));
  assert.deepEqual([refused.status, refused.error.code], [400, 'invalid_scope']);
});

for (const [what, pair] of Object.entries({
  ES384: keyPair('ec', { namedCurve: 'P-384' }),
  RS384: keyPair('rsa', { modulusLength: 2048 }),
})) {
  test(`By a key, ${what}, it signs for each token anew, also where an answer was lost`, async () => {
    const { hospital, session } = await newProgram({ jwks: pair.jwks, key: pair.key });
    network.fail('POST /auth/token', 'lose', { fault: 'answer', status: 503, headers: { 'retry-after': '0' } });
    assert.equal((await get(hospital)).status, 200);
    assert.equal(tokens(), 3);
    await age(session, -1);
    assert.equal((await get(hospital)).status, 200);
    assert.equal(tokens(), 4);
  });
}

test('A key may be one that nobody can read, and the service known by another address', async () => {
  const { jwks, key: jwk } = keyPair('ec', { namedCurve: 'P-384' });
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-384' }, false, ['sign']);
  const { hospital, client_id } = await newProgram({ jwks, key, kid: jwk.kid });
  assert.equal((await get(hospital)).status, 200);
  const token_url = `${network.url}/auth/token`;
  const bound = (options) =>
    createHospital({
      baseUrl: 'http://hospital/',
      session: clientCredentials({ client_id, key: jwk, ...options }),
      fetch: (request) => fetch(new Request(request.url.replace('http://hospital', network.url), request)),
    });
  assert.equal((await get(bound({}))).error.code, 'invalid_client');
  assert.equal((await get(bound({ token_url }))).status, 200);
});

test('While the service is busy a token that still lasts is used; without one its answer is waited for', async () => {
  const { hospital, session } = await newProgram();
  const busy = {
    fault: 'answer',
    status: 429,
    headers: { 'retry-after': '60' },
    body: '{"error":"x","error_description":"Wait"}',
  };
  unwrap(await get(hospital));
  await age(session, 30);
  network.fail('POST /auth/token', busy);
  assert.equal((await get(hospital)).status, 200);
  await age(session, -30);
  network.fail('POST /auth/token', busy, { ...busy, headers: { 'retry-after': '0' } });
  const refused = await get(hospital);
  assert.deepEqual(
    [refused.status, refused.error.detail, refused.response.headers.get('retry-after')],
    [429, 'Wait', '60'],
  );
  assert.equal((await get(hospital)).status, 200);
});

test('Signed out it forgets its token, and gets one when it is to go on', async () => {
  const { hospital } = await newProgram();
  unwrap(await get(hospital));
  network.reset();
  assert.equal((await hospital.logout()).status, 204);
  assert.equal((await get(hospital)).status, 401);
  assert.deepEqual([network.seen.length, network.seen[0].headers.authorization], [1, undefined]);
  assert.equal(await hospital.resume(), true);
  assert.equal((await get(hospital)).status, 200);
});

test('What is not set is refused at once', () => {
  for (const given of [
    { client_id: '1' },
    { client_id: '1', client_secret: undefined },
    { client_secret: 'hs_' },
    { client_id: '1', key: undefined },
  ])
    assert.throws(() => clientCredentials(given), TypeError);
});
