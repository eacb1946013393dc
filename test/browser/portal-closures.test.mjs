// When nothing is booked and why, visits at the same time, and who comes without an appointment.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { printed } from './lib/files.mjs';
import { isAccessible, MONDAY, made, openAs, smallHospital, VIEWS } from './lib/portal.mjs';

const suite = builtSuite();

const appointmentsOf = ({ call }, { id }) => made(call('GET', `/calendar/appointments/?patient_id=${id}`));
const closuresOf = async ({ call }) => (await made(call('GET', '/calendar/closures'))).closures;
/** Each test begins with a clinic that is open. */
async function openClinic() {
  const nina = await suite.signUp();
  await made(nina.call('PUT', '/calendar/closures', { json: { closures: [] } }));
  return nina;
}
const close = ({ call }, ...closures) => made(call('PUT', '/calendar/closures', { json: { closures } }));

describe('Closures', () => {
  test('are made, seen in the calendar and in booking, changed and removed', async (t) => {
    const nina = await openClinic();
    const { department, doctors, patient } = await smallHospital(nina.call);
    const page = await openAs(suite, t, nina, `#/calendar?day=${MONDAY}`);
    await page.getByRole('link', { name: 'Closures' }).click();
    await page.getByText('Nothing is closed.').waitFor();
    await page.getByRole('button', { name: 'Add a closure' }).click();
    await page.getByLabel('Name').fill('Midsummer');
    await page.getByLabel('First day').fill(MONDAY);
    assert.equal(await page.getByLabel('Last day').inputValue(), printed(MONDAY), 'most closures are of one day');
    await isAccessible(page, 'The form of a closure');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved: Midsummer.').waitFor();
    await isAccessible(page, 'The closures');
    const whole = { department_id: null, doctor_id: null };
    assert.deepEqual(await closuresOf(nina), [{ name: 'Midsummer', from: MONDAY, to: MONDAY, ...whole }]);

    const told = page.getByRole('list', { name: 'Closures' });
    await page.goto(`/portal/#/calendar?day=${MONDAY}`);
    assert.match(await told.textContent(), /Closed: Midsummer · The whole clinic · 7 Jan 2030/);
    await isAccessible(page, 'A day that is closed');
    await page.goto(`/portal/#/booking?from=${MONDAY}&doctor=${doctors[0].id}&patient=${patient.id}`);
    assert.match(await told.textContent(), /Midsummer/);
    await page.getByText('No free times in these days.').waitFor();
    await page.goto('/portal/#/closures');
    await page.getByRole('button', { name: 'Edit Midsummer' }).click();
    await page.getByLabel('Whole days').uncheck();
    await page.getByLabel('at', { exact: true }).fill('09:00');
    await page.getByLabel('until').fill('09:30');
    await page.getByLabel('Department').selectOption(department.id);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: '7 Jan 2030, 09:00 – 09:30' }).waitFor();
    await page.goto(`/portal/#/booking?from=${MONDAY}&doctor=${doctors[0].id}&patient=${patient.id}`);
    await page.getByLabel('09:40').waitFor({ state: 'attached' });
    assert.equal(await page.getByLabel('09:20').count(), 0);
    await page.goto('/portal/#/closures');
    await page.getByRole('button', { name: 'Remove Midsummer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Nothing is closed.').waitFor();
    assert.deepEqual(await closuresOf(nina), []);
  });

  test('with times that another client has written otherwise are not taken for whole days', async (t) => {
    const nina = await openClinic();
    await close(nina, { name: 'Power cut', from: `${MONDAY} 08:00`, to: `${MONDAY}t12:00` });
    const page = await openAs(suite, t, nina, '#/closures');
    await page.getByRole('cell', { name: '7 Jan 2030, 08:00 – 12:00' }).waitFor();
    await page.goto(`/portal/#/calendar?day=${MONDAY}`);
    await page.getByRole('list', { name: 'Closures' }).getByText('Power cut').waitFor();
    await page.goto('/portal/#/closures');
    await page.getByRole('button', { name: 'Edit Power cut' }).click();
    assert.equal(await page.getByLabel('Whole days').isChecked(), false);
  });

  test('that a colleague adds meanwhile are kept', async (t) => {
    const nina = await openClinic();
    const page = await openAs(suite, t, nina, '#/closures', { expected: [/status of 412/, /status of 422/] });
    await page.getByText('Nothing is closed.').waitFor();
    await page.getByRole('button', { name: 'Add a closure' }).click();
    await page.getByLabel('Name').fill('Ours');
    await page.getByLabel('First day').fill('2030-06-21');
    const theirs = { name: 'Theirs', from: '2030-06-22', to: '2030-06-22' };
    await close(nina, theirs);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Somebody else has changed this').waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'Ours', 'what was typed is kept');
    await page.getByLabel('Whole days').uncheck();
    await page.getByLabel('until').fill('07:00');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This has to be later than the beginning, and not too long after it.').waitFor();
    await page.getByLabel('Whole days').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved: Ours.').waitFor();
    assert.deepEqual(
      (await closuresOf(nina)).map(({ name }) => name),
      ['Theirs', 'Ours'],
    );
  });

  test('are kept by whoever adds one before they are here', async (t) => {
    const nina = await openClinic();
    await close(nina, { name: 'Theirs', from: '2030-06-22', to: '2030-06-22' });
    const page = await openAs(suite, t, nina);
    const listed = Promise.withResolvers();
    await page.route('**/calendar/closures', (route) => listed.promise.then(() => route.continue()));
    await page.goto('/portal/#/closures');
    await page.getByRole('button', { name: 'Add a closure' }).click();
    await page.getByLabel('Name').fill('Ours');
    const save = page.getByRole('button', { name: 'Save' });
    assert.equal(await save.isEnabled(), false);
    await page.keyboard.press('Enter');
    listed.resolve();
    await save.click();
    await page.getByText('Saved: Ours.').waitFor();
    assert.deepEqual(
      (await closuresOf(nina)).map(({ name }) => name),
      ['Theirs', 'Ours'],
    );
  });

  test('are told on each of their days, the last one included, and of a doctor only where it concerns that one', async (t) => {
    const nina = await openClinic();
    const { doctors } = await smallHospital(nina.call);
    const days = { from: '2030-01-05', to: MONDAY };
    await close(nina, { name: 'Leave', ...days, doctor_id: doctors[1].id });
    const page = await openAs(suite, t, nina, '#/account');
    const named = Promise.withResolvers();
    await page.route(/\/doctor\//, (route) => named.promise.then(() => route.fallback()));
    await page.goto(`/portal/#/calendar?day=${MONDAY}`);
    const told = page.getByRole('list', { name: 'Closures' });
    await told.getByText('Closed: Leave · … · 5 Jan 2030 – 7 Jan 2030').waitFor();
    named.resolve();
    await told.getByText('Closed: Leave · Amira Haddad · 5 Jan 2030 – 7 Jan 2030').waitFor();
    await page.getByLabel('Doctor', { exact: true }).selectOption(doctors[0].id);
    await told.waitFor({ state: 'detached' });
    await page.getByLabel('Doctor', { exact: true }).selectOption('');
    await told.waitFor();
    await page.getByRole('button', { name: 'Day after' }).click();
    await told.waitFor({ state: 'detached' });
  });

  for (const [view, options] of Object.entries(VIEWS)) {
    test(`are read ${view}`, async (t) => {
      const nina = await openClinic();
      const { department, doctors } = await smallHospital(nina.call);
      const leave = { name: 'Leave', from: MONDAY, to: '2030-01-09T12:00', doctor_id: doctors[1].id };
      await close(nina, leave, { name: 'Repair', from: MONDAY, to: MONDAY, department_id: department.id });
      const page = await openAs(suite, t, nina, '#/closures', options);
      await page.locator('tbody tr').nth(1).waitFor();
      await isAccessible(page, 'The closures');
      await page.goto(`/portal/#/booking?from=${MONDAY}&department=${department.id}`);
      await page.locator('.told').waitFor();
      await isAccessible(page, 'Booking in a closure');
    });
  }
});

