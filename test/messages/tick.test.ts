import { describe, expect, it, vi } from 'vitest';
import type { Bindings } from '../../src/env';
import { ok } from '../support/client';
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
  toSend,
  useMessages,
  visitOf,
  withMessages,
} from '../support/due-messages';
import { loggedLines } from '../support/fakes';
import { mailsSent } from '../support/mails';
import { messagesOf } from '../support/messages';
import { Meter } from '../support/meter';
import { rows } from '../support/rows';

useMessages();

const calls = ({ counts: { d1 } }: Meter) => (d1.all ?? 0) + (d1.batch ?? 0);

describe('The tick of a minute in which nothing is due', () => {
  it('is one trip, which reads nothing and says nothing', async () => {
    await setRules();
    for (let n = 0; n < 3; n++) await visitOf(await patientToTell());
    const meter = new Meter(withMessages);
    expect(await loggedLines(() => tickAt(DUE - 4 * HOUR, meter.env))).toEqual([]);
    expect(calls(meter)).toBe(1);
  });

  it('is the same without rules, and where nothing is mailed', async () => {
    for (const env of [withMessages, { ...withMessages, MAIL_FROM: '' }]) {
      const meter = new Meter(env);
      expect(await loggedLines(() => tickAt(DUE, meter.env))).toEqual([]);
      expect(calls(meter)).toBe(1);
    }
  });
});

describe('A reminder of a day before', () => {
  const berlin: Bindings = { ...withMessages, TIME_ZONE: 'Europe/Berlin' };
  const kathmandu: Bindings = { ...withMessages, TIME_ZONE: 'Asia/Kathmandu' };
  it.each([
    ['in spring, when a night has an hour less', berlin, '2031-03-30T10:00', '2031-03-29T09:00Z'],
    ['in autumn, when a night has an hour more', berlin, '2031-10-26T10:00', '2031-10-25T08:00Z'],
    ['at the hour that the day before does not have', berlin, '2031-03-31T02:30', '2031-03-30T01:30Z'],
    ['where clocks are not at full hours', kathmandu, '2031-03-30T10:00', '2031-03-29T04:15Z'],
  ])('is due at the same hour, %s', async (_, env, schedule, expected) => {
    await setRules();
    const patient = await patientToTell();
    const visit = await visitOf(patient, { schedule: `${schedule}:00` }, { env, before: Date.parse('2031-03-01') });
    const due = Date.parse(expected);
    await runAt(due - MINUTE, env);
    expect(mailsSent).toHaveLength(0);
    await runAt(due, env);
    expect(mailsSent).toHaveLength(1);
    expect(await messagesOf(visit.id)).toEqual([expect.objectContaining({ state: 'sent', due_at: due })]);
  });

  it.each([
    ['in spring, 23.5 hours before it', '2031-03-30T10:00', '2031-03-29T08:30Z', 'reminder sent'],
    ['in May, 23.5 hours before it', '2031-05-15T10:00', '2031-05-14T08:30Z', 'reminder dropped late'],
    ['in autumn, 24.5 hours before it', '2031-10-26T10:00', '2031-10-25T08:30Z', 'reminder dropped late'],
  ])('goes out if the clocks say that it is ahead, of a visit that is booked %s', async (_, schedule, at, expected) => {
    await setRules();
    const before = Date.parse(at);
    const visit = await visitOf(await patientToTell(), { schedule: `${schedule}:00` }, { env: berlin, before });
    for (let late = 0; late <= 60; late += 15) await runAt(before + late * MINUTE, berlin);
    expect(await statesOf(visit)).toEqual([expected]);
  });

  it('waits for the end of the quiet hours', async () => {
    await setRules({ quiet: { from: '11:30', until: '12:30' } });
    const visit = await visitOf(await patientToTell());
    await runAt(DUE + 29 * MINUTE);
    expect(await messagesOf(visit.id)).toEqual([
      expect.objectContaining({ state: 'waiting', due_at: DUE + 30 * MINUTE }),
    ]);
    await runAt(DUE + 30 * MINUTE);
    expect(mailsSent).toHaveLength(1);
  });
});

describe('A clock that jumps', () => {
  it('ahead: what is too late by then is dropped', async () => {
    await setRules();
    const visit = await visitOf(await patientToTell());
    await runAt(DUE + 2 * HOUR + 1);
    expect(await statesOf(visit)).toEqual(['reminder dropped late']);
    expect(mailsSent).toEqual([]);
  });

  it('ahead, beyond the visit', async () => {
    await setRules({ reminders: [1] });
    const visit = await visitOf(await patientToTell());
    await runAt(STARTS + 1);
    expect(await statesOf(visit)).toEqual(['reminder dropped late']);
  });

  it('back, after a mail: it does not go out again', async () => {
    await setRules();
    const visit = await visitOf(await patientToTell());
    await runAt(DUE);
    for (const at of [DUE - HOUR, DUE - MINUTE, DUE, DUE + MINUTE]) await runAt(at);
    expect(mailsSent).toHaveLength(1);
    expect(await statesOf(visit)).toEqual(['reminder sent']);
  });

  it('back, while it is in the queue: it waits for its time', async () => {
    await setRules();
    const visit = await visitOf(await patientToTell());
    await tickAt(DUE);
    vi.setSystemTime(DUE - HOUR);
    await consumeAll();
    expect(await statesOf(visit)).toEqual(['reminder waiting']);
    await runAt(DUE);
    expect(mailsSent).toHaveLength(1);
  });
});

