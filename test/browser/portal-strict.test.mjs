// The portal of a hospital that demands a second factor of admins and rejects double bookings. `npm start` does neither.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { codeOf, isAccessible, MONDAY, made, openAs, PASSWORD, signIn, signOut, smallHospital } from './lib/portal.mjs';

const suite = builtSuite({ REQUIRE_TOTP: 'admin', DOUBLE_BOOKING: 'reject' });

test('An account that has to have a second factor sets one up, and can work then', async (t) => {
  const { email } = await suite.signUp();
  await suite.service.query(`UPDATE user SET type = 'admin' WHERE email = ?`, email);
  const page = await suite.open(t, '/portal/', { locale: 'en-GB', expected: [/status of 40[01]/] });
  await signIn(page, email);
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  await isAccessible(page, 'Before the secret');

  const begin = page.getByRole('button', { name: 'Begin' });
  await page.getByLabel('Password').fill('not the password');
  await begin.click();
  assert.equal(await page.getByRole('alert').textContent(), 'The password is not right.');
  await page.getByLabel('Password').fill(PASSWORD);
  await begin.click();
  await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor();
  await isAccessible(page, 'The QR code');
  const secret = await page.locator('code').textContent();

  const code = page.getByLabel('Code of your authenticator app');
  await code.fill('000000');
  await page.keyboard.press('Enter');
  assert.equal(await page.getByRole('alert').textContent(), 'The code is not right, or was used before.');
  await code.fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await isAccessible(page, 'The recovery codes');
  const recovery = await page.getByRole('listitem').allTextContents();
  assert.equal(recovery.length, 10);
  await page.getByRole('button', { name: 'I have written them down' }).click();
  await page.getByRole('link', { name: 'Booking', exact: true }).waitFor();

  await signOut(page);
  await signIn(page, email);
  await code.fill(recovery[0]);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Booking', exact: true }).waitFor();
});

test('A time that is taken is refused, and said so', async (t) => {
  const nina = await suite.signUp();
  const { book, department, doctors } = await smallHospital(nina.call);
  const first = await book(`${MONDAY}T09:00:00`);
  await book(`${MONDAY}T09:20:00`);
  const hash = `#/calendar?day=${MONDAY}&department=${department.id}&doctor=${doctors[0].id}`;
  const page = await openAs(suite, t, nina, hash, { expected: [/status of 409/] });
  await page.getByRole('button', { name: /09:00/ }).click();
  // By the key, as the dialog still grows, and a click could miss the link that moves.
  await page.getByRole('link', { name: 'Move …' }).press('Enter');
  await page.getByLabel('Another time').check();
  await page.getByLabel('At', { exact: true }).fill('09:20');
  await page.getByRole('button', { name: 'Move to 7 Jan 2030, 09:20' }).click();
  await page.getByRole('button', { name: 'Move all the same' }).click();
  assert.match(await page.getByRole('alert').textContent(), /The doctor has another appointment at that time/);
  const { schedule } = await made(nina.call('GET', `/calendar/appointments/${first.id}`));
  assert.equal(schedule, `${MONDAY}T09:00:00`);
});
