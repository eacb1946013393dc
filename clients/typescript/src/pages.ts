import { unwrap } from './errors.ts';
import type { AnyResult, DataOfResult, ItemOf } from './types.ts';

/** A page of a list, whichever way its list is paged. */
export interface Page<Item, Query> {
  items: Item[];
  /** The query of the next page; undefined: this is the last one */
  next: Query | undefined;
  /** How many there are on all pages; lists that are paged by a cursor do not say it */
  total: number | undefined;
  /** Whether `total` may be a lower bound, as a search finds too many to count, order or check all; never of pages by a cursor */
  incomplete: boolean;
  /** Whether a search found nobody, and these have names that sound like what was asked for */
  approximate: boolean;
}

/** How far a search can be paged. */
const SEARCH_OFFSET_MAX = 10_000;

/** The query of the `Link` to the next page. Its address may be another one than this client's: a proxy's. */
function linkedQuery<Query>(response: Response): Query | undefined {
  const [, url] = /<([^>]*)>;\s*rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
  if (url === undefined) return undefined;
  const query = new URL(url, 'http://any').searchParams;
  // The parameters that were asked for, as the service writes them: arrays of texts, which it takes as it takes the others.
  return Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)])) as Query;
}

/**
 * The page that a list has answered.
 * @param query what was asked for
 * @throws HospitalError if it has not
 */
export function pageOf<R extends AnyResult, Query extends object = Record<never, never>>(
  result: R,
  query = {} as Query,
): Page<ItemOf<DataOfResult<R>>, Query> {
  type Items = ItemOf<DataOfResult<R>>[];
  const data: unknown = unwrap(result);
  const { response } = result as { response: Response };
  const says = (header: string) => response.headers.get(header) === 'true';
  const [incomplete, approximate] = [says('x-search-incomplete'), says('x-search-approximate')];
  if (Array.isArray(data)) {
    return { items: data, next: linkedQuery<Query>(response), total: undefined, incomplete, approximate };
  }
  const { total, offset, limit, data: items } = data as Record<'total' | 'offset' | 'limit', number> & { data: Items };
  const reached = offset + items.length;
  const searches = incomplete || (query as { tags?: readonly string[] }).tags?.length;
  // Where the total is a lower bound, only a page that is not full is known to be the last one.
  const isLast = (incomplete ? items.length < limit : reached >= total) || (searches && reached > SEARCH_OFFSET_MAX);
  const next = items.length && !isLast ? { ...query, offset: reached } : undefined;
  return { items, next, total, incomplete, approximate };
}

/**
 * The version of a record that was read or written, for the header `if-match` of a write: it is refused (412) if somebody
 * has changed the record since.
 * @throws HospitalError if it was neither read nor written
 */
export function etagOf(result: AnyResult): string {
  unwrap(result);
  const etag = result.response?.headers.get('etag');
  if (!etag) throw new Error('No ETag');
  return etag;
}
