import { isCancelled, isToCome } from '../rules/appointment-status';
import {
  addressesOf,
  afterQuiet,
  type DropReason,
  dueAt,
  isLate,
  isOver,
  LATE,
  type MessageChannel,
  type Planned as Plan,
  plannedAt,
  type QuietHours,
  type Reachable,
} from '../rules/messages';

export interface Rules {
  booked: boolean;
  reminders: readonly number[];
  quiet: QuietHours | null;
  channel: MessageChannel;
}

/** What says when a message is due: its plan, the visit as it is now, and the rules as they are now. */
export interface Planned extends Plan {
  /** why it has waited, or not gone out, so far */
  reason: string | null;
  status: string;
  /** whether the visit was deleted */
  is_gone: 0 | 1;
  /** null: there are none */
  rules: Rules | null;
}

/** Who gets it, as is known now: of a merged patient the one who stays. */
export interface Receiver extends Reachable {
  is_deleted: 0 | 1;
  deceased_at: string | null;
}

export type Decision =
  | { act: 'send'; due: number /** until when it may go out */; last: number; channel: MessageChannel }
  | { act: 'wait'; due: number /** when it is decided about again */; until: number }
  | { act: 'drop'; reason: DropReason };

const drop = (reason: DropReason): Decision => ({ act: 'drop', reason });
const wait = (due: number, until = due): Decision => ({ act: 'wait', due, until });

const asksFor = ({ booked, reminders }: Rules, { kind, hours_before }: Planned): boolean =>
  kind === 'booked' ? booked : reminders.includes(hours_before);

/** Whether it goes out now, as far as its visit and the rules tell. */
export function decideTime(message: Planned, now: number, zone: string): Decision {
  const { status, starts_at, is_gone, rules } = message;
  if (is_gone || isCancelled(status)) return drop('cancelled');
  if (!isToCome(status)) return drop('ended');
  const late = drop(message.reason === 'quota' ? 'quota' : 'late');
  if (now >= starts_at || isOver(message, zone)) return late;
  const due = dueAt(message, rules?.quiet ?? null, zone);
  if (due === null) {
    // Until it would have been due, the rules may change.
    const planned = plannedAt(message, zone);
    return now < planned ? wait(planned) : drop('quiet_hours');
  }
  if (now < due) return wait(due);
  if (isLate(message, due, now)) return late;
  if (!rules || !asksFor(rules, message)) return drop('rules_off');
  const last = Math.min(due + LATE, starts_at - 1);
  // What was due before them may come to be sent in them: tried again, or once there is room.
  const free = afterQuiet(now, rules.quiet, zone);
  if (free > last) return drop('quiet_hours');
  return free > now ? wait(due, free) : { act: 'send', due, last, channel: rules.channel };
}

/** Why it does not go out to the patient. @param mails whether the deployment mails */
export function refusalOf(to: Receiver, channel: MessageChannel, mails: boolean): DropReason | null {
  if (to.is_deleted) return 'deleted';
  if (to.deceased_at !== null) return 'deceased';
  if (channel === 'email' && !mails) return 'mail_off';
  if (Object.keys(addressesOf(to, channel)).length > 0) return null;
  const agrees = to.contact?.email || (channel === 'event' && to.contact?.sms);
  return agrees ? 'no_address' : 'no_consent';
}

export function decide(
  message: Planned & Receiver,
  { now, zone, mails }: { now: number; zone: string; mails: boolean },
): Decision {
  const time = decideTime(message, now, zone);
  const refusal = time.act === 'send' ? refusalOf(message, time.channel, mails) : null;
  return refusal === null ? time : drop(refusal);
}
