// Queries that are read again by themselves, and what it takes to ask by the tag of what was answered.
import type { AnyResult } from 'hospital-service-client';
import type * as T from './types.ts';

export interface Loose {
  params?: { path?: object; query?: object };
  headers?: Record<string, string> | undefined;
  live?: boolean | number;
}

export interface Reading extends T.Context {
  pageParam?: object | undefined;
}

/** Milliseconds. */
const LIVE = 10_000;

export interface Pages {
  pages: object[];
  pageParams: unknown[];
}
const isPages = (data: unknown): data is Pages => typeof data === 'object' && data !== null && 'pages' in data;

/** Pages are the same where each of them is: then nobody who shows them is told. */
const sameIfEachIs = (before: unknown, after: unknown): unknown =>
  isPages(before) &&
  isPages(after) &&
  before.pages.length === after.pages.length &&
  after.pages.every((page, i) => page === before.pages[i])
    ? before
    : after;

/** Data that is live is kept as it was answered, as its tag is known by it. */
export const whereLive = ({ live }: Loose) =>
  live && { refetchInterval: live === true ? LIVE : live, structuralSharing: sameIfEachIs };

/** Asks the client for what is read: of what is live, whether it has changed. */
export function asking(calls: T.LooseHospital) {
  /** By what was answered, which TanStack Query keeps: what is shown instead for a while has none. */
  const tags = new WeakMap<object, string>();

  /** @param known what was answered last: it is again where the service says that it is still so */
  return async function ask(
    path: string,
    { live, ...asked }: Loose,
    { signal }: Reading,
    known: () => object | undefined,
    dataOf: (result: AnyResult) => unknown,
  ): Promise<unknown> {
    if (!live) return dataOf(await calls.GET(path, { ...asked, signal }));
    const before = known();
    const tag = before && tags.get(before);
    const headers = { ...asked.headers, ...(tag && { 'if-none-match': tag }) };
    const result = await calls.GET(path, { ...asked, headers, signal });
    const data = before && tag && result.status === 304 ? before : dataOf(result);
    const next = result.response?.headers.get('etag');
    if (next && typeof data === 'object' && data) tags.set(data, next);
    return data;
  };
}
