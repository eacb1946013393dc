import { describe, expect, it, vi } from 'vitest';
import { Database } from '../../src/db/client';
import { type Body, ok } from '../support/client';
import { make } from '../support/factories';
import { logged } from '../support/fakes';
import {
  answering,
  arrived,
  consume,
  consumeAll,
  deliveriesOf,
  idsAt,
  queued,
  type Registered,
  register,
  setClock,
  stateOf,
  tick,
  useReceivers,
  verifying,
  withQueue,
} from '../support/receivers';
import { rows } from '../support/rows';

useReceivers();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An event of the webhook, handed out; its message waits in the queue. */
async function happen(): Promise<void> {
  await make.department({}, { env: withQueue });
}

const trailOf = ({ id }: Registered): Promise<Body[]> =>
  rows("SELECT * FROM audit WHERE entity = 'webhook' AND entity_id = ? AND action = 'update' ORDER BY seq", id);

describe('An attempt that fails', () => {
  it.each([
    ['a redirect, which is not followed', () => Response.redirect('https://elsewhere.example/', 302), 302],
    ['an error of the receiver', answering(500), 500],
    ['a refusal', answering(404), 404],
    ['no answer', () => Promise.reject(new TypeError('Connection refused')), null],
  ])('is %s', async (_, receiver, status) => {
    const webhook = await register();
    webhook.answer(receiver);
    await happen();
    const before = Date.now();
    await consume(queued.splice(0, 1).map(({ message }) => message));
    const [delivery] = await deliveriesOf(webhook);
    expect(delivery).toMatchObject({ attempts: 1, status });
    expect(delivery?.next_at).toBe((delivery?.attempted_at ?? 0) + 5_000);
    expect((await stateOf(webhook)).failing_since).toBeGreaterThanOrEqual(before);
    expect(arrived).toHaveLength(1);
  });

  it('is repeated after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, and then given up', async () => {
    const webhook = await register();
    webhook.answer(answering(503));
    const began = Date.now();
    setClock(began);
    await happen();
    await consume(queued.splice(0).map(({ message }) => message));
    expect(queued).toEqual([{ message: expect.objectContaining({ attempt: 1 }), delay: 5 }]);
    const waits = [5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
    let now = began;
    for (const [n, wait] of waits.entries()) {
      expect(await deliveriesOf(webhook)).toEqual([
        expect.objectContaining({ attempts: n + 1, status: 503, attempted_at: now, next_at: now + wait }),
      ]);
      now += wait;
      setClock(now - 1);
      await tick();
      expect(arrived).toHaveLength(n + 1);
      setClock(now);
      await (n === 0 ? consumeAll() : tick());
      expect(arrived).toHaveLength(n + 2);
    }
    expect(await deliveriesOf(webhook)).toEqual([
      expect.objectContaining({ attempts: 10, status: 503, next_at: null }),
    ]);
    setClock(now + 30 * DAY);
    await tick();
    expect(arrived).toHaveLength(10);
    expect(new Set(idsAt(webhook.url)).size).toBe(1);
    expect((await stateOf(webhook)).failing_since).toBe(began);
  });

  it('is repeated with the time of the new attempt, so that the receiver takes its signature', async () => {
    const webhook = await register();
    webhook.answer(answering(500));
    await happen();
    await consumeAll();
    webhook.answer(verifying(webhook.secret));
    setClock(Date.now() + 10 * MINUTE);
    await tick();
    const [delivery] = await deliveriesOf(webhook);
    expect(delivery).toMatchObject({ attempts: 3, status: 204, next_at: null });
    expect((await stateOf(webhook)).failing_since).toBeNull();
  });

  it('is not repeated at once where the receiver hangs', async () => {
    const webhook = await register();
    const now = Date.now();
    setClock(now);
    webhook.answer(() => {
      setClock(now + 15_000);
      return Promise.reject(new DOMException('The operation timed out', 'TimeoutError'));
    });
    await happen();
    await consume(queued.splice(0).map(({ message }) => message));
    expect(queued).toEqual([]);
    expect(await deliveriesOf(webhook)).toEqual([
      expect.objectContaining({ attempts: 1, status: null, next_at: now + 20_000 }),
    ]);
  });

  it('is one after 15 seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    await register();
    await happen();
    await consumeAll();
    expect(timeout.mock.calls).toEqual([[15_000]]);
  });

  it.each([404, 500])(
    'by %s of one event keeps no other one waiting for longer than until the tick',
    async (status) => {
      const webhook = await register();
      const refused = (await make.department({}, { env: withQueue })).id;
      const taken = verifying(webhook.secret);
      webhook.answer((request) =>
        request.body.data.entity_id === refused ? answering(status)(request) : taken(request),
      );
      const [first] = queued.splice(0).map(({ message }) => message);
      await consume([first]);
      queued.splice(0);
      await happen();
      await consumeAll();
      expect(arrived).toHaveLength(1);
      setClock(Date.now() + MINUTE);
      await tick();
      expect((await deliveriesOf(webhook)).map(({ attempts, status }) => [attempts, status])).toEqual([
        [2, status],
        [1, 204],
      ]);
      expect((await stateOf(webhook)).failing_since).toBeNull();
    },
  );

  it.each([
    ['503', answering(503)],
    ['no answer', () => Promise.reject(new TypeError('Connection refused'))],
  ])('by %s leaves what waits behind it to later ticks, ten a minute at most', async (_, receiver) => {
    const webhook = await register();
    webhook.answer(receiver);
    for (let n = 0; n < 15; n++) await happen();
    const [first, ...others] = queued.splice(0).map(({ message }) => message);
    await consume([first]);
    queued.splice(0);
    await consume(others);
    expect(arrived).toHaveLength(1);
    setClock(Date.now() + 3 * MINUTE);
    await tick();
    expect(arrived).toHaveLength(2);
    webhook.answer(verifying(webhook.secret));
    setClock(Date.now() + 3 * MINUTE);
    await tick();
    expect(arrived).toHaveLength(12);
    expect((await stateOf(webhook)).failing_since).toBeNull();
    setClock(Date.now() + 6 * MINUTE);
    await tick();
    await consumeAll();
    expect((await deliveriesOf(webhook)).map(({ next_at }) => next_at)).toEqual(Array(15).fill(null));
    expect(new Set(idsAt(webhook.url)).size).toBe(15);
  });
});

