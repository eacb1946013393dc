import type { Database } from '../db/client';
import { type Bindings, settingsOf, type WebhookMessage } from '../env';
import { eventOf } from '../events/trail';
import { log } from '../log';
import { attempted, type Consequence, dropDelivery, type Outstanding, outstanding } from './queries';
import { FAILING_MAX, nextAttempt } from './schedule';
import { type Answered, isDelivered, secretsOf, sendJudged } from './send';

/** What a receiver answers that wants no more. */
const GONE = 410;

/** Milliseconds: whoever took longer hangs, and is not asked again at once. */
const PROMPT = 5_000;

type Event = NonNullable<Awaited<ReturnType<typeof eventOf>>>;
/** The envelope of Standard Webhooks. */
const bodyOf = (event: Event): string => JSON.stringify({ type: event.type, timestamp: event.at, data: event });

/** Also anew: while all was given up and nothing waited, the receiver was not asked, and nobody knows whether it failed. */
const beginsToFail = ({ failing_since, attempts, has_others }: Outstanding): boolean =>
  failing_since === null || (attempts === 0 && has_others === 0);

function consequenceOf(answered: Answered, row: Outstanding, now: number): Consequence {
  if (isDelivered(answered)) return { recovers: true };
  const request_id = crypto.randomUUID();
  const failing = beginsToFail(row) ? { failing_since: now } : {};
  if (answered.status === GONE) return { ...failing, disabled: { at: now, because: 'gone', request_id } };
  const since = row.failing_since;
  if (since === null || beginsToFail(row) || now - since < FAILING_MAX) return failing;
  return { disabled: { at: now, because: 'failing', request_id } };
}

/**
 * Sends it unless it is settled, is at another attempt, or its webhook is disabled or deleted.
 * @returns what its receiver answered; undefined where nothing was sent
 * @throws StorageError
 */
export async function deliver(
  database: Database,
  env: Bindings,
  message: WebhookMessage,
  by: 'queue' | 'tick',
): Promise<Answered | undefined> {
  const { webhook, event: event_seq, attempt } = message;
  const row = await database.first(outstanding(message));
  if (row?.attempts !== attempt) return undefined;
  const { url, failing_since } = row;
  // A message from before it failed: the tick asks such a receiver, now and then.
  if (by === 'queue' && attempt === 0 && failing_since !== null) return undefined;
  const event = row.event_at === null ? undefined : await eventOf(row);
  if (!event) {
    await database.run(dropDelivery(message));
    return undefined;
  }

  const began = Date.now();
  const outgoing = { url, secrets: secretsOf(row, began), id: event.id, body: bodyOf(event) };
  const answered = await sendJudged(outgoing, settingsOf(env));
  const now = Date.now();
  const next_at = isDelivered(answered) ? null : nextAttempt(attempt + 1, now);
  const consequence = consequenceOf(answered, row, now);
  const isDisabled = await database.run(
    attempted(
      { webhook, event: event_seq, attempts: attempt, status: answered.status, attempted_at: now, next_at, url },
      consequence,
    ),
  );
  const { disabled } = consequence;
  if (isDisabled && disabled) {
    log('warn', 'webhook_disabled', { because: disabled.because, request_id: disabled.request_id });
  }
  // The second attempt is seconds after the first one, for which the minute's tick is too slow.
  const isAgain = next_at !== null && !disabled && attempt === 0 && failing_since === null && now - began < PROMPT;
  if (isAgain) {
    const delaySeconds = Math.ceil((next_at - now) / 1000);
    await env.WEBHOOK_QUEUE?.send({ ...message, attempt: 1 }, { delaySeconds }).catch(() => {});
  }
  return answered;
}
