// Booking in the portal: a patient by search, a free time, and what happens if somebody was faster.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { isAccessible, MONDAY, made, openAs, smallHospital } from './lib/portal.mjs';

const suite = builtSuite();

const appointmentsOf = ({ call }, { id }) => made(call('GET', `/calendar/appointments/?patient_id=${id}`));

describe('Booking', () => {
  test('finds the patient as one types, and takes a free time', async (t) => {
    const nina = await suite.signUp();
    const { department, doctors, patient } = await smallHospital(nina.call);
    const page = await openAs(suite, t, nina, `#/booking?from=${MONDAY}`);
    const field = page.getByRole('combobox', { name: 'Patient' });
    await field.fill(patient.last_name.slice(0, -1));
    await page.getByRole('option', { name: patient.last_name }).waitFor();
    // The list stays until the next search has begun, and looks the same after it.
    const found = page.waitForResponse(
      (answer) => new URL(answer.url()).searchParams.get('search') === patient.last_name,
    );
    await field.fill(patient.last_name);
    await found;
    await page.getByText('1 match', { exact: true }).waitFor();
    await field.press('ArrowDown');
    assert.ok(await page.getByRole('listbox').getByRole('option', { selected: true }).isVisible());
    await field.press('Enter');
    await page.getByText(patient.reg_number).waitFor();
    await page.locator(':focus', { hasText: 'Another patient' }).waitFor();

    await page.getByLabel('Department').selectOption(department.name);
    const amira = page.getByRole('row', { name: 'Amira Haddad' });
    await page.getByRole('row', { name: 'Erik Lind' }).getByRole('group', { name: 'Mon 7 Jan' }).waitFor();
    await amira.getByLabel('09:20').check();
    await page.getByLabel('This is a follow-up visit').check();
    await page.getByRole('button', { name: 'Book' }).click();
    await page.getByText(`Booked for Åsa ${patient.last_name}: 7 Jan 2030, 09:20.`).waitFor();
    const visit = page.getByRole('link', { name: 'Open the visit' });
    const address = await visit.getAttribute('href');
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
    await amira.getByLabel('09:20').waitFor({ state: 'detached' });
    // The coming visits are links as well.
    const coming = page.locator('.visits').getByRole('link', { name: '7 Jan 2030, 09:20' });
    assert.equal(await coming.getAttribute('href'), address);
    const slip = page.getByRole('link', { name: 'Print the slip' });
    assert.equal(await slip.getAttribute('href'), `#/appointments/${made_.id}/slip`);
    await visit.click();
    await page.getByRole('dialog').getByText(patient.reg_number).waitFor();
  });

  test('has its button in view, also with allergies, two visits and an error', async (t) => {
    const nina = await suite.signUp();
    const { doctors, patient, book } = await smallHospital(nina.call);
    const allergies = ['Penicillin', 'Peanuts', 'Latex'].map((substance) => ({ substance }));
    await made(nina.call('PATCH', `/patient/${patient.id}`, { json: { allergies } }));
    for (const time of ['09:00', '10:00']) await book(`${MONDAY}T${time}:00`);
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const page = await openAs(
        suite,
        t,
        nina,
        `#/booking?from=${MONDAY}&doctor=${doctors[0].id}&patient=${patient.id}`,
        {
          viewport,
          expected: [/status of 500/, /ERR_/],
        },
      );
      await page.locator('.visits li').nth(1).waitFor();
      await page.getByLabel('09:20').check();
      await page.route('**/appointment/', (route) => route.abort());
      const submit = page.getByRole('button', { name: 'Book', exact: true });
      await submit.click();
      await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor();
      await page.evaluate(() => scrollTo(0, 0));
      const { y, height } = await submit.boundingBox();
      assert.ok(y > 0 && y + height <= viewport.height, `${y}`);
      await isAccessible(page, 'Booking that failed');
    }
  });

  test('takes nobody of a similar name who was not chosen', async (t) => {
    const nina = await suite.signUp();
    await made(nina.call('POST', '/patient/', { json: { first_name: 'Åsa', last_name: 'Ekelöf', gender: 'female' } }));
    const page = await openAs(suite, t, nina, `#/booking?from=${MONDAY}`);
    const field = page.getByRole('combobox', { name: 'Patient' });
    await field.fill('ekkelov');
    await page.getByText('Nobody is called that.').waitFor();
    await field.press('Enter');
    assert.equal(await field.inputValue(), 'ekkelov');
    await page.getByRole('option', { name: 'Ekelöf' }).click();
    await page.locator(':focus', { hasText: 'Another patient' }).waitFor();
  });

  test('takes nobody who is no longer in sight', async (t) => {
    const nina = await suite.signUp();
    await made(
      nina.call('POST', '/patient/', { json: { first_name: 'Åsa', last_name: 'Holmgren', gender: 'female' } }),
    );
    const page = await openAs(suite, t, nina, `#/booking?from=${MONDAY}`);
    const field = page.getByRole('combobox', { name: 'Patient' });
    const { promise: released, resolve: release } = Promise.withResolvers();
    await page.route(/search=holmgrenius/, async (route) => {
      await released;
      await route.continue();
    });
    await field.fill('holmg');
    await page.getByRole('option', { name: 'Holmgren' }).waitFor();
    await field.press('ArrowDown');
    await page.getByRole('option', { name: 'Holmgren', selected: true }).waitFor();
    await field.fill('holmgrenius');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    await field.press('Enter');
    assert.equal(await field.inputValue(), 'holmgrenius');
    release();
    await page.getByText('No matches').waitFor();
  });

  test('says that more are found than it shows', async (t) => {
    const nina = await suite.signUp();
    for (let i = 0; i < 11; i++) {
      await made(nina.call('POST', '/patient/', { json: { first_name: 'Åsa', last_name: 'Elfva', gender: 'female' } }));
    }
    const page = await openAs(suite, t, nina, `#/booking?from=${MONDAY}`);
    await page.getByRole('combobox', { name: 'Patient' }).fill('elfva');
    await page.getByText('More than 10 matches. Type more letters, or another word.').waitFor();
    await isAccessible(page, 'A search that finds many');
  });

  test('says what is missing', async (t) => {
    const nina = await suite.signUp();
    const { doctors, patient } = await smallHospital(nina.call);
    const page = await openAs(suite, t, nina, `#/booking?from=${MONDAY}&doctor=${doctors[0].id}`);
    const book = page.getByRole('button', { name: 'Book' });
    const time = page.getByLabel('09:00');
    await time.waitFor({ state: 'attached' });
    // It can be found and pressed, and leads to what is missing.
    await book.press('Enter');
    await page.getByText('Choose a patient. Choose a time.', { exact: true }).waitFor();
    assert.equal(await book.getAttribute('aria-disabled'), 'true');
    await page.locator('[role="combobox"]:focus').waitFor();
    const reason = await book.getAttribute('aria-describedby');
    const said = page.locator(`[id="${reason}"]`);
    await page.getByLabel('Another time').check();
    await page.getByLabel('At', { exact: true }).fill('10:10');
    // A doctor of one department is there at any other time, too.
    await said.filter({ hasText: /^Choose a patient\.$/ }).waitFor();
    await page.goto(`/portal/#/booking?from=${MONDAY}&patient=${patient.id}`);
    await page.getByText(patient.reg_number).waitFor();
    await said.filter({ hasText: /^Choose a department and a doctor\.$/ }).waitFor();
    await page.getByLabel('Another time').uncheck();
    await said.filter({ hasText: /^Choose a time\.$/ }).waitFor();
    await page.goto(`/portal/#/booking?from=${MONDAY}&doctor=${doctors[0].id}&patient=${patient.id}`);
    await page.locator('.free tbody tr:only-child').waitFor();
    await time.check();
    await said.waitFor({ state: 'detached' });
    assert.equal(await book.getAttribute('aria-disabled'), null);
    assert.deepEqual(await appointmentsOf(nina, patient), []);
  });

  test('tells apart who and what has the same name', async (t) => {
    const nina = await suite.signUp();
    const { department, doctors } = await smallHospital(nina.call);
    const json = { name: department.name, code: 'OTHER' };
    await made(nina.call('POST', '/department/', { json }));
    await smallHospital(nina.call);
    const page = await openAs(suite, t, nina, '#/booking');
    const textOf = (label, id) =>
      page.getByLabel(label, { exact: true }).locator(`option[value="${id}"]`).textContent();
    assert.equal(await textOf('Department', department.id), `${department.name} (\u2068${department.code}\u2069)`);
    assert.equal(await textOf('Doctor', doctors[0].id), `Erik Lind (\u2068${doctors[0].reg_number}\u2069)`);
  });

  test('searches for no more than the service takes, and says what is wrong in people’s words', async (t) => {
    const nina = await suite.signUp();
    const page = await openAs(suite, t, nina, `#/booking?doctor=nobody&patient=${crypto.randomUUID()}`, {
      expected: [/status of 404/, /status of 422/],
    });
    const problems = page.getByRole('alert');
    await problems.nth(1).waitFor();
    const [patient, times] = await problems.allTextContents();
    assert.match(patient, /^It does not exist any more, or never did\.\s*$/);
    assert.match(times, /^Choose one of those that are offered\./);
    await page.getByRole('combobox', { name: 'Patient' }).fill('x');
    await page.keyboard.insertText('x'.repeat(5000));
    await page.getByText('No matches').waitFor();
    assert.equal((await page.getByRole('combobox', { name: 'Patient' }).inputValue()).length, 200);
  });

  test('asks whether a time shall be taken that was given away meanwhile, and shows those that are free now', async (t) => {
    const nina = await suite.signUp();
    const { department, doctors, patient, book } = await smallHospital(nina.call);
    const other = await made(
      nina.call('POST', '/patient/', { json: { first_name: 'Olu', last_name: 'Quick', gender: 'male' } }),
    );
    const page = await openAs(suite, t, nina, `#/booking?from=${MONDAY}&doctor=${doctors[0].id}&patient=${patient.id}`);
    await page.getByLabel('09:40').check();
    await page.getByText('Kept for you until').waitFor();
    // What an account keeps is in the way of others only.
    await book(`${MONDAY}T09:40:00`, { patient_id: other.id });
    await page.getByRole('button', { name: 'Book' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText('The doctor has another appointment then: \u206809:40 – 10:00\u2069, \u2068Olu Quick\u2069.')
      .waitFor();
    await isAccessible(page, 'A question about a time');
    await dialog.getByRole('button', { name: 'Choose another time' }).click();
    await page.getByLabel('09:40').waitFor({ state: 'detached' });
    assert.deepEqual(await appointmentsOf(nina, patient), []);
    assert.equal((await appointmentsOf(nina, other))[0].department_id, department.id);
  });
});
