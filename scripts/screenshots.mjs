// `npm run screenshots [-- --url http://127.0.0.1:8787]`: pictures of the portal for the documentation, of a service that
// `npm run demo` has filled. All views go to dist/screenshots, to be looked at; three of them to docs/. Names are of many
// scripts: where fonts are missing they are boxes (on Debian: fonts-noto-core, fonts-noto-cjk).
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findChromium } from './chromium.mjs';
import { fail, root } from './lib.mjs';

const { values } = parseArgs({
  options: { url: { type: 'string', default: `http://127.0.0.1:${process.env.PORT || 8787}` } },
});
const ACCOUNT = { email: 'reception@demo.example', password: 'demo hospital 42!' };
const KEPT = ['calendar-desktop', 'patient-phone', 'invoice-rtl'];

const DESKTOP = { width: 1280, height: 900 };
const VIEWS = {
  desktop: { viewport: DESKTOP, locale: 'en-GB' },
  phone: { viewport: { width: 360, height: 740 }, locale: 'en-GB' },
  dark: { viewport: DESKTOP, locale: 'en-GB', colorScheme: 'dark' },
  rtl: { viewport: DESKTOP, locale: 'ar-EG' },
};

async function ask(path, options) {
  const answer = await fetch(values.url + path, options);
  if (!answer.ok) fail(`${path}: ${answer.status}. Is this a service that npm run demo has filled?`);
  return answer.json();
}

const DAY = 24 * 60 * 60 * 1000;

const HOURS_SHOWN = 3;

/** The day of the coming week with the most appointments in its first hours, which are what a picture shows. */
async function fullestDay(read) {
  const days = Array.from({ length: 8 }, (_, i) => new Date(Date.now() + i * DAY).toISOString().slice(0, 10));
  let fullest = { day: days[0], count: 0 };
  for (const [i, day] of days.slice(0, -1).entries()) {
    const appointments = await read(`/calendar/appointments/?from=${day}&to=${days[i + 1]}&limit=200`);
    const hours = appointments.map(({ schedule }) => Number(schedule.slice(11, 13)));
    const count = hours.filter((hour) => hour < Math.min(...hours) + HOURS_SHOWN).length;
    if (count > fullest.count) fullest = { day, count };
  }
  return fullest.day;
}

async function findPlaces() {
  const body = JSON.stringify(ACCOUNT);
  const { access_token } = await ask('/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const read = (path) => ask(path, { headers: { authorization: `Bearer ${access_token}` } });
  const patients = await read('/patient/?view=full&limit=200');
  const known = ({ allergies = [], medical_conditions, past_surgeries, current_medications }) =>
    Math.min(allergies.length, 2) +
    Math.min(medical_conditions.length, 2) +
    Math.min(past_surgeries.length, 1) +
    Math.min(current_medications.length, 2);
  const [patient] = patients.toSorted((a, b) => known(b) - known(a));
  const { data } = await read('/invoice/?status=PARTIALY_PAID&limit=50');
  const [invoice] = data.toSorted((a, b) => b.items.length - a.items.length);
  return {
    calendar: `#/calendar?day=${await fullestDay(read)}`,
    patients: '#/patients',
    patient: `#/patients/${patient.id}`,
    register: '#/patients/new',
    invoices: '#/invoices?show=unpaid',
    invoice: `#/invoices/${invoice.id}`,
    bill: `#/invoices/new?patient=${patient.id}`,
    cash: '#/cash',
  };
}

async function openAs(browser, options) {
  const page = await (await browser.newContext({ baseURL: values.url, ...options })).newPage();
  await page.goto('/portal/');
  await page.locator('[name="email"]').fill(ACCOUNT.email);
  await page.locator('[type="password"]').fill(ACCOUNT.password);
  await page.locator('[type="submit"]').click();
  await page.locator('nav').first().waitFor();
  return page;
}

const dir = join(root, 'dist', 'screenshots');
mkdirSync(dir, { recursive: true });
const places = await findPlaces();
const browser = await chromium.launch({
  executablePath: findChromium() ?? fail('There is no Chromium.'),
  // Root, as which containers run, gets no sandbox.
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const [view, options] of Object.entries(VIEWS)) {
  const page = await openAs(browser, options);
  for (const [name, hash] of Object.entries(places)) {
    await page.goto(`/portal/${hash}`);
    await page.waitForLoadState('networkidle');
    // The words and marks of a page that is still loading are gone.
    await page.waitForFunction(() => !document.querySelector('.loading, [aria-busy="true"]'));
    await page.screenshot({ path: join(dir, `${name}-${view}.png`) });
  }
  await page.context().close();
}
await browser.close();
for (const name of KEPT) copyFileSync(join(dir, `${name}.png`), join(root, 'docs', `portal-${name}.png`));
console.log(`All views are in ${dir}; ${KEPT.map((name) => `docs/portal-${name}.png`).join(', ')} are written.`);
