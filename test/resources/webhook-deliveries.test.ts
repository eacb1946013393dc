import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventId, START } from '../../src/events/id';
import { DAY } from '../../src/rules/clock';
import { type Body, call, faults, nextPage, ok, type Result, refusal } from '../support/client';
import { make } from '../support/factories';
import { count, row, rows, trail } from '../support/rows';
import { deliver, newWebhook, receiving, storedWebhook } from '../support/webhooks';

const testOf = (id: string) => call('POST', `/webhooks/${id}/test`, { as: 'admin' });
const deliveriesOf = (id: string, query = '') => call('GET', `/webhooks/${id}/deliveries${query}`, { as: 'admin' });
const resend = (id: string, after: unknown) => call('POST', `/webhooks/${id}/resend`, { as: 'admin', json: { after } });
const last = async () => (await row<{ seq: number }>('SELECT max(seq) AS seq FROM audit'))?.seq ?? 0;
const idAt = async (seq: number) => {
  const place = await row<Parameters<typeof eventId>[0]>('SELECT seq, at, request_id FROM audit WHERE seq = ?', seq);
  if (!place) throw new Error(`The trail has no row ${seq}`);
  return eventId(place);
};

afterEach(() => void vi.useRealTimers());

describe('POST /webhooks/{id}/test', () => {
  it('sends an event of no trail, by which a receiver can try its secret', async () => {
    const { id, secret, url } = await newWebhook();
    const before = await last();
    let answer: Body;
    const [sent, ...others] = await receiving(
      () => new Response(null, { status: 204 }),
      async () => {
        answer = await testOf(id);
      },
    );
    expect([answer.status, answer.body]).toEqual([200, { delivered: true, status: 204, ms: expect.any(Number) }]);
    expect([sent?.url, others]).toEqual([url, []]);
    const read = new Webhook(secret).verify(sent?.body ?? '', sent?.headers ?? {});
    expect(read).toEqual({
      type: 'webhook.test',
      timestamp: expect.stringMatching(/^20.*Z$/),
      data: {
        ...{ id: sent?.headers['webhook-id'], type: 'webhook.test', at: expect.any(String) },
        ...{ entity: 'webhook', entity_id: id, version: 1, changed: [] },
      },
    });
    expect(sent?.headers['webhook-id']).toMatch(/^evt_test_[0-9a-f]{32}$/);
    const left = [await last(), (await deliveriesOf(id)).body, (await storedWebhook(id)).version];
    expect(left).toEqual([before, [], 1]);
  });

  it('is signed by the former secret, too, for as long as that one signs', async () => {
    const { id, secret: former } = await newWebhook();
    const { secret } = await ok('POST', `/webhooks/${id}/secret`, { as: 'admin' });
    const send = async () =>
      (
        await receiving(
          () => new Response(),
          () => testOf(id),
        )
      )[0] ?? { body: '', headers: {} };
    const both = await send();
    for (const by of [secret, former]) expect(() => new Webhook(by).verify(both.body, both.headers)).not.toThrow();
    await rows('UPDATE webhook SET former_secret_until = ? WHERE id = ?', Date.now() - 1, id);
    const one = await send();
    expect(() => new Webhook(secret).verify(one.body, one.headers)).not.toThrow();
    expect(() => new Webhook(former).verify(one.body, one.headers)).toThrow();
  });

  it.each<[string, () => Response, object]>([
    ['another status', () => new Response('secret words', { status: 500 }), { delivered: false, status: 500 }],
    [
      'a redirect, which is not followed',
      () => new Response(null, { status: 302, headers: { location: 'https://other.example/' } }),
      { delivered: false, status: 302 },
    ],
    [
      'nothing',
      () => {
        throw new TypeError('Network connection lost');
      },
      { delivered: false, status: null },
    ],
  ])('tells where the receiver answers %s, also of one that is disabled', async (_, answers, expected) => {
    const { id } = await newWebhook({ disabled: true });
    let answer: Body;
    const sent = await receiving(answers, async () => {
      answer = await testOf(id);
    });
    expect([sent.length, answer.status, answer.body]).toEqual([1, 200, { ...expected, ms: expect.any(Number) }]);
  });
});

