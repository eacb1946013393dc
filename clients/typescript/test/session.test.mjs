// How a client stays signed in: by itself, once for many calls, once for many tabs, and until when.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHospital, memorySession, unwrap } from 'hospital-service-client';
import { age, PASSWORD, PATIENT, startHospital } from './lib/hospital.mjs';

const { network, service, newClient, signUp } = await startHospital();
const refreshes = () => network.count('POST /auth/refresh');
const get = (hospital) => hospital.GET('/patient/');

test('A call without a login is 401, and asks for no token', async () => {
  const hospital = createHospital({ baseUrl: network.url });
  network.reset();
  assert.equal((await get(hospital)).status, 401);
  assert.equal(await hospital.resume(), false);
  assert.equal(await hospital.refresh(), false);
  assert.equal(network.seen.length, 1);
});

test('A wrong password is a value, and nobody is signed in', async () => {
  const hospital = createHospital({ baseUrl: network.url });
  const result = await hospital.login({ email: await signUp(), password: 'wrong, I fear' });
  assert.equal(result.status, 401);
  assert.equal((await get(hospital)).status, 401);
});

test('A token is renewed before it ends', async () => {
  const { hospital, session } = await newClient();
  await age(session, 59);
  assert.equal((await get(hospital)).status, 200);
  assert.equal(refreshes(), 1);
  assert.equal((await get(hospital)).status, 200);
  assert.equal(refreshes(), 1);
  await age(session, 61);
  assert.equal((await get(hospital)).status, 200);
  assert.equal(refreshes(), 1);
});

test('Twenty calls at once renew it once', async () => {
  const { hospital, session } = await newClient();
  await age(session, -10);
  const results = await Promise.all(Array.from({ length: 20 }, () => get(hospital)));
  assert.deepEqual(new Set(results.map(({ status }) => status)), new Set([200]));
  assert.equal(refreshes(), 1);
});

test('Tabs that share a session renew it once, and go on with the same token', async () => {
  const { session } = await newClient();
  const tabs = Array.from({ length: 5 }, () => createHospital({ baseUrl: network.url, session }));
  for (let round = 1; round <= 3; round++) {
    await age(session, -10);
    const results = await Promise.all(tabs.flatMap((tab) => [get(tab), get(tab)]));
    assert.ok(results.every(({ status }) => status === 200));
    assert.equal(refreshes(), round);
  }
});

test('A token that the service does not take is renewed, and the call repeated once', async () => {
  const { hospital, session } = await newClient();
  const kept = await session.load();
  const [head, payload] = kept.access_token.split('.');
  await session.save({ ...kept, access_token: `${head}.${payload}.bm8` });
  const result = await hospital.POST('/patient/', { body: PATIENT });
  assert.equal(result.status, 201);
  assert.equal(refreshes(), 1);
  assert.equal(network.count('POST /patient/'), 2);
});

test('A login that was ended elsewhere ends here: told once, by its reason', async () => {
  const { hospital, session } = await newClient();
  const reasons = [];
  hospital.onSignedOut((reason) => reasons.push(reason));
  const { refresh_token } = await session.load();
  await createHospital({ baseUrl: service.url }).POST('/auth/logout', { body: { refresh_token } });
  await age(session, -10);
  const results = await Promise.all([get(hospital), get(hospital), get(hospital)]);
  assert.ok(results.every(({ status }) => status === 401));
  assert.deepEqual(reasons, ['expired']);
  assert.equal(await session.load(), undefined);
  assert.equal((await get(hospital)).status, 401);
  assert.equal(refreshes(), 1);
});

test('While the service is busy a token that still lasts is used', async () => {
  const { hospital, session } = await newClient();
  const busy = { fault: 'answer', status: 503, headers: { 'retry-after': '60' } };
  await age(session, 30);
  network.fail('POST /auth/refresh', busy);
  assert.equal((await get(hospital)).status, 200);
  await age(session, -30);
  network.fail('POST /auth/refresh', busy, busy);
  for (const refused of await Promise.all([get(hospital), get(hospital), get(hospital)])) {
    assert.equal(refused.status, 503);
    assert.equal(refused.response.headers.get('retry-after'), '60');
  }
  assert.equal(refreshes(), 2);
  await assert.rejects(hospital.refresh(), { status: 503, retryAfter: 60 });
  assert.equal((await get(hospital)).status, 200, 'once it is not busy any more');
});

test('A refresh that never arrived is repeated', async () => {
  const { hospital, session } = await newClient();
  await age(session, -10);
  network.fail('POST /auth/refresh', 'refuse');
  assert.equal((await get(hospital)).status, 200);
});

