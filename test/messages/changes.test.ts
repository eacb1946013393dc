import { expect, it } from 'vitest';
import type { Bindings } from '../../src/env';
import { type Body, ok } from '../support/client';
import {
  consumeAll,
  DAY,
  DUE,
  HOUR,
  MINUTE,
  patientToTell,
  runAt,
  STARTS,
  setRules,
  statesOf,
  tickAt,
  useMessages,
  visitOf,
  withMessages,
} from '../support/due-messages';
import { databaseThrough } from '../support/fakes';
import { mailsSent } from '../support/mails';
import { merge } from '../support/merges';
import { messagesOf } from '../support/messages';
import { rows } from '../support/rows';

useMessages();

interface Case {
  visit: Body;
  patient: Body;
  other: Body;
}
/** Whose mail went out, and what became of the messages of the visit. */
interface Seen {
  mails: string[];
  states: string[];
}

const patch = (path: string, json: object) => ok('PATCH', path, { json });
const week = new Date(STARTS + 7 * DAY).toISOString();

const CHANGES: Record<string, { make: (of: Case) => Promise<unknown>; before: (of: Case) => Seen; after: string[] }> = {
  cancelled: {
    make: ({ visit }) => patch(`/calendar/appointments/${visit.id}`, { status: 'CANCELLED' }),
    before: () => ({ mails: [], states: ['reminder dropped cancelled'] }),
    after: ['reminder sent'],
  },
  over: {
    make: ({ visit }) => patch(`/calendar/appointments/${visit.id}`, { status: 'NO_SHOW' }),
    before: () => ({ mails: [], states: ['reminder dropped ended'] }),
    after: ['reminder sent'],
  },
  'moved to another week': {
    make: ({ visit }) => patch(`/calendar/appointments/${visit.id}`, { schedule: week }),
    before: () => ({ mails: [], states: ['reminder waiting'] }),
    after: ['reminder sent', 'reminder waiting'],
  },
  'given to the record of the same person, who stays': {
    make: ({ patient, other }) => merge(other.id, patient.id),
    before: ({ other }) => ({ mails: [other.email], states: ['reminder sent'] }),
    after: ['reminder sent'],
  },
  'of a patient who has died': {
    make: ({ patient }) => patch(`/patient/${patient.id}`, { deceased_at: '2026-01-01' }),
    before: () => ({ mails: [], states: ['reminder dropped deceased'] }),
    after: ['reminder sent'],
  },
  'of a patient who has taken the consent back': {
    make: ({ patient }) => patch(`/patient/${patient.id}`, { contact: { email: false, sms: false } }),
    before: () => ({ mails: [], states: ['reminder dropped no_consent'] }),
    after: ['reminder sent'],
  },
  'of a patient with another address': {
    make: ({ patient }) => patch(`/patient/${patient.id}`, { email: 'another@example.org' }),
    before: () => ({ mails: ['another@example.org'], states: ['reminder sent'] }),
    after: ['reminder sent'],
  },
  'of a hospital that reminds no more': {
    make: () => setRules({ reminders: [] }),
    before: () => ({ mails: [], states: ['reminder dropped rules_off'] }),
    after: ['reminder sent'],
  },
};

/** Runs `change` before the n-th trip to the database. */
function beforeTrip(n: number, change: () => Promise<unknown>): Bindings {
  let trips = 0;
  const DB = databaseThrough(async (_, run) => {
    if (++trips === n) await change();
    return run();
  });
  return { ...withMessages, DB };
}

const { EMAIL } = withMessages;
const mailing = (before: () => Promise<unknown>, after: () => Promise<unknown>): Bindings => ({
  ...withMessages,
  EMAIL: {
    send: async (mail) => {
      await before();
      const sent = await EMAIL?.send(mail);
      await after();
      return sent ?? { messageId: '' };
    },
  },
});
const nothing = async () => {};

/** When it happens, and whether the mail was out by then. */
const STEPS: [string, boolean, (change: () => Promise<unknown>) => Promise<void>][] = [
  ['before it is due', false, async (change) => void (await change())],
  ['between the look of the tick and its claim', false, (change) => tickAt(DUE, beforeTrip(2, change))],
  [
    'in the queue',
    false,
    async (change) => {
      await tickAt(DUE);
      await change();
      await consumeAll();
    },
  ],
  [
    'between the decision and the last look',
    false,
    async (change) => {
      await tickAt(DUE);
      await consumeAll(beforeTrip(2, change));
    },
  ],
  [
    'while it is sent',
    true,
    async (change) => {
      await tickAt(DUE);
      await consumeAll(mailing(change, nothing));
    },
  ],
  [
    'between the mail and the note of it',
    true,
    async (change) => {
      await tickAt(DUE);
      await consumeAll(mailing(nothing, change));
    },
  ],
  [
    'afterwards',
    true,
    async (change) => {
      await runAt(DUE);
      await change();
    },
  ],
];

it.each([
  ['sooner, before it is due', DUE - HOUR, -10],
  ['later, when it was late for the former time', DUE + 2 * HOUR + 1, 10],
])('A visit that is moved by minutes between the look of the tick and what it writes: %s', async (_, at, minutes) => {
  await setRules();
  const visit = await visitOf(await patientToTell());
  const schedule = new Date(STARTS + minutes * MINUTE).toISOString();
  await tickAt(
    at,
    beforeTrip(2, () => patch(`/calendar/appointments/${visit.id}`, { schedule })),
  );
  expect(await statesOf(visit)).toEqual(['reminder waiting']);
  await runAt(at + MINUTE);
  const due = DUE + minutes * MINUTE;
  await runAt(Math.max(at + MINUTE, due));
  expect(mailsSent).toHaveLength(1);
  expect(await messagesOf(visit.id)).toEqual([expect.objectContaining({ state: 'sent', due_at: due })]);
});

for (const [what, { make, before, after }] of Object.entries(CHANGES)) {
  it.each(STEPS)(`A visit that is ${what} %s`, async (_, isOut, through) => {
    await setRules();
    const [patient, other] = [await patientToTell(), await patientToTell()];
    const visit = await visitOf(patient);
    const of = { visit, patient, other };
    await through(() => make(of));
    // Whatever is left goes out now, and nothing twice.
    for (const late of [0, 1, 11, 12]) await runAt(DUE + late * 60_000);
    const mails = mailsSent.map(({ to }) => String(to));
    expect({ mails, states: (await statesOf(visit)).sort() }).toEqual(
      isOut ? { mails: [patient.email], states: after } : before(of),
    );
    expect(await rows("SELECT id FROM message WHERE state = 'claimed'")).toEqual([]);
    if (what !== 'moved to another week') return;
    await runAt(DUE + 7 * DAY);
    expect(mailsSent).toHaveLength(isOut ? 2 : 1);
    expect(await statesOf(visit)).toEqual(isOut ? ['reminder sent', 'reminder sent'] : ['reminder sent']);
  });
}
