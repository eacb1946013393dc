// The portal in Chromium: a small hospital to show, signing in, and what holds for every page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Secret, TOTP } from 'otpauth';
import { PASSWORD, PHONE } from './suite.mjs';

export { PASSWORD };

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A Monday on which the doctors of `smallHospital` work. */
export const MONDAY = '2030-01-07';

/** The answer's body of a request that has to succeed. */
export async function made(answer) {
  const { status, body } = await answer;
  assert.ok(status < 300, `${status}: ${JSON.stringify(body)}`);
  return body;
}

/** As long as a name may be, and without a blank to break it at. */
export const LONG_NAME = 'Wolfeschlegelstein'.repeat(12).slice(0, 200);

let hospitals = 0;
/** A department with two doctors, who work on Mondays from nine to eleven, and a patient. @param call of an account */
export async function smallHospital(call) {
  const create = (path, json) => made(call('POST', path, { json }));
  const n = ++hospitals;
  const department = await create('/department/', { name: `Cardiology ${n}`, code: `CARD${n}` });
  const doctors = [];
  for (const [first_name, last_name] of [
    ['Erik', 'Lind'],
    ['Amira', 'Haddad'],
  ]) {
    const user = { email: `${first_name}${n}@clinic.example`, password: PASSWORD };
    const doctor = await create('/doctor/', { first_name, last_name, license_number: user.email, user });
    const hours = { weekday: 1, from: '09:00', to: '11:00', department_id: department.id, slot_minutes: 20 };
    await made(call('PUT', `/calendar/doctors/${doctor.id}/hours`, { json: { weekly: [hours] } }));
    doctors.push(doctor);
  }
  const patient = await create('/patient/', { first_name: 'Åsa', last_name: `Svensson${n}`, gender: 'female' });
  /** An appointment of the patient with the first doctor. */
  const book = (schedule, more) =>
    create('/appointment/', {
      patient_id: patient.id,
      doctor_id: doctors[0].id,
      department_id: department.id,
      schedule,
      expected_duration_minutes: 20,
      ...more,
    });
  return { department, doctors, patient, book };
}

/** The account of a doctor of `smallHospital`: its password is `PASSWORD`. */
export const accountOf = async (call, { id }) => (await made(call('GET', `/doctor/${id}?view=full`))).user;

/** Fills in the form of the first step. */
export async function signIn(page, email, password = PASSWORD) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens the menu of who is signed in, which has the language and signing out. */
export const openMenu = (page) => page.locator('.top .who').click();

/** Signs out by it. */
export async function signOut(page) {
  await openMenu(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
}

/** A page of the portal, for an account that has signed in. */
export async function openAs(suite, t, { email }, hash = '', options = {}) {
  const page = await suite.open(t, `/portal/${hash}`, { locale: 'en-GB', ...options });
  // By name and type, not by label: in every language.
  await page.locator('[name="email"]').fill(email);
  await page.locator('[name="password"]').fill(PASSWORD);
  await page.locator('[type="submit"]').click();
  await page.locator('.top nav, .board').waitFor();
  return page;
}

/** No violation of WCAG's and axe's rules on what is on the screen, and nothing wider than it. */
export async function isAccessible(page, where) {
  // Nobody reads a page that has no heading yet.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  if (await page.evaluate(() => !globalThis.axe)) await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    // The rest takes longer to send than to find.
    const results = await globalThis.axe.run({ resultTypes: ['violations'] });
    return results.violations;
  });
  const faults = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`);
  assert.deepEqual(faults, [], where);
  const wide = await page.evaluate(() => {
    const sideways = document.documentElement.scrollWidth - innerWidth;
    const isOut = ({ left, right, width }) => width > 0 && (left < -1 || right > innerWidth + 1);
    const out = [...document.querySelectorAll('main *')].filter((element) => isOut(element.getBoundingClientRect()));
    return sideways > 0 ? [`${sideways} pixels`, ...out.map(({ outerHTML }) => outerHTML.slice(0, 120))] : [];
  });
  assert.deepEqual(wide, [], `${where} is wider than the screen`);
}

/** How people see a page; each as options of Playwright's contexts. */
const ALL_VIEWS = {
  'on a desktop': { locale: 'en-GB' },
  'on a phone': { locale: 'en-GB', viewport: PHONE },
  'in the dark': { locale: 'en-GB', colorScheme: 'dark' },
  'in German on a phone': { locale: 'de-DE', viewport: PHONE },
  'from right to left': { locale: 'ar-EG' },
  'from right to left on a phone in the dark': { locale: 'ar-EG', viewport: PHONE, colorScheme: 'dark' },
};
/** CI has CPU for these: both sizes, directions and colours, and the longest words. Most other tests are on a desktop. */
const VIEWS_OF_CI = ['on a desktop', 'in German on a phone', 'from right to left on a phone in the dark'];
export const VIEWS = process.env.CI
  ? Object.fromEntries(VIEWS_OF_CI.map((view) => [view, ALL_VIEWS[view]]))
  : ALL_VIEWS;

/** The code that an authenticator app shows for a secret. @param steps how far its clock is ahead: each code works once */
export const codeOf = (secret, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
