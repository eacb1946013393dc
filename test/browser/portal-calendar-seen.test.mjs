// What a front desk reads in the calendar of a full day, measured as people see it: whole names, statuses and numbers.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { entry } from './lib/calendar.mjs';
import { clinicDay } from './lib/clinic-day.mjs';
import { isAccessible, MONDAY, made, openAs } from './lib/portal.mjs';
import { hiddenIn } from './lib/seen.mjs';

const suite = builtSuite();

const SIZES = {
  'at 1440 pixels': { viewport: { width: 1440, height: 900 } },
  'at 1920 pixels': { viewport: { width: 1920, height: 1080 } },
  'on a phone': { viewport: { width: 390, height: 844 } },
};
const VIEWS = [
  ...Object.entries(SIZES).flatMap(([size, options]) =>
    ['en-GB', 'en-US'].map((locale) => [size, { ...options, locale }]),
  ),
  ['at 1440 pixels', { ...SIZES['at 1440 pixels'], locale: 'ar-EG' }],
];

describe('In the calendar of a day with ten doctors', () => {
  let nina;
  let day;
  before(async () => {
    nina = await suite.signUp();
    day = await clinicDay(nina.call, MONDAY);
  });

  for (const [size, options] of VIEWS)
    test(`names, statuses and queue numbers can be read ${size} in ${options.locale}`, async (t) => {
      const page = await openAs(suite, t, nina, `#/calendar?day=${MONDAY}`, options);
      const entries = page.locator('.entry');
      await entries.first().waitFor();
      assert.equal(await entries.count(), day.visits.length);
      const cut = await hiddenIn(page.locator('.entry .name'));
      assert.ok(cut.length <= day.visits.length * 0.05, `${cut.length} of ${day.visits.length}: ${cut.join(', ')}`);
      assert.equal(await page.locator('.entry .badge .sign').count(), day.visits.length);
      assert.deepEqual(await hiddenIn(page.locator('.entry .badge .sign')), []);
      const numbers = page.locator('.entry .queue > bdi, .day-list .queue');
      // Who was here when they were booked has one.
      assert.equal(await numbers.count(), day.visits.filter(({ queue_number }) => queue_number).length);
      assert.deepEqual(await hiddenIn(numbers), []);
      const sideways = page.locator('.timetable, .day-list');
      assert.ok(
        await sideways.evaluate((area) => area.scrollWidth <= area.clientWidth),
        'all doctors are on the screen',
      );
    });

  test('people at the same time all have their names', async (t) => {
    const page = await openAs(suite, t, nina, `#/calendar?day=${MONDAY}`, { ...SIZES['at 1440 pixels'] });
    await page.locator('.entry').first().waitFor();
    for (const pair of day.pairs)
      for (const visit of pair) assert.deepEqual(await hiddenIn(entry(page, visit).locator('.name')), []);
  });

  test('the page is as wide as the window, and the timetable as high as what is left of it', async (t) => {
    const page = await openAs(suite, t, nina, `#/calendar?day=${MONDAY}`, SIZES['at 1920 pixels']);
    const area = page.locator('.timetable');
    await page.locator('.entry').first().waitFor();
    const { width } = await area.boundingBox();
    assert.ok(width > 1920 - 48, `${width}`);
    await page.setViewportSize({ width: 1440, height: 700 });
    const { y, height } = await area.boundingBox();
    assert.ok(y + height > 700 - 48, `${y + height}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), 700);
  });

  test('a card says the rest of who is pointed at or has the focus, until Escape', async (t) => {
    const page = await openAs(suite, t, nina, `#/calendar?day=${MONDAY}`, SIZES['at 1440 pixels']);
    const [visit] = day.visits;
    const card = page.locator('.hover-card');
    await entry(page, visit).hover();
    await card.getByText('08:00 – 08:20').waitFor();
    await card.getByText('Completed').waitFor();
    await isAccessible(page, 'The calendar with a card');
    await card.hover();
    assert.ok(await card.isVisible(), 'it can be pointed at itself');
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await page.mouse.move(2, 2);
    await page.locator('.count').last().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Home');
    for (let i = 0; i < 3 && !(await page.locator('.entry:focus').count()); i++) await page.keyboard.press('ArrowDown');
    await card.waitFor();
    const { x, y, width, height } = await card.boundingBox();
    assert.ok(x >= 0 && y >= 0 && x + width <= 1440 && y + height <= 900, 'nothing cuts it');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await card.waitFor({ state: 'detached' });
  });

  test('counts say how many there are of each status, and show those alone; who does not come is not counted as coming', async (t) => {
    const coming = day.visits.filter(({ status }) => !['NO_SHOW', 'CANCELLED'].includes(status));
    const waiting = day.visits.filter(({ status }) => status === 'CHECKED_IN');
    const page = await openAs(suite, t, nina, `#/calendar?day=${MONDAY}`, SIZES['at 1440 pixels']);
    await page.getByText(`${coming.length} appointments`, { exact: true }).waitFor();
    const count = page.getByRole('button', { name: `Checked in ${waiting.length}`, exact: true });
    await page.locator('.entry').first().waitFor();
    const before = await page.locator('.free').count();
    await count.click();
    assert.equal(await count.getAttribute('aria-pressed'), 'true');
    assert.match(page.url(), /status=CHECKED_IN/);
    assert.equal(await page.locator('.entry').count(), waiting.length);
    assert.equal(await page.locator('.free').count(), before, 'the others keep their times');
    await page.getByRole('button', { name: /^Cancelled / }).click();
    assert.equal(await page.locator('.entry').count(), waiting.length + 10);
    await page.reload();
    await page.locator('.entry.off').first().waitFor();
    assert.equal(await page.locator('.entry').count(), waiting.length + 10, 'the address keeps what is chosen');
    for (const name of [/^Cancelled /, /^Checked in /]) await page.getByRole('button', { name }).click();
    assert.equal(await page.locator('.entry').count(), day.visits.length);
  });

  test('a day of one doctor has all that a front desk asks in one line', async (t) => {
    const [visit] = day.visits;
    const json = { phone_number: '+46 70 123 45 67', allergies: [{ substance: 'Penicillin' }] };
    await made(nina.call('PATCH', `/patient/${visit.patient_id}`, { json }));
    const hash = `#/calendar?day=${MONDAY}&doctor=${visit.doctor_id}`;
    const page = await openAs(suite, t, nina, hash, SIZES['at 1440 pixels']);
    const parts = entry(page, visit).locator('.name, .badge .word, .when, .where, .further');
    await entry(page, visit).getByText('+46 70 123 45 67').waitFor();
    await entry(page, visit).getByText('1 allergy').waitFor();
    await entry(page, visit)
      .getByText(/\d+ years/)
      .waitFor();
    assert.deepEqual(await hiddenIn(parts), []);
    const lines = await parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect().bottom));
    assert.ok(Math.max(...lines) - Math.min(...lines) < 8, 'in one line');
    await isAccessible(page, 'The day of one doctor');
  });

  test('colours tell doctors apart, in the week of a department, too', async (t) => {
    const page = await openAs(suite, t, nina, `#/calendar?day=${MONDAY}`, SIZES['at 1440 pixels']);
    await page.locator('.entry').first().waitFor();
    assert.equal(await page.getByRole('navigation', { name: 'View' }).count(), 0, 'nobody reads a week of everybody');
    await page.getByLabel('Colour').selectOption('Doctor');
    const legend = page.getByRole('list', { name: 'Colour' }).getByRole('listitem');
    assert.equal(await legend.count(), 10);
    await isAccessible(page, 'The calendar by doctor');
    const inkOf = (element) => element.evaluate((it) => getComputedStyle(it).getPropertyValue('--ink'));
    assert.notEqual(await inkOf(legend.nth(0)), await inkOf(legend.nth(1)));

    await page.getByLabel('Department').selectOption(day.department.name);
    await page.getByRole('link', { name: 'Week', exact: true }).click();
    await page.locator('.entry .doctor').first().waitFor();
    assert.equal(await page.locator('.column').count(), 7);
    assert.equal(await page.locator('.entry').count(), day.visits.length);
    // Ten doctors at once, where there are two or three in most departments.
    const cut = await hiddenIn(page.locator('.entry:not(.off) .name'));
    assert.ok(cut.length <= day.visits.length * 0.05, cut.join(', '));
    await isAccessible(page, 'The week of a department');
    // Whoever is free then can be chosen.
    const { width } = await page.locator('.free').first().boundingBox();
    await page
      .locator('.free')
      .first()
      .click({ position: { x: width - 8, y: 8 } });
    await page.waitForURL(/#\/booking\?/);
    assert.match(page.url(), /department=/);
    assert.doesNotMatch(page.url(), /doctor=/);
  });
});
