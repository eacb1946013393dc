import type { Database } from '../db/client';
import type { Query } from '../db/query';
import { type Bindings, type MessageToSend, settingsOf } from '../env';
import { dayOf } from '../mail/count';
import { type Refusal, sendMail, sendsMail } from '../mail/send';
import { MINUTE } from '../rules/clock';
import type { DropReason } from '../rules/messages';
import { type Decision, decide } from './decide';
import { letterOf } from './letter';
import { rulesOf } from './queries';
import {
  delayedUntil,
  LEASE,
  LOST,
  mostOf,
  nextTry,
  PATIENT_MAX,
  QUOTA_WAIT,
  RATE_LIMITED,
  RATE_WAIT,
} from './schedule';
import { beginMail, type Known, markRefused, markSent, release, type Whole, whole } from './send-queries';
import { tell } from './tell-queries';

/** Times that it is decided about, where it changes meanwhile. */
const ROUNDS_MAX = 3;

const minuteOf = (time: number): number => Math.floor(time / MINUTE);

export type Delivered = 'sent' | 'told' | 'refused' | 'waiting' | 'dropped' | undefined;

interface Turn {
  database: Database;
  env: Bindings;
  row: Whole;
  known: Known;
  now: number;
}

/**
 * Decides anew about one that was claimed, by what is known now, and sends it, or says why not.
 * @returns undefined where it is another attempt's
 * @throws StorageError
 */
export async function deliver(
  database: Database,
  env: Bindings,
  { message, attempt }: MessageToSend,
): Promise<Delivered> {
  const settings = settingsOf(env);
  for (let round = 1; ; round++) {
    const row = await database.first(whole({ message }));
    if (row?.state !== 'claimed' || row.claimed_until !== null || row.attempts !== attempt) return undefined;
    const { visit_version, patient_id, patient_version, rules_version } = row;
    const known = { message, attempts: attempt, visit_version, patient_id, patient_version, rules_version };
    const now = Date.now();
    const turn = { database, env, row, known, now };
    const decision = decide({ ...row, rules: rulesOf(row) }, { now, zone: settings.TIME_ZONE, mails: sendsMail(env) });
    if (decision.act === 'wait') return keep(turn, { due_at: decision.due, look_at: decision.until });
    if (decision.act === 'drop') return drop(turn, decision.reason);
    const done = decision.channel === 'email' ? await mail(turn, decision) : await announce(turn, decision);
    if (done !== 'changed') return done;
    if (round === ROUNDS_MAX) return keep(turn, { due_at: null, look_at: now + MINUTE });
  }
}

async function keep(
  { database, row, known: { message, attempts }, now }: Turn,
  { reason = row.reason, ...times }: { due_at: number | null; look_at: number; reason?: string | null },
): Promise<Delivered> {
  await database.run(release({ message, attempts, state: 'waiting', reason, ended_at: null, now, ...times }));
  return 'waiting';
}

async function drop({ database, known: { message, attempts }, now }: Turn, reason: DropReason): Promise<Delivered> {
  const ended = { state: 'dropped', reason, ended_at: now } as const;
  await database.run(release({ message, attempts, ...ended, now, due_at: null, look_at: now }));
  return 'dropped';
}

type Due = Decision & { act: 'send' };

/** It waits for the program's answer, at the longest until the visit begins. */
async function announce({ database, known, row, now }: Turn, { due }: Due): Promise<Delivered | 'changed'> {
  const event = { ...known, now, due_at: due, look_at: row.starts_at, request_id: crypto.randomUUID() };
  return (await database.run(tell(event))) ? 'told' : 'changed';
}

async function mail(turn: Turn, { due: due_at, last }: Due): Promise<Delivered | 'changed'> {
  const { database, env, row, known, now } = turn;
  const settings = settingsOf(env);
  // Before the last look, so that nothing but the mail itself comes behind it.
  const letter = await letterOf(row, settings, now);
  const counts = { day: dayOf(now), patient: `patient:${row.patient_id}`, minute: minuteOf(now) };
  const most = { most: mostOf(settings.MAIL_PER_DAY), most_to_patient: PATIENT_MAX };
  const token = now + LEASE;
  const { outcome, held } = await database.run(beginMail({ ...known, ...counts, ...most, token, due_at, now }));
  if (outcome === 'patient_limit') return drop(turn, outcome);
  if (outcome === 'quota') {
    return keep(turn, { due_at, look_at: delayedUntil({ now, held, last }), reason: orLost(row, 'quota') });
  }
  if (outcome === 'changed') return outcome;

  const sent = await sendMail(env, row.kind, row.email ?? '', letter);
  const attempt = { message: known.message, token, now: Date.now() };
  if (sent.sent) {
    await persist(database, markSent({ ...attempt, starts_at: row.starts_at, due_at }));
    return 'sent';
  }
  const tried = { tries: known.attempts, isLost: row.reason === LOST, now: attempt.now, last };
  const { held: until, ...then } = consequenceOf(sent, tried);
  await persist(database, markRefused({ ...attempt, ...counts, ...then }, { until, isOut: sent.mayBeOut }));
  return 'refused';
}

/** That it may be out already stays known while it waits: a second time is the last one. */
const orLost = ({ reason }: Pick<Whole, 'reason'>, otherwise: string): string => (reason === LOST ? reason : otherwise);

interface Tried {
  /** that were refused before */
  tries: number;
  /** whether it may be out already */
  isLost: boolean;
  now: number;
  last: number;
}
function consequenceOf({ code, isQuota, mayBeOut }: Refusal, { tries, isLost, now, last }: Tried) {
  if (isQuota) {
    const held = minuteOf(now + (code === RATE_LIMITED ? RATE_WAIT : QUOTA_WAIT));
    const look_at = delayedUntil({ now, held, last });
    return { held, state: 'waiting', reason: 'quota', attempts: tries, look_at, ended_at: null } as const;
  }
  const again = mayBeOut && isLost ? null : nextTry(tries + 1, { now, last });
  const refused = { held: null, reason: mayBeOut ? LOST : code, attempts: tries + 1 };
  return again === null
    ? ({ ...refused, state: 'failed', look_at: now, ended_at: now } as const)
    : ({ ...refused, state: 'waiting', look_at: again, ended_at: null } as const);
}

/** Milliseconds between attempts to write down what came of a mail: without that it would go out again. */
const PERSISTENCE = [200, 1_000, 3_000, 10_000];

/** A repetition of one that was written changes nothing. @throws StorageError where the database is away for longer */
async function persist(database: Database, query: Query<unknown>): Promise<void> {
  for (const pause of PERSISTENCE) {
    try {
      await database.run(query);
      return;
    } catch {
      await scheduler.wait(pause);
    }
  }
  await database.run(query);
}
