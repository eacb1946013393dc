// Without routes of its own: attempts to enter a password or a code are counted alike wherever one is asked for.
import type { ServiceContext } from '../../../context';
import { ThrottledError } from '../../../errors';
import * as queries from './queries';

const PAUSE = 1_000; // milliseconds

type Claimed<R extends { claim: queries.Claim | undefined }> = R & {
  attempt: R['claim'] extends queries.Claim ? queries.Attempt : queries.Attempt | undefined;
};

/** @param attempt undefined only where the batch claims none */
const withAttempt = <R extends { claim: queries.Claim | undefined }>(
  results: R,
  attempt: queries.Attempt | undefined,
) => ({ ...results, attempt }) as Claimed<R>;

/**
 * Runs the batch that claims an attempt, as `claim`. Right passwords may come at once, as from twelve clients of an account:
 * while ten are checked, the next one pauses for a second and asks again whether the count was cleared. It asks with the time
 * at which it came, so the pause lets nothing through. @throws ThrottledError
 */
export async function whenClaimed<R extends { claim: queries.Claim | undefined }>(
  now: number,
  batch: () => Promise<R>,
): Promise<Claimed<R>> {
  for (let paused = false; ; paused = true) {
    const results = await batch();
    const { claimed, state } = results.claim ?? { claimed: [], state: [] };
    if (claimed[0] || !results.claim) return withAttempt(results, claimed[0]);
    const { failures, wait_until } = state[0] ?? { failures: 0, wait_until: now };
    if (paused || failures > queries.WAIT_FROM) {
      throw new ThrottledError(
        'Too many wrong passwords or codes: wait before the next attempt',
        (wait_until - Date.now()) / 1000,
      );
    }
    await scheduler.wait(PAUSE);
  }
}

/** Nine wrong passwords or codes in a row cost no wait. @throws the error */
export async function refuse(
  ctx: ServiceContext,
  { counter, failures }: queries.Attempt,
  error: Error,
): Promise<never> {
  if (failures >= queries.WAIT_FROM) await ctx.db.run(queries.beginWait({ counter, now: Date.now() }));
  throw error;
}
