import { unwrap } from './errors.ts';
import type { AnyResult, DataOfResult, ItemOf } from './results.ts';

/** The query of a page behind another one. Nobody looks into a cursor. */
type Next<Query> = Query & { cursor?: string };

/** A page of a list, whichever way its list is paged. */
export interface Page<Item, Query> {
  items: Item[];
  /** The query of the next page; undefined: this is the last one */
  next: Next<Query> | undefined;
  /** How many there are on all pages; lists that are paged by a cursor do not say it */
  total: number | undefined;
  /** Whether `total` may be a lower bound, as a search finds too many to count, order or check all; never of pages by a cursor */
  incomplete: boolean;
  /** Whether a search found nobody, and these have names that sound like what was asked for */
  approximate: boolean;
}

/** How far a search can be paged. */
const SEARCH_OFFSET_MAX = 10_000;

/** The addresses that an answer links to. They may be others than this client's: a proxy's. */
const linked = (response: Response | undefined, rel: string): URL[] =>
  [...(response?.headers.get('link') ?? '').matchAll(/<([^>]*)>;\s*rel="(\w+)"/g)]
    .filter((link) => link[2] === rel)
    .map(([, url = '']) => new URL(url, 'http://any'));

/** Where a list has `tags`, as the types of its query say. */
type Tagged = { tags?: readonly string[] };

/** What nobody has given is a query of no fields; what a `Link` changes are texts, which the service reads as what they stand for. */
function asAsked<Query>(query: object): Query {
  return query as Query;
}

/**
 * The query of the next page: what was asked for, with what the `Link` changes or has kept. Events always have one: an empty page that
 * leads to itself is the last for now.
 */
function linkedQuery<Query extends object>(
  response: Response | undefined,
  asked: Query,
  isEmpty: boolean,
): Next<Query> | undefined {
  const [url] = linked(response, 'next');
  if (!url) return undefined;
  const next: Record<string, unknown> = Object.fromEntries(Object.entries(asked));
  let leadsOn = !isEmpty;
  for (const name of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(name);
    if (String(next[name]) === String(values)) continue;
    next[name] = values.length > 1 ? values : values[0];
    leadsOn = true;
  }
  return leadsOn ? asAsked(next) : undefined;
}

/** Of the records of one list: an answer may link to others as well. */
const idsOf = (result: AnyResult, rel: string, list: string) =>
  linked(result.response, rel).flatMap(({ pathname }) => {
    const end = pathname.lastIndexOf('/') + 1;
    return pathname.slice(0, end).endsWith(list) ? pathname.slice(end) : [];
  });

/**
 * Ids of the patients who are likely the same person as the one that was created, the likeliest first and at most five:
 * `GET /patient/{id}/duplicates` says more of them.
 */
export const duplicatesOf = (created: AnyResult): string[] => idsOf(created, 'duplicate', '/patient/');

/** Ids of the patient's other appointments at the time of the one that was created or changed, for which it was not refused. */
export const conflictsOf = (written: AnyResult): string[] => idsOf(written, 'conflict', '/calendar/appointments/');

/** What is no array is a page with its total: lists answer one or the other. */
function countedIn<Item>(data: unknown) {
  return data as Record<'total' | 'offset' | 'limit', number> & { data: Item[] };
}

/**
 * The page that a list has answered.
 * @param query what was asked for
 * @throws HospitalError if it has not
 */
export function pageOf<R extends AnyResult, Query extends object = Record<never, never>>(
  result: R,
  query: Query = asAsked({}),
): Page<ItemOf<DataOfResult<R>>, Query> {
  const data: unknown = unwrap(result);
  const { response } = result;
  const says = (header: string) => response?.headers.get(header) === 'true';
  const [incomplete, approximate] = [says('x-search-incomplete'), says('x-search-approximate')];
  if (Array.isArray(data)) {
    return {
      items: data,
      next: linkedQuery(response, query, data.length === 0),
      total: undefined,
      incomplete,
      approximate,
    };
  }
  const { total, offset, limit, data: items } = countedIn<ItemOf<DataOfResult<R>>>(data);
  const reached = offset + items.length;
  const searches = incomplete || asAsked<Tagged>(query).tags?.length;
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
