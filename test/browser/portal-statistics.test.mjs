// The statistics in the portal: what is drawn and what stands in the tables is what was booked and billed, added up here again.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { rowsOf } from './lib/counter.mjs';
import { printed, savedBy, today } from './lib/files.mjs';
import { isAccessible, LONG_NAME, MONDAY, made, openAs, smallHospital, VIEWS } from './lib/portal.mjs';

const suite = builtSuite();

const byLabel = (page, name) => page.getByLabel(name, { exact: true });

/** What readers are told of a plot. */
const essenceOf = (page) => page.getByRole('img', { name: / by / }).getAttribute('aria-label');

/** The names and sizes of its bars. */
const barsOf = (page) =>
  page
    .locator('.bar')
    .evaluateAll((bars) =>
      bars.map((bar) => [...bar.querySelectorAll('bdi, span')].map(({ textContent }) => textContent)),
    );

test('Visits are added up by doctor, department, status and day, and saved as a table', async (t) => {
  const nina = await suite.signUp();
  const { book, doctors, department } = await smallHospital(nina.call);
  const amira = { doctor_id: doctors[1].id };
  await book(`${MONDAY}T09:00:00`);
  await book(`${MONDAY}T09:20:00`, { status: 'COMPLETED' });
  await book(`${MONDAY}T09:40:00`, { status: 'CANCELLED' });
  await book(`${MONDAY}T09:00:00`, { ...amira, status: 'NO_SHOW' });
  await book('2030-01-14T09:00:00', { ...amira, status: 'COMPLETED', expected_duration_minutes: 30 });
  const asked = [];
  const page = await openAs(suite, t, nina, '', { expected: [/status of 422/] });
  page.on('request', (request) => request.url().includes('/summary?') && asked.push(request.url()));
  await page.getByRole('link', { name: 'Statistics' }).click();
  const table = page.getByRole('table', { name: 'Visits by doctor' });
  await table.waitFor();
  const from = `${today().slice(0, 7)}-01`;
  assert.equal(await byLabel(page, 'From').inputValue(), printed(from), 'this month');
  assert.equal(asked.length, 1);

  await page.goto('/portal/#/statistics?from=2030-01-01&to=2030-01-31');
  await table.getByRole('row', { name: 'Together 5' }).waitFor();
  // Two hours on each of four Mondays; the 20 minutes of two visits that hold their time, and the 30 of one.
  assert.deepEqual(await rowsOf(table), [
    ['Erik Lind', '3', '1', '1', '0', '1', '40 mins', '8 hrs', '8%'],
    ['Amira Haddad', '2', '1', '0', '1', '0', '30 mins', '8 hrs', '6%'],
    ['Together', '5', '2', '1', '1', '1', '1 hr 10 mins', '16 hrs', '7%'],
  ]);
  assert.deepEqual(await barsOf(page), [
    ['Erik Lind', '3'],
    ['Amira Haddad', '2'],
  ]);
  await isAccessible(page, 'Visits by doctor');
  assert.equal(await essenceOf(page), 'Visits by doctor. The highest: Erik Lind, 3.');
  const { name, text } = await savedBy(page, page.getByRole('button', { name: 'Download CSV: Visits by doctor' }));
  assert.equal(name, 'visits-by-doctor-2030-01-01-to-2030-01-31.csv');
  assert.match(text, /^\uFEFFdoctor,.*\r\nDOC-\d+,Erik,Lind,3,1,1,0,0?1?,/);

  const by = byLabel(page, 'By');
  await by.selectOption('Department');
  assert.deepEqual((await rowsOf(page.getByRole('table', { name: 'Visits by department' })))[0].slice(0, 2), [
    department.name,
    '5',
  ]);
  await by.selectOption('Status');
  const statuses = page.getByRole('table', { name: 'Visits by status' });
  await statuses.waitFor();
  assert.deepEqual((await rowsOf(statuses)).map((cells) => cells.slice(0, 3).join(' ')).sort(), [
    'Cancelled 1 20%',
    'Completed 2 40%',
    'Did not come 1 20%',
    'Scheduled 1 20%',
    'Together 5 100%',
  ]);

  await by.selectOption('Day');
  const days = page.getByRole('table', { name: 'Visits by day' });
  await days.waitFor();
  const rows = await rowsOf(days);
  assert.equal(rows.length, 31 + 1, 'also days without any');
  assert.deepEqual(rows[6].slice(0, 2), ['Mon 7 Jan', '4']);
  assert.equal(await essenceOf(page), 'Visits by day. The highest: Mon 7 Jan, 4.');
  const plot = page.locator('.plot [tabindex]');
  await plot.focus();
  for (let i = 0; i < 7; i++) await page.keyboard.press('ArrowRight');
  assert.equal(await page.locator('.plot-said').textContent(), 'Mon 7 Jan: 4');
  const { x, y, width } = await page.locator('.plot-area').boundingBox();
  await page.mouse.move(x + (13.5 / 31) * width, y + 5);
  await page.locator('.plot-said').getByText('Mon 14 Jan: 1').waitFor();

  // Many days stand in one column of a month, and for a year in one row of the table.
  await page.goto('/portal/#/statistics?by=day&from=2030-01-01&to=2030-12-31');
  const months = page.getByRole('table', { name: 'Visits by month' });
  await months.waitFor();
  assert.equal((await rowsOf(months)).length, 12 + 1);
  assert.deepEqual((await rowsOf(months))[0].slice(0, 2), ['January 2030', '5']);
  assert.equal(asked.length, 7, 'one request, and one more for the table that was saved');

  await page.goto('/portal/#/statistics?from=2030-01-01&to=2033-01-01');
  await page
    .getByRole('alert')
    .getByText(/^That is too much to be added up at once: choose fewer days\./)
    .waitFor();
  await page.getByRole('button', { name: 'This month' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

test('Revenue is added up by doctor, service and day, less what was credited, and doctors see visits alone', async (t) => {
  const nina = await suite.signUp();
  const { doctors, patient } = await smallHospital(nina.call);
  const [erik, amira] = doctors;
  const bill = (json) => made(nina.call('POST', '/invoice/', { json: { patient_id: patient.id, ...json } }));
  const consultation = { name: 'Consultation', unit_price: 100, doctor_id: erik.id };
  const xray = { name: 'X-ray', quantity: 2, unit_price: 50, tax_percent: 19, doctor_id: amira.id };
  // 90, and 90 with 17.10 of tax; 20 of nobody; and of last year 150 of 200 are credited now.
  await bill({ status: 'ISSUED', discount_percent: 10, items: [consultation, xray] });
  await bill({ status: 'ISSUED', items: [{ name: 'Plaster', unit_price: 20 }] });
  await bill({ items: [consultation] });
  const issue_date = `${Number(today().slice(0, 4)) - 1}-03-04`;
  const old = await bill({ status: 'ISSUED', issue_date, items: [{ ...consultation, unit_price: 200 }] });
  const credit = { amount: 150, reason: 'Not given' };
  await made(nina.call('POST', `/invoice/${old.id}/credit-note`, { json: credit }));

  const page = await openAs(suite, t, nina, '#/statistics');
  await page.getByRole('link', { name: 'Revenue' }).click();
  const table = page.getByRole('table', { name: 'Revenue by doctor' });
  await table.waitFor();
  assert.deepEqual(await rowsOf(table), [
    ['Amira Haddad', '1', 'US$90.00', 'US$17.10', 'US$107.10', 'US$0.00', 'US$107.10'],
    ['No doctor named', '1', 'US$20.00', 'US$0.00', 'US$20.00', 'US$0.00', 'US$20.00'],
    ['Erik Lind', '1', 'US$90.00', 'US$0.00', 'US$90.00', 'US$150.00', '-US$60.00'],
    ['Together', '2', 'US$200.00', 'US$17.10', 'US$217.10', 'US$150.00', 'US$67.10'],
  ]);
  assert.deepEqual(await barsOf(page), [
    ['Amira Haddad', 'US$107.10'],
    ['No doctor named', 'US$20.00'],
    ['Erik Lind', '-US$60.00'],
  ]);
  // One axis for all: what is below 0 ends where the others begin.
  const spans = await page
    .locator('.bar rect')
    .evaluateAll((bars) =>
      bars.map((bar) => [Number(bar.getAttribute('x')), Number(bar.getAttribute('width'))].map(Math.round)),
    );
  const zero = Math.round((1000 * 60) / 167.1);
  assert.deepEqual(spans.at(-1), [0, zero]);
  assert.deepEqual(spans[0], [zero, 1000 - zero]);
  const saved = await savedBy(page, page.getByRole('button', { name: 'Download CSV: Revenue by doctor' }));
  assert.match(saved.name, /^revenue-by-doctor-\d{4}-\d\d-01-to-/);
  assert.match(saved.text, /Erik,Lind,1,1,90,0,90,150,-60\r\n/);

  const by = byLabel(page, 'By');
  await by.selectOption('Service');
  const services = page.getByRole('table', { name: 'Revenue by service' });
  await services.waitFor();
  assert.deepEqual(
    (await rowsOf(services)).map((cells) => [cells[0], cells[1], cells.at(-1)]),
    [
      ['X-ray', '2', 'US$107.10'],
      ['Plaster', '1', 'US$20.00'],
      ['Consultation', '1', '-US$60.00'],
      ['Together', '', 'US$67.10'],
    ],
  );
  await by.selectOption('Day');
  const days = page.getByRole('table', { name: 'Revenue by day' });
  await days.waitFor();
  assert.match((await rowsOf(days))[Number(today().slice(8)) - 1].join(' '), /2 .*US\$67\.10$/);
  await page.getByRole('button', { name: 'Last month' }).click();
  await page.getByText('Nothing on these days.').waitFor();

  const own = await openAs(suite, t, { email: erik.license_number }, '#/statistics?of=revenue');
  await own.getByRole('table', { name: 'Visits by doctor' }).waitFor();
  assert.equal(await own.getByRole('link', { name: 'Revenue' }).count(), 0);
});

describe('Statistics have no violation of accessibility, and nothing is wider than the screen', () => {
  for (const [view, options] of Object.entries(VIEWS)) {
    test(view, async (t) => {
      const nina = await suite.signUp();
      const { book, doctors, patient } = await smallHospital(nina.call);
      await made(nina.call('PATCH', `/doctor/${doctors[0].id}`, { json: { last_name: LONG_NAME } }));
      for (const status of ['SCEDULED', 'COMPLETED', 'NO_SHOW', 'CANCELLED'])
        await book(`${MONDAY}T09:00:00`, { status });
      const items = [{ name: LONG_NAME, unit_price: 1_000_000, tax_percent: 19, doctor_id: doctors[0].id }];
      await made(nina.call('POST', '/invoice/', { json: { patient_id: patient.id, status: 'ISSUED', items } }));
      const page = await openAs(suite, t, nina, `#/statistics?from=${MONDAY}&to=2030-12-31`, options);
      for (const [of, by] of [
        ['visits', 'doctor'],
        ['visits', 'day'],
        ['revenue', 'doctor'],
        ['revenue', 'service'],
      ]) {
        const period = of === 'visits' ? `from=${MONDAY}&to=2030-12-31` : '';
        await page.goto(`/portal/#/statistics?of=${of}&by=${by}&${period}`);
        await page.locator('.card table').waitFor();
        await isAccessible(page, `${of} by ${by}`);
      }
    });
  }
});