describe('A webhook is disabled', () => {
  it('by 410, on record, in a line, and its next event is not sent', async () => {
    const [gone, other] = [await register(), await register(['webhook.*'])];
    await tick();
    await consumeAll();
    gone.answer(answering(410));
    const { version } = await stateOf(gone);
    await happen();
    const lines = await logged(() => consumeAll());
    expect(await stateOf(gone)).toMatchObject({
      disabled_at: expect.any(Number),
      disabled_because: 'gone',
      version: version + 1,
    });
    const [change, ...more] = await trailOf(gone);
    expect(more).toEqual([]);
    expect(change).toMatchObject({
      actor: null,
      version: version + 1,
      changed: '["disabled_at","disabled_because"]',
      detail: null,
    });
    expect(JSON.parse(lines)).toEqual({
      level: 'warn',
      event: 'webhook_disabled',
      because: 'gone',
      request_id: change.request_id,
    });
    arrived.splice(0);
    await happen();
    await tick();
    await consumeAll();
    expect(idsAt(gone.url)).toEqual([]);
    const told = arrived.filter(({ url }) => url === other.url).map(({ body }) => body.data);
    expect(told).toEqual([expect.objectContaining({ type: 'webhook.updated', entity_id: gone.id })]);
    expect(await ok('GET', `/webhooks/${gone.id}`, { as: 'admin' })).toMatchObject({ disabled_because: 'gone' });
  });

  it('after five days of failures, and not a minute before', async () => {
    const webhook = await register();
    webhook.answer(answering(500));
    const began = Date.now();
    setClock(began);
    await happen();
    await consumeAll();
    for (const at of [DAY, 3 * DAY, 5 * DAY - MINUTE]) {
      setClock(began + at);
      await make.department();
      await tick();
      expect(await stateOf(webhook)).toMatchObject({ disabled_at: null, failing_since: began });
    }
    setClock(began + 5 * DAY);
    await make.department();
    await tick();
    expect(await stateOf(webhook)).toMatchObject({ disabled_at: began + 5 * DAY, disabled_because: 'failing' });
    expect(await trailOf(webhook)).toHaveLength(1);
  });

  it('never where one attempt in between succeeds', async () => {
    const webhook = await register();
    webhook.answer(answering(500));
    const began = Date.now();
    setClock(began);
    await happen();
    await consume(queued.splice(0).map(({ message }) => message));
    webhook.answer(answering(200));
    setClock(began + 4 * DAY);
    await tick();
    webhook.answer(answering(500));
    setClock(began + 6 * DAY);
    await make.department();
    await tick();
    await consumeAll();
    expect(await stateOf(webhook)).toMatchObject({ disabled_at: null, failing_since: began + 6 * DAY });
  });
});

