// Mails of which nobody knows whether they are out.
import { describe, expect, it, vi } from 'vitest';
import { Database } from '../../src/db/client';
import type { Bindings } from '../../src/env';
import {
  consume,
  DUE,
  HOUR,
  MINUTE,
  runAt,
  statesOf,
  tickAt,
  toSend,
  useMessages,
  visitToTell,
  withMessages,
} from '../support/due-messages';
import { mailsSent, refusals } from '../support/mails';
import { rows } from '../support/rows';

useMessages();

describe('Where a Worker dies', () => {
  /** What it had claimed, and begun to send, ends with it. */
  const dying = async () => {
    const [message] = toSend.splice(0);
    const { run } = Database.prototype;
    let trips = 0;
    const spy = vi.spyOn(Database.prototype, 'run').mockImplementation(function (this: Database, ...given) {
      return ++trips < 3 ? run.apply(this, given) : new Promise(() => {});
    });
    void consume([message]);
    while (trips < 3) await scheduler.wait(1);
    spy.mockRestore();
  };

  it('before it has begun, the message goes out once', async () => {
    const { visit } = await visitToTell();
    await tickAt(DUE);
    toSend.splice(0);
    await runAt(DUE + 10 * MINUTE - 1);
    expect(mailsSent).toEqual([]);
    await runAt(DUE + 10 * MINUTE);
    expect(mailsSent).toHaveLength(1);
    expect(await statesOf(visit)).toEqual(['reminder sent']);
  });

  it('between the mail and the note of it, it goes out once more, and never a third time', async () => {
    const { visit } = await visitToTell();
    for (const late of [0, 11]) {
      await tickAt(DUE + late * MINUTE);
      await dying();
    }
    expect(mailsSent).toHaveLength(2);
    await runAt(DUE + 22 * MINUTE);
    await runAt(DUE + 33 * MINUTE);
    expect(mailsSent).toHaveLength(2);
    expect(await statesOf(visit)).toEqual(['reminder failed lost']);
  });

  it('it is known also after a refusal, and was a try', async () => {
    const { visit } = await visitToTell();
    await tickAt(DUE);
    await dying();
    refusals.push('E_INTERNAL_SERVER_ERROR');
    await runAt(DUE + 11 * MINUTE);
    expect(await statesOf(visit)).toEqual(['reminder waiting lost']);
    await tickAt(DUE + 42 * MINUTE);
    await dying();
    await runAt(DUE + 53 * MINUTE);
    expect(mailsSent).toHaveLength(2);
    expect(await statesOf(visit)).toEqual(['reminder failed lost']);
  });

  it('it is known also where quiet hours are waited for', async () => {
    const { visit } = await visitToTell({ quiet: { from: '12:03', until: '12:30' } });
    await tickAt(DUE);
    await dying();
    await runAt(DUE + 11 * MINUTE);
    expect(await statesOf(visit)).toEqual(['reminder waiting lost']);
    expect(mailsSent).toHaveLength(1);
    await tickAt(DUE + 30 * MINUTE);
    await dying();
    await runAt(DUE + 41 * MINUTE);
    expect(mailsSent).toHaveLength(2);
    expect(await statesOf(visit)).toEqual(['reminder failed lost']);
  });
});

describe('Where the connection to the platform breaks', () => {
  const { EMAIL } = withMessages;
  /** The mail is out, and its answer is not in. */
  const broken: Bindings = {
    ...withMessages,
    EMAIL: {
      send: async (mail) => {
        await EMAIL?.send(mail);
        throw new Error('Network connection lost.');
      },
    },
  };
  const counted = () => rows<{ n: number }>("SELECT n FROM mail_count WHERE counter = 'all'");

  it('a message goes out once more, never a third time, and each counts', async () => {
    const { visit } = await visitToTell();
    await runAt(DUE, broken);
    expect(await statesOf(visit)).toEqual(['reminder waiting lost']);
    await runAt(DUE + 4 * MINUTE, broken);
    expect(mailsSent).toHaveLength(1);
    await runAt(DUE + 5 * MINUTE, broken);
    expect(await statesOf(visit)).toEqual(['reminder failed lost']);
    for (const late of [10, 35, 60]) await runAt(DUE + late * MINUTE);
    expect(mailsSent).toHaveLength(2);
    expect(await counted()).toEqual([{ n: 2 }]);
  });

  it('it is sent by the next try that is answered', async () => {
    const { visit } = await visitToTell();
    await runAt(DUE, broken);
    await runAt(DUE + 5 * MINUTE);
    expect(mailsSent).toHaveLength(2);
    expect(await statesOf(visit)).toEqual(['reminder sent']);
  });

  it('it is known also after a refusal, which was a try', async () => {
    const { visit } = await visitToTell();
    await runAt(DUE, broken);
    refusals.push('E_INTERNAL_SERVER_ERROR');
    await runAt(DUE + 5 * MINUTE);
    expect(await statesOf(visit)).toEqual(['reminder waiting lost']);
    await runAt(DUE + 35 * MINUTE, broken);
    expect(mailsSent).toHaveLength(2);
    expect(await statesOf(visit)).toEqual(['reminder failed lost']);
  });

  it('it is given up at once where the next try would be too late', async () => {
    const { visit } = await visitToTell();
    await runAt(DUE + 2 * HOUR - MINUTE, broken);
    expect(await statesOf(visit)).toEqual(['reminder failed lost']);
  });
});
