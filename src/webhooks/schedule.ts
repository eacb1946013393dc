import { DAY, HOUR, MINUTE } from '../rules/clock';

/** Between an attempt that failed and the next one. */
const WAITS = [5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

export const ATTEMPTS_MAX = WAITS.length + 1;

/** @param attempts all of which have failed, the last one at that time. @returns null where it is given up */
export function nextAttempt(attempts: number, now: number): number | null {
  const wait = WAITS[attempts - 1];
  return wait === undefined ? null : now + wait;
}

/** How long a message may be under way. After that the minute's tick takes it for lost. */
export const LEASE = 2 * MINUTE;

/** A webhook that has failed for so long is disabled. */
export const FAILING_MAX = 5 * DAY;
