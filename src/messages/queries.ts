// What the minute's tick asks. Raw: columns of three tables at once, and many rows that are changed by one parameter of JSON.
import { type SQL, sql } from 'drizzle-orm';
import { appointment, mailCount, message, messageRules } from '../db/schema';
import { MESSAGE_RULES_ID } from '../db/schema/message';
import { asExpression, type Inputs, rawStatement } from '../db/statement';
import type { Planned } from './decide';
import { REMINDERS } from './quota';

type MessageRow = typeof message.$inferSelect;
type RulesRow = typeof messageRules.$inferSelect;

/** Of the partial index that the tick reads. */
const isDue = (p: Inputs<{ now: number }>): SQL => sql`m.ended_at is null and m.look_at <= ${p.now}`;

/** The rules, `r`, where there are any. */
export const isTheRules = sql`r.id = ${sql.raw(`'${MESSAGE_RULES_ID}'`)}`;
export const joinRules = sql`left join ${messageRules} r on ${isTheRules}`;
export const rulesColumns = sql`r.booked, r.reminders, r.quiet, r.channel as rules_channel`;
export const rulesFields = {
  booked: messageRules.booked,
  reminders: messageRules.reminders,
  quiet: messageRules.quiet,
};
export interface RulesColumns {
  booked: boolean | null;
  reminders: RulesRow['reminders'] | null;
  quiet: RulesRow['quiet'];
  rules_channel: RulesRow['channel'] | null;
}
export const rulesOf = ({ booked, reminders, quiet, rules_channel: channel }: RulesColumns): Planned['rules'] =>
  booked === null || reminders === null || channel === null ? null : { booked, reminders, quiet, channel };

/** What is due, or may be: of a reminder only `decideTime` knows when it is. */
export type Candidate = RulesColumns &
  Omit<Planned, 'rules'> &
  Pick<MessageRow, 'seq' | 'state' | 'claimed_until' | 'changed_at'> & {
    /** mails of this day that reminders count against */
    mailed: number;
    /** the minute until which no mail about a visit is tried, as the platform has no room */
    held: number;
  };

/** Those that have waited longest first. Reads nothing but one place of the index where nothing is due. */
export const candidates = rawStatement<{ now: number; day: number; limit: number }, Candidate>(
  (p) => sql`select m.seq, m.state, m.kind, m.hours_before, m.created_at, m.reason, m.claimed_until, m.changed_at,
      a.status, a.starts_at, a.deleted_at is not null as is_gone, ${rulesColumns},
      coalesce((select n from ${mailCount} where counter = ${REMINDERS.counter} and day = ${p.day}), 0) as mailed,
      coalesce((select n from ${mailCount} where counter = ${REMINDERS.held} and day = ${p.day}), 0) as held
    from ${message} m
    join ${appointment} a on a.id = m.appointment_id
    ${joinRules}
    where ${isDue(p)}
    order by m.look_at limit ${asExpression(p.limit)}`,
  rulesFields,
);

export type Claimed = Pick<MessageRow, 'seq' | 'attempts'>;
/**
 * Until the lease ends nobody else has them. `claimed_until` is of those that are being sent: where it is still there, their Worker has
 * died. They may go out a second time, and never a third one.
 */
export const claim = rawStatement<{ seqs: string; now: number; lease: number }, Claimed>(
  (p) => sql`update ${message} as m set state = 'claimed', look_at = ${p.lease}, claimed_until = null,
      reason = iif(claimed_until is null, reason, 'lost'), changed_at = ${p.now}
    where seq in (select value from json_each(${p.seqs})) and ${isDue(p)}
    returning seq, attempts`,
);

/** What comes of one that is not sent now, if it is as it was read: its visit may have been moved. */
export type Settled = Pick<MessageRow, 'seq' | 'state' | 'reason' | 'due_at' | 'changed_at'> & {
  /** when it waits no more */
  ended_at: number | null;
  look_at: number;
};
/** @param settled JSON of `Settled[]` */
export const settle = rawStatement<{ settled: string; now: number }, never>(
  (p) => sql`update ${message} as m set state = s.value ->> 'state', reason = s.value ->> 'reason',
      due_at = coalesce(s.value ->> 'due_at', m.due_at), ended_at = s.value ->> 'ended_at',
      look_at = s.value ->> 'look_at', claimed_until = null, changed_at = ${p.now}
    from json_each(${p.settled}) s where m.seq = s.value ->> 'seq'
      and m.changed_at = s.value ->> 'changed_at' and ${isDue(p)}`,
);
