import { Database } from '../db/client';
import { batchOf, type Query } from '../db/query';
import type { Bindings } from '../env';
import { type Failure, failureOf, log } from '../log';
import { deliver } from './deliver';
import { dispatch, enqueue } from './dispatch';
import { type Due, type Enabled, takeDue } from './queries';
import { LEASE } from './schedule';
import { isUnavailable } from './send';

/** Times that each webhook is taken on by up to 500 rows of the trail. */
const ROUNDS_MAX = 20;
/** Such steps of all webhooks, with three statements each: D1 takes 1,000 of a call. */
const STEPS_MAX = 150;
/** Deliveries of a webhook that are sent again by the queue. */
const DUE_MAX = 1_000;
/**
 * Deliveries that the tick sends itself, with three statements each: those of a webhook that fails, so that they take no place of others
 * in the queue, and all where there is no queue.
 */
const OWN_MAX = { failing: 10, together: 100 };
/** A Worker waits for six requests at once: the others would use up their time before they are sent. */
const AT_ONCE = 5;

interface Tick {
  /** rows of the trail */
  passed: number;
  /** deliveries, by who sends them */
  queued: number;
  sent: number;
  failures: Record<string, Failure>;
}

const isOwn = (env: Bindings, { failing_since }: Enabled) => failing_since !== null || !env.WEBHOOK_QUEUE;

/** @returns webhooks that are enabled */
async function handOutAll(database: Database, env: Bindings, now: number, tick: Tick): Promise<readonly Enabled[]> {
  for (let round = 1, taken = 0; ; round++) {
    const { webhooks, steps, passed, isBehind } = await dispatch({ database, env, now, settles: true });
    tick.passed += passed;
    taken += steps;
    if (!isBehind || round === ROUNDS_MAX || taken >= STEPS_MAX) return webhooks;
  }
}

/** In one trip. @param own webhooks to which the tick itself sends */
function takeAllDue(webhooks: readonly Enabled[], own: ReadonlySet<number>, now: number): Query<Due[]> {
  const share = Math.floor(OWN_MAX.together / own.size);
  const queries = webhooks.map(({ seq, failing_since }) => {
    const ownMax = failing_since === null ? share : Math.min(share, OWN_MAX.failing);
    return [
      String(seq),
      takeDue({ webhook: seq, now, lease: now + LEASE, limit: own.has(seq) ? ownMax : DUE_MAX }),
    ] as const;
  });
  const { statements, read } = batchOf<Record<string, Query<Due[]>>>(Object.fromEntries(queries));
  return { statements, read: (rows) => Object.values(read(rows)).flat() };
}

/** One after the other, so that a receiver that hangs is waited for once. The rest is due again once its lease is over. */
async function sendInTurn(database: Database, env: Bindings, due: readonly Due[], tick: Tick): Promise<void> {
  for (const { webhook_seq, event_seq, attempts } of due) {
    tick.sent++;
    const answered = await deliver(
      database,
      env,
      { webhook: webhook_seq, event: event_seq, attempt: attempts },
      'tick',
    );
    if (answered && isUnavailable(answered)) return;
  }
}

async function sendOwn(database: Database, env: Bindings, due: readonly Due[], tick: Tick): Promise<void> {
  const byWebhook = [...Map.groupBy(due, ({ webhook_seq }) => webhook_seq).values()];
  for (let at = 0; at < byWebhook.length; at += AT_ONCE) {
    const sending = byWebhook.slice(at, at + AT_ONCE).map((own) => sendInTurn(database, env, own, tick));
    for (const result of await Promise.allSettled(sending)) {
      if (result.status === 'rejected') tick.failures.send = failureOf(result.reason);
    }
  }
}

/** Each minute: what no request has handed out, what is to be sent again, and what was lost. Never fails. */
export async function runMinuteTick(env: Bindings, now: number): Promise<void> {
  const database = new Database(env.DB, 'first-primary');
  const tick: Tick = { passed: 0, queued: 0, sent: 0, failures: {} };
  try {
    const webhooks = await handOutAll(database, env, now, tick);
    if (webhooks.length > 0) {
      const own = new Set(webhooks.filter((webhook) => isOwn(env, webhook)).map(({ seq }) => seq));
      const due = await database.run(takeAllDue(webhooks, own, now));
      const queued = due.filter(({ webhook_seq }) => !own.has(webhook_seq));
      await enqueue(env, queued);
      tick.queued = queued.length;
      await sendOwn(
        database,
        env,
        due.filter(({ webhook_seq }) => own.has(webhook_seq)),
        tick,
      );
    }
  } catch (error) {
    tick.failures.tick = failureOf(error);
  }
  const { passed, queued, sent, failures } = tick;
  const hasFailed = Object.keys(failures).length > 0;
  if (passed + queued + sent === 0 && !hasFailed) return;
  const { trips, rows_read, rows_written } = database.cost;
  const done = { passed, queued, sent, trips, rows_read, rows_written };
  log(hasFailed ? 'error' : 'info', 'webhooks_tick', { ...done, ...(hasFailed && { failures }) });
}
