import { Database } from '../db/client';
import type { Bindings } from '../env';
import { failureOf, log } from '../log';
import { MINUTE } from '../rules/clock';
import { dispatch } from './dispatch';

/** Milliseconds for which a request hands out for others: the platform ends it 30 seconds after its answer. */
const TURN = 5_000;

// Of the isolate. Plain data, as no request may use a promise or a connection of another one.
/** Until then nothing is asked: there was no webhook. */
let quietUntil = 0;
let turn: { readonly ends: number; hasMore: boolean } | undefined;

/** Other isolates find it within a minute. */
export function webhooksChanged(): void {
  quietUntil = 0;
}

/**
 * For after a write: hands its events out, unless a request of this isolate is at it, which then does it for this one. Where that
 * one breaks off, and where there is no queue, the minute's tick does it.
 */
export function nudge(env: Bindings, ctx: { waitUntil(promise: Promise<void>): void }): void {
  const now = Date.now();
  if (!env.WEBHOOK_QUEUE || now < quietUntil) return;
  if (turn && now < turn.ends) turn.hasMore = true;
  else ctx.waitUntil(takeTurn(env, now));
}

async function takeTurn(env: Bindings, now: number): Promise<void> {
  const own = { ends: now + TURN, hasMore: true };
  turn = own;
  try {
    const database = new Database(env.DB, 'first-primary');
    while (turn === own && own.hasMore && Date.now() < own.ends) {
      own.hasMore = false;
      const { webhooks } = await dispatch({ database, env, now: Date.now(), settles: false });
      if (webhooks.length === 0) quietUntil = Date.now() + MINUTE;
    }
  } catch (error) {
    log('warn', 'webhooks_delayed', { ...failureOf(error) });
  }
  if (turn === own) turn = undefined;
}