describe('GET /webhooks/{id}/deliveries', () => {
  it('names the events as the trail has them, the newest first, and what came of each', async () => {
    const { id } = await newWebhook();
    const { id: other } = await newWebhook();
    const { id: department } = await make.department();
    await ok('PUT', `/department/${department}`, { json: { name: 'Other', code: crypto.randomUUID() } });
    await deliver(id, 2);
    await deliver(other, 5);
    const [updated, created] = [await last(), (await last()) - 1];
    const at = (seq: number) => `webhook_seq = (SELECT seq FROM webhook WHERE id = '${id}') AND event_seq = ${seq}`;
    await rows(`UPDATE webhook_delivery SET attempts = 2, status = 500, next_at = 5000 WHERE ${at(updated)}`);
    const { body } = await deliveriesOf(id);
    expect(body).toEqual([
      {
        ...{ event_id: await idAt(updated), type: 'department.updated', state: 'waiting', attempts: 2, status: 500 },
        ...{ attempted_at: '1970-01-01T00:00:01.000Z', next_at: '1970-01-01T00:00:05.000Z' },
      },
      {
        ...{ event_id: await idAt(created), type: 'department.created', state: 'delivered', attempts: 1, status: 204 },
        ...{ attempted_at: '1970-01-01T00:00:01.000Z', next_at: null },
      },
    ]);
    const { body: events } = await call('GET', '/events/?limit=1000', { as: 'admin' });
    expect(events.slice(-2).map((event: Body) => event.id)).toEqual([await idAt(created), await idAt(updated)]);
    await rows(`UPDATE webhook_delivery SET attempts = 10, next_at = null WHERE ${at(updated)}`);
    const states = async (query: string) => (await deliveriesOf(id, query)).body.map(({ state }: Body) => state);
    expect(await states('')).toEqual(['failed', 'delivered']);
    expect(await states('?state=failed')).toEqual(['failed']);
    expect(await states('?state=delivered')).toEqual(['delivered']);
    expect(await states('?state=waiting')).toEqual([]);
    expect((await deliveriesOf(id, '?state=lost')).status).toBe(422);
  });

  it('names no event that the trail no longer has', async () => {
    const { id } = await newWebhook();
    const insert =
      'INSERT INTO webhook_delivery SELECT seq, 900000000000, 0, null, null, 1000 FROM webhook WHERE id = ?';
    await rows(insert, id);
    expect((await deliveriesOf(id)).body).toMatchObject([
      { event_id: null, type: null, state: 'waiting', status: null },
    ]);
  });

  it('leads on, also from a page on which few are of the state, and reads no more than a page may', async () => {
    const { id } = await newWebhook();
    await rows(
      `INSERT INTO webhook_delivery WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 2500)
        SELECT w.seq, n, 1, iif(n % 1000 = 0, 500, 204), 1000, null FROM i JOIN webhook w ON w.id = ?`,
      id,
    );
    const read = async (query: string) => {
      const pages: number[] = [];
      for (let path: string | undefined = `/webhooks/${id}/deliveries?${query}`; path !== undefined; ) {
        const page: Result = await call('GET', path, { as: 'admin' });
        expect(page.cost.rows_read).toBeLessThan(6_000);
        pages.push(page.body.length);
        path = nextPage(page);
      }
      return pages;
    };
    expect(await read('limit=1000')).toEqual([1000, 1000, 500]);
    expect(await read('state=failed')).toEqual([1, 1, 0]);
  });
});

describe('POST /webhooks/{id}/resend', () => {
  it('takes the webhook back to right behind the event, and is on the trail', async () => {
    const { id } = await newWebhook();
    const seq = await last();
    const event = await idAt(seq);
    await rows('UPDATE webhook SET cursor = ? WHERE id = ?', seq + 5, id);
    const { status, body, headers } = await resend(id, event);
    expect([status, headers.get('etag'), body.behind, body.id]).toEqual([200, '"2"', 1, id]);
    expect([(await storedWebhook(id)).cursor, await trail(id)]).toEqual([seq, ['create 1', 'update 2 cursor']]);
  });

  it('takes it back to right before the event by `from`, and takes one of the two', async () => {
    const { id } = await newWebhook();
    const seq = await last();
    const from = await idAt(seq);
    await rows('UPDATE webhook SET cursor = ? WHERE id = ?', seq + 5, id);
    const send = (json: object) => call('POST', `/webhooks/${id}/resend`, { as: 'admin', json });
    expect((await send({ from })).status).toBe(200);
    expect((await storedWebhook(id)).cursor).toBe(seq - 1);
    for (const json of [{}, { after: from, from }, { after: null, from: null }]) {
      const refused = await send(json);
      expect([refused.status, faults(refused).map(([field]) => field)]).toEqual([422, ['after']]);
    }
    const gone = await send({ from: `evt_900000000000_${'f'.repeat(16)}` });
    expect([gone.status, gone.headers.get('link')]).toEqual([410, null]);
  });

  it('never leaves out what has not been looked at', async () => {
    const { id } = await newWebhook();
    await make.department();
    await rows('UPDATE webhook SET cursor = 2 WHERE id = ?', id);
    expect((await resend(id, await idAt(await last()))).body.behind).toBe((await last()) - 2);
    expect((await storedWebhook(id)).cursor).toBe(2);
  });

  it('takes the beginning of the trail, and goes back 30 days at most', async () => {
    const { id } = await newWebhook();
    await resend(id, START);
    expect((await storedWebhook(id)).cursor).toBe(0);
    const first = await idAt(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * DAY });
    const { id: later } = await newWebhook();
    const before = await last();
    await resend(later, first);
    expect((await storedWebhook(later)).cursor).toBe(before - 1);
  });

  it('refuses what is no event, and one that the trail does not have', async () => {
    const { id } = await newWebhook();
    for (const after of ['', 'evt_1', 'evt_test_0123456789abcdef', 4711, null]) {
      const refused = await resend(id, after);
      expect([refused.status, faults(refused).map(([field]) => field)]).toEqual([422, ['after']]);
    }
    const another = `evt_${await last()}_${'f'.repeat(16)}`;
    for (const after of [another, `evt_900000000000_${'f'.repeat(16)}`]) {
      const { status, body } = await resend(id, after);
      expect([status, body.code]).toEqual([410, 'trail_gone']);
    }
    expect(await storedWebhook(id)).toMatchObject({ version: 1 });
  });

  it('refuses one that is disabled, and one that is not there', async () => {
    const { id } = await newWebhook({ disabled: true });
    const { cursor } = await storedWebhook(id);
    const refused = await resend(id, START);
    expect([refused.status, refused.body]).toEqual([409, refusal('disabled')]);
    expect(await storedWebhook(id)).toMatchObject({ version: 1, cursor });
    expect((await resend(crypto.randomUUID(), START)).status).toBe(404);
    expect(await count('audit WHERE entity_id = ?', id)).toBe(1);
  });
});
