// The portal as `npm start` serves it: signing in, the calendar of a day, booking.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { codeOf, MONDAY, made, openAs, PASSWORD, signIn, signOut, smallHospital } from './lib/portal.mjs';
import { browserSuite, PHONE } from './lib/suite.mjs';

const suite = browserSuite();
const UNAUTHENTICATED = /status of 401/;
const OUTDATED = /status of 412/;

const alertOf = (page) => page.getByRole('alert').textContent();
const recordOf = async ({ call }, { id }) => made(call('GET', `/calendar/appointments/${id}`));

test('npm start names it first, and serves it under a strict policy', async () => {
  const { output, url } = suite.service;
  assert.match(output.trim(), /^Portal: +http:\/\/127\.0\.0\.1:\d+\/portal\/$/m);
  assert.ok(output.indexOf('Portal:') < output.indexOf('Hospital service:'));
  const index = await fetch(`${url}/portal/`);
  const policy = index.headers.get('content-security-policy');
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /);
  assert.doesNotMatch(policy, /unsafe|\*/);
  assert.equal(index.headers.get('cache-control'), 'public, max-age=0, must-revalidate');
  const [script] = (await index.text()).match(/(?<=src="\.\/)assets\/[^"]+/);
  const { status, headers } = await fetch(`${url}/portal/${script}`);
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
});

test('An address that was typed without the hash leads to its page', async () => {
  for (const path of ['booking', 'patients', 'patients/42/edit', 'invoices', 'invoices/new', 'cash']) {
    const { status, headers } = await fetch(`${suite.service.url}/portal/${path}`, { redirect: 'manual' });
    assert.deepEqual([status, headers.get('location')], [302, `/portal/#/${path}`]);
  }
});

