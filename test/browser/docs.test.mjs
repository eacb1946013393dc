// The API reference at /docs, as a portal's developer uses it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOTP } from 'otpauth';
import { browserSuite, PASSWORD, PHONE } from './lib/suite.mjs';

const suite = browserSuite();

async function openDocs(t, options) {
  const page = await suite.open(t, '/docs', options);
  await page.locator('.opblock').first().waitFor();
  return page;
}

/** Sends the form under "Authorize", which stays open. */
async function sendLogin(page, email, password = PASSWORD) {
  await page.locator('.btn.authorize').first().click();
  const first = page.getByLabel('E-mail');
  await first.waitFor();
  assert.equal(await first.evaluate((element) => element === document.activeElement), true, 'one can type at once');
  await first.fill(email);
  const field = page.getByLabel('Password', { exact: true });
  await field.fill(password);
  await field.press('Enter');
}

async function closeDialog(page, email) {
  await page.getByText(`Logged in as ${email}, for all operations.`).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.locator('.modal-ux').waitFor({ state: 'detached' });
}

/** Opens an operation with "Try it out". From 150 rows on the page has only those in sight, so that it is filtered first. @returns its element */
async function tryOut(page, method, path) {
  await page.getByPlaceholder('Filter by tag or path').fill(path);
  await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('[data-path]')].every(
        ({ dataset }) => dataset.path === 'event' || dataset.path.includes(wanted),
      ),
    path,
  );
  const block = page.locator(`.opblock-${method}`, { has: page.locator(`[data-path="${path}"]`) });
  await block.locator('.opblock-summary-control').click();
  await block.getByRole('button', { name: 'Try it out' }).click();
  await block.locator('.responses-table').first().waitFor();
  return block;
}

/** @returns the status and the JSON of the answer, which the page shows as well */
async function execute(page, block, path) {
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
  await block.getByRole('button', { name: 'Execute' }).click();
  const answer = await answered;
  await block.locator('.live-responses-table .response-col_status', { hasText: `${answer.status()}` }).waitFor();
  return { status: answer.status(), body: await answer.json() };
}

const isWide = (page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

test('It begins with operations in sight', async (t) => {
  const page = await openDocs(t);
  const inSight = await page
    .locator('.opblock')
    .evaluateAll((blocks) => blocks.filter((block) => block.getBoundingClientRect().bottom < innerHeight).length);
  assert.ok(inSight >= 5, `${inSight} operations`);
  await page.getByPlaceholder('Filter by tag or path').fill('/calendar/slots');
  // What webhooks are sent stands below the operations, in a list of its own.
  await page.waitForFunction(() => document.querySelectorAll('.opblock:not(.webhooks *)').length === 1);
});

test('One login serves every call: a patient is created and seen', async (t) => {
  const { email } = await suite.signUp();
  const page = await openDocs(t);
  await sendLogin(page, email);
  await closeDialog(page, email);

  const created = await execute(page, await tryOut(page, 'post', '/patient/'), '/patient/');
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const { id, last_name } = created.body;
  const read = await tryOut(page, 'get', '/patient/{id}');
  await read.getByPlaceholder('id', { exact: true }).fill(id);
  const { status, body } = await execute(page, read, `/patient/${id}`);
  assert.deepEqual([status, body.last_name], [200, last_name]);
  await read.locator('.live-responses-table', { hasText: `"last_name": "${last_name}"` }).waitFor();
  // What had no login before: the document lists it with every protected operation.
  const catalog = await tryOut(page, 'get', '/catalog/');
  assert.equal((await execute(page, catalog, '/catalog/')).status, 200);

  const stored = await page.evaluate(() => [localStorage.length, sessionStorage.length]);
  assert.deepEqual([stored, await page.context().cookies()], [[0, 0], []], 'nothing stays on the computer');
});

test('A refused login says why', async (t) => {
  const { email } = await suite.signUp();
  const page = await openDocs(t, { expected: [/status of (401|422)/] });
  await sendLogin(page, email, 'not the password');
  await page
    .getByRole('alert')
    .filter({ hasText: /password/i })
    .waitFor();
});

test('An account with a second factor is asked for its code', async (t) => {
  const { email, call } = await suite.signUp();
  const { body } = await call('POST', '/auth/totp', { json: { password: PASSWORD } });
  const app = new TOTP({ secret: body.secret });
  const confirmed = await call('POST', '/auth/totp/confirm', { json: { totp: app.generate() } });
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body));

  const page = await openDocs(t, { expected: [/status of 401/] });
  await sendLogin(page, email);
  const code = page.getByLabel('Code of your authenticator app');
  await code.fill('000000');
  await code.press('Enter');
  await page.getByRole('alert').waitFor();
  // That of the next 30 seconds, as each is taken once.
  await code.fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await code.press('Enter');
  await closeDialog(page, email);
});

