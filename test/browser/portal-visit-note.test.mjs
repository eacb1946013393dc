// What a doctor writes about a visit: a draft that nobody else sees, a signature that makes it final, and what is added to it. And why
// the patient comes, which the desk writes down.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { logIn } from '../system/lib/accounts.mjs';
import { builtSuite } from './lib/built.mjs';
import { accountOf, isAccessible, MONDAY, made, openAs, smallHospital, VIEWS } from './lib/portal.mjs';

const suite = builtSuite();

/** The browser's own line about a visit that has no note yet. */
const NO_NOTE = { expected: [/status of 404/] };
const HOSTILE = '<script>document.title = "taken"</script> \u202egnorw';

/** A visit on Monday, its two doctors, of whom the first one is its own, and the desk. */
async function visitWith(more) {
  const desk = await suite.signUp();
  const { book, doctors, patient } = await smallHospital(desk.call);
  const visit = await book(`${MONDAY}T09:00:00`, more);
  const logInAs = async (each) => suite.logIn((await accountOf(desk.call, each)).email);
  const [doctor, other] = await Promise.all(doctors.map(logInAs));
  const path = `/calendar/appointments/${visit.id}/note`;
  return { desk, doctor, other, doctors, patient, book, visit, path, address: `#/appointments/${visit.id}/note` };
}

const text = (page) => page.getByLabel('What was found and done');
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const said = (page, words) => page.locator('.toast').getByText(words).waitFor();
async function sign(page) {
  await press(page, 'Sign …');
  await press(page.getByRole('dialog'), 'Sign');
}

