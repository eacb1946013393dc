// A room without routes: attempts to enter a password or a code are counted alike wherever one is asked for.
import type { ServiceContext } from '../../../context';
import { ThrottledError } from '../../../errors';
import { type Attempt, beginWait, type Claim, WAIT_FROM } from './queries';

const PAUSE = 1_000; // milliseconds

type Claimed<R extends { claim: Claim | undefined }> = R & {
  attempt: R['claim'] extends Claim ? Attempt : Attempt | undefined;
};

/**
 * Runs the batch that claims an attempt, as `claim`. Without a claim there is no attempt, either.
 *
 * Attempts with the right password may come at the same time, too: two tabs, or twelve clients of one account. While ten
 * are being checked, the next pauses for a second and asks again whether the count was cleared. It asks with the time at
 * which it came, so the pause itself lets nothing through.
 * @returns the results of the batch, and the attempt
 * @throws ThrottledError
 */
export async function whenClaimed<R extends { claim: Claim | undefined }>(
  now: number,
  batch: () => Promise<R>,
): Promise<Claimed<R>> {
  for (let paused = false; ; paused = true) {
    const results = await batch();
    const { claimed, state } = results.claim ?? { claimed: [], state: [] };
    // The type says that only a batch without a claim comes back without an attempt.
    if (claimed[0] || !results.claim) return { ...results, attempt: claimed[0] } as Claimed<R>;
    const { failures, wait_until } = state[0] ?? { failures: 0, wait_until: now };
    if (paused || failures > WAIT_FROM) {
      throw new ThrottledError(
        'Too many wrong passwords or codes: wait before the next attempt',
        (wait_until - Date.now()) / 1000,
      );
    }
    await scheduler.wait(PAUSE);
  }
}

/** Begins the wait that a wrong password or code costs; the first nine cost none. @throws the error */
export async function refuse(ctx: ServiceContext, { counter, failures }: Attempt, error: Error): Promise<never> {
  if (failures >= WAIT_FROM) await ctx.db.run(beginWait({ counter, now: Date.now() }));
  throw error;
}
