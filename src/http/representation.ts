import type * as z from 'zod';
import { fingerprint } from '../auth/tokens';
import type { Target } from '../db/audited-update';
import type { Versioned } from '../db/entity';
import type { Idempotency } from '../db/idempotency';
import { settingsOf } from '../env';
import { sha256 } from '../rules/sha256';
import type { View } from '../schemas/requests';
import { recordDuplicates, recordShown } from './access';
import { type AppContext, baseUrl } from './context';
import { readHeader } from './headers';

interface PreferHeader {
  prefer?: string | undefined;
}

/** What the client wants as the answer to a write: the full record or less (RFC 7240). */
export const preferredView = ({ prefer = '' }: PreferHeader): View =>
  /(^|[,;\s])return="?representation"?($|[,;\s])/i.test(prefer) ? 'full' : 'reduced';

/** The preferred view, and `Preference-Applied` if it is the full record. Only once the write has succeeded. */
export function applyPreference(c: AppContext, header: PreferHeader): View {
  const view = preferredView(header);
  if (view === 'full') c.header('preference-applied', 'return=representation');
  return view;
}

export const setETag = (c: AppContext, version: number): void => c.header('etag', `"${version}"`);

/**
 * For `endpoint()`: what a read of one record takes and answers.
 * @param body of the record
 */
export const readOf = <const S extends z.ZodType>(description: string, body: S) => ({
  requestHeaders: readHeader,
  answers: {
    200: { description, body, headers: { etag: 'Its version; opaque but for `If-Match` and `If-None-Match`' } },
    304: { description: 'Not modified: what `If-None-Match` names', headers: { etag: 'The tag that was named' } },
  },
});

/** Whether `If-None-Match` names the tag, by weak comparison (RFC 9110 13.1.2). */
const isKnown = (c: AppContext, etag: string): boolean =>
  c.req
    .header('if-none-match')
    ?.split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === '*' || one === etag) ?? false;

/** Most records have no files, and nothing to hash. */
const DIGEST_OF_NOTHING = '0'.repeat(16);
const digestOf = async (joined: readonly unknown[]): Promise<string> =>
  joined.length === 0 ? DIGEST_OF_NOTHING : (await sha256(JSON.stringify(joined))).slice(0, 16);

/**
 * Answers a read of one record, 304 if the client has it as it is.
 * @param joined what of the record is shown but not its own, as files or names: that changes without a new version, so its
 *   digest is in the tag, too. An answer to a write has the bare version, which such a read never has.
 */
export async function answerRecord<T>(c: AppContext, { version, record }: Versioned<T>, joined?: readonly unknown[]) {
  const etag = `"${joined === undefined ? version : `${version}-${await digestOf(joined)}`}"`;
  c.header('etag', etag);
  recordShown(c, record);
  return isKnown(c, etag) ? c.body(null, 304) : c.json(record, 200);
}

/** Answers JSON, and records what it shows of patients. */
export function answerJson(c: AppContext, body: object, status: 200 | 201 = 200) {
  recordShown(c, body);
  return c.json(body, status);
}

/** Answers bytes, all, a part or none of them, and records the `record` whose they are. */
export function answerBytes(
  c: AppContext,
  record: object,
  bytes: ReadableStream | null,
  status: 200 | 206 | 304,
  headers: Record<string, string>,
) {
  recordShown(c, record);
  return c.newResponse(bytes, status, headers);
}

/** The record that a write is for, in the version that `If-Match` names; without one, or with `*`, in any. */
export function targetOf(id: string, header: { 'if-match'?: string | undefined }): Target {
  const version = header['if-match']?.match(/\d+/)?.[0];
  return { id, if_version: version === undefined ? null : Number(version) };
}

/** The address of a record, by default of the collection that the request was sent to. */
const addressOf = (c: AppContext, id: string, collection = c.req.path): string =>
  `${baseUrl(c)}${collection.replace(/\/$/, '')}/${id}`;

/** `Location` of what was created. @param collection where it is read, if not where it was sent to */
export const setLocation = (c: AppContext, id: string, collection?: string): void =>
  c.header('location', addressOf(c, id, collection));

/** `Location` and `ETag` of what was created. @param collection where it is read, if not where it was sent to */
export function setCreated(c: AppContext, id: string, version = 1, collection?: string): void {
  setLocation(c, id, collection);
  setETag(c, version);
}

/** `x-search-incomplete`, where not every match of a search was counted, put in order or checked by a filter. */
export function setIncomplete(c: AppContext, incomplete: boolean): void {
  if (incomplete) c.header('x-search-incomplete', 'true');
}

/** `x-search-approximate`, where those are answered whose names sound like the ones that were searched for. */
export function setApproximate(c: AppContext, approximate: boolean): void {
  if (approximate) c.header('x-search-approximate', 'true');
}

/** RFC 8288: the address of the next page, if there is one. Its cursor lies behind what `offset` skipped. */
export function setPage(c: AppContext, { next }: { next: string | number | null }): void {
  if (next !== null) setNext(c, { cursor: String(next), offset: null });
}

/** RFC 8288: the address of the next page, by the query parameters in which it differs; null for one that it lacks. */
export function setNext(c: AppContext, parameters: Record<string, string | null>): void {
  const url = new URL(c.req.url);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  c.header('link', `<${baseUrl(c)}${url.pathname}${url.search}>; rel="next"`);
}

/** RFC 8288, RFC 6249: the addresses of patients who may be the one created, the likeliest first. They are put on record. */
export function setDuplicateLinks(c: AppContext, created: string, ids: readonly string[]): void {
  if (ids.length === 0) return;
  c.header('link', ids.map((id) => `<${addressOf(c, id)}>; rel="duplicate"`).join(', '));
  recordDuplicates(c, created, ids);
}

/** The idempotency key of a create, with a fingerprint of what it asks for: the path and the body. */
export async function idempotencyOf(
  c: AppContext,
  header: { 'idempotency-key'?: string | undefined },
): Promise<Idempotency | null> {
  const key = header['idempotency-key'];
  if (key === undefined) return null;
  const request = `${c.req.path.replace(/\/$/, '')}\n${await c.req.text()}`;
  return { key, fingerprint: await fingerprint(settingsOf(c.env), request) };
}