describe('What is sent', () => {
  it('is signed by both secrets for a day after a renewal, the newest first', async () => {
    const webhook = await register();
    const { secret } = await ok('POST', `/webhooks/${webhook.id}/secret`, { as: 'admin', json: {} });
    webhook.answer(verifying(webhook.secret, secret));
    await happen();
    await consumeAll();
    expect(arrived[0]?.headers.get('webhook-signature')).toMatch(/^v1,\S{44} v1,\S{44}$/);
    expect(await deliveriesOf(webhook)).toEqual([expect.objectContaining({ status: 204 })]);

    const now = Date.now() + DAY;
    setClock(now);
    webhook.answer(verifying(secret));
    await happen();
    await consumeAll();
    expect(arrived.at(-1)?.headers.get('webhook-signature')).toMatch(/^v1,\S{44}$/);
    expect((await deliveriesOf(webhook)).map(({ status }) => status)).toEqual([204, 204]);
  });

  it('is not sent to an address that is refused by now', async () => {
    const webhook = await register();
    await rows("UPDATE webhook SET url = 'https://10.0.0.1/hook' WHERE seq = ?", webhook.seq);
    await happen();
    await consumeAll();
    expect(arrived).toEqual([]);
    expect(await deliveriesOf(webhook)).toEqual([expect.objectContaining({ attempts: 2, status: null })]);
  });

  it('is not sent twice by a message that comes twice, or late', async () => {
    const webhook = await register();
    await happen();
    const [{ message } = { message: undefined }] = queued;
    await consumeAll();
    await consume([message, message]);
    await consume([{ ...message, attempt: 1 }]);
    expect(arrived).toHaveLength(1);
    expect(await deliveriesOf(webhook)).toEqual([expect.objectContaining({ attempts: 1 })]);
  });

  it('is not sent where the webhook was disabled or deleted meanwhile', async () => {
    const [disabled, deleted] = [await register(), await register()];
    await happen();
    await ok('PATCH', `/webhooks/${disabled.id}`, { as: 'admin', json: { disabled: true } });
    await ok('DELETE', `/webhooks/${deleted.id}`, { as: 'admin' });
    await consumeAll();
    setClock(Date.now() + 3 * MINUTE);
    await tick();
    await consumeAll();
    expect(arrived).toEqual([]);
  });

  it('waits for its turn again where the database fails, and its message is not repeated', async () => {
    const webhook = await register();
    await happen();
    const messages = queued.splice(0).map(({ message }) => message);
    const broken = vi.spyOn(Database.prototype, 'first').mockRejectedValue(new Error('The database is away'));
    const lines = await logged(() => consume(messages));
    broken.mockRestore();
    expect(JSON.parse(lines)).toMatchObject({ level: 'warn', event: 'webhook_delayed' });
    setClock(Date.now() + 3 * MINUTE);
    await tick();
    await consumeAll();
    expect(idsAt(webhook.url)).toHaveLength(1);
  });

  it('is a message of this service', async () => {
    const lines = await logged(() => consume([{ webhook: '1' }]));
    expect(JSON.parse(lines)).toEqual({ level: 'error', event: 'webhook_malformed', count: 1 });
  });

  it('is nothing where the trail has no such row any more', async () => {
    const webhook = await register();
    await rows(
      'INSERT INTO webhook_delivery (webhook_seq, event_seq, attempts, next_at) VALUES (?, 900000000, 0, 1)',
      webhook.seq,
    );
    await tick();
    await consumeAll();
    expect(arrived).toEqual([]);
    expect(await deliveriesOf(webhook)).toEqual([]);
  });
});

it('costs at most 4 rows written: an event that one webhook is told of', async () => {
  const webhook = await register();
  await happen(); // statements and flags are made
  await consumeAll();
  const costs: Record<string, { trips: number; read: number; written: number }> = {};
  const measured = async (what: string, work: () => Promise<void>) => {
    const send = vi.spyOn(Database.prototype, 'run');
    const databases = new Set<Database>();
    send.mockImplementation(function (this: Database, ...given) {
      databases.add(this);
      return run.apply(this, given);
    });
    await work();
    send.mockRestore();
    const all = [...databases].map(({ cost }) => cost);
    const sum = (name: 'trips' | 'rows_read' | 'rows_written') => all.reduce((n, cost) => n + cost[name], 0);
    costs[what] = { trips: sum('trips'), read: sum('rows_read'), written: sum('rows_written') };
  };
  const { run } = Database.prototype;
  await make.department();
  await measured('handed out', () => tick());
  await measured('delivered', () => consumeAll());
  expect(await deliveriesOf(webhook)).toHaveLength(2);
  expect(costs).toEqual({
    'handed out': { trips: 4, read: expect.any(Number), written: 3 },
    delivered: { trips: 2, read: expect.any(Number), written: 1 },
  });
  const { read = 99 } = costs['handed out'] ?? {};
  expect(read + (costs.delivered?.read ?? 99)).toBeLessThanOrEqual(20);
  expect((await deliveriesOf(webhook)).map(({ next_at }) => next_at)).toEqual([null, null]);
});
