import { describe, expect, it, vi } from 'vitest';
import { Database } from '../../src/db/client';
import { dispatch } from '../../src/webhooks/dispatch';
import { handOut } from '../../src/webhooks/queries';
import { ok } from '../support/client';
import { make } from '../support/factories';
import {
  arrived,
  consumeAll,
  deliveriesOf,
  idsAt,
  lastOfTrail,
  queued,
  type Registered,
  register,
  stateOf,
  tick,
  useReceivers,
  withQueue,
} from '../support/receivers';
import { rows } from '../support/rows';
import { isFull } from '../support/volume';

useReceivers();

const LEASE = 120_000;
const database = () => new Database(withQueue.DB, 'first-primary');
const turn = () => ({ database: database(), env: withQueue, now: Date.now(), settles: true });

const seqsOf = async (webhook: Registered) => (await deliveriesOf(webhook)).map(({ event_seq }) => event_seq);
const eventsOf = async (entity_id: string) =>
  (await rows<{ seq: number }>('SELECT seq FROM audit WHERE entity_id = ? ORDER BY seq', entity_id)).map(
    ({ seq }) => seq,
  );

describe('What is handed out', () => {
  it('is what the webhook names, and what has come since it is there', async () => {
    await make.department();
    const webhook = await register(['department.created', 'catalog_item.*']);
    const { id } = await make.department();
    await ok('PATCH', `/department/${id}`, { json: { name: `${id} renamed` } });
    const item = await make.catalogItem();
    await tick();
    const [created = 0] = await eventsOf(id);
    expect(await seqsOf(webhook)).toEqual([created, ...(await eventsOf(item.id))]);
    expect((await stateOf(webhook)).cursor).toBe(await lastOfTrail());
    expect(queued.map(({ message }) => message)).toEqual(
      (await seqsOf(webhook)).map((event) => ({ webhook: webhook.seq, event, attempt: 0 })),
    );
  });

  it('goes out beside the answer to the write, signed, in the envelope of Standard Webhooks', async () => {
    const webhook = await register();
    const { id } = await make.department({}, { env: withQueue });
    await consumeAll();
    const [event] = (await ok('GET', '/events?types=department.created', { as: 'admin' })).slice(-1);
    expect(event.entity_id).toBe(id);
    const [request] = arrived;
    expect(request?.body).toEqual({ type: 'department.created', timestamp: event.at, data: event });
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      'content-type': 'application/json',
      'user-agent': 'hospital-service',
      'webhook-id': event.id,
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}=$/),
    });
    expect(await deliveriesOf(webhook)).toEqual([
      expect.objectContaining({ attempts: 1, status: 204, next_at: null, attempted_at: expect.any(Number) }),
    ]);
  });

  it('goes to each webhook, and not to a disabled one', async () => {
    const [one, two, disabled] = [await register(), await register(), await register()];
    await ok('PATCH', `/webhooks/${disabled.id}`, { as: 'admin', json: { disabled: true } });
    await make.department();
    await tick();
    await consumeAll();
    expect(idsAt(one.url)).toHaveLength(1);
    expect(idsAt(two.url)).toEqual(idsAt(one.url));
    expect(idsAt(disabled.url)).toEqual([]);
    expect(await deliveriesOf(disabled)).toEqual([]);
  });

  it('is handed out once where several do so at the same time', async () => {
    const webhook = await register();
    for (let n = 0; n < 3; n++) await make.department();
    await Promise.all(Array.from({ length: 5 }, () => dispatch(turn())));
    expect(await seqsOf(webhook)).toHaveLength(3);
    expect(queued).toHaveLength(3);
  });

  it('is nothing where the cursor was moved since it was read', async () => {
    const webhook = await register();
    await make.department();
    const { cursor } = await stateOf(webhook);
    const last = await lastOfTrail();
    const step = { webhook: webhook.seq, cursor: cursor - 1, to: last };
    expect(await database().run(handOut(step, [last], Date.now()))).toEqual([]);
    expect(await deliveriesOf(webhook)).toEqual([]);
    expect((await stateOf(webhook)).cursor).toBe(cursor);
    expect(await database().run(handOut({ ...step, cursor }, [last], Date.now()))).toEqual([{ event_seq: last }]);
  });

  it('leaves the cursor beside a write that concerns no webhook, until the tick', async () => {
    const webhook = await register(['patient.*']);
    const { cursor } = await stateOf(webhook);
    await make.department({}, { env: withQueue });
    expect((await stateOf(webhook)).cursor).toBe(cursor);
    await tick();
    expect((await stateOf(webhook)).cursor).toBe(await lastOfTrail());
    expect(queued).toEqual([]);
  });

  it('waits for the tick where the receiver fails, and is sent by it', async () => {
    const webhook = await register();
    await rows('UPDATE webhook SET failing_since = ? WHERE seq = ?', Date.now(), webhook.seq);
    await make.department({}, { env: withQueue });
    expect(queued).toEqual([]);
    const [delivery] = await deliveriesOf(webhook);
    expect(delivery?.next_at).toBeLessThanOrEqual(Date.now());
    await tick();
    expect(idsAt(webhook.url)).toHaveLength(1);
    expect((await stateOf(webhook)).failing_since).toBeNull();
  });

  it('is sent by the tick itself where there is no queue', async () => {
    const webhook = await register();
    const { WEBHOOK_QUEUE: _, ...env } = withQueue;
    await make.department({}, { env });
    expect(await deliveriesOf(webhook)).toEqual([]);
    await tick(env);
    expect(idsAt(webhook.url)).toHaveLength(1);
    expect(await deliveriesOf(webhook)).toEqual([expect.objectContaining({ attempts: 1, next_at: null })]);
  });

  it('is 100 at most of all webhooks together where there is no queue, as D1 takes 1,000 statements of a call', async () => {
    const { WEBHOOK_QUEUE: _, ...env } = withQueue;
    for (let n = 0; n < 20; n++) await register();
    for (let n = 0; n < 7; n++) await make.department({}, { env });
    const prepared = vi.spyOn(Object.getPrototypeOf(env.DB.withSession('first-primary')), 'prepare');
    await tick(env);
    expect(arrived).toHaveLength(100);
    expect(prepared.mock.calls.length).toBeGreaterThan(200);
    expect(prepared.mock.calls.length).toBeLessThan(1_000);
    await tick(env);
    expect(arrived).toHaveLength(140);
  });
});

