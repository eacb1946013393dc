import type { Database } from '../db/client';
import type { Bindings, WebhookMessage } from '../env';
import { eventTypeOf, isAmong } from '../events/types';
import { failureOf, log } from '../log';
import { type Changed, changesBehind, type Due, type Enabled, enabledWebhooks, handOut } from './queries';
import { LEASE } from './schedule';

/** Rows of the trail that a webhook is taken on by at once. */
const ROWS_MAX = 500;
/**
 * Where none of so few concerns the webhook, its cursor stays: to read them again with the next write costs less than to write a row.
 * The minute's tick moves it.
 */
const ROWS_LEFT = 100;
/** What `sendBatch` takes. */
const MESSAGES_MAX = 100;

const concerns = ({ types }: Enabled, change: Changed): boolean => {
  const type = eventTypeOf(change);
  return type !== undefined && isAmong(types, type);
};

/** The minute's tick sends again what was not taken. Never fails. */
export async function enqueue({ WEBHOOK_QUEUE }: Bindings, due: readonly Due[]): Promise<void> {
  for (let at = 0; WEBHOOK_QUEUE && at < due.length; at += MESSAGES_MAX) {
    const messages = due
      .slice(at, at + MESSAGES_MAX)
      .map(({ webhook_seq, event_seq, attempts }): { body: WebhookMessage } => ({
        body: { webhook: webhook_seq, event: event_seq, attempt: attempts },
      }));
    try {
      await WEBHOOK_QUEUE.sendBatch(messages);
    } catch (error) {
      log('warn', 'webhook_queue_refused', { count: due.length - at, ...failureOf(error) });
      return;
    }
  }
}

interface Turn {
  database: Database;
  env: Bindings;
  now: number;
  /** whether cursors are moved where nothing concerns the webhook */
  settles: boolean;
}

/**
 * The events behind the webhook's cursor become deliveries. Those of a webhook that fails are left to the minute's tick.
 * @returns how many rows of the trail it was taken on by
 */
async function takeOn({ database, env, now, settles }: Turn, webhook: Enabled): Promise<number> {
  const { seq, cursor, failing_since } = webhook;
  const changes = await database.run(changesBehind({ cursor, limit: ROWS_MAX }));
  const to = changes.at(-1)?.seq;
  const events = changes.filter((change) => concerns(webhook, change)).map((change) => change.seq);
  if (to === undefined || (!settles && events.length === 0 && changes.length < ROWS_LEFT)) return 0;
  const isSent = env.WEBHOOK_QUEUE !== undefined && failing_since === null;
  const due = await database.run(handOut({ webhook: seq, cursor, to }, events, isSent ? now + LEASE : now));
  const deliveries = due.map(({ event_seq }) => ({ webhook_seq: seq, event_seq, attempts: 0 }));
  if (isSent) await enqueue(env, deliveries);
  return changes.length;
}

export interface Dispatched {
  webhooks: readonly Enabled[];
  /** webhooks that were behind the trail */
  steps: number;
  /** rows of the trail */
  passed: number;
  /** whether there may be more of them for a webhook */
  isBehind: boolean;
}

/** One step for each webhook that is behind the trail, which hands out at most 500 rows. */
export async function dispatch(turn: Turn): Promise<Dispatched> {
  const webhooks = await turn.database.run(enabledWebhooks({}));
  const behind = webhooks.filter(({ cursor, last }) => cursor < last);
  const passed = await Promise.all(behind.map((webhook) => takeOn(turn, webhook)));
  return {
    webhooks,
    steps: behind.length,
    passed: passed.reduce((sum, n) => sum + n, 0),
    isBehind: passed.some((n) => n === ROWS_MAX),
  };
}
