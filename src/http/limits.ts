import type { Actor } from '../context';
import { WRITTEN_UNIT } from '../db/written-bytes';
import type { RateLimitName } from '../env';
import { ThrottledError, UnavailableError } from '../errors';
import { failureOf, log } from '../log';
import { type AppContext, clientAddress } from './context';
import { networkOf } from './network';

/** Seconds, as every limit in wrangler.toml has it. */
const PERIOD = 60;

/** Milliseconds: many requests may meet the same failure. */
const LOGGED_ONCE_IN = 10_000;
const lastLogged = new Map<RateLimitName, number>();

function logFailure(limit: RateLimitName, error: unknown): void {
  const now = Date.now();
  if (now < (lastLogged.get(limit) ?? Number.NEGATIVE_INFINITY) + LOGGED_ONCE_IN) return;
  lastLogged.set(limit, now);
  log('error', 'limiter_failed', { limit, ...failureOf(error) });
}

type Verdict = 'allowed' | 'exceeded' | 'unknown';

/** `unknown` where the limiter fails or is not bound. */
async function ask(c: AppContext, limit: RateLimitName, key: string): Promise<Verdict> {
  try {
    const { success } = await c.env[limit].limit({ key });
    return success ? 'allowed' : 'exceeded';
  } catch (error) {
    logFailure(limit, error);
    return 'unknown';
  }
}

/** A limit that fails lets requests pass: a clinic without limits still works. @throws ThrottledError */
async function count(c: AppContext, limit: RateLimitName, key: string, what: string): Promise<Verdict> {
  const verdict = await ask(c, limit, key);
  if (verdict === 'exceeded') throw new ThrottledError(`Too many ${what}`, PERIOD);
  return verdict;
}

export const network = (c: AppContext): string => networkOf(clientAddress(c) ?? 'unknown');

/** @throws ThrottledError */
export const limitAddress = (c: AppContext): Promise<unknown> =>
  count(c, 'AUTH_RATE_LIMIT', network(c), 'requests from this address');

/**
 * Called before a password is hashed. That takes 150 ms of CPU, so where the limiter fails, nothing is hashed.
 * @param known the device of a client without a token. Not its account: whoever has logged in once has its cookie
 * @throws ThrottledError, UnavailableError
 */
export async function limitHashing(c: AppContext, known?: string): Promise<void> {
  const key = known ?? c.get('actor')?.id ?? network(c);
  const verdict = await count(c, 'PASSWORD_RATE_LIMIT', key, 'passwords from this client');
  if (verdict === 'unknown') throw new UnavailableError('Passwords cannot be checked or set at the moment');
}

/** Searches count apart, so that they and other requests do not stop each other. @throws ThrottledError */
export const limitAccount = (c: AppContext, { id }: Actor, isSearch: boolean): Promise<unknown> =>
  isSearch
    ? count(c, 'SEARCH_RATE_LIMIT', id, 'searches of this account')
    : count(c, 'ACCOUNT_RATE_LIMIT', id, 'requests of this account');

/** A record of 1 MiB counts 64 times, most records not at all. @throws ThrottledError */
export async function limitWritten(c: AppContext, bytes: number): Promise<void> {
  const units = Math.round(bytes / WRITTEN_UNIT);
  if (units === 0) return;
  const key = c.get('actor')?.id ?? network(c);
  await Promise.all(
    Array.from({ length: units }, () => count(c, 'WRITTEN_RATE_LIMIT', key, 'bytes written for this account')),
  );
}

/** Files are fetched without a token. @throws ThrottledError */
export const limitFiles = (c: AppContext): Promise<unknown> =>
  count(c, 'ACCOUNT_RATE_LIMIT', network(c), 'files from this address');

/** Of an account apart from its own requests: whoever has its feed's address could stop these. @throws ThrottledError */
export const limitFeed = (c: AppContext, feed: { user_id: string } | undefined): Promise<unknown> =>
  feed
    ? count(c, 'ACCOUNT_RATE_LIMIT', `feeds ${feed.user_id}`, 'requests for feeds of this account')
    : count(c, 'ACCOUNT_RATE_LIMIT', network(c), 'feeds from this address');

/** A link of a mail is counted by itself, and an address where it makes links up. @throws ThrottledError */
export const limitUnsubscribe = (c: AppContext, link: { patient_id: string } | null): Promise<unknown> =>
  link
    ? count(c, 'ACCOUNT_RATE_LIMIT', `unsubscribe ${link.patient_id}`, 'requests of this link')
    : count(c, 'ACCOUNT_RATE_LIMIT', network(c), 'links from this address');

export const mayRecordRefusal = async (c: AppContext, account: string): Promise<boolean> =>
  (await ask(c, 'REFUSAL_RATE_LIMIT', account)) !== 'exceeded';
