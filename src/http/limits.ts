import { networkOf } from '../auth/network';
import type { Actor } from '../context';
import { ThrottledError } from '../errors';
import type { AppContext } from './context';

/** Seconds: the period of every limit in wrangler.toml. */
const PERIOD = 60;

async function count(limit: RateLimit, key: string, what: string): Promise<void> {
  const { success } = await limit.limit({ key });
  if (!success) throw new ThrottledError(`Too many ${what}`, PERIOD);
}

const network = (c: AppContext): string => networkOf(c.req.header('cf-connecting-ip') ?? 'unknown');

/** Of the requests to /auth from one address, whatever they are. @throws ThrottledError */
export const limitAddress = (c: AppContext): Promise<void> =>
  count(c.env.AUTH_RATE_LIMIT, network(c), 'requests from this address');

/**
 * Of the passwords that are hashed, which takes 150 ms of CPU each: called before that is done. They count for the
 * account that sends the request, else for its address.
 * @param known the account that a client without a token is known to have logged into before
 * @throws ThrottledError
 */
export const limitHashing = (c: AppContext, known?: string): Promise<void> =>
  count(c.env.PASSWORD_RATE_LIMIT, known ?? c.get('actor')?.id ?? network(c), 'passwords from this client');

/** Lists by these read up to 5,000 rows, where others read a page. */
const SEARCHED_BY = ['search', 'tags'];
const searches = (c: AppContext) => SEARCHED_BY.some((name) => c.req.queries(name)?.some((value) => value !== ''));

/** Of the requests of one account: searches count apart from all others, so that neither stops the other. @throws ThrottledError */
export const limitAccount = (c: AppContext, { id }: Actor, isSearch = searches(c)): Promise<void> =>
  isSearch
    ? count(c.env.SEARCH_RATE_LIMIT, id, 'searches of this account')
    : count(c.env.ACCOUNT_RATE_LIMIT, id, 'requests of this account');

/** Of the files that one address fetches, for which it needs no token. @throws ThrottledError */
export const limitFiles = (c: AppContext): Promise<void> =>
  count(c.env.ACCOUNT_RATE_LIMIT, network(c), 'files from this address');

/** Whether a request of an account that its role does not allow is still put on record. */
export const isRecorded = async (c: AppContext, account: string): Promise<boolean> =>
  (await c.env.REFUSAL_RATE_LIMIT.limit({ key: account })).success;
