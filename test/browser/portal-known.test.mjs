// Who works where and when is known from page to page: it is drawn at once, read again meanwhile, and never older than one's own change.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { logIn } from '../system/lib/accounts.mjs';
import { builtSuite } from './lib/built.mjs';
import { MONDAY, made, openAs, smallHospital } from './lib/portal.mjs';

const suite = builtSuite();

const LISTS = /\/(department\/|doctor\/|calendar\/(hours|closures))(\?|$)/;

/** Lets the service answer those only when `release` is called. */
async function hold(page, which = LISTS) {
  const { promise, resolve: release } = Promise.withResolvers();
  const wait = async (route) => {
    await promise;
    await route.continue();
  };
  await page.route(which, wait);
  return release;
}

const follow = (page, path) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, `#${path}`);

describe('Staff, hours and closures', () => {
  test('are drawn at once where somebody comes back, and as they are by now when that is known', async (t) => {
    const nina = await suite.signUp();
    const { department, doctors } = await smallHospital(nina.call);
    const calendar = `/calendar?day=${MONDAY}&department=${department.id}`;
    const page = await openAs(suite, t, nina, `#${calendar}`);
    const columns = page.locator('.column');
    await columns.nth(1).waitFor();
    await follow(page, '/patients');
    await page.getByRole('heading', { name: 'Patients' }).waitFor();
    await made(nina.call('PATCH', `/doctor/${doctors[0].id}`, { json: { last_name: 'Lindqvist' } }));
    await made(nina.call('PUT', `/calendar/doctors/${doctors[1].id}/hours`, { json: { weekly: [] } }));
    const release = await hold(page);
    await follow(page, calendar);
    await columns.nth(1).waitFor();
    const named = (name) => page.getByText(name, { exact: true }).filter({ visible: true });
    await named('Erik Lind').waitFor();
    release();
    await named('Erik Lindqvist').waitFor();
    await columns.nth(1).waitFor({ state: 'detached' });
  });

  test('are read before they are drawn, after a change in administration', async (t) => {
    const ada = await logIn(suite.service, 'admin');
    const { department } = await smallHospital(ada.call);
    const page = await openAs(suite, t, ada, `#/calendar?day=${MONDAY}`);
    const choice = page.getByLabel('Department').locator(`option[value="${department.id}"]`);
    await choice.waitFor({ state: 'attached' });
    await follow(page, `/admin/departments/${department.id}`);
    await page.getByLabel('Name', { exact: true }).fill('Heart centre');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('saved').waitFor();
    const release = await hold(page);
    await follow(page, `/calendar?day=${MONDAY}`);
    await page.getByLabel('Department').waitFor();
    // Nothing is known, or what another page has read since.
    for (const name of await choice.allTextContents()) assert.equal(name, 'Heart centre');
    release();
    await choice.waitFor({ state: 'attached' });
    assert.equal(await choice.textContent(), 'Heart centre');
  });

  test('that could not be read are said so: no doctor seems not to work', async (t) => {
    const nina = await suite.signUp();
    const { department } = await smallHospital(nina.call);
    const page = await openAs(suite, t, nina, '#/account', { expected: [/status of 403/] });
    const refuse = (route) => route.fulfill({ status: 403, json: { detail: 'Not enough permissions' } });
    await page.route('**/calendar/hours?*', refuse);
    for (const [address, drawn] of [
      [`/calendar?day=${MONDAY}&department=${department.id}`, '.column'],
      [`/booking?from=${MONDAY}&department=${department.id}`, 'form table'],
    ]) {
      await follow(page, address);
      const alert = page.getByRole('alert');
      await alert.waitFor();
      await page.unroute('**/calendar/hours?*', refuse);
      await alert.getByRole('button', { name: 'Try again' }).click();
      await page.locator(drawn).first().waitFor();
      await alert.waitFor({ state: 'detached' });
      await page.route('**/calendar/hours?*', refuse);
    }
  });
});

test('What is loaded beside a patient’s record is shown with it, and so is what of it failed', async (t) => {
  const nina = await suite.signUp();
  const { patient } = await smallHospital(nina.call);
  const page = await openAs(suite, t, nina, '#/account', { expected: [/status of 403/] });
  const refuse = (route) => route.fulfill({ status: 403, json: { detail: 'Not enough permissions' } });
  await page.route('**/static/?*', refuse);
  const release = await hold(page, /\/patient\/[^/]+$/);
  const refused = page.waitForResponse(/\/static\//);
  await follow(page, `/patients/${patient.id}`);
  await refused;
  await page.getByRole('alert', { includeHidden: true }).waitFor({ state: 'attached' });
  assert.equal(await page.getByRole('alert').count(), 0);
  release();
  await page.getByRole('heading', { name: 'Files' }).waitFor();
  await page.getByRole('alert').waitFor();
});