describe('The mails of a day', () => {
  const few: Bindings = { ...withMessages, MAIL_PER_DAY: '10' };

  it('leave a tenth to accounts; what is too many waits, and is dropped when it is late, and a line says so', async () => {
    await setRules();
    const visits = [];
    for (let n = 0; n < 11; n++) visits.push(await visitOf(await patientToTell()));
    const lines = await loggedLines(() => runAt(DUE, few));
    expect(mailsSent).toHaveLength(9);
    expect(lines.filter(({ event }) => event === 'mail_quota_reached')).toEqual([
      { level: 'warn', event: 'mail_quota_reached', count: 2 },
    ]);
    expect(lines.filter(({ event }) => event === 'messages_tick')).toEqual([
      expect.objectContaining({ level: 'info', looked: 11, queued: 9, delayed: 2, dropped: 0 }),
    ]);
    await runAt(DUE + 29 * MINUTE, few);
    expect(mailsSent).toHaveLength(9);
    await runAt(DUE + 2 * HOUR, few);
    await runAt(DUE + 2 * HOUR + MINUTE, few);
    const states = (await Promise.all(visits.map(statesOf))).flat();
    expect(states.filter((state) => state === 'reminder dropped quota')).toHaveLength(2);
    expect(states.filter((state) => state === 'reminder sent')).toHaveLength(9);
  });

  it('begin anew with the day', async () => {
    const midnight = Math.ceil(DUE / DAY) * DAY;
    await setRules({ reminders: [24] });
    const schedule = new Date(midnight - 30 * MINUTE + DAY).toISOString();
    for (let n = 0; n < 11; n++) await visitOf(await patientToTell(), { schedule });
    await runAt(midnight - 30 * MINUTE, few);
    expect(mailsSent).toHaveLength(9);
    await runAt(midnight, few);
    expect(mailsSent).toHaveLength(11);
  });

  it('count those to accounts, which have all of it', async () => {
    await setRules();
    await rows(`INSERT INTO mail_count (counter, day, n) VALUES ('all', ?, 8)`, Math.floor(DUE / DAY));
    for (let n = 0; n < 2; n++) await visitOf(await patientToTell());
    await runAt(DUE, few);
    expect(mailsSent).toHaveLength(1);
  });

  it('to a patient are five', async () => {
    await setRules();
    const patient = await patientToTell();
    const visits = [];
    for (let n = 0; n < 7; n++) visits.push(await visitOf(patient));
    await runAt(DUE);
    expect(mailsSent).toHaveLength(5);
    const states = (await Promise.all(visits.map(statesOf))).flat();
    expect(states.filter((state) => state === 'reminder dropped patient_limit')).toHaveLength(2);
    expect(await rows("SELECT n FROM mail_count WHERE counter = 'all'")).toEqual([{ n: 5 }]);
  });
});

describe('Without the queue', () => {
  const { MESSAGE_QUEUE: _, ...without } = withMessages;

  it('the tick sends itself', async () => {
    await setRules();
    const visit = await visitOf(await patientToTell());
    await tickAt(DUE, without);
    expect(mailsSent).toHaveLength(1);
    expect(await statesOf(visit)).toEqual(['reminder sent']);
  });

  it('the queue that takes nothing is a line, and the messages wait for their lease to end', async () => {
    await setRules();
    const visit = await visitOf(await patientToTell());
    const broken = { sendBatch: () => Promise.reject(new Error('full')) } as unknown as Queue;
    const lines = await loggedLines(() => tickAt(DUE, { ...withMessages, MESSAGE_QUEUE: broken }));
    expect(lines).toEqual([
      expect.objectContaining({ level: 'error', event: 'messages_tick', failures: { queue: expect.anything() } }),
    ]);
    expect(await statesOf(visit)).toEqual(['reminder claimed']);
    await runAt(DUE + 10 * MINUTE);
    expect(await statesOf(visit)).toEqual(['reminder sent']);
  });
});

it('Two ticks at once hand a message on once', async () => {
  await setRules();
  for (let n = 0; n < 5; n++) await visitOf(await patientToTell());
  await Promise.all([tickAt(DUE), tickAt(DUE), tickAt(DUE)]);
  expect(toSend).toHaveLength(5);
  await consumeAll();
  expect(mailsSent).toHaveLength(5);
});

it('Nothing waits for ever: each visit ends its messages', async () => {
  await setRules({ booked: true, reminders: [24, 1] });
  const visit = await visitOf(await patientToTell());
  await ok('PATCH', `/calendar/appointments/${visit.id}`, { json: { status: 'COMPLETED' } });
  expect(await statesOf(visit)).toEqual(['booked', 'reminder', 'reminder'].map((kind) => `${kind} dropped ended`));
});
