// Booking in the portal: a patient by search, a free time, and what happens if somebody was faster.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MONDAY, made, openAs, smallHospital } from './lib/portal.mjs';
import { browserSuite } from './lib/suite.mjs';

const suite = browserSuite();

const appointmentsOf = ({ call }, { id }) => made(call('GET', `/calendar/appointments/?patient_id=${id}`));

describe('Booking', () => {
  test('finds the patient as one types, and takes a free time', async (t) => {
    const nina = await suite.signUp();
    const { department, doctors, patient } = await smallHospital(nina.call);
    const page = await openAs(suite, t, nina, `#/booking?from=${MONDAY}`);
    await page.getByText('Choose a department or a doctor').waitFor();
    const field = page.getByRole('combobox', { name: 'Patient' });
    await field.fill(patient.last_name.slice(0, -1));
    await page.getByRole('option', { name: patient.last_name }).waitFor();
    await field.fill(patient.last_name);
    await page.getByText('1 match', { exact: true }).waitFor();
    await field.press('ArrowDown');
    assert.ok(await page.getByRole('listbox').getByRole('option', { selected: true }).isVisible());
    await field.press('Enter');
    await page.getByText(patient.reg_number).waitFor();
    await page.locator(':focus', { hasText: 'Another patient' }).waitFor();

    await page.getByLabel('Department').selectOption(department.name);
    await page.getByText('2 doctors').first().waitFor();
    await page.getByLabel('Doctor', { exact: true }).selectOption('Amira Haddad');
    await page.getByLabel('09:20').check();
    await page.getByLabel('This is a follow-up visit').check();
    await page.getByRole('button', { name: 'Book' }).click();
    await page.getByText(`Booked for Åsa ${patient.last_name}: 7 Jan 2030, 09:20.`).waitFor();
    const [made_, ...more] = await appointmentsOf(nina, patient);
    assert.deepEqual(more, []);
    const { schedule, doctor_id, department_id, is_follow_up, expected_duration_minutes } = made_;
    assert.deepEqual(
      { schedule, doctor_id, department_id, is_follow_up, expected_duration_minutes },
      {
        schedule: `${MONDAY}T09:20:00`,
        doctor_id: doctors[1].id,
        department_id: department.id,
        is_follow_up: true,
        expected_duration_minutes: 20,
      },
    );
    await page.getByLabel('09:20').waitFor({ state: 'detached' });
  });

  test('says what is missing', async (t) => {
    const nina = await suite.signUp();
    const { doctors, patient } = await smallHospital(nina.call);
    const page = await openAs(suite, t, nina, `#/booking?from=${MONDAY}&doctor=${doctors[0].id}`);
    const book = page.getByRole('button', { name: 'Book' });
    await book.click();
    assert.equal(await page.getByRole('alert').textContent(), 'Choose a patient first.');
    await page.goto(`/portal/#/booking?from=${MONDAY}&doctor=${doctors[0].id}&patient=${patient.id}`);
    await page.getByText(patient.reg_number).waitFor();
    await book.click();
    assert.equal(await page.getByRole('alert').textContent(), 'Choose a free time.');
    assert.deepEqual(await appointmentsOf(nina, patient), []);
  });

  test('says that a time was taken meanwhile, and shows those that are free now', async (t) => {
    const nina = await suite.signUp();
    const { doctors, patient, book } = await smallHospital(nina.call);
    const page = await openAs(suite, t, nina, `#/booking?from=${MONDAY}&doctor=${doctors[0].id}&patient=${patient.id}`);
    await page.getByLabel('09:40').check();
    await book(`${MONDAY}T09:40:00`);
    await page.getByRole('button', { name: 'Book' }).click();
    assert.match(await page.getByRole('alert').textContent(), /This time was taken meanwhile/);
    await page.getByLabel('09:40').waitFor({ state: 'detached' });
    assert.equal((await appointmentsOf(nina, patient)).length, 1);
  });
});