describe('The note of a visit', () => {
  test('is a draft, is signed, and takes an addendum; in the patient’s list it leads back to itself', async (t) => {
    const { doctor, visit, path } = await visitWith();
    const page = await openAs(suite, t, doctor, `#/calendar?day=${MONDAY}&appointment=${visit.id}`, NO_NOTE);
    await page.getByRole('dialog').getByRole('link', { name: 'Doctor’s note' }).click();
    await text(page).fill('Lungs clear.\n\nBack in a week.');
    await press(page, 'Save draft');
    await said(page, 'The draft is saved.');
    assert.equal((await made(doctor.call('GET', path))).status, 'draft');

    await text(page).fill(`${HOSTILE}\n\nBack in a week.`);
    await page.getByLabel('Title').fill('Cough');
    await sign(page);
    await page.getByText(/^Signed by Erik Lind, /).waitFor();
    await page.locator('article p', { hasText: '<script>' }).and(page.locator('[dir="auto"]')).waitFor();
    assert.equal(await text(page).count(), 0);

    await press(page, 'Add an addendum');
    await page.getByLabel('Addendum').fill('The X-ray was clear.');
    await press(page, 'Sign and add');
    await said(page, 'The addendum is signed.');
    const note = await made(doctor.call('GET', path));
    const { status, title, addenda } = note;
    assert.deepEqual([status, title, addenda.map((each) => each.text)], ['amended', 'Cough', ['The X-ray was clear.']]);
    assert.equal(note.text, `${HOSTILE}\n\nBack in a week.`);

    await page
      .getByRole('article')
      .getByRole('link', { name: /Svensson/ })
      .click();
    await page
      .getByRole('row', { name: /Cough.*Erik Lind.*Signed, with addenda/ })
      .getByRole('link')
      .click();
    await page.getByText('The X-ray was clear.').waitFor();
    assert.notEqual(await page.title(), 'taken');
  });

  test('that is changed in another tab keeps what is typed here, and shows both', async (t) => {
    const { doctor, path, address } = await visitWith();
    const put = (json) => made(doctor.call('PUT', path, { json }));
    await put({ text: 'First.' });
    const page = await openAs(suite, t, doctor, address, { expected: [/status of 412/] });
    await text(page).fill('Typed here.');
    await put({ text: 'Typed there.' });
    await press(page, 'Save draft');
    const theirs = page.getByRole('region', { name: 'As it is now' });
    await theirs.getByText('Typed there.').waitFor();
    assert.equal(await text(page).inputValue(), 'Typed here.');
    assert.equal((await made(doctor.call('GET', path))).text, 'Typed there.');
    await press(page, 'Save draft');
    await said(page, 'The draft is saved.');
    assert.equal((await made(doctor.call('GET', path))).text, 'Typed here.');

    // Nobody signs what they have not seen.
    await put({ text: 'Typed there again.' });
    await sign(page);
    await page.getByRole('alert').waitFor();
    assert.equal(await text(page).inputValue(), 'Typed there again.');
    assert.equal((await made(doctor.call('GET', path))).status, 'draft');
  });

  test('that is signed in another tab keeps what is typed here as an addendum', async (t) => {
    const { doctor, path, address } = await visitWith();
    await made(doctor.call('PUT', path, { json: { text: 'Signed there.' } }));
    const page = await openAs(suite, t, doctor, address, { expected: [/status of 400/] });
    await text(page).fill('Typed here.');
    await made(doctor.call('POST', `${path}/sign`, { json: {} }));
    await sign(page);
    await page.getByText('Signed there.').waitFor();
    assert.equal(await page.getByLabel('Addendum').inputValue(), 'Typed here.');
    await press(page, 'Sign and add');
    await said(page, 'The addendum is signed.');
    assert.deepEqual(
      (await made(doctor.call('GET', path))).addenda.map((each) => each.text),
      ['Typed here.'],
    );
  });

  test('is lost neither by going elsewhere nor by a text that is too long, which the field says', async (t) => {
    const { doctor, address } = await visitWith();
    const page = await openAs(suite, t, doctor, address, NO_NOTE);
    // Two bytes each.
    await text(page).fill('é'.repeat(27_000));
    await page.getByText('54 kB of 65.5 kB').waitFor();
    await text(page).fill('é'.repeat(33_000));
    await page.getByText('At most 65.5 kB.').waitFor();
    await page.getByRole('link', { name: 'To the visit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page
      .locator('.unsaved')
      .getByRole('link', { name: /^Note about / })
      .click();
    assert.equal((await text(page).inputValue()).length, 33_000);
  });

  test('of another doctor is read once it is signed; who has the visit then may write one, too', async (t) => {
    const { desk, doctor, other, doctors, visit, path, address } = await visitWith();
    await made(doctor.call('PUT', path, { json: { text: 'By the first.' } }));
    const page = await openAs(suite, t, other, address, NO_NOTE);
    await page.getByText('There is no note of this visit.').waitFor();
    await made(doctor.call('POST', `${path}/sign`, { json: {} }));
    const moved = { json: { doctor_id: doctors[1].id } };
    await made(desk.call('PATCH', `/calendar/appointments/${visit.id}`, moved));
    await page.reload();
    await page.getByText('By the first.').waitFor();
    await press(page, 'Write a note of your own');
    await text(page).fill('By the second.');
    await sign(page);
    await page.getByText(/^Signed by Amira Haddad, /).waitFor();
    await page.goto(`/portal/${address}?author=${doctors[0].id}`);
    await page.getByText('By the first.').waitFor();
  });

  test('is not asked for by the desk, which knows that it is there', async (t) => {
    const { desk, doctor, visit, path, address } = await visitWith();
    await made(doctor.call('PUT', path, { json: { text: 'Not for the desk.' } }));
    await made(doctor.call('POST', `${path}/sign`, { json: {} }));
    const page = await openAs(suite, t, desk, '#/patients');
    const asked = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`/portal/#/calendar?day=${MONDAY}&appointment=${visit.id}`);
    await page.getByRole('dialog').getByText('A doctor has signed a note of this visit.').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Doctor’s note' }).count(), 0);
    await page.goto(`/portal/${address}`);
    await page.getByRole('alert').waitFor();
    await page.goto(`/portal/#/patients/${visit.patient_id}`);
    await page.getByRole('heading', { name: 'Files' }).waitFor();
    assert.deepEqual(
      asked.filter((path) => /notes?$/.test(path)),
      [],
    );
  });

  for (const [view, options] of Object.entries(VIEWS))
    test(`is accessible ${view}, as a draft and signed`, async (t) => {
      const { doctor, path, address } = await visitWith({
        reason: HOSTILE,
        notes: 'An interpreter comes.',
        tags: ['first'],
      });
      await made(
        doctor.call('PUT', path, { json: { text: `${'unbroken'.repeat(40)}\n\nألم في المعدة`, title: HOSTILE } }),
      );
      const page = await openAs(suite, t, doctor, address, options);
      await page.locator('textarea').waitFor();
      await isAccessible(page, 'A draft');
      await made(doctor.call('POST', `${path}/sign`, { json: {} }));
      await made(doctor.call('POST', `${path}/addenda`, { json: { text: 'More.' } }));
      await page.reload();
      await page.getByText('More.').waitFor();
      await page.locator('article ~ *, article button').last().click();
      await page.locator('textarea').waitFor();
      await isAccessible(page, 'An addendum');
    });
});

describe('Why somebody comes', () => {
  test('can be changed, with remarks and tags, which shows first what somebody else has changed', async (t) => {
    const { desk, visit, book } = await visitWith({ reason: 'A cough' });
    await book(`${MONDAY}T09:20:00`, { reason: 'A fever', tags: ['urgent'] });
    const page = await openAs(suite, t, desk, `#/calendar?day=${MONDAY}&appointment=${visit.id}`, {
      expected: [/status of 412/],
    });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('A cough').waitFor();
    await press(dialog, 'Reason and remarks …');
    await dialog.getByLabel('Remarks for colleagues').fill('An interpreter comes.');
    await dialog.getByLabel('Tags').fill('interpreter, first visit');
    await made(desk.call('PATCH', `/calendar/appointments/${visit.id}`, { json: { notes: 'Rings before.' } }));
    await press(dialog, 'Save');
    await dialog.getByRole('region', { name: 'As it is now' }).getByText('Rings before.').waitFor();
    await press(dialog, 'Save');
    await said(page, 'The visit is saved.');
    await dialog.getByText('An interpreter comes.').waitFor();
    const { reason, notes, tags } = await made(desk.call('GET', `/calendar/appointments/${visit.id}`));
    assert.deepEqual([reason, notes, tags], ['A cough', 'An interpreter comes.', ['interpreter', 'first visit']]);

    await press(dialog, 'Close');
    await page.getByLabel('Tags').selectOption('urgent');
    await page.locator('.entry', { hasText: 'A cough' }).waitFor({ state: 'detached' });
    assert.equal(await page.locator('.entry', { hasText: 'A fever' }).count(), 1);
    assert.doesNotMatch(page.url(), /urgent/);
  });

  test('goes with the patient for whom it was typed, and not with another one', async (t) => {
    const desk = await suite.signUp();
    const { doctors, patient, department } = await smallHospital(desk.call);
    const somebody = await smallHospital(desk.call);
    const booking = `#/booking?from=${MONDAY}&department=${department.id}&doctor=${doctors[0].id}`;
    const page = await openAs(suite, t, desk, `${booking}&patient=${patient.id}`);
    const why = page.getByLabel('Why does the patient come?');
    await why.fill(HOSTILE);
    await page.goto(`/portal/${booking}&patient=${somebody.patient.id}`);
    await page.getByText(somebody.patient.last_name).waitFor();
    assert.equal(await why.inputValue(), '');
    await page.goto(`/portal/${booking}&patient=${patient.id}`);
    await page.getByText(patient.last_name).first().waitFor();
    assert.equal(await why.inputValue(), HOSTILE);
    await page.locator('.slots label').first().click();
    await press(page, 'Book');
    await page.getByText(/^Booked for /).waitFor();
    const [visit] = await made(desk.call('GET', `/calendar/appointments/?patient_id=${patient.id}`));
    assert.equal(visit.reason, HOSTILE);
  });
});

test('Unsigned notes of somebody who has left are given to another doctor by an admin, who reads none of them', async (t) => {
  const { doctor, other, doctors, path } = await visitWith();
  await made(doctor.call('PUT', path, { json: { text: 'Nobody’s business.' } }));
  const ada = await logIn(suite.service, 'admin');
  const { id } = await accountOf(ada.call, doctors[0]);
  const page = await openAs(suite, t, ada, `#/admin/people/${id}`);
  await page.getByRole('link', { name: 'Doctor’s record, working hours and leave' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /Hand over/ }).count(), 0);
  await press(page, 'Disable …');
  await press(page, 'Disable it');
  await press(page, 'Hand over unsigned notes …');
  await page.getByLabel('To', { exact: true }).selectOption(doctors[1].id);
  await press(page, 'Hand over');
  await page.getByText('1 note is handed over.').waitFor();
  assert.equal((await made(other.call('GET', path))).text, 'Nobody’s business.');
});
