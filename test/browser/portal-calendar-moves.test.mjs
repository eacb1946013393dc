// Moving appointments in the calendar of the portal, by the mouse and by the keyboard, and following what others do.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { entry, free } from './lib/calendar.mjs';
import { isAccessible, MONDAY, made, openAs, smallHospital } from './lib/portal.mjs';

const suite = builtSuite();

const recordOf = async ({ call }, { id }) => made(call('GET', `/calendar/appointments/${id}`));
const centre = ({ x, y, width }) => [x + width / 2, y + 4];

/** By the mouse, as people do: in several steps. */
async function drag(page, from, to) {
  await from.scrollIntoViewIfNeeded();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  await page.mouse.move(...centre(start));
  await page.mouse.down();
  await page.mouse.move(...centre(end), { steps: 8 });
  await page.locator('.ghost').waitFor();
  await page.mouse.up();
}

describe('An appointment in the calendar', () => {
  test('is dragged to another time and another doctor, after a question', async (t) => {
    const nina = await suite.signUp();
    const { department, doctors, book } = await smallHospital(nina.call);
    const visit = await book(`${MONDAY}T09:00:00`);
    const page = await openAs(suite, t, nina, `#/calendar?day=${MONDAY}&department=${department.id}`, {
      expected: [/status of 412/],
    });
    const dialog = page.getByRole('dialog');
    await entry(page, visit).waitFor();
    await drag(page, entry(page, visit), free(page, 0, '10:20'));
    assert.match(
      await dialog.locator('.facts').textContent(),
      /7 Jan 2030, 09:00 · Erik Lind .*7 Jan 2030, 10:20 · Amira Haddad/,
    );
    await isAccessible(page, 'Asking whether an appointment moves');
    assert.equal((await recordOf(nina, visit)).doctor_id, doctors[0].id, 'nothing moves before the answer');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await page.getByRole('dialog').count(), 0, 'nor does what was dragged open');
    await drag(page, entry(page, visit), free(page, 0, '10:20'));
    // Somebody else is faster.
    await dialog.getByRole('button', { name: /^Move to/ }).waitFor();
    await made(nina.call('PATCH', `/calendar/appointments/${visit.id}`, { json: { schedule: `${MONDAY}T09:40:00` } }));
    await dialog.getByRole('button', { name: /^Move to/ }).click();
    await dialog.getByText('Somebody else has changed this meanwhile').waitFor();
    await dialog.getByText('7 Jan 2030, 09:40').waitFor();
    await dialog.getByRole('button', { name: /^Move to/ }).click();
    await page.getByText('Moved to 7 Jan 2030, 10:20.').waitFor();
    const { schedule, doctor_id } = await recordOf(nina, visit);
    assert.deepEqual({ schedule, doctor_id }, { schedule: `${MONDAY}T10:20:00`, doctor_id: doctors[1].id });
    await page.locator('.column').first().locator('.entry:focus').waitFor();
  });

  test('is not dragged to where something speaks against it without being told', async (t) => {
    const nina = await suite.signUp();
    const { department, book } = await smallHospital(nina.call);
    const [visit, other] = [await book(`${MONDAY}T09:00:00`), await book(`${MONDAY}T09:40:00`)];
    const page = await openAs(suite, t, nina, `#/calendar?day=${MONDAY}&department=${department.id}`);
    await entry(page, visit).waitFor();
    await drag(page, entry(page, visit), entry(page, other));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The patient has another visit then').waitFor();
    await dialog.getByRole('button', { name: 'Move all the same' }).click();
    await page.getByText('Moved to 7 Jan 2030, 09:40.').waitFor();
    assert.equal((await recordOf(nina, visit)).schedule, `${MONDAY}T09:40:00`);
  });

  test('is reached, taken along and put elsewhere by the keyboard alone', async (t) => {
    const nina = await suite.signUp();
    const { department, doctors, book } = await smallHospital(nina.call);
    const visit = await book(`${MONDAY}T09:20:00`);
    const page = await openAs(suite, t, nina, `#/calendar?day=${MONDAY}&department=${department.id}`);
    await entry(page, visit).waitFor();
    // The whole calendar is one stop.
    assert.equal(await page.locator('.timetable [tabindex="0"]').count(), 1);
    await page.locator('.count').last().focus();
    await page.keyboard.press('Tab');
    await page.locator('.timetable :focus').waitFor();
    for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
    await entry(page, visit).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('m');
    await page.getByText(/The appointment of .* moves to the free time that you choose/).waitFor();
    for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    assert.equal(await page.locator(':focus').textContent(), 'Move to 10:00');
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Move to/ })
      .press('Enter');
    await page.getByText('Moved to 7 Jan 2030, 10:00.').waitFor();
    const { schedule, doctor_id } = await recordOf(nina, visit);
    assert.deepEqual({ schedule, doctor_id }, { schedule: `${MONDAY}T10:00:00`, doctor_id: doctors[1].id });
    await entry(page, visit).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('m');
    await page.keyboard.press('Escape');
    await page.getByText(/The appointment of .* moves/).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Svensson' }).waitFor();
  });
});

test('What others do appears within ten seconds, quietly, while the page is seen', async (t) => {
  const nina = await suite.signUp();
  const { department, book } = await smallHospital(nina.call);
  const visit = await book(`${MONDAY}T09:00:00`);
  const page = await openAs(suite, t, nina, `#/calendar?day=${MONDAY}&department=${department.id}`);
  const asked = [];
  page.on('response', (answer) => answer.url().includes('/calendar/appointments/?') && asked.push(answer.status()));
  await entry(page, visit).focus();
  await page.locator('.timetable').evaluate((area) => area.scrollTo(0, 60));
  const used = await page.evaluate(() => localStorage.getItem('portal.used'));
  const scrolled = await page.locator('.timetable').evaluate((area) => area.scrollTop);
  const another = await book(`${MONDAY}T10:00:00`);
  await entry(page, another).waitFor();
  await page.getByText('2 appointments').waitFor();
  await entry(page, visit).and(page.locator(':focus')).waitFor();
  assert.equal(await page.locator('.timetable').evaluate((area) => area.scrollTop), scrolled);
  // Who has the focus is moved to the other doctor by somebody else, and keeps it.
  await made(nina.call('PATCH', `/calendar/appointments/${visit.id}`, { json: { schedule: `${MONDAY}T10:20:00` } }));
  await page.locator('.entry:focus', { hasText: '10:20' }).waitFor();
  await page.waitForResponse((answer) => answer.url().includes('/calendar/appointments/?'));
  assert.equal(asked.at(-1), 304, 'what has not changed is not sent');
  assert.equal(await page.evaluate(() => localStorage.getItem('portal.used')), used, 'looking is no use of the portal');

  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const before = asked.length;
  await page.waitForTimeout(9000);
  assert.equal(asked.length, before, 'nobody looks at a page that nobody sees');
  const now = page.waitForResponse((answer) => answer.url().includes('/calendar/appointments/?'), { timeout: 3000 });
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await now;
});
