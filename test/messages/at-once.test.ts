// Two mails that are under way in the same millisecond.
import { expect, it } from 'vitest';
import type { Bindings } from '../../src/env';
import { ok } from '../support/client';
import {
  consume,
  DAY,
  DUE,
  HOUR,
  MINUTE,
  NOON,
  patientToTell,
  STARTS,
  setRules,
  statesOf,
  tickAt,
  toSend,
  useMessages,
  visitOf,
  withMessages,
} from '../support/due-messages';
import { mailsSent, refusals } from '../support/mails';
import { rows } from '../support/rows';

useMessages();

const { EMAIL } = withMessages;
/** Neither goes on before both have begun, and `work` is done. */
function together(work: () => Promise<unknown>): Bindings {
  const both = Promise.withResolvers<void>();
  let begun = 0;
  return {
    ...withMessages,
    EMAIL: {
      send: async (mail) => {
        if (++begun === 2) await work().then(() => both.resolve());
        await both.promise;
        return (await EMAIL?.send(mail)) ?? { messageId: '' };
      },
    },
  };
}

it('Both are noted where their visit is moved meanwhile', async () => {
  const reminders = [71];
  await setRules({ booked: true, reminders, quiet: { from: '12:00', until: '13:00' } });
  const visit = await visitOf(await patientToTell());
  const schedule = new Date(STARTS + 7 * DAY).toISOString();
  await tickAt(NOON + HOUR);
  const env = together(() => ok('PATCH', `/calendar/appointments/${visit.id}`, { json: { schedule } }));
  await consume(toSend.splice(0), env);
  expect(mailsSent).toHaveLength(2);
  const states = ['booked sent', 'booked waiting', 'reminder sent', 'reminder waiting'];
  expect((await statesOf(visit)).sort()).toEqual(states);
});

it.each([[['E_DAILY_LIMIT_EXCEEDED', 'E_RATE_LIMIT_EXCEEDED']], [['E_RATE_LIMIT_EXCEEDED', 'E_DAILY_LIMIT_EXCEEDED']]])(
  'A full day holds the others back for longer than a rate that is too high: %j',
  async (codes) => {
    await setRules();
    for (let n = 0; n < 2; n++) await visitOf(await patientToTell());
    await tickAt(DUE);
    refusals.push(...codes);
    await consume(
      toSend.splice(0),
      together(async () => undefined),
    );
    expect(refusals).toEqual([]);
    expect(await rows("SELECT n FROM mail_count WHERE counter = 'held'")).toEqual([{ n: DUE / MINUTE + 30 }]);
  },
);

it('What is held back begins anew with the day', async () => {
  await setRules();
  await visitOf(await patientToTell());
  await rows(
    `INSERT INTO mail_count (counter, day, n) VALUES ('held', ?, ?)`,
    Math.floor(DUE / DAY) - 1,
    DUE / MINUTE + 9,
  );
  await tickAt(DUE);
  refusals.push('E_RATE_LIMIT_EXCEEDED');
  await consume(toSend.splice(0));
  expect(await rows("SELECT n FROM mail_count WHERE counter = 'held'")).toEqual([{ n: DUE / MINUTE + 2 }]);
});