describe('Signing in', () => {
  test('leads to where one was, lasts over a reload, and ends', async (t) => {
    const nina = await suite.signUp();
    const page = await suite.open(t, `/portal/#/calendar?day=${MONDAY}`, {
      locale: 'en-GB',
      expected: [UNAUTHENTICATED],
    });
    await signIn(page, nina.email, 'not her password');
    assert.match(await alertOf(page), /E-mail or password is not right/);
    await signIn(page, nina.email);
    const heading = page.getByRole('heading', { name: /^Monday,? 7 January 2030$/ });
    await heading.waitFor();
    await page.reload();
    await heading.waitFor();
    await page.evaluate(() => {
      location.hash = '#/calendar?day=soon'; // mistyped: it is today's
    });
    await page.getByRole('heading', { name: String(new Date().getUTCFullYear()) }).waitFor();
    await signOut(page);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.equal(new URL(page.url()).hash, '#/', 'The next one at this desk begins at the beginning');
  });

  test('asks an account with a second factor for its code', async (t) => {
    const { email, call } = await suite.signUp();
    const { secret } = await made(call('POST', '/auth/totp', { json: { password: PASSWORD } }));
    await made(call('POST', '/auth/totp/confirm', { json: { totp: codeOf(secret, -1) } }));

    const page = await suite.open(t, '/portal/', { locale: 'en-GB', expected: [UNAUTHENTICATED] });
    await signIn(page, email);
    const code = page.getByLabel('Code of your authenticator app');
    await page.locator('[name="totp"]:focus').waitFor();
    await page.keyboard.type('000 000');
    await page.keyboard.press('Enter');
    assert.match(await alertOf(page), /The code is not right/);
    await code.fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await page.locator('.top .who').waitFor();
  });

  test('is possible with an account that one has just made', async (t) => {
    const page = await suite.open(t, '/portal/', { locale: 'en-GB', expected: [/status of 40[09]/] });
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByLabel('Your name').fill('Olu Adeyemi');
    await page.getByLabel('E-mail').fill('nina1@clinic.example');
    await page.getByLabel('Password').fill('password');
    const submit = page.getByRole('button', { name: 'Create the account' });
    await submit.click();
    await page.getByText('This password is among the first that others would try').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await submit.click();
    await page.getByText('There is one already.').waitFor();
    await page.getByLabel('E-mail').fill('olu@clinic.example');
    await submit.click();
    await page.getByText('Olu Adeyemi').waitFor();
  });

  test('keeps its language', async (t) => {
    const page = await suite.open(t, '/portal/', { locale: 'ar-EG' });
    await page.getByRole('heading', { name: 'تسجيل الدخول' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
    await page.getByRole('combobox').selectOption('en');
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('dir'), 'ltr');
  });
});

describe('The calendar', () => {
  test('begins with today, and shows each doctor’s appointments beside the others’', async (t) => {
    const nina = await suite.signUp();
    const { book, doctors, department } = await smallHospital(nina.call);
    const day = new Date().toISOString().slice(0, 10);
    await book(`${day}T09:00:00`);
    await book(`${day}T09:20:00`, { doctor_id: doctors[1].id });
    const page = await openAs(suite, t, nina, '#/calendar');
    await page.getByLabel('Department').selectOption(department.name);
    await page.getByText('2 appointments').waitFor();
    await page.locator('.timetable').waitFor();
    assert.deepEqual(await page.locator('.timetable h2').allTextContents(), ['Amira Haddad', 'Erik Lind']);
    await page.setViewportSize(PHONE);
    const entries = page.locator('.day-list .entry');
    await entries.first().waitFor();
    // In the order of time, not of the doctors.
    assert.match((await entries.allInnerTexts()).join(), /^09:00.*Erik Lind.*09:20.*Amira Haddad/s);
    await page.getByLabel('Doctor', { exact: true }).selectOption(doctors[0].id);
    await page.getByText('1 appointment', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Day after' }).click();
    await page.getByText('No appointments on this day.').waitFor();
  });

  test('moves an appointment to a free time, by the keyboard alone', async (t) => {
    const nina = await suite.signUp();
    const { book, department } = await smallHospital(nina.call);
    const appointment = await book(`${MONDAY}T09:00:00`);
    const page = await openAs(suite, t, nina, `#/calendar?day=${MONDAY}&department=${department.id}`);
    const entry = page.locator('.entry', { hasText: '09:00' });
    await entry.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Move …' }).focus();
    await page.keyboard.press('Enter');
    const free = page.getByRole('radio');
    await free.first().waitFor();
    // Until the patient is there, nothing is moved.
    await page.locator('.confirm button:not([aria-busy])').waitFor();
    assert.equal(await free.count(), 5, 'of six times one is taken, by the appointment itself');
    await free.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('Moved to 7 Jan 2030, 09:40.').waitFor();
    assert.equal((await recordOf(nina, appointment)).schedule, `${MONDAY}T09:40:00`);
    await page.locator('.entry', { hasText: '09:40' }).waitFor();
  });

  test('says that somebody else was faster, and shows what they did', async (t) => {
    const nina = await suite.signUp();
    const { book, department } = await smallHospital(nina.call);
    const appointment = await book(`${MONDAY}T09:00:00`);
    const page = await openAs(suite, t, nina, `#/calendar?day=${MONDAY}&department=${department.id}`, {
      expected: [OUTDATED],
    });
    await page.locator('.entry', { hasText: '09:00' }).click();
    const checkIn = page.getByRole('button', { name: 'Check in' });
    await checkIn.waitFor();
    const json = { schedule: `${MONDAY}T10:00:00` };
    await made(nina.call('PATCH', `/calendar/appointments/${appointment.id}`, { json }));
    await checkIn.click();
    assert.match(await alertOf(page), /Somebody else has changed this meanwhile/);
    await page.getByRole('dialog').getByText('10:00 – 10:20').waitFor();
    assert.equal((await recordOf(nina, appointment)).status, 'SCEDULED');
    await checkIn.click();
    await page.getByRole('dialog').getByText('Checked in', { exact: true }).waitFor();
    assert.equal((await recordOf(nina, appointment)).status, 'CHECKED_IN');
  });

  test('shows and checks in who is SCHEDULED, which another program has spelled right', async (t) => {
    const nina = await suite.signUp();
    const { book, department } = await smallHospital(nina.call);
    const appointment = await book(`${MONDAY}T09:00:00`, { status: 'SCHEDULED' });
    const page = await openAs(suite, t, nina, `#/calendar?day=${MONDAY}&department=${department.id}`);
    await page.locator('.entry', { hasText: '09:00' }).click();
    await page.getByRole('dialog').getByText('Scheduled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Did not come' }).waitFor();
    await page.getByRole('button', { name: 'Check in' }).click();
    await page.getByRole('dialog').getByText('Checked in', { exact: true }).waitFor();
    assert.equal((await recordOf(nina, appointment)).status, 'CHECKED_IN');
  });

  test('cancels with a reason, and schedules again', async (t) => {
    const nina = await suite.signUp();
    const { book, department } = await smallHospital(nina.call);
    const appointment = await book(`${MONDAY}T09:00:00`);
    const page = await openAs(suite, t, nina, `#/calendar?day=${MONDAY}&department=${department.id}`);
    await page.locator('.entry', { hasText: '09:00' }).click();
    await page.getByRole('button', { name: 'Cancel appointment …' }).click();
    await page.getByLabel('Reason of cancellation').fill('The patient has the flu');
    await page.getByRole('button', { name: 'Cancel the appointment' }).click();
    await page.getByRole('dialog').getByText('The patient has the flu').waitFor();
    const { status, cancel_reason } = await recordOf(nina, appointment);
    assert.deepEqual({ status, cancel_reason }, { status: 'CANCELLED', cancel_reason: 'The patient has the flu' });
    await page.getByRole('button', { name: 'Schedule again' }).click();
    await page.getByRole('button', { name: 'Check in' }).waitFor();
    assert.equal((await recordOf(nina, appointment)).status, 'SCEDULED');
  });
});
