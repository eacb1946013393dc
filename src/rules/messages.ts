/** What patients are told of their visits, and when. Times are epoch milliseconds. */
import { DAY, firstTimeOf, HOUR, MINUTE, readingAt, timeOf } from './clock';

export const MESSAGE_KINDS = ['booked', 'reminder'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** By mail from here, or as an event for a program that sends it. */
export const MESSAGE_CHANNELS = ['email', 'event'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** `claimed`: by whoever sends it now; `told`: the event is out. Both are answered as `waiting`. */
export const MESSAGE_STATES = ['waiting', 'claimed', 'told', 'sent', 'dropped', 'failed'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];
/** As answered. */
export const SHOWN_STATES = ['waiting', 'sent', 'dropped', 'failed'] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

/** What a mail may say besides the clinic, the time, the place and a link. */
export const MESSAGE_DETAILS = ['doctor', 'department', 'type'] as const;
export type MessageDetail = (typeof MESSAGE_DETAILS)[number];

/** Why a message was not sent, and never will be. */
export const DROP_REASONS = {
  cancelled: 'the visit is cancelled',
  ended: 'the patient has come, or was missed, or the visit is over',
  deceased: 'the patient has died',
  deleted: 'the patient is deleted',
  no_consent: 'the patient has not agreed to that channel',
  no_address: 'the record has no e-mail, or no phone number',
  late: 'its time was over at the booking, or it could not be sent within two hours of it, or before the visit',
  quiet_hours: 'the quiet hours end after the visit begins, or when it is late',
  quota: 'the mails of the day were used up for too long',
  patient_limit: 'the patient had too many that day',
  unanswered: 'the program has not answered in time',
  rules_off: 'the hospital does not ask for it any more',
  mail_off: 'the deployment sends no mail',
  restored: 'the database was restored from a backup',
} as const;
export type DropReason = keyof typeof DROP_REASONS;

/** When nobody is written to, by the clocks of the hospital: `22:00` to `07:00` is a night. */
export interface QuietHours {
  from: string;
  until: string;
}

/** What comes later than that is of no use. */
export const LATE = 2 * HOUR;

/** Hours before a visit, at most: two weeks. */
export const HOURS_BEFORE_MAX = 336;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** @returns the moment itself where it is in no quiet hours, otherwise when they end */
export function afterQuiet(at: number, quiet: QuietHours | null, timeZone: string): number {
  if (!quiet) return at;
  const [from, until] = [minutesOf(quiet.from), minutesOf(quiet.until)];
  const reading = readingAt(at, timeZone);
  const midnight = Math.floor(reading / DAY) * DAY;
  const now = Math.floor((reading - midnight) / MINUTE);
  const isEvening = from > until && now >= from;
  const isQuiet = from < until ? now >= from && now < until : isEvening || now < until;
  if (!isQuiet) return at;
  const end = firstTimeOf(midnight + (isEvening ? DAY : 0) + until * MINUTE, timeZone);
  // Where clocks show an hour twice, it is the second time.
  return end > at ? end : end + HOUR;
}

/** The clocks show as many hours less than at the visit: 24 before Monday at ten is Sunday at ten, whatever the night was. */
function remindedAt(starts_at: number, hours: number, timeZone: string): number {
  const byClocks = timeOf(readingAt(starts_at, timeZone) - hours * HOUR, timeZone);
  // Where they skip an hour, one before it is no time at all.
  return Math.min(byClocks, starts_at - HOUR);
}

export interface Planned {
  kind: MessageKind;
  hours_before: number;
  starts_at: number;
  /** when it was planned; of a `booked` one also when the visit was moved */
  created_at: number;
}

/** When it would be due if there were no quiet hours. */
export const plannedAt = ({ kind, hours_before, starts_at, created_at }: Planned, timeZone: string): number =>
  kind === 'booked' ? created_at : remindedAt(starts_at, hours_before, timeZone);

/** @returns null where the quiet hours end too late for it: `quiet_hours` */
export function dueAt(planned: Planned, quiet: QuietHours | null, timeZone: string): number | null {
  const { starts_at } = planned;
  const at = plannedAt(planned, timeZone);
  const due = afterQuiet(at, quiet, timeZone);
  return due === at || due < starts_at ? due : null;
}

/** Whether its time was over when the visit was booked: the row is planned by elapsed hours, and an hour too generously. */
export const isOver = (planned: Planned, timeZone: string): boolean =>
  planned.kind === 'reminder' && plannedAt(planned, timeZone) <= planned.created_at;

/** Of one that is not sent yet. */
export const isLate = ({ starts_at }: Pick<Planned, 'starts_at'>, due: number, now: number): boolean =>
  now > due + LATE || now >= starts_at;

export interface Reachable {
  contact: { email: boolean; sms: boolean } | null;
  email: string | null;
  phone_number: string | null;
}

/** Where a patient is written to: from here by mail alone, by a program in either way that the patient agrees to. */
export function addressesOf(
  { contact, email, phone_number }: Reachable,
  channel: MessageChannel,
): { email?: string; phone_number?: string } {
  return {
    ...(contact?.email && email && { email }),
    ...(channel === 'event' && contact?.sms && phone_number && { phone_number }),
  };
}
