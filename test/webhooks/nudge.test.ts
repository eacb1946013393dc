import { describe, expect, it } from 'vitest';
import { webhooksChanged } from '../../src/webhooks/nudge';
import { call, ok } from '../support/client';
import { make } from '../support/factories';
import { databaseThrough, databaseWith, logged } from '../support/fakes';
import { input } from '../support/input';
import { Meter } from '../support/meter';
import { consumeAll, idsAt, queued, register, setClock, tick, useReceivers, withQueue } from '../support/receivers';
import { rows } from '../support/rows';

useReceivers();

const write = (env = withQueue) => ok('POST', '/department/', { json: input.department(), env });
const calls = ({ counts: { d1 } }: Meter) => ({ sessions: d1.session ?? 0, trips: (d1.all ?? 0) + (d1.batch ?? 0) });

describe('Where there is no webhook', () => {
  it('a write asks for them at most once a minute, which reads no row', async () => {
    const meter = new Meter(withQueue);
    const measured = async () => {
      await call('POST', '/department/', { json: input.department(), meter });
      return calls(meter);
    };
    const now = Date.now();
    setClock(now);
    expect(await measured(), 'the first one asks').toEqual({ sessions: 2, trips: 2 });
    expect(await measured()).toEqual({ sessions: 1, trips: 1 });
    setClock(now + 59_000);
    expect(await measured()).toEqual({ sessions: 1, trips: 1 });
    setClock(now + 61_000);
    expect(await measured(), 'a minute later').toEqual({ sessions: 2, trips: 2 });
    webhooksChanged();
    expect(await measured(), 'after a change of them').toEqual({ sessions: 2, trips: 2 });
  });

  it('a read, and a write that is refused, ask for nothing', async () => {
    const { id } = await make.department();
    const meter = new Meter(withQueue);
    await call('GET', `/department/${id}`, { meter });
    expect(calls(meter)).toEqual({ sessions: 1, trips: 1 });
    await call('POST', '/department/', { json: input.department({ name: '' }), meter });
    expect(calls(meter)).toEqual({ sessions: 0, trips: 0 });
    await call('PATCH', `/department/${id}`, { json: { name: 'Other' }, headers: { 'if-match': '"9"' }, meter });
    expect(calls(meter).sessions).toBe(1);
  });
});

describe('Beside the answer', () => {
  it('one request hands out for those that write meanwhile', async () => {
    const webhook = await register();
    let turns = 0;
    const DB = databaseThrough(
      async (_, run) => {
        const result = await run();
        await scheduler.wait(2);
        return result;
      },
      () => void turns++,
    );
    const env = { ...withQueue, DB };
    const ids = await Promise.all(Array.from({ length: 12 }, () => write(env)));
    await consumeAll(env);
    expect(idsAt(webhook.url)).toHaveLength(ids.length);
    // A session for each write, each delivery and each turn.
    expect(turns - 2 * ids.length).toBeLessThan(ids.length / 2);
  });

  it('it is no fault of the request where handing out fails: the tick does it', async () => {
    const webhook = await register();
    const DB = databaseWith((session) => ({
      prepare: (sql: string) => {
        if (sql.includes('failing_since')) throw new Error('The database is away');
        return session.prepare(sql);
      },
    }));
    const lines = await logged(async () => void (await write({ ...withQueue, DB })));
    expect(lines).toContain('"event":"webhooks_delayed"');
    expect(queued).toEqual([]);
    await tick();
    await consumeAll();
    expect(idsAt(webhook.url)).toHaveLength(1);
  });

  it('what the queue does not take is sent by the tick, once it is taken for lost', async () => {
    const webhook = await register();
    const refused = { sendBatch: () => Promise.reject(new Error('The queue is away')) } as unknown as Queue;
    const lines = await logged(async () => void (await write({ ...withQueue, WEBHOOK_QUEUE: refused })));
    expect(lines).toContain('"event":"webhook_queue_refused","count":1');
    await tick();
    await consumeAll();
    expect(idsAt(webhook.url), 'its message may still come').toEqual([]);
    setClock(Date.now() + 121_000);
    await tick();
    await consumeAll();
    expect(idsAt(webhook.url)).toHaveLength(1);
  });
});

it('the tick has a line only where it has done something', async () => {
  expect(await logged(() => tick())).toBe('');
  await register();
  await tick();
  expect(await logged(() => tick())).toBe('');
  await make.department();
  expect(JSON.parse(await logged(() => tick()))).toEqual({
    ...{ level: 'info', event: 'webhooks_tick', passed: 1, queued: 0, sent: 0 },
    ...{ trips: expect.any(Number), rows_read: expect.any(Number), rows_written: 3 },
  });
  await rows('UPDATE webhook_delivery SET next_at = 1');
  expect(JSON.parse(await logged(() => tick()))).toMatchObject({ passed: 0, queued: 1 });
});
