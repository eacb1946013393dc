// Mails of `npm start` as people meet them: a forgotten password, an invitation, and the language of an account's mails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { command } from '../system/lib/command.mjs';
import { builtSuite } from './lib/built.mjs';
import { isAccessible, openAs, PASSWORD, signIn, signOut, VIEWS } from './lib/portal.mjs';
import { browserSuite } from './lib/suite.mjs';

const suite = browserSuite();
const without = builtSuite();

const NEW_PASSWORD = 'a quiet till & 42';

/** Of the newest mail to an address: its page, opened by the portal's last line. */
async function openMail(page, email) {
  await page.getByRole('complementary', { name: 'Development' }).getByRole('link').click();
  // It goes out beside the answer.
  const row = page
    .getByRole('listitem')
    .filter({ hasText: `to ${email}` })
    .first();
  for (let left = 50; left > 0 && !(await row.isVisible()); left--) {
    await page.waitForTimeout(100);
    await page.reload();
  }
  await row.getByRole('link').click();
}

const setPassword = async (page) => {
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByLabel('The same once more').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('heading', { name: 'Your password is set' }).waitFor();
  await page.getByRole('button', { name: 'Sign in' }).click();
};

async function admin() {
  const { email } = await suite.signUp();
  const { status, output } = await command(suite.service.data, 'admin', email);
  assert.equal(status, 0, output);
  return suite.logIn(email);
}

test('Who has forgotten the password gets a link, and is told the same for an e-mail that nobody has', async (t) => {
  const { email } = await suite.signUp();
  const page = await suite.open(t, '/portal/', { locale: 'en-GB' });
  const ask = async (address) => {
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByLabel('E-mail').fill(address);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor();
    return (await page.getByRole('main').textContent()).replace(address, '…');
  };
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
  assert.equal(await page.getByLabel('E-mail').inputValue(), email, 'what was typed is kept');
  await isAccessible(page, 'Before a link is asked for');
  await page.getByRole('button', { name: 'Back' }).click();
  const known = await ask(email);
  await isAccessible(page, 'After it was');
  await page.getByRole('button', { name: 'Back' }).click();
  assert.equal(await ask('nobody@clinic.example'), known);

  await openMail(page, email);
  await page.locator('iframe').waitFor();
  await page.locator('pre').getByRole('link').first().click();
  await page.waitForURL(/\/portal\/#\/password$/);
  await setPassword(page);
  await signIn(page, email, NEW_PASSWORD);
  await page.getByRole('button', { name: 'My account: Nina Nurse' }).waitFor();
});

test('Who is invited gets the link by mail, and the admin can hand it over, too', async (t) => {
  const page = await openAs(suite, t, await admin(), '#/admin/people');
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('a mail with a link by which they set their own').waitFor();
  await dialog.getByLabel('Name', { exact: true }).fill('Omar Aziz');
  await dialog.getByLabel('E-mail').fill('omar@clinic.example');
  await dialog.getByLabel('Language of mails').selectOption('Deutsch');
  await isAccessible(page, 'An invitation');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await dialog.getByText('A mail with this link is on its way to them.').waitFor();
  await isAccessible(page, 'The link that was mailed');
  const link = await dialog.getByRole('textbox').inputValue();
  assert.match(link, /\/portal\/#\/password\?token=/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await signOut(page);
  await openMail(page, 'omar@clinic.example');
  assert.match(await page.locator('pre').last().textContent(), /\bEinladung|eingeladen|Konto\b/);
  const mailed = await page.locator('pre').getByRole('link').first().textContent();
  assert.equal(mailed, link);
  await page.goto(mailed);
  await setPassword(page);
  await signIn(page, 'omar@clinic.example', NEW_PASSWORD);
  await page.getByRole('button', { name: 'My account: Omar Aziz' }).waitFor();
});

test('An account says in which language it is written to', async (t) => {
  const nina = await suite.signUp();
  const page = await openAs(suite, t, nina, '#/account');
  const language = page.getByLabel('Language of mails');
  const saved = async (name) => {
    await language.selectOption(name);
    const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByRole('button', { name: 'Save' }).click();
    await answered;
    await page.getByText('Your account is saved.').waitFor();
    return (await nina.call('GET', '/auth/users/me')).body.language;
  };
  assert.equal(await saved('العربية'), 'ar');
  await isAccessible(page, 'The language of mails');
  assert.equal(await saved('That of the hospital'), undefined);
});

test('Where nothing is mailed, that is said, and whom to ask', async (t) => {
  const nina = await without.signUp();
  const page = await without.open(t, '/portal/', { locale: 'en-GB', expected: [/status of 40\d/] });
  assert.equal(await page.getByRole('complementary').count(), 0, 'nothing is here for developers');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail').fill(nina.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByRole('alert').getByText('This hospital sends no mails. Ask an administrator').waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await signIn(page, nina.email, PASSWORD);
  await page.getByRole('button', { name: 'My account: Nina Nurse' }).click();
  await page.getByRole('link', { name: 'My account', exact: true }).click();
  await page.getByLabel('Your name').waitFor();
  assert.equal(await page.getByLabel('Language of mails').count(), 0);
});

for (const [view, options] of Object.entries(VIEWS)) {
  test(`A forgotten password, ${view}`, async (t) => {
    const page = await suite.open(t, '/portal/', options);
    await page.locator('form .button.quiet').first().click();
    await page.locator('form [name="email"]:focus').fill('nobody@clinic.example');
    await isAccessible(page, 'Before a link is asked for');
    await page.locator('[type="submit"]').click();
    await page.locator('section[role="status"]').waitFor();
    await isAccessible(page, 'After it was');
  });
}
