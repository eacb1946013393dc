// What a patient is given or is labelled with: a card, labels and the slip of an appointment.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { counterOf, counterSuite, HOSPITAL_NAME, hospitalDay } from './lib/counter.mjs';
import { onPaper, onScreen, sizesOf } from './lib/paper.mjs';
import { isAccessible, LONG_NAME, MONDAY, openAs, VIEWS } from './lib/portal.mjs';

const suite = counterSuite();

const pdfOf = async (page) => sizesOf(await page.pdf({ preferCSSPageSize: true }));

/** Somebody with everything that a card has. */
async function patientOf() {
  const counter = await counterOf(suite);
  const { patient, send } = counter;
  await send('PATCH', `/patient/${patient.id}`, {
    dob: '1984-02-29',
    blood_group: 'A_POS',
    allergies: [{ substance: 'Penicillin' }, { substance: 'Latex' }],
  });
  return counter;
}

test('A patient’s card is as large as a bank card, and has the number for scanners', async (t) => {
  const { nina, patient } = await patientOf();
  const page = await openAs(suite, t, nina, `#/patients/${patient.id}`);
  await page.getByRole('link', { name: 'Patient’s card' }).click();
  const code = page.getByRole('img', { name: patient.reg_number });
  await code.waitFor();
  // 12 letters and digits: a start, four letters, a change, four pairs, a check and the end, whose bars are 3 each and 4.
  assert.equal((await code.locator('path').getAttribute('d')).match(/M/g).length, 11 * 3 + 4);
  const { text, controls, cut } = await onPaper(page);
  for (const said of [
    HOSPITAL_NAME,
    `Åsa ${patient.last_name}`,
    patient.reg_number,
    '29 Feb 1984',
    'Female',
    'A+',
    'Penicillin',
    'Latex',
  ])
    assert.ok(text.includes(said), `${said} in ${text}`);
  assert.deepEqual([controls, cut], [[], []]);
  assert.deepEqual(await pdfOf(page), [[86, 54]]);
});

test('Labels are of the size of the printer’s, as many as are asked for, with the visit of today', async (t) => {
  const { nina, patient, book, doctors } = await patientOf();
  await book(`${hospitalDay()}T10:00:00`, { status: 'CANCELLED', doctor_id: doctors[1].id });
  await book(`${hospitalDay()}T11:00:00`);
  const page = await openAs(suite, t, nina, `#/patients/${patient.id}/labels`);
  await page.locator('.label').waitFor();
  const printed = await onPaper(page);
  for (const text of [`Åsa ${patient.last_name}`, patient.reg_number, '29 Feb 1984', '11:00', doctors[0].last_name])
    assert.ok(printed.text.includes(text), `${text} in ${printed.text}`);
  assert.ok(!printed.text.includes(doctors[1].last_name), 'nobody comes to a cancelled visit');
  assert.deepEqual([printed.controls, printed.cut], [[], []]);
  assert.deepEqual(await pdfOf(page), [[62, 29]]);

  await onScreen(page);
  await page.getByLabel('How many').fill('3');
  await page.locator('.label').nth(2).waitFor();
  await page.getByLabel('Size').selectOption({ index: 1 });
  await page.locator('.labels.large').waitFor();
  assert.deepEqual(await pdfOf(page), Array(3).fill([89, 36]));
  await page.getByLabel('Size').selectOption({ index: 2 });
  await page.getByLabel('How many').fill('25');
  await page.locator('.label').nth(24).waitFor();
  assert.deepEqual(await pdfOf(page), Array(2).fill([210, 297]));
  for (const typed of ['', '0', '-1', '1000000']) await page.getByLabel('How many').fill(typed);
  await page.locator('.label').nth(95).waitFor();
  assert.equal(await page.locator('.label').count(), 96);
});

test('The slip of an appointment says when to come, where and to whom, and the number of who waits', async (t) => {
  const { nina, patient, book, doctors, department } = await patientOf();
  const booked = await book(`${MONDAY}T09:00:00`);
  const { id, queue_number } = await book(`${hospitalDay()}T09:20:00`, { status: 'CHECKED_IN' });
  const page = await openAs(suite, t, nina, `#/appointments/${booked.id}/slip`);
  const slip = page.locator('.slip');
  await slip.waitFor();
  const { text, controls, cut } = await onPaper(page);
  const { last_name } = doctors[0];
  for (const said of [
    HOSPITAL_NAME,
    '7 Quay Street',
    patient.last_name,
    'Monday, 7 January 2030',
    '09:00',
    last_name,
    department.name,
  ])
    assert.ok(text.includes(said), `${said} in ${text}`);
  assert.deepEqual([controls, cut], [[], []]);
  assert.ok(!text.includes('Your number'));
  assert.equal((await pdfOf(page)).length, 1);
  // A roll of 80 mm has room for it.
  await page.setViewportSize({ width: 302, height: 800 });
  assert.deepEqual((await onPaper(page)).cut, []);
  await onScreen(page);
  await page.goto(`/portal/#/appointments/${id}/slip`);
  await slip.getByText(`Your number${queue_number}`).waitFor();
});

describe('What is made for paper has no violation of accessibility, and is no wider than the screen', () => {
  for (const [view, options] of Object.entries(VIEWS)) {
    test(view, async (t) => {
      const { nina, patient, book, send } = await patientOf();
      await send('PATCH', `/patient/${patient.id}`, { last_name: LONG_NAME });
      const { id } = await book(`${hospitalDay()}T09:00:00`, { status: 'CHECKED_IN' });
      const page = await openAs(suite, t, nina, `#/patients/${patient.id}/card`, options);
      for (const [path, drawn] of [
        [`patients/${patient.id}/card`, '.patient-card'],
        [`patients/${patient.id}/labels`, '.label'],
        [`appointments/${id}/slip`, '.slip'],
      ]) {
        await page.goto(`/portal/#/${path}`);
        await page.locator(drawn).waitFor();
        await isAccessible(page, path);
      }
    });
  }
});