describe('A visit at the time of another one', () => {
  test('is booked and moved, and the front desk is told where the other one is', async (t) => {
    const nina = await openClinic();
    const { book, doctors, patient } = await smallHospital(nina.call);
    const other = await book(`${MONDAY}T09:20:00`);
    const page = await openAs(suite, t, nina, `#/booking?from=${MONDAY}&doctor=${doctors[1].id}&patient=${patient.id}`);
    await page.getByLabel('09:20').check();
    await page.getByRole('button', { name: 'Book' }).click();
    await page.getByText('The patient has another visit then').waitFor();
    await page.getByRole('button', { name: 'Book all the same' }).click();
    const told = page.getByRole('alert').filter({ hasText: 'The patient has another visit at that time.' });
    await told.waitFor();
    assert.equal((await appointmentsOf(nina, patient)).length, 2, 'never refused');
    await isAccessible(page, 'A conflict');
    await told.getByRole('link', { name: 'Show it' }).click();
    await page.waitForURL(new RegExp(`day=${MONDAY}&appointment=${other.id}`));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Erik Lind').waitFor();

    await dialog.getByRole('link', { name: 'Move …' }).press('Enter');
    // The page has then shown whose times it began with.
    await page.waitForURL(/&doctor=/);
    await page.getByLabel('Another time').check();
    await page.getByLabel('At', { exact: true }).fill('09:30');
    await page.getByRole('button', { name: /^Move to/ }).click();
    await page.getByText('The patient has another visit then').waitFor();
    await page.getByRole('button', { name: 'Choose another time' }).click();
    await page.getByLabel('At', { exact: true }).fill('10:00');
    await page.getByRole('button', { name: /^Move to/ }).click();
    await page.getByText('Moved to 7 Jan 2030, 10:00.').waitFor();
    await page.locator('.entry', { hasText: '10:00' }).waitFor();
    assert.equal((await made(nina.call('GET', `/calendar/appointments/${other.id}`))).schedule, `${MONDAY}T10:00:00`);
  });
});

describe('Who comes', () => {
  test('late after all is checked in, and who calls is cancelled', async (t) => {
    const nina = await openClinic();
    const { book, patient } = await smallHospital(nina.call);
    await book(`${MONDAY}T09:00:00`, { status: 'NO_SHOW' });
    await book(`${MONDAY}T09:20:00`, { status: 'NO_SHOW' });
    const page = await openAs(suite, t, nina, `#/calendar?day=${MONDAY}`);
    const entries = page.locator('.entry').filter({ hasText: patient.last_name });
    const dialog = page.getByRole('dialog');
    await entries.first().click();
    await dialog.getByRole('button', { name: 'Check in' }).click();
    await page.getByText('Saved: Checked in.').waitFor();
    await page.keyboard.press('Escape');
    await entries.nth(1).click();
    await dialog.getByRole('button', { name: 'Cancel appointment …' }).click();
    await dialog.getByLabel('Reason of cancellation').fill('Called');
    await dialog.getByRole('button', { name: 'Cancel the appointment' }).click();
    await page.getByText('Saved: Cancelled.').waitFor();
    const visits = await appointmentsOf(nina, patient);
    assert.deepEqual(
      visits.map(({ status, cancel_reason }) => [status, cancel_reason]),
      [
        ['CHECKED_IN', null],
        ['CANCELLED', 'Called'],
      ],
    );
  });
});
