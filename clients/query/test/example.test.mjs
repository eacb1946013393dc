// The page of examples/query in Chromium, against the service.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { createHospital, etagOf, unwrap } from 'hospital-service-client';
import { findChromium } from '../../../scripts/chromium.mjs';
import { launchChromium } from '../../../test/browser/lib/suite.mjs';
import { temporaryDirectory } from '../../../test/system/lib/service.mjs';
import { bundle } from '../../typescript/test/lib/bundle.mjs';
import { PASSWORD, startHospital } from '../../typescript/test/lib/hospital.mjs';
import { bundlePage, source } from './lib/page.mjs';

const skip = findChromium() ? false : 'there is no Chromium';

const page = (script) => [
  'text/html',
  `<!doctype html><title>Patients</title><body><script type="module">${script}</script>`,
];
const { network, service, signUp } = await startHospital({
  pages: {
    '/sign-in': page("import * as client from '/client.js'; Object.assign(window, client)"),
    '/client.js': ['text/javascript', bundle()],
    '/patients': page("import '/patients.js'"),
    '/patients.js': ['text/javascript', bundlePage()],
  },
});
const home = temporaryDirectory();
const browser = skip ? undefined : await launchChromium(home);
after(async () => {
  await browser?.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

test('It has at most 60 lines', () => {
  assert.ok(readFileSync(source, 'utf8').trimEnd().split('\n').length <= 60);
});

test('It finds, pages, and changes a telephone number at once, and back where somebody was faster', {
  skip,
}, async (t) => {
  const email = await signUp();
  const other = createHospital({ baseUrl: service.url });
  unwrap(await other.login({ email, password: PASSWORD }));
  const named = (first_name, last_name) => ({ first_name, last_name, gender: 'female' });
  for (let n = 1; n <= 45; n++) unwrap(await other.POST('/patient/', { body: named('Ida', `Berg ${n}`) }));
  const { id } = unwrap(await other.POST('/patient/', { body: named('Åsa', 'Ek') }));

  const tab = await browser.newPage();
  const errors = [];
  tab.on('pageerror', (error) => errors.push(error.message));
  await tab.goto(`${network.url}/sign-in`);
  await tab.evaluate(
    async (credentials) => {
      const hospital = createHospital({ baseUrl: '/', session: browserSession() });
      unwrap(await hospital.login(credentials));
    },
    { email, password: PASSWORD },
  );
  await tab.goto(`${network.url}/patients`);

  const listed = tab.getByRole('button', { name: /Berg|Ek/ });
  const more = tab.getByRole('button', { name: 'More' });
  const counts = async (n) => {
    await tab.waitForFunction((n) => document.querySelectorAll('main > button:not([hidden])').length === n, n);
  };
  await counts(20 + 1);
  await more.click();
  await counts(40 + 1);
  await more.click();
  await counts(46);

  await tab.getByRole('searchbox').fill('asa');
  await listed.filter({ hasText: 'Åsa Ek' }).waitFor();
  await counts(1);
  await listed.click();
  const phone = tab.getByRole('textbox', { name: 'Telephone' });
  const waits = (is) => tab.waitForFunction((is) => document.querySelector('[type=submit]').disabled === is, is);
  const save = async (number, { meanwhile } = {}) => {
    const letThrough = network.hold(`PATCH /patient/${id}`);
    await phone.fill(number);
    await tab.getByRole('button', { name: 'Save' }).click();
    await waits(true);
    await meanwhile?.();
    letThrough();
    // The form is drawn anew with the answer, so nothing is typed before.
    await waits(false);
  };
  const path = { id };
  const read = async () => unwrap(await other.GET('/patient/{id}', { params: { path } })).phone_number;

  await save('+46 70 1', {
    meanwhile: async () => {
      await listed.filter({ hasText: '+46 70 1' }).waitFor();
      assert.equal(await read(), null, 'it is shown before the service has it');
    },
  });
  assert.equal(await read(), '+46 70 1');

  // Without leaving the form: the version that the page itself has made is known.
  await save('+46 70 2');
  assert.equal(await read(), '+46 70 2');
  assert.equal(await tab.getByRole('alert').count(), 0);

  const theirs = await other.GET('/patient/{id}', { params: { path } });
  const header = { 'if-match': etagOf(theirs) };
  unwrap(await other.PATCH('/patient/{id}', { params: { path, header }, body: { phone_number: '+46 8 333' } }));
  await save('+46 70 4');
  await tab.getByRole('alert').filter({ hasText: 'Somebody else was faster' }).waitFor();
  await listed.filter({ hasText: '+46 8 333' }).waitFor();
  assert.equal(await phone.inputValue(), '+46 8 333');
  assert.equal(await read(), '+46 8 333');
  assert.deepEqual(errors, []);
  await tab.screenshot({ path: process.env.SHOT }).catch(() => {});
  t.diagnostic(`${bundlePage().length} bytes minified`);
});
