// In Chromium, on the origin of the service: tabs that share a session, reloads, uploads with progress.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { findChromium } from '../../../scripts/chromium.mjs';
import { launchChromium } from '../../../test/browser/lib/suite.mjs';
import { temporaryDirectory } from '../../../test/system/lib/service.mjs';
import { bundle } from './lib/bundle.mjs';
import { PASSWORD, PATIENT, startHospital } from './lib/hospital.mjs';

const skip = findChromium() ? false : 'there is no Chromium';

const PAGE = `<!doctype html><title>Portal</title><script type="module">
  import * as client from '/client.js';
  const { browserSession, createHospital, memorySession } = client;
  const kinds = { cookie: () => browserSession(), storage: () => browserSession({ storage: localStorage }), memory: memorySession };
  const kind = new URLSearchParams(location.hash.slice(1)).get('session');
  window.store = kinds[kind]();
  window.hospital = createHospital({ baseUrl: '/', session: store });
  window.reasons = [];
  hospital.onSignedOut((reason) => reasons.push(reason));
  window.isReady = true;
</script>`;

const { network, service, signUp } = await startHospital({
  pages: { '/page': ['text/html', PAGE], '/client.js': ['text/javascript', bundle()] },
});
const home = temporaryDirectory();
const browser = skip ? undefined : await launchChromium(home);
after(async () => {
  await browser?.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

/** A browser with storage and cookies of its own. @returns what opens a tab in it */
async function newBrowser(t, kind) {
  const context = await browser.newContext();
  t.after(() => context.close());
  network.reset();
  const open = async () => {
    const tab = await context.newPage();
    await tab.goto(`${network.url}/page#session=${kind}`);
    await tab.waitForFunction('window.isReady');
    return tab;
  };
  return { context, open };
}
const logIn = (tab, email) =>
  tab.evaluate(async (credentials) => (await hospital.login(credentials)).status, { email, password: PASSWORD });
const read = (tab) => tab.evaluate(async () => (await hospital.GET('/patient/')).status);
const resume = (tab) => tab.evaluate(() => hospital.resume());
const reasons = (tab) => tab.evaluate(() => window.reasons);
/** As after a quarter of an hour, in all tabs. */
const age = (tab) =>
  tab.evaluate(async () => {
    const session = await store.load();
    await store.save({ ...session, expires_at: Date.now() - 1000 });
  });
const settle = () => new Promise((resolve) => setTimeout(resolve, 100));
const refreshes = () => network.count('POST /auth/refresh');

for (const kind of ['cookie', 'storage']) {
  test(`A session in ${kind} is shared by tabs, survives a reload and is renewed once`, { skip }, async (t) => {
    const { open } = await newBrowser(t, kind);
    const tabs = [await open(), await open(), await open()];
    assert.equal(await resume(tabs[0]), false);
    assert.equal(refreshes(), 0, 'nobody is asked where nobody can be signed in');
    assert.equal(await logIn(tabs[0], await signUp()), 200);
    await settle();
    assert.deepEqual(await Promise.all(tabs.map(read)), [200, 200, 200]);
    assert.equal(refreshes(), 0);

    await age(tabs[0]);
    await settle();
    assert.deepEqual(await Promise.all(tabs.flatMap((tab) => [read(tab), read(tab)])), Array(6).fill(200));
    assert.equal(refreshes(), 1);

    await tabs[1].reload();
    await tabs[1].waitForFunction('window.isReady');
    assert.equal(await resume(tabs[1]), true);
    assert.deepEqual(await Promise.all(tabs.map(read)), [200, 200, 200]);

    assert.equal(await tabs[2].evaluate(async () => (await hospital.logout()).status), 204);
    assert.equal(network.count('POST /auth/logout'), 1);
    await settle();
    assert.deepEqual(await Promise.all(tabs.map(read)), [401, 401, 401]);
    assert.deepEqual(await Promise.all(tabs.map(reasons)), [['logout'], ['logout'], ['logout']]);
    assert.equal(await resume(await open()), false);
  });

  test(`Another account that logs in ends the session in ${kind} of the other tabs`, { skip }, async (t) => {
    const { open } = await newBrowser(t, kind);
    const [first, second] = [await open(), await open()];
    await logIn(first, await signUp());
    await logIn(second, await signUp());
    await settle();
    assert.deepEqual(await reasons(first), ['replaced']);
    assert.deepEqual([await read(first), await read(second)], [401, 200]);
  });
}

for (const kind of ['cookie', 'storage']) {
  test(`A logout from a session in ${kind} that did not reach the service is made up for after a reload`, {
    skip,
  }, async (t) => {
    const { open } = await newBrowser(t, kind);
    const [tab, other] = [await open(), await open()];
    const email = await signUp();
    const openLogins = async () => {
      const [{ n }] = await service.query(
        `SELECT count(*) AS n FROM login_session JOIN user ON user.id = login_session.user_id
         WHERE user.email = ? AND login_session.revoked_at IS NULL`,
        email,
      );
      return n;
    };
    const reload = async () => {
      await tab.reload();
      await tab.waitForFunction('window.isReady');
    };
    // The browser itself repeats what a connection has lost that it had used before.
    const goDown = () => {
      network.reset();
      network.fail('POST /auth/', ...Array(20).fill('refuse'));
    };
    const until = async (isSo) => {
      for (let round = 0; round < 100 && !(await isSo()); round++) await settle();
    };
    const asked = async () => {
      await until(() => network.seen.length > 0);
      await settle();
      return new Set(network.seen.map(({ url }) => url));
    };
    await logIn(tab, email);
    await settle();
    assert.equal(await read(other), 200);

    goDown();
    assert.equal(await tab.evaluate(async () => (await hospital.logout()).status), 0);
    assert.equal(await read(other), 401);
    assert.deepEqual(await reasons(other), ['logout']);
    goDown();
    await reload();
    assert.equal(await resume(tab), false);
    assert.deepEqual(await asked(), new Set(['/auth/logout']));
    assert.equal(await openLogins(), 1);
    const kept = await tab.evaluate(() => JSON.stringify({ ...localStorage }));
    assert.doesNotMatch(kept, /eyJ/, 'an access token');

    network.reset();
    await reload();
    assert.equal(await resume(tab), false);
    assert.deepEqual(await asked(), new Set(['/auth/logout']));
    const entries = () => tab.evaluate(() => localStorage.length);
    await until(async () => (await entries()) === 0);
    assert.deepEqual([await entries(), await openLogins()], [0, 0]);
    // One, or two where the browser itself has repeated it; none for the login.
    const told = network.count('POST /auth/logout');
    assert.ok(told === 1 || told === 2, `${told} logouts`);
    assert.equal(await logIn(tab, email), 200);
    assert.equal(network.count('POST /auth/logout'), told);
    assert.equal(await read(tab), 200);
  });
}

test('On the origin of the service no script can read what outlives the page', { skip }, async (t) => {
  const { context, open } = await newBrowser(t, 'cookie');
  const tab = await open();
  await logIn(tab, await signUp());
  const seen = await tab.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  assert.equal(seen, '[{"hospital-session":"cookie"},{},""]');
  const cookies = await context.cookies(`${network.url}/auth/refresh`);
  assert.ok(cookies.some(({ name, httpOnly }) => name === 'refresh_token' && httpOnly));
});

test('A damaged entry of the storage is no session, and a login replaces it', { skip }, async (t) => {
  const { open } = await newBrowser(t, 'storage');
  const tab = await open();
  // Cut off, and as the same page notes it that keeps its session in a cookie.
  for (const damaged of ['{"access_token":"ey', 'cookie']) {
    await tab.evaluate((text) => localStorage.setItem('hospital-session', text), damaged);
    network.reset();
    assert.deepEqual([await resume(tab), await read(tab)], [false, 401]);
    assert.equal(network.seen.length, 1);
  }
  assert.equal(await logIn(tab, await signUp()), 200);
  assert.equal(await read(tab), 200);
});

test('A session in memory leaves nothing behind', { skip }, async (t) => {
  const { context, open } = await newBrowser(t, 'memory');
  const tab = await open();
  await logIn(tab, await signUp());
  assert.equal(await read(tab), 200);
  assert.deepEqual((await context.storageState()).origins, []);
  assert.deepEqual(await context.cookies(`${network.url}/auth/refresh`), []);
  await tab.reload();
  await tab.waitForFunction('window.isReady');
  assert.equal(await resume(tab), false);
});

test('An upload says how far it is, and ends when it is aborted', { skip }, async (t) => {
  const { context, open } = await newBrowser(t, 'cookie');
  const tab = await open();
  await logIn(tab, await signUp());
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 8_000_000 };
  await (await context.newCDPSession(tab)).send('Network.emulateNetworkConditions', slow);
  const upload = (abortAt) =>
    tab.evaluate(
      async ([patient, stopAt]) => {
        const { data } = await hospital.POST('/patient/', { body: patient });
        const file = new File(['%PDF-1.7\n', 'x'.repeat(8_000_000)], 'x-ray.pdf');
        const shares = [];
        const abort = new AbortController();
        const onProgress = (share) => {
          shares.push(share);
          if (share >= stopAt) abort.abort();
        };
        const sent = { entity_id: data.id, file, onProgress, signal: abort.signal };
        const status = await hospital.upload(sent).then(
          (result) => result.status,
          (error) => error.name,
        );
        const files = await hospital.GET('/static/', { params: { query: { entity_id: data.id } } });
        return { status, shares, files: files.data.length };
      },
      [PATIENT, abortAt],
    );
  const { status, shares, files } = await upload(2);
  assert.equal(status, 201);
  assert.equal(files, 1);
  assert.equal(shares.at(-1), 1);
  assert.ok(
    shares.some((share) => share > 0 && share < 1),
    `${shares}`,
  );
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => a - b),
  );

  const aborted = await upload(0.000001);
  assert.equal(aborted.status, 'AbortError');
  assert.equal(aborted.files, 0);
});

