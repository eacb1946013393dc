// The own account: name, e-mail, password, logins, second factor; and the page to which a link for a password leads.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { logIn, send } from '../system/lib/accounts.mjs';
import { builtSuite } from './lib/built.mjs';
import { codeOf, isAccessible, made, openAs, PASSWORD, signIn, signOut, smallHospital, VIEWS } from './lib/portal.mjs';

const suite = builtSuite();

const NEW_PASSWORD = 'a quiet till & 42';
const me = ({ call }) => made(call('GET', '/auth/users/me'));
const loginsOf = ({ call }) => made(call('GET', '/auth/sessions'));
const logInAgain = (email, password = PASSWORD, totp = undefined) =>
  send(suite.service.url, 'POST', '/auth/login', { json: { email, password, totp } });
const section = (page, name) => page.locator('.card').filter({ has: page.getByRole('heading', { name }) });

describe('The own account', () => {
  test('is reached by the menu of the name in the bar, and takes another name and, with the password, another e-mail', async (t) => {
    const nina = await suite.signUp();
    const page = await openAs(suite, t, nina, '', { expected: [/status of 400/] });
    await page.getByRole('button', { name: 'My account: Nina Nurse' }).click();
    await page.getByRole('link', { name: 'My account', exact: true }).click();
    await isAccessible(page, 'My account');
    const profile = section(page, 'Name and e-mail');
    await profile.getByLabel('Your name').fill('Nina Ek');
    await profile.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'My account: Nina Ek' }).waitFor();
    await profile.getByLabel('E-mail').fill('nina.ek@clinic.example');
    const password = profile.getByLabel('Present password');
    await password.fill('a guess');
    await profile.getByRole('button', { name: 'Save' }).click();
    await profile.getByRole('alert').getByText('The password is not right.').waitFor();
    await password.fill(PASSWORD);
    await profile.getByRole('button', { name: 'Save' }).click();
    await password.waitFor({ state: 'detached' });
    const { full_name, email } = await me(nina);
    assert.deepEqual({ full_name, email }, { full_name: 'Nina Ek', email: 'nina.ek@clinic.example' });
  });

  test('keeps what is typed for who leaves the page, but no password', async (t) => {
    const nina = await suite.signUp();
    const page = await openAs(suite, t, nina, '#/account');
    await section(page, 'Name and e-mail').getByLabel('Your name').fill('Half a name');
    await section(page, 'Change the password').getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByRole('link', { name: 'Patients' }).click();
    await page.getByRole('button', { name: /^My account/ }).click();
    await page.getByRole('link', { name: 'My account', exact: true }).click();
    await page.getByText('What you had typed here is back.').waitFor();
    assert.equal(await page.getByLabel('Your name').inputValue(), 'Half a name');
    assert.equal(await page.getByLabel('New password').inputValue(), '');
  });

  test('of a doctor shows whose record has the name', async (t) => {
    const nina = await suite.signUp();
    const { doctors } = await smallHospital(nina.call);
    const page = await openAs(suite, t, { email: doctors[0].user.email }, '#/account');
    await page.getByText('Name and e-mail are kept by others').waitFor();
    assert.equal(await page.getByLabel('Your name').count(), 0);
    await isAccessible(page, 'The account of a doctor');
  });

  test('gets another password, which ends its other logins', async (t) => {
    const nina = await suite.signUp();
    const page = await openAs(suite, t, nina, '#/account', { expected: [/status of 4(00|22)/] });
    assert.equal((await loginsOf(nina)).length, 2);
    const form = section(page, 'Change the password');
    await form.getByLabel('Present password').fill(PASSWORD);
    await form.getByLabel('New password').fill('password1');
    await form.getByRole('button', { name: 'Change the password' }).click();
    await form.getByText('Choose another one.').waitFor();
    await form.getByLabel('New password').fill(NEW_PASSWORD);
    await form.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The password is changed. Other logins have ended.').waitFor();
    assert.equal((await logInAgain(nina.email)).status, 401);
    const again = await logInAgain(nina.email, NEW_PASSWORD);
    assert.equal(again.status, 200);
    const logins = await made(send(suite.service.url, 'GET', '/auth/sessions', { token: again.body.access_token }));
    assert.equal(logins.length, 2, 'that of the page, and the one that has just begun');
    await page.getByRole('link', { name: 'Calendar' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  test('ends one login, and all others at once', async (t) => {
    const nina = await suite.signUp();
    for (let n = 0; n < 2; n++) await logInAgain(nina.email);
    const page = await openAs(suite, t, nina, '#/account');
    const rows = section(page, 'Where you are signed in').locator('tbody tr');
    await rows.nth(3).waitFor();
    await isAccessible(page, 'Logins');
    const own = rows.filter({ hasText: 'this one' });
    assert.match(await own.textContent(), /Chrome, Linux/);
    assert.equal(await own.getByRole('button').count(), 0);
    await rows.getByRole('button').first().click();
    await rows.nth(3).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'End all others …' }).click();
    await isAccessible(page, 'Before all others are ended');
    await page.getByRole('dialog').getByRole('button', { name: 'End them' }).click();
    await page.getByText('All other logins are ended.').waitFor();
    await rows.nth(1).waitFor({ state: 'detached' });
    const { body } = await logInAgain(nina.email);
    const logins = await made(send(suite.service.url, 'GET', '/auth/sessions', { token: body.access_token }));
    assert.equal(logins.length, 2);
  });

  test('switches its second factor on, takes another phone, and off', async (t) => {
    const nina = await suite.signUp();
    const page = await openAs(suite, t, nina, '#/account', { expected: [/status of 400/] });
    const code = page.getByLabel('Code of your authenticator app');
    const status = () => made(nina.call('GET', '/auth/totp'));
    async function confirm() {
      const secret = await page.locator('p > code').textContent();
      await code.fill(codeOf(secret));
      await page.getByRole('button', { name: 'Switch it on' }).click();
      await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
      const recovery = await page.locator('.codes code').allTextContents();
      await page.getByRole('button', { name: 'I have written them down' }).click();
      await page.getByText('10 recovery codes are left.').waitFor();
      return recovery;
    }
    await page.getByRole('link', { name: 'Set up …' }).click();
    await page.getByLabel('Password').fill(PASSWORD);
    await isAccessible(page, 'Before the secret');
    await page.getByRole('button', { name: 'Begin' }).click();
    const recovery = await confirm();
    // Its login has ended by that, so the rest is asked with a new one.
    const again = await logInAgain(nina.email, PASSWORD, recovery[0]);
    nina.call = (method, path) => send(suite.service.url, method, path, { token: again.body.access_token });
    assert.deepEqual((await status()).enabled, true);

    await page.getByRole('link', { name: 'New phone or new recovery codes …' }).click();
    await page.getByLabel('Password').fill(PASSWORD);
    await code.fill(recovery[1]);
    await page.getByRole('button', { name: 'Begin' }).click();
    const others = await confirm();
    assert.notDeepEqual(others, recovery);

    await page.getByRole('button', { name: 'Switch off …' }).click();
    const dialog = page.getByRole('dialog');
    await isAccessible(page, 'Before it is switched off');
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByLabel('Code of your authenticator app').fill(recovery[2]);
    await dialog.getByRole('button', { name: 'Switch it off' }).click();
    await dialog.getByRole('alert').getByText('The code is not right').waitFor();
    await dialog.getByLabel('Code of your authenticator app').fill(others[0]);
    await dialog.getByRole('button', { name: 'Switch it off' }).click();
    await page.getByText('It is off.').waitFor();
    assert.equal((await logInAgain(nina.email)).status, 200, 'without a code');
  });

  for (const [view, options] of Object.entries(VIEWS)) {
    test(`is read ${view}`, async (t) => {
      const nina = await suite.signUp();
      const page = await openAs(suite, t, nina, '#/account', options);
      await page.locator('.records tbody tr').first().waitFor();
      await isAccessible(page, 'My account');
      await page.goto('/portal/#/account/second-factor');
      await page.locator('form [type="password"]').waitFor();
      await isAccessible(page, 'The second factor');
      await page.goto('/portal/#/password?token=none');
      await page.locator('form [type="password"]').first().waitFor();
      await isAccessible(page, 'The page that sets a password');
    });
  }
});