test('A login goes on when its token expires, until it is ended', async (t) => {
  const { email, call } = await suite.signUp();
  const page = await openDocs(t, { expected: [/status of 401/] });
  const renewals = [];
  page.on('request', (request) => request.url().endsWith('/auth/refresh') && renewals.push(request.postDataJSON()));
  await sendLogin(page, email);
  await closeDialog(page, email);
  const block = await tryOut(page, 'get', '/auth/users/me');
  assert.equal((await execute(page, block, '/auth/users/me')).body.email, email);
  assert.equal(renewals.length, 0);

  await page.clock.setSystemTime(Date.now() + 15 * 60_000);
  assert.equal((await execute(page, block, '/auth/users/me')).status, 200);
  assert.equal(renewals.length, 1);

  const sessions = async () => (await call('GET', '/auth/sessions')).body.length;
  const before = await sessions();
  await page.locator('.btn.authorize').first().click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByLabel('E-mail').waitFor();
  while ((await sessions()) !== before - 1) await page.waitForTimeout(100);
  await page.getByRole('button', { name: 'Done' }).click();
  assert.equal((await execute(page, block, '/auth/users/me')).status, 401);
});

test('A login outlasts a token that cannot be renewed now, and ends when the service says so', async (t) => {
  const { email } = await suite.signUp();
  const page = await openDocs(t, { expected: [/status of (401|429|502|503)/, /ERR_FAILED/] });
  await sendLogin(page, email);
  await closeDialog(page, email);
  const block = await tryOut(page, 'get', '/auth/users/me');
  await page.clock.setSystemTime(Date.now() + 15 * 60_000);
  const detail = { json: { detail: 'Not now' } };
  for (const answer of [
    { status: 429, ...detail },
    { status: 503, ...detail },
    { status: 502, body: '<p>' },
    { body: '<p>' },
    null,
  ]) {
    await page.route('**/auth/refresh', (route) => (answer ? route.fulfill(answer) : route.abort()), { times: 1 });
    assert.equal((await execute(page, block, '/auth/users/me')).status, 200, JSON.stringify(answer));
  }
  const renewed = page.waitForResponse('**/auth/refresh');
  assert.equal((await execute(page, block, '/auth/users/me')).status, 200);
  assert.equal((await renewed).status(), 200, 'it is tried again');

  await page.clock.setSystemTime(Date.now() + 30 * 60_000);
  await page.route('**/auth/refresh', (route) => route.fulfill({ status: 401, ...detail }), { times: 1 });
  await execute(page, block, '/auth/users/me');
  assert.equal((await execute(page, block, '/auth/users/me')).status, 401);
});

test('What replaces a record is prefilled with a real example', async (t) => {
  const page = await openDocs(t);
  for (const [path, name] of [
    ['/doctor/{id}', 'last_name'],
    ['/patient/{id}', 'last_name'],
    ['/department/{item_id}', 'code'],
  ]) {
    const block = await tryOut(page, 'put', path);
    const body = JSON.parse(await block.locator('textarea.body-param__text').inputValue());
    assert.ok(body[name], `${path}: ${name}`);
    assert.doesNotMatch(JSON.stringify(body), /"string"/, path);
  }
});

test('On a phone nothing scrolls sideways', async (t) => {
  const page = await openDocs(t, { viewport: PHONE });
  assert.equal(await isWide(page), false, 'all closed');
  // One of each tag, ready to be tried: a list, a form with a file, bodies in JSON.
  for (const [method, path] of [
    ['post', '/auth/login'],
    ['patch', '/department/{item_id}'],
    ['get', '/patient/'],
    ['post', '/doctor/'],
    ['post', '/static/upload_file'],
    ['put', '/calendar/doctors/{id}/hours'],
    ['post', '/invoice/'],
    ['get', '/audit/access'],
  ]) {
    const block = await tryOut(page, method, path);
    assert.equal(await isWide(page), false, `${method} ${path}`);
    await block.locator('.opblock-summary-control').click();
  }
  await page.locator('.btn.authorize').first().click();
  await page.getByLabel('E-mail').waitFor();
  assert.equal(await isWide(page), false, 'the login');
});

test('The introduction leads to what holds for every operation', async (t) => {
  const page = await openDocs(t);
  const path = await page.getByRole('link', { name: 'What holds for every operation' }).getAttribute('href');
  const conventions = await suite.open(t, path, { viewport: PHONE });
  await conventions.getByRole('heading', { name: 'Safe writes' }).waitFor();
  assert.equal(await isWide(conventions), false);
});
