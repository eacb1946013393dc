import { MINUTE } from '../rules/clock';

/**
 * For how long a message may be under way: handed to the queue, and from then on being sent. After that it is taken for lost, and taken
 * on again. A Worker may run for a quarter of an hour, but no send lasts so long.
 */
export const LEASE = 10 * MINUTE;

/** Between a mail that was refused and the next try. */
const WAITS = [5 * MINUTE, 30 * MINUTE];

/** @param tries all of which were refused, the last one now. @returns null where it is given up */
export function nextTry(tries: number, { now, last }: { now: number; last: number }): number | null {
  const wait = WAITS[tries - 1];
  return wait === undefined || now + wait > last ? null : now + wait;
}

/** Until a message whose mail is one too many for the day is looked at again: another day may have begun, or the limit been raised. */
export const QUOTA_WAIT = 30 * MINUTE;
/** @param held the minute until which no mail is tried. @param last when it is late, which it is dropped for then */
export const delayedUntil = ({ now, held, last }: Record<'now' | 'held' | 'last', number>): number =>
  Math.min(held * MINUTE > now ? held * MINUTE : now + QUOTA_WAIT, last + 1);
/** The same, of one that the platform had no room for at that moment. */
export const RATE_WAIT = 2 * MINUTE;
export const RATE_LIMITED = 'E_RATE_LIMIT_EXCEEDED';

/** Mails about visits that a patient gets in a day. */
export const PATIENT_MAX = 5;

/** Of the mails that the deployment may send in a day. The rest is for accounts: nobody logs in with a reminder. */
const SHARE = 0.9;
export const mostOf = (perDay: number): number => Math.floor(perDay * SHARE);

/** `reason` of one that may be out: its Worker died while it was being sent, or the platform's answer did not come. */
export const LOST = 'lost';
