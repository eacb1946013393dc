// A day's list for each doctor, as it is printed: from a page of its own, and from the calendar itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { GREEN, marginsOf, mark, markedPages, onPaper, onScreen, RED, sizesOf } from './lib/paper.mjs';
import { isAccessible, LONG_NAME, MONDAY, made, openAs, PASSWORD, smallHospital, VIEWS } from './lib/portal.mjs';

const suite = builtSuite();

/** Ten doctors with six visits each; one is cancelled, and of another the name is as long as may be. */
async function fullDay() {
  const nina = await suite.signUp();
  const create = (path, json) => made(nina.call('POST', path, { json }));
  const { department, patient, book } = await smallHospital(nina.call);
  const known = { dob: '1984-02-29', phone_number: '+46 70 123 45 67' };
  await made(nina.call('PATCH', `/patient/${patient.id}`, { json: known }));
  const named = await create('/patient/', { first_name: 'Ada', last_name: LONG_NAME, gender: 'female' });
  const doctors = [];
  for (let i = 0; i < 10; i++) {
    const email = `list${i}.${department.code}@clinic.example`;
    const names = { first_name: `Doctor${i}`, last_name: 'Of the list' };
    doctors.push(await create('/doctor/', { ...names, license_number: email, user: { email, password: PASSWORD } }));
    for (let hour = 10; hour < 16; hour++) {
      const isCancelled = i === 3 && hour === 12;
      await book(`${MONDAY}T${hour}:00:00`, {
        doctor_id: doctors[i].id,
        patient_id: i === 5 && hour === 14 ? named.id : patient.id,
        ...(isCancelled && { status: 'CANCELLED' }),
        ...(i === 0 && { is_follow_up: hour === 11 }),
      });
    }
  }
  return { nina, department, doctors, patient };
}

function isWhole({ text, rows, controls, cut }, doctors) {
  for (const { first_name } of doctors) assert.ok(text.includes(first_name), first_name);
  assert.equal(rows.length, 60);
  assert.deepEqual(controls, []);
  assert.deepEqual(cut, []);
}

test('The list of a day has every doctor and visit, and nothing to press', async (t) => {
  const { nina, department, doctors, patient } = await fullDay();
  const page = await openAs(suite, t, nina, `#/calendar?day=${MONDAY}&department=${department.id}`);
  await page.locator('.entry').first().waitFor();
  isWhole(await onPaper(page), doctors);
  assert.equal(await page.locator('.timetable').isVisible(), false);
  await onScreen(page);
  assert.equal(await page.locator('table').count(), 0, 'what was drawn for paper is gone');

  await page.getByRole('link', { name: 'Print a list' }).click();
  await page.getByRole('heading', { level: 1, name: 'Monday, 7 January 2030' }).waitFor();
  const printed = await onPaper(page);
  isWhole(printed, doctors);
  const followUp = printed.rows.find((row) => row.startsWith('11:00'));
  for (const text of [
    '11:00',
    '20',
    patient.reg_number,
    '29 Feb 1984',
    '+46 70 123 45 67',
    'OPD',
    'Follow-up',
    'Scheduled',
  ])
    assert.ok(followUp.includes(text), `${text} in ${followUp}`);
  assert.ok(printed.text.includes(department.name), 'the department of a doctor who has one');
  assert.match(printed.rows.find((row) => row.includes('Cancelled')) ?? '', /^12:00/);
  assert.equal(printed.text.match(/6 appointments/g).length, 9, 'one of the doctors has 5, and a cancelled one');

  const together = sizesOf(await page.pdf({ preferCSSPageSize: true }));
  assert.ok(together.length < 8, `${together.length} pages`);
  assert.ok(
    together.every(([width, height]) => width > height),
    'across',
  );
  await onScreen(page);
  await page.getByLabel('A new page for each doctor').check();
  await page.locator('.sheet.apart').waitFor();
  assert.equal(sizesOf(await page.pdf({ preferCSSPageSize: true })).length, 10);
});

test('Each page says of which day it is, who has printed it, and which of how many it is', async (t) => {
  const { nina, department } = await fullDay();
  for (const [locale, first, counter] of [
    ['en-GB', '"Monday, 7 January 2030"', 'counter(page, decimal) " / " counter(pages, decimal)'],
    ['ar-EG', '"الاثنين، ٧ يناير ٢٠٣٠"', 'counter(page, arabic-indic) " / " counter(pages, arabic-indic)'],
  ]) {
    const page = await openAs(suite, t, nina, `#/calendar/print?day=${MONDAY}&department=${department.id}`, { locale });
    await page.locator('.sheet').waitFor();
    const [, by, ...foot] = await marginsOf(page);
    assert.match(by, /Nina Nurse/);
    assert.deepEqual(foot, [first, counter]);
    await page.evaluate(() => {
      location.hash = '#/patients';
    });
    // The next page is of nothing that was printed.
    await page.waitForFunction(() => !document.documentElement.style.cssText.includes('--page'));
  }
});

test('No doctor’s name stands at the end of a page without a visit', async (t) => {
  const { nina, department } = await fullDay();
  const page = await openAs(suite, t, nina, `#/calendar/print?day=${MONDAY}&department=${department.id}`);
  await page.locator('.sheet').waitFor();
  const marks = { doctor: ['h2 bdi', RED], first: ['tbody tr:first-child td:first-child', GREEN] };
  await mark(page, marks);
  for (let rows = 6; rows > 0; rows--) {
    const pages = await markedPages(page, marks);
    const counts = pages.map(({ doctor, first }) => [doctor.length, first.length]);
    assert.equal(
      counts.flat().reduce((sum, count) => sum + count),
      20,
      JSON.stringify(counts),
    );
    assert.ok(
      counts.every(([doctors, visits]) => doctors === visits),
      `${rows} visits of the first doctor: ${JSON.stringify(counts)}`,
    );
    await page.evaluate(() => document.querySelector('tbody tr:last-child').remove());
  }
});

test('The list of a day has no violation of accessibility, and is no wider than the screen', async (t) => {
  const { nina, department } = await fullDay();
  for (const [view, options] of Object.entries(VIEWS)) {
    const page = await openAs(suite, t, nina, `#/calendar/print?day=${MONDAY}&department=${department.id}`, options);
    await page.locator('.sheet').waitFor();
    await isAccessible(page, view);
  }
});
