import { fingerprint } from '../auth/tokens';
import { settingsOf } from '../env';
import { failureOf, log } from '../log';
import { recordAccess, recordNoAccess } from './access-log';
import { answerJson } from './answers';
import { type AppContext, baseUrl, originOf } from './context';
import { isKnown } from './versions';

/** @param incomplete a search did not count, order or filter all matches */
export function setIncomplete(c: AppContext, incomplete: boolean): void {
  if (incomplete) c.header('x-search-incomplete', 'true');
}

/** @param approximate the names in the answer only sound like those in the search */
export function setApproximate(c: AppContext, approximate: boolean): void {
  if (approximate) c.header('x-search-approximate', 'true');
}

/** The next page has no `offset`: the cursor is behind what was skipped. */
export function setNextPage(c: AppContext, { next }: { next: string | number | null }): void {
  if (next !== null) setNextLink(c, { cursor: String(next), offset: null });
}

/** RFC 8288, to what was asked for. @param parameters of the address that differ; null removes one */
export function linkTo(c: AppContext, rel: 'next' | 'first', parameters: Record<string, string | null>): string {
  const { url } = c.req;
  const [path = ''] = url.slice(originOf(url).length).split('?', 1);
  const query = new URLSearchParams(url.slice(originOf(url).length + path.length));
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return `<${baseUrl(c)}${path}?${query}>; rel="${rel}"`;
}

export const setNextLink = (c: AppContext, parameters: Record<string, string | null>): void =>
  c.header('link', linkTo(c, 'next', parameters));

/**
 * A list that portals ask for every few seconds. A 304 is no access, as nobody but the account that was shown the page, and is on
 * record for that, can know its tag: it is keyed, and of that account and address alone.
 */
export async function answerPolled(c: AppContext, rows: object[], next: string | null) {
  const body = JSON.stringify(rows);
  const shown = [c.get('actor')?.id, c.req.url, next, body].join('\n');
  const etag = `"${(await fingerprint(settingsOf(c.env), shown)).slice(0, 32)}"`;
  c.header('etag', etag);
  if (isKnown(c, etag)) {
    recordNoAccess(c);
    return c.body(null, 304);
  }
  setNextPage(c, { next });
  recordAccess(c, rows);
  return c.body(body, 200, { 'content-type': 'application/json' });
}

interface Page {
  data: unknown[];
}

/** Rows that are read while the answer is sent. */
export async function* shownParts<Row>(c: AppContext, rest: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  try {
    for await (const rows of rest) {
      if (rows.length === 0) continue;
      recordAccess(c, { data: rows });
      yield rows;
    }
  } catch (error) {
    // The status has been sent, so only the end of the answer can tell the client.
    log('error', 'page_broken_off', { request_id: c.get('requestId'), ...failureOf(error) });
    throw error;
  }
}

export function answerParts(c: AppContext, parts: AsyncGenerator<string>, headers: Record<string, string>) {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: async () => void (await parts.return(undefined)),
    },
    // Nothing is read ahead: nobody takes the body of an answer to HEAD.
    { highWaterMark: 0 },
  );
  return c.body(body, 200, headers);
}

async function* jsonOf<P extends Page>(c: AppContext, { data, ...page }: P, rest: AsyncIterable<P['data']>) {
  const elements = (rows: P['data']) => rows.map((row) => JSON.stringify(row)).join();
  yield `${JSON.stringify(page).slice(0, -1)},"data":[${elements(data)}`;
  for await (const rows of shownParts(c, rest)) yield `,${elements(rows)}`;
  yield ']}';
}

/** @param rest rows that are too many for the memory: read and sent part by part */
export function answerPage<P extends Page>(c: AppContext, page: P, rest?: AsyncIterable<P['data']>) {
  if (!rest) return answerJson(c, page);
  recordAccess(c, page);
  return answerParts(c, jsonOf(c, page, rest), { 'content-type': 'application/json' });
}
