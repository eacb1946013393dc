import { createExecutionContext, createMessageBatch, waitOnExecutionContext } from 'cloudflare:test';
import { getTableColumns, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import * as z from 'zod';
import * as schema from '../../src/db/schema';
import type { Bindings, WebhookMessage } from '../../src/env';
import { Event, WebhookEvent } from '../../src/schemas/event';
import { consumeWebhooks } from '../../src/webhooks/consumer';
import { webhooksChanged } from '../../src/webhooks/nudge';
import { runMinuteTick } from '../../src/webhooks/tick';
import { type Body, ok, testEnv } from './client';
import { row, rows } from './rows';

export interface Queued {
  message: WebhookMessage;
  /** seconds */
  delay: number;
}
/** What waits in the queue of webhooks; a test delivers it. */
export const queued: Queued[] = [];
const add = (message: WebhookMessage, delay = 0) => void queued.push({ message, delay });

const WEBHOOK_QUEUE = {
  send: async (message: WebhookMessage, options?: QueueSendOptions) => add(message, options?.delaySeconds),
  sendBatch: async (messages: Iterable<MessageSendRequest<WebhookMessage>>) => {
    const all = [...messages];
    if (all.length > 100) throw new Error('Queues take 100 messages at once');
    for (const { body, delaySeconds } of all) add(body, delaySeconds);
  },
} as unknown as Queue<WebhookMessage>;
/** For calls whose writes are handed out at once. */
export const withQueue: Bindings = { ...testEnv, WEBHOOK_QUEUE };

interface Arrived {
  url: string;
  headers: Headers;
  text: string;
  body: Body;
}
/** Requests to receivers, in their order. */
export const arrived: Arrived[] = [];
export const idsAt = (url: string): (string | null)[] =>
  arrived.filter((one) => one.url === url).map(({ headers }) => headers.get('webhook-id'));

type Receiver = (request: Arrived) => Response | Promise<Response>;
const receivers = new Map<string, Receiver>();

const columns = Object.values(schema).flatMap((table) =>
  is(table, SQLiteTable) ? Object.keys(getTableColumns(table)) : [],
);
/** What may be sent: ids, times, types and names of columns, so that no text of a record has a place in it. */
const Sent = z.strictObject({
  ...WebhookEvent.shape,
  type: z.string().regex(/^[a-z_]+\.[a-z]+$/),
  data: z.strictObject({
    ...Event.shape,
    id: z.string().regex(/^evt_\w+$/),
    type: z.string().regex(/^[a-z_]+\.[a-z]+$/),
    entity: z.string().regex(/^[a-z_]+$/),
    entity_id: z.union([z.uuid(), z.literal('closures')]),
    changed: z.array(z.enum(columns)),
    patient_id: z.uuid().optional(),
  }),
});

async function receive(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const receiver = receivers.get(request.url);
  if (!receiver) throw new TypeError(`Nobody listens at ${request.url}`);
  const text = await request.text();
  const it = { url: request.url, headers: request.headers, text, body: JSON.parse(text) };
  arrived.push(it);
  const response = await receiver(it);
  const location = response.headers.get('location');
  // As the real one does.
  return location && request.redirect === 'follow' ? receive(location, init) : response;
}

/** Before each test nobody listens and nothing waits; after it there is no webhook. */
export function useReceivers(): void {
  beforeEach(() => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(receive);
    for (const list of [queued, arrived]) list.splice(0);
    receivers.clear();
    webhooksChanged();
  });
  afterEach(async () => {
    for (const { body } of arrived) expect(Sent.safeParse(body).error).toBeUndefined();
    vi.useRealTimers();
    vi.restoreAllMocks();
    await rows('UPDATE webhook SET deleted_at = 1 WHERE deleted_at IS NULL');
    await rows('DELETE FROM webhook_delivery');
  });
}

export const answering =
  (status: number): Receiver =>
  () =>
    new Response(null, { status });

/** What standardwebhooks does not take is answered 400. */
export const verifying =
  (...secrets: string[]): Receiver =>
  ({ text, headers }) => {
    const isSignedBy = (secret: string) => {
      try {
        return new Webhook(secret).verify(text, Object.fromEntries(headers)) !== undefined;
      } catch {
        return false;
      }
    };
    return new Response(null, { status: secrets.every(isSignedBy) ? 204 : 400 });
  };

let receiversMade = 0;

export interface Registered {
  id: string;
  /** of its row */
  seq: number;
  url: string;
  secret: string;
  answer(receiver: Receiver): void;
}

/** A webhook, and a receiver that takes what it is sent if it is signed. */
export async function register(types: readonly string[] = ['department.*']): Promise<Registered> {
  receiversMade++;
  const url = `https://receiver-${receiversMade}.example/hook`;
  const { id, secret } = await ok('POST', '/webhooks/', { as: 'admin', json: { url, types } });
  const seq = (await row<{ seq: number }>('SELECT seq FROM webhook WHERE id = ?', id))?.seq ?? 0;
  const answer = (receiver: Receiver) => void receivers.set(url, receiver);
  answer(verifying(secret));
  return { id, seq, url, secret, answer };
}

export interface Delivery {
  event_seq: number;
  attempts: number;
  status: number | null;
  attempted_at: number | null;
  next_at: number | null;
}
export const deliveriesOf = ({ seq }: Registered): Promise<Delivery[]> =>
  rows<Delivery>('SELECT * FROM webhook_delivery WHERE webhook_seq = ? ORDER BY event_seq', seq);

export interface WebhookRow {
  cursor: number;
  failing_since: number | null;
  disabled_at: number | null;
  disabled_because: string | null;
  version: number;
}
export async function stateOf({ seq }: Registered): Promise<WebhookRow> {
  const found = await row<WebhookRow>('SELECT * FROM webhook WHERE seq = ?', seq);
  if (!found) throw new Error('There is no such webhook');
  return found;
}

export const lastOfTrail = async (): Promise<number> =>
  (await row<{ seq: number }>('SELECT max(seq) AS seq FROM audit'))?.seq ?? 0;

/** Hands messages to the consumer, and waits for all that it does. */
export async function consume(messages: readonly unknown[], env: Bindings = withQueue): Promise<void> {
  const bodies = messages.map((body, i) => ({ id: `m${i}`, timestamp: new Date(), attempts: 1, body }));
  const ctx = createExecutionContext();
  await consumeWebhooks(createMessageBatch<unknown>('hospital-webhook', bodies), env, ctx);
  await waitOnExecutionContext(ctx);
}

/** Delivers whatever waits, until nothing does. */
export async function consumeAll(env: Bindings = withQueue): Promise<void> {
  while (queued.length > 0) {
    const batch = queued.splice(0, 5);
    await consume(
      batch.map(({ message }) => message),
      env,
    );
  }
}

export const tick = (env: Bindings = withQueue): Promise<void> => runMinuteTick(env, Date.now());

/** Moves the clock of the service. */
export const setClock = (now: number): void => void vi.useFakeTimers({ now, toFake: ['Date'] });
