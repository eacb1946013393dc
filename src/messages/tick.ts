import { Database } from '../db/client';
import { batchOf } from '../db/query';
import { type Bindings, type MessageToSend, type Settings, settingsOf } from '../env';
import { type Failure, failureOf, log } from '../log';
import { dayOf } from '../mail/count';
import { MINUTE } from '../rules/clock';
import { type Decision, decideTime } from './decide';
import { deliver } from './deliver';
import { type Candidate, type Claimed, candidates, claim, rulesOf, type Settled, settle } from './queries';
import { delayedUntil, LEASE, LOST, mostOf } from './schedule';

/** Messages that are looked at together: as many as a queue takes at once. */
const ROUND = 100;
/** Two statements each, and what the rest of the queue needs: 2,000 a minute. */
const ROUNDS_MAX = 20;
/** Where there is no queue the tick sends itself, with six statements a mail: D1 takes 1,000 of a call. */
const OWN_MAX = 100;
/** A Worker waits for six requests at once. */
const AT_ONCE = 5;

interface Tick {
  database: Database;
  env: Bindings;
  settings: Settings;
  now: number;
  /** `delayed`: kept back, as the day has had its mails */
  counts: Record<'looked' | 'queued' | 'sent' | 'delayed' | 'dropped' | 'failed', number>;
  failures: Record<string, Failure>;
}

/** That its Worker died while it was being sent stays known while it waits. */
const orLost = <R>({ reason, claimed_until }: Candidate, otherwise: R): R | typeof LOST =>
  reason === LOST || claimed_until !== null ? LOST : otherwise;

/** What comes of one that is not sent now. */
function otherwise(candidate: Candidate, decision: Decision, now: number): Settled | undefined {
  const { seq, state, claimed_until, reason, changed_at } = candidate;
  const ended = { seq, changed_at, due_at: null, ended_at: now, look_at: now };
  // The program that was told has not answered, and the visit has begun.
  if (state === 'told') return { ...ended, state: 'dropped', reason: 'unanswered' };
  // Its Worker died while it was being sent: for the second time, or too late for another one.
  const isLost = claimed_until !== null && (reason === LOST || decision.act === 'drop');
  if (isLost) return { ...ended, state: 'failed', reason: LOST };
  if (decision.act === 'drop') return { ...ended, state: 'dropped', reason: decision.reason };
  if (decision.act === 'send') return undefined;
  const { due, until } = decision;
  const waits = { seq, changed_at, state: 'waiting', due_at: due, ended_at: null, look_at: until } as const;
  return { ...waits, reason: orLost(candidate, reason) };
}

type Due = Decision & { act: 'send' };

function delayed(candidate: Candidate, { due, last }: Due, now: number): Settled {
  const { seq, changed_at, held } = candidate;
  const look_at = delayedUntil({ now, held, last });
  return {
    seq,
    changed_at,
    state: 'waiting',
    reason: orLost(candidate, 'quota'),
    due_at: due,
    ended_at: null,
    look_at,
  };
}

/** Which are sent now, and what comes of the others. @param room for how many more mails there is in the day */
function sorted({ now, settings, counts }: Tick, due: readonly Candidate[], room: number) {
  const claimed: number[] = [];
  const settled: Settled[] = [];
  for (const candidate of due) {
    const decision = decideTime({ ...candidate, rules: rulesOf(candidate) }, now, settings.TIME_ZONE);
    const other = otherwise(candidate, decision, now);
    if (other) settled.push(other);
    else if (decision.act === 'send') {
      if (decision.channel === 'event' || claimed.length < room) claimed.push(candidate.seq);
      else {
        settled.push(delayed(candidate, decision, now));
        counts.delayed++;
      }
    }
  }
  counts.looked += due.length;
  for (const { state } of settled) if (state === 'dropped' || state === 'failed') counts[state]++;
  return { claimed, settled };
}

/** @returns whether there may be more */
async function takeOn(tick: Tick, used: { mails: number | undefined; claimed: number }): Promise<boolean> {
  const { database, settings, now, env } = tick;
  const limit = env.MESSAGE_QUEUE ? ROUND : Math.min(ROUND, OWN_MAX - used.claimed);
  const due = await database.run(candidates({ now, day: dayOf(now), limit }));
  const [first] = due;
  if (!first) return false;
  // Those that this tick has handed on may be counted by now.
  used.mails ??= first.mailed;
  const mailed = Math.max(first.mailed, used.mails + used.claimed);
  const isHeld = now < first.held * MINUTE;
  const room = isHeld ? 0 : mostOf(settings.MAIL_PER_DAY) - mailed;
  const { claimed, settled } = sorted(tick, due, room);
  const result = await database.run(
    batchOf({
      claimed: claimed.length > 0 ? claim({ seqs: JSON.stringify(claimed), now, lease: now + LEASE }) : undefined,
      settled: settled.length > 0 ? settle({ settled: JSON.stringify(settled), now }) : undefined,
    }),
  );
  const taken = result.claimed ?? [];
  used.claimed += taken.length;
  await (env.MESSAGE_QUEUE ? enqueue(tick, env.MESSAGE_QUEUE, taken) : sendOwn(tick, taken));
  return due.length === limit && (env.MESSAGE_QUEUE !== undefined || used.claimed < OWN_MAX);
}

const messageOf = ({ seq, attempts }: Claimed): MessageToSend => ({ message: seq, attempt: attempts });

/** What the queue does not take is claimed again once its lease is over. */
async function enqueue(
  { counts, failures }: Tick,
  queue: Queue<MessageToSend>,
  taken: readonly Claimed[],
): Promise<void> {
  if (taken.length === 0) return;
  try {
    await queue.sendBatch(taken.map((one) => ({ body: messageOf(one) })));
    counts.queued += taken.length;
  } catch (error) {
    failures.queue = failureOf(error);
  }
}

async function sendOwn({ database, env, counts, failures }: Tick, taken: readonly Claimed[]): Promise<void> {
  for (let at = 0; at < taken.length; at += AT_ONCE) {
    const sending = taken.slice(at, at + AT_ONCE).map((one) => deliver(database, env, messageOf(one)));
    for (const result of await Promise.allSettled(sending)) {
      if (result.status === 'rejected') failures.send = failureOf(result.reason);
      else if (result.value === 'sent' || result.value === 'told') counts.sent++;
    }
  }
}

/** Each minute: what is due goes out by the queue, what is not due yet is looked at when it is, and the rest is dropped. Never fails. */
export async function runMessagesTick(env: Bindings, now: number): Promise<void> {
  const failures: Record<string, Failure> = {};
  const counts = { looked: 0, queued: 0, sent: 0, delayed: 0, dropped: 0, failed: 0 };
  const database = new Database(env.DB, 'first-primary');
  try {
    const tick: Tick = { database, env, settings: settingsOf(env), now, counts, failures };
    const used = { mails: undefined, claimed: 0 };
    for (let round = 1; (await takeOn(tick, used)) && round < ROUNDS_MAX; round++);
  } catch (error) {
    failures.tick = failureOf(error);
  }
  if (counts.delayed > 0) log('warn', 'mail_quota_reached', { count: counts.delayed });
  const hasFailed = Object.keys(failures).length > 0;
  if (counts.looked === 0 && !hasFailed) return;
  const { trips, rows_read, rows_written } = database.cost;
  const done = { ...counts, trips, rows_read, rows_written };
  log(hasFailed ? 'error' : 'info', 'messages_tick', { ...done, ...(hasFailed && { failures }) });
}
