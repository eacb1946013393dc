import { afterEach, describe, expect, it, vi } from 'vitest';
import { sendToAccessLog } from '../../src/access-log/outbox';
import type { AccessRecord } from '../../src/access-log/record';
import { PEOPLE_MAX } from '../../src/http/disclosure';
import { accessRecord } from '../support/access';
import { testEnv } from '../support/client';
import { brokenDatabase, logged } from '../support/fakes';
import { count, rows } from '../support/rows';

/** A queue of its own that takes a message when the test says so. */
function slowQueue() {
  const sent: AccessRecord[][] = [];
  const taken: (() => void)[] = [];
  const send = (records: AccessRecord[]) => {
    sent.push(records);
    return new Promise<void>((resolve) => taken.push(resolve));
  };
  const env = { ...testEnv, ACCESS_QUEUE: { send } as unknown as Queue<AccessRecord[]> };
  return { env, sent, take: () => taken.shift()?.() };
}

const records = (n: number, given: Partial<AccessRecord> = {}) => Array.from({ length: n }, () => accessRecord(given));
const idsOf = (message: AccessRecord[] = []) => message.map(({ id }) => id);
const NEXT_TURN = 5_001;

afterEach(() => vi.restoreAllMocks());

describe('What requests show', () => {
  it('is sent at once where no message is under way', async () => {
    const { env, sent, take } = slowQueue();
    const [one, two] = records(2) as [AccessRecord, AccessRecord];
    for (const record of [one, two]) {
      const sending = sendToAccessLog(env, [record]);
      expect(idsOf(sent.at(-1))).toEqual([record.id]);
      take();
      await sending;
    }
    expect(sent).toHaveLength(2);
  });

  it('goes together while a message is under way, each record once, in order', async () => {
    const { env, sent, take } = slowQueue();
    const all = records(20);
    const sending = all.map((record) => sendToAccessLog(env, [record]));
    await Promise.all(sending.slice(1));
    expect(sent.map(idsOf)).toEqual([[all[0]?.id]]);
    take();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    take();
    await sending[0];
    expect(sent.map(idsOf)).toEqual([[all[0]?.id], idsOf(all.slice(1))]);
  });

  it('never makes a message larger than a queue takes', async () => {
    const { env, sent, take } = slowQueue();
    const patients = Array.from({ length: PEOPLE_MAX }, () => crypto.randomUUID());
    const all = records(100, { detail: JSON.stringify({ patients }), address: '2001:db8::'.padEnd(45, 'f') });
    const sending = sendToAccessLog(env, all);
    for (let n = 1; sent.flat().length < all.length; n++) {
      take();
      await vi.waitFor(() => expect(sent.length).toBeGreaterThan(n));
    }
    take();
    await sending;
    expect(idsOf(sent.flat())).toEqual(idsOf(all));
    for (const message of sent) expect(JSON.stringify(message).length).toBeLessThan(64 * 1024);
    expect(sent.length).toBeLessThan(12);
  });

  it('waits for no other where a message is full', async () => {
    const { env, sent, take } = slowQueue();
    const wait = vi.spyOn(scheduler, 'wait');
    const sending = sendToAccessLog(env, records(250));
    for (let n = 1; n < 3; n++) {
      take();
      await vi.waitFor(() => expect(sent).toHaveLength(n + 1));
    }
    take();
    await sending;
    expect([sent.flat().length, wait.mock.calls]).toEqual([250, []]);
  });

  it('is sent by each request itself where thousands wait for a slow queue', async () => {
    const { env, sent, take } = slowQueue();
    const waiting = sendToAccessLog(env, records(2_000));
    const [own] = records(1) as [AccessRecord];
    const sending = sendToAccessLog(env, [own]);
    expect(idsOf(sent.at(-1))).toEqual([own.id]);
    take();
    take();
    await sending;
    for (let n = 3; sent.flat().length < 2_001; n++) {
      await vi.waitFor(() => expect(sent).toHaveLength(n));
      take();
    }
    take();
    await waiting;
  });

  it('waits in the database where the queue refuses a message, and is told one by one where the database does, too', async () => {
    const refusing = { send: () => Promise.reject(new Error('Too Many Requests')) } as unknown as Queue<AccessRecord[]>;
    const all = records(3).map((record) => ({ ...record, request_id: crypto.randomUUID() }));
    const linesOf = async (given: Partial<typeof testEnv>) =>
      (await logged(() => sendToAccessLog({ ...testEnv, ACCESS_QUEUE: refusing, ...given }, all)))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    const refused = { level: 'warn', event: 'access_queue_refused', count: 3 };
    const lost = all.map(({ request_id }) => ({ level: 'error', event: 'access_lost', count: 1, request_id }));
    const broken = brokenDatabase(new Error('Network connection lost'));
    const unbound = undefined as unknown as D1Database;
    expect(await linesOf({ DB: broken })).toEqual([refused, ...lost]);
    expect(await linesOf({ DB: unbound })).toEqual([refused, ...lost]);
    expect(await linesOf({})).toEqual([refused]);
    const ids = JSON.stringify(idsOf(all));
    expect(await count('access WHERE id IN (SELECT value FROM json_each(?))', ids)).toBe(3);
    const replace = "INSERT OR REPLACE INTO access (id, at, action, entity) VALUES (?, 0, 'x', 'x')";
    await expect(rows(replace, all[0]?.id)).rejects.toThrow('append-only');
  });

  it('is sent again by the next request where the one that sent has broken off', async () => {
    const { env, sent, take } = slowQueue();
    const [lost, left, next] = records(3) as [AccessRecord, AccessRecord, AccessRecord];
    // Its message is never answered, as if the platform had ended the request.
    void sendToAccessLog(env, [lost]);
    await sendToAccessLog(env, [left]);
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + NEXT_TURN);
    const sending = sendToAccessLog(env, [next]);
    expect(sent.map(idsOf)).toEqual([[lost.id], idsOf([lost, left, next])]);
    take();
    take();
    await sending;
    expect(sent).toHaveLength(2);
  });

  it('is not kept once it is sent, whoever sends', async () => {
    const { env, sent, take } = slowQueue();
    const sending = sendToAccessLog(env, records(1));
    take();
    await sending;
    const [last] = records(1) as [AccessRecord];
    void sendToAccessLog(env, [last]);
    expect(idsOf(sent.at(-1))).toEqual([last.id]);
  });
});