describe('A link for a password', () => {
  const invite = async (email) => {
    const admin = await logIn(suite.service, 'admin');
    const json = { email, type: 'billing', full_name: 'Omar Aziz' };
    return made(admin.call('POST', '/auth/users', { json }));
  };
  const setPassword = async (page, password, again = password) => {
    await page.getByLabel('New password').fill(password);
    await page.getByLabel('The same once more').fill(again);
    await page.getByRole('button', { name: 'Set the password' }).click();
  };

  test('works once, signed out, and its token leaves the address at once', async (t) => {
    const { token } = await invite('omar@clinic.example');
    const hash = `/portal/#/password?token=${token}`;
    const page = await suite.open(t, hash, { locale: 'en-GB', expected: [/status of 4(01|22)/] });
    await page.waitForURL(/#\/password$/);
    await isAccessible(page, 'The page that sets a password');
    await setPassword(page, NEW_PASSWORD, 'something else');
    await page.getByText('These two are not the same.').waitFor();
    await setPassword(page, 'password1');
    await page.getByText('This password is among the first that others would try.').waitFor();
    await setPassword(page, NEW_PASSWORD);
    await page.getByRole('heading', { name: 'Your password is set' }).waitFor();
    await isAccessible(page, 'The password is set');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await signIn(page, 'omar@clinic.example', NEW_PASSWORD);
    await page.getByRole('button', { name: 'My account: Omar Aziz' }).waitFor();
    await signOut(page);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();

    await page.goto(hash);
    await setPassword(page, 'yet another one & 43');
    await page.getByRole('alert').getByText('This link works no more').waitFor();
    assert.equal((await logInAgain('omar@clinic.example', NEW_PASSWORD)).status, 200);
    // Loaded anew, the page has nothing left of it.
    await page.goto(hash);
    await page.waitForURL(/#\/password$/);
    await page.reload();
    await page.getByText('open the link again').waitFor();
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, history.state]));
    assert.ok(!stored.includes(token));
  });

  test('says who else is signed in, and leaves that account as it is', async (t) => {
    const nina = await suite.signUp();
    const { token, email } = await invite('omar.two@clinic.example');
    const page = await openAs(suite, t, nina);
    await page.goto(`/portal/#/password?token=${token}`);
    await page.getByText('Nina Nurse is signed in here.').waitFor();
    await setPassword(page, NEW_PASSWORD);
    await page.getByRole('button', { name: 'Sign Nina Nurse out and sign in' }).click();
    await signIn(page, email, NEW_PASSWORD);
    await page.getByRole('button', { name: 'My account: Omar Aziz' }).waitFor();
    assert.equal((await logInAgain(nina.email)).status, 200);
  });
});