describe('What is sent again', () => {
  it('has the same ids and begins anew, and what is under way goes on', async () => {
    const webhook = await register();
    const before = await make.department();
    await tick();
    await make.department();
    await make.department();
    await tick();
    await consumeAll();
    const first = idsAt(webhook.url);
    await make.department();
    await tick();
    const under = (await deliveriesOf(webhook)).at(-1);
    const [event] = await eventsOf(before.id);
    const events = await ok('GET', '/events?types=department.created', { as: 'admin' });
    const after = events.find(({ entity_id }: { entity_id: string }) => entity_id === before.id).id;
    await ok('POST', `/webhooks/${webhook.id}/resend`, { as: 'admin', json: { after } });
    await tick();
    const [left, ...again] = await deliveriesOf(webhook);
    expect(left).toMatchObject({ event_seq: event, attempts: 1, status: 204 });
    expect(again.slice(0, 2)).toEqual(
      [1, 2].map(() => expect.objectContaining({ attempts: 0, status: null, attempted_at: null })),
    );
    expect(again.at(-1)).toEqual(under);
    await consumeAll();
    expect(idsAt(webhook.url).slice(first.length)).toEqual(expect.arrayContaining(first.slice(1)));
    expect(new Set(idsAt(webhook.url)).size).toBe(4);
    expect((await deliveriesOf(webhook)).every(({ attempts, next_at }) => attempts === 1 && next_at === null)).toBe(
      true,
    );
  });

  it('is sent at once though it would wait for hours', async () => {
    const webhook = await register();
    await make.department();
    await tick();
    const [{ event_seq } = { event_seq: 0 }] = await deliveriesOf(webhook);
    await rows('UPDATE webhook_delivery SET attempts = 6, next_at = ?', Date.now() + 9 * 3_600_000);
    await rows('UPDATE webhook SET cursor = ? WHERE seq = ?', event_seq - 1, webhook.seq);
    queued.splice(0);
    await tick();
    expect(queued).toHaveLength(1);
    await consumeAll();
    expect(idsAt(webhook.url)).toHaveLength(1);
  });
});

describe('A webhook that is far behind', () => {
  const EVENTS = isFull ? 50_000 : 3_000;

  /** Rows of the trail, as if departments had been changed, from the number that is free. */
  const changeMany = (n: number) =>
    rows(
      `INSERT INTO audit (at, action, entity, entity_id, version, changed, request_id)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
        SELECT ?, 'update', 'department', 'department-' || i, 2, '["name"]', 'request-' || i FROM n`,
      n,
      Date.now(),
    );

  it('catches up by ticks of bounded work, and no event is missing', async () => {
    const webhook = await register();
    await tick();
    const from = await lastOfTrail();
    await changeMany(EVENTS);
    let ticks = 0;
    for (; (await stateOf(webhook)).cursor < from + EVENTS; ticks++) {
      const before = (await stateOf(webhook)).cursor;
      queued.splice(0);
      await tick();
      const passed = (await stateOf(webhook)).cursor - before;
      expect(passed).toBeLessThanOrEqual(10_000);
      expect(passed).toBeGreaterThan(0);
      expect(queued).toHaveLength(passed);
    }
    expect(ticks).toBe(Math.ceil(EVENTS / 10_000));
    expect(
      await rows(
        'SELECT count(*) AS n, count(DISTINCT event_seq) AS events FROM webhook_delivery WHERE webhook_seq = ?',
        webhook.seq,
      ),
    ).toEqual([{ n: EVENTS, events: EVENTS }]);
  });

  it('is sent what was lost, at most 1,000 in a minute, the longest due first', async () => {
    const webhook = await register();
    await changeMany(1_500);
    await tick();
    queued.splice(0);
    await rows('UPDATE webhook_delivery SET next_at = event_seq WHERE webhook_seq = ?', webhook.seq);
    await tick();
    const [{ least } = { least: 0 }] = await rows<{ least: number }>(
      'SELECT min(event_seq) AS least FROM webhook_delivery WHERE webhook_seq = ?',
      webhook.seq,
    );
    expect(queued).toHaveLength(1_000);
    expect(queued.every(({ message }) => message.event < least + 1_000)).toBe(true);
    await tick();
    expect(queued).toHaveLength(1_500);
    await tick();
    expect(queued).toHaveLength(1_500);
    const next = await rows<{ next_at: number }>(
      'SELECT next_at FROM webhook_delivery WHERE webhook_seq = ?',
      webhook.seq,
    );
    expect(next.every(({ next_at }) => next_at > Date.now() && next_at <= Date.now() + LEASE)).toBe(true);
  });
});
