// The service, as `npm start` serves it with its pages, and headless Chromium, both for all tests of one suite.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { findChromium } from '../../../scripts/chromium.mjs';
import { callOf, PASSWORD, send } from '../../system/lib/accounts.mjs';
import { npmStart } from '../../system/lib/npm-start.mjs';
import { temporaryDirectory } from '../../system/lib/service.mjs';
import { watch } from './page.mjs';

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 360, height: 740 };
export { PASSWORD };

/** Root, as which tests run in containers, gets no sandbox; the rest is about services of Google's. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // What the page asks of other hosts is seen and refused by `watch`; this keeps the browser itself from asking.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** Headless Chromium, which keeps what it keeps in `home`. */
export const launchChromium = (home) =>
  chromium.launch({ executablePath: findChromium(), args: ARGS, env: { ...process.env, HOME: home } });

/** Without motion, as a colour on its way to another is one that nobody reads. */
const CONTEXT = { viewport: DESKTOP, reducedMotion: 'reduce' };

/**
 * How long a test waits for what should be on the page. Machines that test are busy, and Swagger UI takes seconds of CPU to read
 * the document; only where a test fails does anybody wait so long.
 */
export const PATIENCE = 60_000;

/** Each answer of the service is late by chance, up to so many milliseconds: finds what counts on a fast one or on their order. */
const LATE = Number(process.env.LATE ?? 0);
const isNoFileOfPortal = ({ pathname }) => !pathname.startsWith('/portal/');

/**
 * Starts both before the tests of the file that calls it, and stops them afterwards.
 * @param options `start`: starts another service than `npm start` does; `prepare`: is given each browser context
 * @returns `service` (`url`, `data`), `browser`, `open`, `logIn`, `signUp`
 */
export function browserSuite({ start = () => npmStart({ host: '127.0.0.1' }), prepare } = {}) {
  const suite = { service: undefined, browser: undefined, open, logIn, signUp };
  const profile = temporaryDirectory();

  before(async () => {
    suite.service = await start();
    suite.browser = await launchChromium(profile);
  });
  after(async () => {
    await suite.browser?.close();
    await suite.service?.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  /**
   * Opens a page with storage and cookies of its own. The test fails if it logs an error or asks another origin.
   * @param options of Playwright's contexts (`viewport`, `locale`, `colorScheme`, …), and `expected`: patterns of errors
   * that the test causes on purpose, such as `/status of 401/`
   */
  async function open(t, path, { expected, ...options } = {}) {
    const context = await suite.browser.newContext({ ...CONTEXT, baseURL: suite.service.url, ...options });
    context.setDefaultTimeout(PATIENCE);
    if (LATE)
      await context.route(isNoFileOfPortal, (route) => sleep(Math.random() * LATE).then(() => route.continue()));
    await prepare?.(context);
    const page = await context.newPage();
    const faults = await watch(page, suite.service.url, expected);
    t.after(async () => {
      await context.close();
      assert.deepEqual(faults, []);
    });
    await page.goto(path);
    return page;
  }

  async function ask(path, json) {
    const { status, body } = await send(suite.service.url, 'POST', path, { json });
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body;
  }

  /** An account whose password is `PASSWORD`, as that of a doctor. @returns its `email`, and `call('POST', '/patient/', { json })` */
  async function logIn(email) {
    const { access_token } = await ask('/auth/login', { email, password: PASSWORD });
    return { email, call: callOf(suite.service, access_token) };
  }

  let signedUp = 0;
  /** An account of staff. @returns the same */
  async function signUp() {
    const email = `nina${++signedUp}@clinic.example`;
    await ask('/auth/signup', { email, password: PASSWORD, full_name: 'Nina Nurse' });
    return logIn(email);
  }

  return suite;
}
