// Who comes without an appointment: one button from everywhere, patient, department, done.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { addDays, today } from './lib/files.mjs';
import { isAccessible, made, openAs, smallHospital, VIEWS } from './lib/portal.mjs';

const suite = builtSuite();

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** Both doctors work all day in a department that no other test has; one patient waits for the first of them. */
async function openHospital(call) {
  const hospital = await smallHospital(call);
  const { department, doctors } = hospital;
  const hours = { from: '00:00', to: '24:00', department_id: department.id, slot_minutes: 20 };
  const weekly = EVERY_DAY.map((weekday) => ({ ...hours, weekday }));
  for (const { id } of doctors) await made(call('PUT', `/calendar/doctors/${id}/hours`, { json: { weekly } }));
  const json = { first_name: 'Olu', last_name: 'Waits', gender: 'male' };
  const other = await made(call('POST', '/patient/', { json }));
  await hospital.book(`${today()}T08:00`, { patient_id: other.id, status: 'CHECKED_IN' });
  return { ...hospital, department };
}

const visitsOf = ({ call }, { id }) => made(call('GET', `/calendar/appointments/?patient_id=${id}`));

async function choose(page, { last_name, reg_number }) {
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Patient' });
  await field.fill(last_name);
  await page.getByRole('option', { name: reg_number }).waitFor();
  await field.press('Enter');
}

describe('A walk-in', () => {
  test('is the patient, the department and Enter, from any page; the doctor is who has fewest waiting', async (t) => {
    const nina = await suite.signUp();
    const { department, doctors, patient } = await openHospital(nina.call);
    const page = await openAs(suite, t, nina, '#/patients');
    const dialog = page.getByRole('dialog', { name: 'Walk-in' });
    await page.getByRole('button', { name: 'Walk-in' }).click();
    await dialog.locator('[role="combobox"]:focus').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Walk-in' }).click();
    const submit = dialog.getByRole('button', { name: 'Check in' });
    assert.equal(await submit.getAttribute('aria-disabled'), 'true');
    await dialog.getByText('Choose a patient.').waitFor();
    await choose(page, patient);
    await dialog.getByText(patient.reg_number).waitFor();
    await dialog.getByLabel('Department').selectOption(department.name);
    const doctor = dialog.getByLabel('Doctor', { exact: true });
    assert.equal(await doctor.inputValue(), doctors[1].id);
    await dialog.getByRole('option', { name: 'Erik Lind · 1 waiting' }).waitFor({ state: 'attached' });
    await submit.press('Enter');
    await dialog.getByText('Number in the queue').waitFor();
    assert.equal(await dialog.locator('.ticket strong').textContent(), '2');
    await isAccessible(page, 'The number');
    const [{ id, status, doctor_id, department_id, queue_number }] = await visitsOf(nina, patient);
    assert.deepEqual([status, doctor_id, department_id, queue_number], ['CHECKED_IN', doctors[1].id, department.id, 2]);
    assert.match(
      await dialog.getByRole('link', { name: 'Print the slip' }).getAttribute('href'),
      new RegExp(`#/appointments/${id}/slip`),
    );

    // The next one: the department of before is chosen already.
    await dialog.getByRole('button', { name: 'Another patient' }).click();
    const other = await made(
      nina.call('POST', '/patient/', {
        json: { first_name: 'Ada', last_name: `Nextina${Date.now()}`, gender: 'female' },
      }),
    );
    await choose(page, other);
    await dialog.locator('[type="submit"]:focus').waitFor();
    await page.keyboard.press('Enter');
    await dialog.locator('.ticket strong', { hasText: '3' }).waitFor();
    assert.equal((await visitsOf(nina, other)).length, 1);
    await dialog.getByRole('link', { name: 'Open the visit' }).click();
    await page.getByRole('dialog').getByText(other.reg_number).waitFor();
  });

  test('of a doctor of one department needs no department', async (t) => {
    const nina = await suite.signUp();
    // Who works on Mondays only.
    const { department, doctors, patient } = await smallHospital(nina.call);
    const page = await openAs(suite, t, nina, `#/patients/${patient.id}`);
    await page.getByRole('main').getByRole('button', { name: 'Walk-in' }).click();
    const dialog = page.getByRole('dialog', { name: 'Walk-in' });
    await dialog.getByText(patient.reg_number).waitFor();
    await dialog.getByLabel('Doctor', { exact: true }).selectOption(doctors[0].id);
    const chosen = dialog.getByLabel('Department').locator('option:checked');
    await chosen.filter({ hasText: department.name }).waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: 'Check in' }).click();
    await dialog.locator('.ticket strong', { hasText: '1' }).waitFor();
    const [{ doctor_id, department_id }] = await visitsOf(nina, patient);
    assert.deepEqual([doctor_id, department_id], [doctors[0].id, department.id]);
  });

  test('without an answer is found out, and made once', async (t) => {
    const nina = await suite.signUp();
    const { department, patient } = await openHospital(nina.call);
    const page = await openAs(suite, t, nina, `#/booking?walkin=yes&patient=${patient.id}`, { expected: [/ERR_/] });
    const dialog = page.getByRole('dialog', { name: 'Walk-in' });
    await dialog.getByText(patient.reg_number).waitFor();
    await dialog.getByLabel('Department').selectOption(department.name);
    let isLost = true;
    await page.route('**/appointment/', async (route) => {
      const response = await route.fetch();
      return isLost ? route.abort() : route.fulfill({ response });
    });
    await dialog.getByRole('button', { name: 'Check in' }).click();
    await dialog.getByText('No answer came').waitFor();
    isLost = false;
    await dialog.getByRole('button', { name: 'Find out' }).click();
    await dialog.locator('.ticket strong', { hasText: '2' }).waitFor();
    assert.equal((await visitsOf(nina, patient)).length, 1);
  });

  test('who is registered first is checked in next, and who is booked today is told', async (t) => {
    const nina = await suite.signUp();
    const { patient, book } = await openHospital(nina.call);
    const page = await openAs(suite, t, nina, '#/calendar');
    const dialog = page.getByRole('dialog', { name: 'Walk-in' });
    await page.getByRole('button', { name: 'Walk-in' }).click();
    await dialog.getByRole('link', { name: 'Register a new patient' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByLabel('First name').fill('Zuzana');
    await page.getByLabel('Last name').fill(`Novotna${Date.now()}`);
    await page.getByRole('button', { name: 'Register' }).click();
    await dialog.getByText('Zuzana').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await book(`${today()}T23:40`);
    await book(`${addDays(today(), 1)}T10:00`);
    await page.getByRole('button', { name: 'Walk-in' }).first().click();
    await choose(page, patient);
    await dialog.getByRole('link', { name: '23:40' }).waitFor();
    assert.equal(await dialog.locator('.told li').count(), 1);
  });

  for (const [how, options] of Object.entries(VIEWS)) {
    test(`is accessible ${how}`, async (t) => {
      const nina = await suite.signUp();
      const { patient } = await openHospital(nina.call);
      const page = await openAs(suite, t, nina, `#/patients/${patient.id}`, options);
      await page.locator('.heading button').first().waitFor();
      await page.locator('.top .walk-in').click();
      await page.locator('dialog [role="combobox"]:focus').waitFor();
      await isAccessible(page, how);
    });
  }
});