test('A refresh that hangs keeps no other tab waiting for ever', async (t) => {
  const { setTimeout } = globalThis;
  t.mock.method(globalThis, 'setTimeout', (work, ms, ...given) =>
    setTimeout(work, ms >= 10_000 && ms < 11_000 ? 200 : ms, ...given),
  );
  const { hospital, session } = await newClient({ retry: { attempts: 1 } });
  await age(session, -10);
  network.fail('POST /auth/refresh', 'hang', 'hang');
  const started = performance.now();
  assert.equal((await get(hospital)).status, 0);
  assert.equal(refreshes(), 2);
  assert.ok(performance.now() - started < 4000);
});

test('A logout ends the login, here even if the service does not answer', async () => {
  const { hospital, session } = await newClient();
  const reasons = [];
  hospital.onSignedOut((reason) => reasons.push(reason));
  const { refresh_token } = await session.load();
  assert.equal((await hospital.logout()).status, 204);
  assert.equal((await get(hospital)).status, 401);
  const other = createHospital({ baseUrl: service.url });
  assert.equal((await other.POST('/auth/refresh', { body: { refresh_token } })).status, 401);
  assert.deepEqual(reasons, ['logout']);

  const { hospital: cut, session: kept } = await newClient({ retry: { maxWait: 50 } });
  // Two attempts of the logout, and two of the call after it, which may make up for the logout before its own answer comes.
  network.fail('POST /auth/logout', 'refuse', 'refuse', 'refuse', 'refuse');
  assert.equal((await cut.logout()).status, 0);
  assert.equal((await get(cut)).status, 401);
  assert.deepEqual(Object.keys(await kept.load()).sort(), ['access_token', 'ended', 'expires_at', 'refresh_token']);
  assert.equal((await kept.load()).access_token, '');
  // The tests below count logouts of their own.
  await network.arrival('POST /auth/logout', 4);
});

test('A logout is done here at once, however long the service takes', async () => {
  const { hospital } = await newClient();
  const reasons = [];
  hospital.onSignedOut((reason) => reasons.push(reason));
  network.fail('POST /auth/logout', { fault: 'delay', ms: 1000 });
  let answered = false;
  const logout = hospital.logout().finally(() => {
    answered = true;
  });
  await new Promise(setImmediate);
  assert.equal((await get(hospital)).status, 401);
  assert.equal(network.seen.find(({ url }) => url === '/patient/').headers.authorization, undefined);
  assert.equal(await hospital.resume(), false);
  assert.deepEqual([reasons, answered], [['logout'], false]);
  assert.equal((await logout).status, 204);
  assert.equal(network.count('POST /auth/logout'), 1);
});

/** Logins of an account that the service has not ended. */
const openLogins = async (email) =>
  (
    await service.query(
      `SELECT count(*) AS n FROM login_session JOIN user ON user.id = login_session.user_id
       WHERE user.email = ? AND login_session.revoked_at IS NULL`,
      email,
    )
  )[0].n;

test('A logout that did not reach the service is made up for before the next login', async () => {
  const { hospital, email } = await newClient({ retry: { maxWait: 50 } });
  const next = { email: await signUp(), password: PASSWORD };
  network.fail('POST /auth/logout', 'refuse', 'refuse', 'refuse', 'refuse');
  assert.equal((await hospital.logout()).status, 0);
  assert.equal(await openLogins(email), 1);
  const refused = await hospital.login(next);
  assert.deepEqual([refused.status, refused.error.code], [0, 'unreachable']);
  assert.equal(network.count('POST /auth/login'), 0);
  network.reset();
  unwrap(await hospital.login(next));
  assert.deepEqual(
    network.seen.map(({ url }) => url),
    ['/auth/logout', '/auth/login'],
  );
  assert.deepEqual([await openLogins(email), await openLogins(next.email)], [0, 1]);
  assert.equal((await get(hospital)).status, 200);
});

test('A logout that the service refuses for good keeps nobody from logging in', async () => {
  const { hospital } = await newClient();
  network.fail('POST /auth/logout', { fault: 'answer', status: 400, headers: {} });
  assert.equal((await hospital.logout()).status, 400);
  unwrap(await hospital.login({ email: await signUp(), password: PASSWORD }));
  assert.equal((await get(hospital)).status, 200);
});

test('Tabs that sign out at the same time tell the service once', async () => {
  const { session, email } = await newClient();
  const tabs = Array.from({ length: 3 }, () => createHospital({ baseUrl: network.url, session }));
  const results = await Promise.all(tabs.map((tab) => tab.logout()));
  assert.deepEqual(
    results.map(({ ok, status }) => [ok, status]),
    Array(3).fill([true, 204]),
  );
  assert.equal(network.count('POST /auth/logout'), 1);
  assert.equal(await openLogins(email), 0);
});