test('An upload may take as long as it goes on, and ends when it does not', { skip }, async (t) => {
  const { context, open } = await newBrowser(t, 'cookie');
  const tab = await open();
  await logIn(tab, await signUp());
  const devTools = await context.newCDPSession(tab);
  const throttle = (uploadThroughput) =>
    devTools.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1 },
      uploadThroughput,
    });
  const upload = () =>
    tab.evaluate(async (patient) => {
      const { data } = await hospital.POST('/patient/', { body: patient });
      const file = new File(['%PDF-1.7\n', 'x'.repeat(3_000_000)], 'x-ray.pdf');
      const started = performance.now();
      const { status } = await hospital.upload({ entity_id: data.id, file, timeout: 1500 });
      return { status, took: performance.now() - started };
    }, PATIENT);
  await throttle(1_000_000);
  const { status, took } = await upload();
  assert.equal(status, 201);
  assert.ok(took > 2500, `${took}`);
  assert.equal(network.count('POST /static/upload_file'), 1);

  await throttle(-1);
  network.fail('POST /static/upload_file', 'hang');
  const again = await upload();
  assert.equal(again.status, 201);
  assert.ok(again.took > 1500 && again.took < 15_000, `${again.took}`);
  assert.equal(network.count('POST /static/upload_file'), 3);
});

test('An upload that is aborted while its token is renewed is not sent', { skip }, async (t) => {
  const { open } = await newBrowser(t, 'cookie');
  const tab = await open();
  await logIn(tab, await signUp());
  await age(tab);
  network.fail('POST /auth/refresh', { fault: 'delay', ms: 3000 });
  const outcome = await tab.evaluate(() => {
    const file = new File(['%PDF-1.7\n'], 'x-ray.pdf');
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 100);
    const { signal } = abort;
    return hospital.upload({ entity_id: crypto.randomUUID(), file, onProgress() {}, signal }).then(
      (result) => result.status,
      (error) => error.name,
    );
  });
  assert.equal(outcome, 'AbortError');
  assert.equal(network.count('POST /static/upload_file'), 0);
});
