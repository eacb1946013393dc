// The calendar's pages of the portal as people see them: bright and dark, in both directions, on a phone. axe-core finds nothing,
// and no page scrolls sideways. Those of patients and invoices are in portal-invoices.test.mjs.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { isAccessible, LONG_NAME, MONDAY, made, openAs, openMenu, smallHospital, VIEWS } from './lib/portal.mjs';
import { PHONE } from './lib/suite.mjs';

const suite = builtSuite();

describe('No page of the calendar has a violation of accessibility or scrolls sideways', () => {
  for (const [view, options] of Object.entries(VIEWS)) {
    test(view, async (t) => {
      const nina = await suite.signUp();
      const { book, department, doctors, patient } = await smallHospital(nina.call);
      const name = { json: { last_name: LONG_NAME } };
      await made(nina.call('PATCH', `/patient/${patient.id}`, name));
      await made(nina.call('PATCH', `/doctor/${doctors[0].id}`, name));
      await made(nina.call('PATCH', `/department/${department.id}`, { json: { name: LONG_NAME } }));
      await book(`${MONDAY}T09:00:00`);
      await book(`${MONDAY}T09:20:00`, { status: 'CANCELLED', doctor_id: doctors[1].id });
      await book(`${MONDAY}T11:00:00`, { status: 'CHECKED_IN' });

      const signIn = await suite.open(t, '/portal/', options);
      await signIn.locator('form').waitFor();
      await isAccessible(signIn, 'Signing in');
      await signIn.locator('form button').last().click();
      await signIn.locator('[name="full_name"]').waitFor();
      await isAccessible(signIn, 'Making an account');

      const page = await openAs(suite, t, nina, `#/calendar?day=${MONDAY}&department=${department.id}`, options);
      await page.locator('.entry').first().waitFor();
      await isAccessible(page, 'The calendar');
      await page.locator('.entry:not(.over)').first().click();
      const actions = page.locator('dialog .row button');
      await actions.nth(2).waitFor();
      await isAccessible(page, 'An appointment');
      await page.locator('dialog a[href*="move="]').click();
      await page.getByRole('radio').first().waitFor({ state: 'attached' });
      await isAccessible(page, 'Moving it');

      await page.goto(`/portal/#/booking?from=${MONDAY}&department=${department.id}`);
      await page.getByRole('radio').first().waitFor({ state: 'attached' });
      await page.getByRole('combobox').and(page.locator('input')).fill(patient.reg_number);
      await page.getByRole('listbox').getByRole('option').first().waitFor();
      await isAccessible(page, 'Booking, while one looks for a patient');
      await page.getByRole('listbox').getByRole('option').first().click();
      await page.locator('.slots label').first().click();
      await isAccessible(page, 'Booking, with a time');
    });
  }
});

test('A page that is loaded anew on a phone pushes down nothing that was seen before the menu came', async (t) => {
  const nina = await suite.signUp();
  const page = await openAs(suite, t, nina, '#/patients', { viewport: PHONE });
  await page.addInitScript(() => {
    globalThis.shifted = 0;
    const add = (list) => {
      for (const { value } of list.getEntries()) globalThis.shifted += value;
    };
    new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
  });
  await page.route('**/auth/refresh', async (route) => {
    await page.locator('main .skeleton').waitFor();
    // Painted, as what nobody has seen is not pushed.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await route.continue();
  });
  await page.reload();
  await page.getByRole('navigation').waitFor();
  await page.locator('main h1').waitFor();
  const shifted = await page.evaluate(() => globalThis.shifted);
  assert.ok(shifted < 0.05, `${shifted} of 1`);
});

test('In German an appointment is moved on, a patient registered and a bill read, with dates and amounts as Germans write them', async (t) => {
  const nina = await suite.signUp();
  const { department, patient, book } = await smallHospital(nina.call);
  const { id } = await book(`${MONDAY}T09:00:00`);
  const page = await openAs(suite, t, nina);
  // Chosen, where the browser prefers another language.
  await openMenu(page);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
  await page.getByRole('navigation', { name: 'Hauptmenü' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'de');
  assert.equal(await page.locator('html').getAttribute('dir'), 'ltr');

  await page.goto(`/portal/#/calendar?day=${MONDAY}&department=${department.id}`);
  await page.getByRole('heading', { level: 1, name: 'Montag, 7. Januar 2030' }).waitFor();
  await page.getByText('1 Termin', { exact: true }).waitFor();
  await page.locator('.entry').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Eingetroffen' }).click();
  await page.getByRole('status').getByText('Gespeichert: Eingetroffen.').waitFor();
  assert.equal((await made(nina.call('GET', `/calendar/appointments/${id}`))).status, 'CHECKED_IN');

  await page.goto('/portal/#/patients/new');
  await page.getByLabel('Vorname', { exact: true }).fill('Jörg');
  await page.getByLabel('Nachname').fill('Weiß');
  await page.getByLabel('Geburtsdatum').fill('29. Februar 1984');
  await page.getByLabel('Geschlecht').selectOption('Männlich');
  await page.getByRole('button', { name: 'Aufnehmen' }).click();
  await page.getByRole('status').getByText('Jörg Weiß ist aufgenommen.').waitFor();
  await page.getByText(/^\u206829\.02\.1984\u2069 · \u2068\d+ Jahre\u2069$/).waitFor();

  const items = [{ name: 'Gips', quantity: 1, unit_price: 1234.5, tax_percent: 19 }];
  const invoice = await made(nina.call('POST', '/invoice/', { json: { patient_id: patient.id, items } }));
  await page.goto(`/portal/#/invoices/${invoice.id}`);
  await page.getByText('19 % MwSt. auf 1.234,50 $').waitFor();
  // The choice outlives the page.
  await page.reload();
  await page.getByRole('button', { name: 'Rechnung stellen' }).waitFor();
});
