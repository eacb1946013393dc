// A morning in the portal on a desktop and a phone, in English and Arabic: every task has a way, of so many clicks at most, and
// axe has nothing to say where it ends. What is done is what the service then holds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logIn } from '../system/lib/accounts.mjs';
import { builtSuite } from './lib/built.mjs';
import { handOf } from './lib/hand.mjs';
import { messagesOf } from './lib/messages.mjs';
import { morningOf, tasksOf } from './lib/morning.mjs';
import { isAccessible, made, openAs, smallHospital } from './lib/portal.mjs';

const suite = builtSuite();

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const IN_ENGLISH = { language: 'en', locale: 'en-GB' };
const IN_ARABIC = { language: 'ar', locale: 'ar-EG' };
/** Each with people of its own: a patient, as somebody writes the name who has only heard it, and one who is new. */
const ALL = [
  { ...IN_ENGLISH, viewport: DESKTOP, lastName: 'Kowalczyk', heard: 'Kovalczik', surname: 'Adeyemi' },
  { ...IN_ENGLISH, viewport: PHONE, lastName: 'Lindqvist', heard: 'Lindkvist', surname: 'Eriksen' },
  { ...IN_ARABIC, viewport: DESKTOP, lastName: 'Schneider', heard: 'Shnaider', surname: 'Moreau' },
  { ...IN_ARABIC, viewport: PHONE, lastName: 'Fernandez', heard: 'Fernandes', surname: 'Tanaka' },
];
/** CI has CPU for two of them, with each language and each size: those that the views of CI lack. */
const MORNINGS = process.env.CI ? [ALL[1], ALL[2]] : ALL;

for (const { language, locale, viewport, lastName, heard, surname } of MORNINGS) {
  test(`A morning in ${language} at ${viewport.width} pixels`, async (t) => {
    const ada = await logIn(suite.service, 'admin');
    const hospital = await morningOf(ada, await smallHospital(ada.call), lastName);
    const page = await openAs(suite, t, ada, '', { locale, viewport });
    const hand = handOf(page);
    const messages = await messagesOf(language);
    const read = (path) => made(ada.call('GET', path));
    const tasks = tasksOf({ page, hand, t: messages, locale, hospital, heard, surname, read });
    const rows = [];
    for (const [task, clicks, fields, run] of tasks) {
      try {
        await run();
        const done = hand.rest();
        rows.push(`${task}: ${done.clicks} clicks, ${done.fields} fields, ${done.seconds.toFixed(1)} s`);
        assert.ok(done.clicks <= clicks, `${done.clicks} clicks`);
        assert.ok(done.fields <= fields, `${done.fields} fields`);
        await isAccessible(page, task);
      } catch (error) {
        throw new Error(`${task}: ${error.message}`, { cause: error });
      }
      hand.rest();
    }
    t.diagnostic(rows.join('\n'));
  });
}
