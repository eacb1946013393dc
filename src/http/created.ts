// What a create takes and answers beside its record: the idempotency key, the new address, likely duplicates.
import { fingerprint } from '../auth/tokens';
import type { Idempotency } from '../db/idempotency';
import { settingsOf } from '../env';
import { recordDuplicates } from './access-log';
import { type AppContext, baseUrl } from './context';
import { setETag } from './versions';

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

/** RFC 8288, RFC 6249: the addresses of patients who may be the one created, the likeliest first. They are put on record. */
export function setDuplicateLinks(c: AppContext, created: string, ids: readonly string[]): void {
  if (ids.length === 0) return;
  c.header('link', ids.map((id) => `<${addressOf(c, id)}>; rel="duplicate"`).join(', '));
  recordDuplicates(c, created, ids);
}
