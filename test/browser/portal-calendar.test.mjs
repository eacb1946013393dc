// The calendar of the portal: where it opens, and what it draws for whom. How appointments are moved in it is in
// portal-calendar-moves.test.mjs.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { entry, free } from './lib/calendar.mjs';
import { addDays, today } from './lib/files.mjs';
import { isAccessible, MONDAY, made, openAs, PASSWORD, smallHospital } from './lib/portal.mjs';
import { PHONE } from './lib/suite.mjs';

const suite = builtSuite();

/** A Monday that is over: a page may be told that it is now, and a login of today has not ended then. */
const LAST_MONDAY = addDays(today(), -((new Date().getUTCDay() + 6) % 7) - 7);

/** A page whose clock goes on from a quarter past ten of that Monday. */
async function openAtTen(t, account, hash, options) {
  const page = await openAs(suite, t, account, '#/patients', options);
  await page.clock.install({ time: `${LAST_MONDAY}T10:15:00Z` });
  await page.goto(`/portal/${hash}`);
  await page.reload();
  return page;
}

describe('The calendar', () => {
  test('opens at now, and Today leads back there', async (t) => {
    const nina = await suite.signUp();
    const { department, book, doctors } = await smallHospital(nina.call);
    const hours = { weekday: 1, from: '00:00', to: '24:00', department_id: department.id, slot_minutes: 60 };
    await made(nina.call('PUT', `/calendar/doctors/${doctors[0].id}/hours`, { json: { weekly: [hours] } }));
    await book(`${LAST_MONDAY}T10:00:00`);
    const page = await openAtTen(t, nina, `#/calendar?department=${department.id}`);
    const line = page.locator('.column .present').first();
    await line.waitFor();
    assert.match(await page.locator('.hours .present').textContent(), /^10:15$/);
    const seen = async () => {
      const [area, at] = [await page.locator('.timetable').boundingBox(), await line.boundingBox()];
      return at.y > area.y && at.y < area.y + area.height / 2;
    };
    assert.ok(await seen(), 'now is in the upper half');
    assert.ok(await page.locator('.timetable').evaluate((area) => area.scrollTop > 100));
    await isAccessible(page, 'The calendar of today');
    await page.locator('.timetable').evaluate((area) => area.scrollTo(0, 0));
    assert.equal(await seen(), false);
    await page.getByRole('button', { name: 'Today' }).click();
    assert.ok(await seen(), 'Today leads to now');
    await page.getByRole('button', { name: 'Day after' }).click();
    await line.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Today' }).click();
    await line.waitFor();
    assert.ok(await seen(), 'also from another day');
    // The names stay where the hours scroll.
    const [head, area] = [
      await page.getByRole('heading', { name: 'Erik Lind' }).boundingBox(),
      await page.locator('.timetable').boundingBox(),
    ];
    assert.ok(head.y - area.y < 4);
    await page.clock.fastForward('05:00');
    await page.locator('.hours .present').getByText('10:20').waitFor();
  });

  test('draws what lasts longer higher, and shows the names of all who come at the same time', async (t) => {
    const nina = await suite.signUp();
    const { department, book } = await smallHospital(nina.call);
    const long = await book(`${MONDAY}T10:00:00`, { expected_duration_minutes: 40 });
    const short = await book(`${MONDAY}T09:40:00`);
    const [first, second] = [await book(`${MONDAY}T09:00:00`), await book(`${MONDAY}T09:00:00`)];
    const off = await book(`${MONDAY}T10:40:00`, { status: 'Canceled' });
    const page = await openAs(suite, t, nina, `#/calendar?day=${MONDAY}&department=${department.id}`);
    await entry(page, long).waitFor();
    const boxOf = (visit, part = '') =>
      entry(page, visit)
        .locator(part || 'xpath=.')
        .boundingBox();
    const [tall, low, cancelled] = [await boxOf(long), await boxOf(short), await boxOf(off)];
    assert.ok(Math.abs((tall.height + 1) / (low.height + 1) - 2) < 0.1, `${tall.height} and ${low.height}`);
    // The second lies upon the first one, whose name stays to be seen.
    const [lower, upper] = [await boxOf(first), await boxOf(second)];
    const name = await boxOf(first, '.name');
    assert.ok(name.y + name.height <= upper.y, 'none hides the name of the other');
    const [bottom, limit] = [upper.y + upper.height, lower.y + lower.height + 2];
    assert.ok(upper.x > lower.x && bottom <= limit, JSON.stringify({ upper, lower }));
    // Who has cancelled leaves a free time, beside them.
    await free(page, 1, '10:40').click({ position: { x: cancelled.width + 10, y: 5 } });
    await page.waitForURL(/#\/booking/);
  });

  test('shows hours and closures, and a click into a gap books it', async (t) => {
    const nina = await suite.signUp();
    const { department, doctors, book } = await smallHospital(nina.call);
    await book(`${MONDAY}T09:00:00`);
    const closure = { name: 'Power cut', from: `${MONDAY}T10:00`, to: `${MONDAY}T10:20`, doctor_id: doctors[0].id };
    await made(nina.call('PUT', '/calendar/closures', { json: { closures: [closure] } }));
    t.after(() => nina.call('PUT', '/calendar/closures', { json: { closures: [] } }));
    const page = await openAs(suite, t, nina, `#/calendar?day=${MONDAY}&department=${department.id}`);
    const column = page.locator('.column').nth(1);
    await column.locator('.closed').getByText('Power cut').waitFor();
    assert.deepEqual(await column.locator('.free').allInnerTexts(), [
      'Book 09:20',
      'Book 09:40',
      'Book 10:20',
      'Book 10:40',
    ]);
    const [open, whole] = [await column.locator('.open').boundingBox(), await column.boundingBox()];
    assert.ok(Math.abs(open.height / whole.height - 0.5) < 0.02, 'two hours of four are open');
    const placeOf = () => Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.split('?')[1]));
    await free(page, 1, '09:20').click();
    await page.waitForURL(/#\/booking/);
    const at = { doctor: doctors[0].id, department: department.id, from: MONDAY, at: '09:20' };
    assert.deepEqual(placeOf(), at);
    await page.goBack();
    await column.waitFor();
    // Outside of hours, too: booking asks whether that is meant.
    await column.click({ position: { x: 40, y: whole.height * (3.55 / 4) } });
    await page.waitForURL(/at=11/);
    assert.deepEqual(placeOf(), { doctor: doctors[0].id, from: MONDAY, at: '11:30' });
  });

  test('opens for a doctor with their own day, and shows their week', async (t) => {
    const nina = await suite.signUp();
    const { department, doctors, book } = await smallHospital(nina.call);
    const erik = { email: `erik.${doctors[0].reg_number}@clinic.example` };
    const user = { email: erik.email, password: PASSWORD };
    const own = await made(
      nina.call('POST', '/doctor/', {
        json: { first_name: 'Eva', last_name: 'Berg', license_number: erik.email, user },
      }),
    );
    const mine = await book(`${MONDAY}T09:00:00`, { doctor_id: own.id });
    const later = await book(`${addDays(MONDAY, 2)}T09:00:00`, { doctor_id: own.id });
    await book(`${MONDAY}T09:20:00`);
    const page = await openAs(suite, t, erik, `#/calendar?day=${MONDAY}`);
    await page.getByText('1 appointment', { exact: true }).waitFor();
    await entry(page, mine).waitFor();
    await page.getByRole('link', { name: 'Week', exact: true }).click();
    await entry(page, later).waitFor();
    assert.equal(await page.getByRole('heading', { name: '7 Jan 2030 – 13 Jan 2030' }).count(), 1);
    assert.equal(await page.locator('.column').count(), 7);
    await isAccessible(page, 'A week');
    await page.getByRole('button', { name: 'Week after' }).click();
    await page.getByText('No appointments in this week.').waitFor();
    await page.getByRole('button', { name: 'Week before' }).click();
    await page.getByRole('link', { name: 'Wed 9 Jan' }).click();
    await page.getByRole('heading', { name: /9 January 2030/ }).waitFor();
    await page.getByLabel('Doctor', { exact: true }).selectOption('All');
    await page.getByLabel('Department').selectOption(department.name);
    await page.getByRole('link', { name: 'My day' }).click();
    await page
      .getByLabel('Doctor', { exact: true })
      .locator(`option[value="${own.id}"]:checked`)
      .waitFor({ state: 'attached' });
  });

  test('is a list on a phone, in Arabic, too, and opens at now', async (t) => {
    const nina = await suite.signUp();
    const { department, book } = await smallHospital(nina.call);
    for (let i = 0; i < 12; i++) await book(`${LAST_MONDAY}T0${7 + Math.floor(i / 6)}:${i % 6}0:00`);
    const next = await book(`${LAST_MONDAY}T10:20:00`);
    const page = await openAtTen(t, nina, `#/calendar?department=${department.id}`, {
      locale: 'ar-EG',
      viewport: PHONE,
    });
    const now = page.locator('.day-list .now');
    await now.waitFor();
    assert.match(await now.textContent(), /^الآن، /);
    assert.ok(await page.evaluate(() => scrollY > 200), 'it begins at now');
    assert.equal(await now.evaluate((line) => line.nextElementSibling?.querySelector('.when')?.textContent), '١٠:٢٠ ص');
    await isAccessible(page, 'The list of a day');
    await page.locator('.day-list .entry').last().click();
    await page.getByRole('dialog').waitFor();
    assert.match(page.url(), new RegExp(`appointment=${next.id}`));
  });
});
