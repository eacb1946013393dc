// How a session in the portal ends without anybody signing out, and what people are told.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { logIn } from '../system/lib/accounts.mjs';
import { builtSuite } from './lib/built.mjs';
import { isAccessible, openAs, signIn, signOut, smallHospital } from './lib/portal.mjs';

const suite = builtSuite();

/** What the tab keeps of the session. */
const keptIn = (page) => page.evaluate(() => sessionStorage.getItem('portal.session'));

/** Lets the service say who is signed in only when `release` is called. */
async function holdAccount(page) {
  const { promise, resolve: release } = Promise.withResolvers();
  await page.route(/\/(auth\/users\/me|settings\/)$/, async (route) => {
    await promise;
    await route.continue();
  });
  return release;
}

describe('A session', () => {
  test('that is another account’s in another tab leaves nothing of the one before, and says so', async (t) => {
    const [nina, other] = [await suite.signUp(), await suite.signUp()];
    const { patient } = await smallHospital(nina.call);
    const page = await suite.open(t, `/portal/#/patients/${patient.id}/edit`, { locale: 'en-GB' });
    const tab = await page.context().newPage();
    await tab.goto('/portal/');
    await signIn(page, nina.email);
    const field = page.getByLabel('First name');
    await field.fill('Typed by the first');
    await signIn(tab, other.email);
    await page.getByText('has signed in in another tab').waitFor();
    assert.equal(await field.inputValue(), 'Åsa');
  });

  test('that is signed out without reaching the service ends here at once, and there as soon as it can', async (t) => {
    const nina = await suite.signUp();
    const page = await openAs(suite, t, nina, '#/patients', { expected: [/ERR_FAILED/] });
    const begin = page.getByRole('heading', { name: 'Sign in' });
    let isCut = true;
    const asked = [];
    await page.route('**/auth/**', (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return isCut ? route.abort() : route.continue();
    });
    await page.getByLabel('Search').fill('typed by the first');
    const cookie = async () => (await page.context().cookies()).find(({ name }) => name === 'refresh_token')?.value;
    const before = await cookie();
    assert.ok(before);
    const started = Date.now();
    await signOut(page);
    await begin.waitFor();
    assert.ok(Date.now() - started < 3000, 'the sign-in does not wait for the service');
    // Back is where somebody else finds nothing.
    await page.goBack();
    await begin.waitFor();
    await page.reload();
    await begin.waitFor();
    // A page that is left asks nothing more: what comes after this is from the next one.
    await page.goto('about:blank');
    asked.length = 0;
    isCut = false;
    const revoked = page.waitForResponse(/auth\/logout$/);
    await page.goto('/portal/#/patients');
    assert.equal((await revoked).ok(), true);
    await begin.waitFor();
    assert.deepEqual(asked, ['/auth/logout'], 'before anything else, such as a refresh');
    assert.equal(await cookie(), undefined);
    await signIn(page, nina.email);
    await page.locator('.top .who').waitFor();
    assert.equal(await page.getByText('typed by the first').count(), 0);
  });

  test('that has ended is said so where one signs in again', async (t) => {
    const nina = await suite.signUp();
    const page = await openAs(suite, t, nina, '#/patients', { expected: [/status of 401/] });
    await page.context().clearCookies();
    await page.reload();
    await page.getByText('Your session has ended. Sign in again').waitFor();
    await isAccessible(page, 'Signing in again');
    await signIn(page, nina.email);
    await page.getByRole('heading', { name: 'Patients' }).waitFor();
    assert.equal(await page.getByText('Your session has ended').count(), 0);
  });

  test('ends when nobody has used the portal for a while, after a warning', async (t) => {
    const nina = await suite.signUp();
    // To the page a login of a quarter of an hour ends meanwhile; it may be just renewing it when it signs out.
    const page = await openAs(suite, t, nina, '#/calendar', { expected: [/status of 401/] });
    await page.clock.install();
    await page.reload();
    const warning = page.getByRole('dialog', { name: 'Are you still there?' });
    // What watches is at work by then.
    const loaded = page.getByText(/appointments? on this day|\d appointments?$/);
    const begin = page.getByRole('heading', { name: 'Sign in' });
    await loaded.waitFor();
    await page.clock.fastForward('14:10');
    await warning.waitFor();
    await isAccessible(page, 'The warning');
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await warning.waitFor({ state: 'detached' });
    await page.clock.fastForward('14:10');
    await warning.waitFor();
    await page.clock.fastForward('01:00');
    await page.getByText('You were signed out, as nobody had used this page').waitFor();
    await begin.waitFor();

    await signIn(page, nina.email);
    await loaded.waitFor();
    // As if the browser had been closed then: on a page that does not watch the clock.
    const portal = page.url();
    await page.goto(new URL('/health/', portal).href);
    await page.evaluate(() => localStorage.setItem('portal.used', String(Date.now() - 15 * 60_000)));
    await page.goto(portal);
    await page.getByText('You were signed out, as nobody had used this page').waitFor();
    await page.reload();
    await begin.waitFor();
  });

  test('is drawn at once when the page is loaded anew, and follows what the account may do by now', async (t) => {
    const bo = await logIn(suite.service, 'billing');
    const page = await openAs(suite, t, bo, '#/booking');
    await page.getByRole('alert').getByText('Your account may not do this.').waitFor();
    // As if the account had been allowed to, when the page was loaded last.
    await page.evaluate(() => {
      const kept = JSON.parse(sessionStorage.getItem('portal.session'));
      kept.session.settings.permissions.push('appointment:create');
      sessionStorage.setItem('portal.session', JSON.stringify(kept));
    });
    const booking = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Booking' });
    const release = await holdAccount(page);
    await page.reload();
    await page.getByRole('heading', { name: 'Book an appointment' }).waitFor();
    await booking.waitFor();
    release();
    await booking.waitFor({ state: 'detached' });
    await page.getByRole('alert').getByText('Your account may not do this.').waitFor();
    assert.doesNotMatch(await keptIn(page), /appointment:create/);
    await signOut(page);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.equal(await keptIn(page), null);
  });

  test('of another account, which the tab has kept, is not drawn', async (t) => {
    const [nina, bo] = [await logIn(suite.service, 'staff'), await logIn(suite.service, 'billing')];
    const page = await openAs(suite, t, nina, '#/cash');
    const kept = await keptIn(page);
    assert.match(kept, new RegExp(nina.email));
    await signOut(page);
    await signIn(page, bo.email);
    await page.locator('.top nav').waitFor();
    await page.evaluate((text) => sessionStorage.setItem('portal.session', text), kept);
    const release = await holdAccount(page);
    const refreshed = page.waitForResponse(/auth\/refresh$/);
    await page.reload();
    await refreshed;
    await page.getByText('Loading').waitFor();
    assert.equal(await page.locator('.top nav').count(), 0);
    release();
    await page.locator('.top nav').waitFor();
    assert.match(await keptIn(page), new RegExp(bo.email));
  });
});
