import type { ItemOf, Success } from './types.ts';

/** A page of a list, whichever way its list is paged. */
export interface Page<Item> {
  items: Item[];
  /** The query of the next page; undefined: this is the last one */
  next: Record<string, string | string[]> | undefined;
  /** How many there are on all pages; lists that are paged by a cursor do not say it */
  total: number | undefined;
  /** Whether a search left out records that may match */
  incomplete: boolean;
}

interface Slice {
  total: number;
  offset: number;
  limit: number;
  data: unknown[];
}

/** The query of the `Link` to the next page. Its address may be another one than this client's: a proxy's. */
function linkedQuery(header: string | null): URLSearchParams | undefined {
  const [, url] = /<([^>]*)>;\s*rel="next"/.exec(header ?? '') ?? [];
  return url === undefined ? undefined : new URL(url, 'http://any').searchParams;
}

/**
 * The page that a list has answered.
 * @param query what was asked for, which a list that is paged by offset goes on with
 */
export function pageOf<Data>(
  { data, response }: Success<number, Data>,
  query: Record<string, unknown> = {},
): Page<ItemOf<Data>> {
  const incomplete = response.headers.get('x-search-incomplete') === 'true';
  if (Array.isArray(data)) {
    const linked = linkedQuery(response.headers.get('link'));
    const names = [...new Set(linked?.keys())];
    const valuesOf = (name: string) => {
      const values = linked?.getAll(name) ?? [];
      return values.length > 1 ? values : (values[0] ?? '');
    };
    const next = linked && Object.fromEntries(names.map((name) => [name, valuesOf(name)]));
    return { items: data, next, total: undefined, incomplete };
  }
  const { total, offset, data: items } = data as Slice;
  const reached = offset + items.length;
  const next = items.length && reached < total ? { ...query, offset: String(reached) } : undefined;
  return { items: items as ItemOf<Data>[], next: next as Page<never>['next'], total, incomplete };
}

/** The version of the record that a read has answered, for `if-match`: the write is refused (412) if it was changed since. */
export const etagOf = ({ response }: { response: Response }): string => response.headers.get('etag') ?? '*';