test('Whoever signs out while the token is renewed is signed out', async () => {
  const { hospital, session, email } = await newClient();
  const tab = createHospital({ baseUrl: network.url, session });
  await age(session, -10);
  network.fail('POST /auth/refresh', { fault: 'delay', ms: 2000 });
  const reading = [get(hospital), get(tab)];
  await network.arrival('POST /auth/refresh');
  assert.equal((await hospital.logout()).status, 204);
  assert.deepEqual(
    (await Promise.all(reading)).map(({ status }) => status),
    [401, 401],
  );
  assert.equal(refreshes(), 1);
  assert.equal(await openLogins(email), 0);
  assert.equal(await session.load(), undefined);
});

test('Who has signed in, and whose session has ended how, is told with the account', async () => {
  const session = memorySession();
  const hospital = createHospital({ baseUrl: network.url, session });
  const changes = [];
  const stop = hospital.onSessionChange(({ event, account }) => changes.push([event, account]));
  const [first, second] = [await signUp(), await signUp()];
  const logIn = async (client, email) => {
    unwrap(await client.login({ email, password: PASSWORD }));
    return (await client.me()).user.id;
  };
  const nina = await logIn(hospital, first);
  await hospital.resume();
  await logIn(hospital, first);
  assert.deepEqual(changes, [['signed-in', nina]], 'once, also if the same person signs in again');
  const erik = await logIn(hospital, second);
  const another = createHospital({ baseUrl: network.url, session });
  await logIn(another, first);
  assert.equal((await get(hospital)).status, 401);
  await hospital.resume();
  await hospital.logout();
  await logIn(hospital, second);
  const { refresh_token } = await session.load();
  await createHospital({ baseUrl: service.url }).POST('/auth/logout', { body: { refresh_token } });
  await age(session, -10);
  assert.equal((await get(hospital)).status, 401);
  assert.deepEqual(changes.splice(1), [
    ['signed-in', erik],
    ['replaced', erik],
    ['signed-in', nina],
    ['logout', nina],
    ['signed-in', erik],
    ['expired', erik],
  ]);
  stop();
  await logIn(hospital, first);
  assert.equal(changes.length, 1);
});

test('Whoever stops listening is told nothing', async () => {
  const { hospital } = await newClient();
  const reasons = [];
  hospital.onSignedOut((reason) => reasons.push(reason))();
  await hospital.logout();
  assert.deepEqual(reasons, []);
});

test('A client does not act for an account that has logged in elsewhere with its session', async () => {
  const { hospital, session } = await newClient();
  const reasons = [];
  hospital.onSignedOut((reason) => reasons.push(reason));
  assert.equal((await get(hospital)).status, 200);
  const tab = createHospital({ baseUrl: network.url, session });
  unwrap(await tab.login({ email: await signUp(), password: PASSWORD }));
  network.reset();
  assert.equal((await get(hospital)).status, 401);
  assert.equal(network.seen[0].headers.authorization, undefined);
  assert.deepEqual(reasons, ['replaced']);
  assert.equal(await hospital.resume(), true);
  assert.equal((await get(hospital)).status, 200);
});

test('A new role ends the login, as a refresh says', async () => {
  const { hospital, email } = await newClient({ role: 'none' });
  assert.equal((await get(hospital)).status, 403);
  await service.query('UPDATE user SET type = ? WHERE email = ?', 'staff', email);
  // The trigger has ended the login, as it does for every new role.
  assert.equal(await hospital.refresh(), false);
  unwrap(await hospital.login({ email, password: PASSWORD }));
  assert.equal((await get(hospital)).status, 200);
});

test('A session may begin with tokens from elsewhere', async () => {
  const { session } = await newClient();
  const hospital = createHospital({ baseUrl: network.url, session: memorySession(await session.load()) });
  assert.equal(await hospital.resume(), true);
  assert.equal((await get(hospital)).status, 200);
});

for (const damaged of [
  {},
  'cookie',
  { access_token: 'x', expires_at: 1 },
  { access_token: 'a.e30.c' },
  { access_token: 'a.%.c' },
]) {
  test(`What is kept but damaged is no session: ${JSON.stringify(damaged)}`, async () => {
    const hospital = createHospital({ baseUrl: network.url, session: memorySession(damaged) });
    network.reset();
    assert.equal((await get(hospital)).status, 401);
    assert.equal(await hospital.resume(), false);
    assert.equal(await hospital.refresh(), false);
    assert.deepEqual([network.seen.length, network.seen[0].headers.authorization], [1, undefined]);
    assert.equal((await hospital.logout()).ok, true);
    unwrap(await hospital.login({ email: await signUp(), password: PASSWORD }));
    assert.equal((await get(hospital)).status, 200);
  });
}
