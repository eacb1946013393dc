import { fingerprint } from '../auth/tokens';
import type { Idempotency } from '../db/idempotency';
import { settingsOf } from '../env';
import { type AppContext, baseUrl } from './context';

/** RFC 7240: whether the client prefers the full record, said back in `Preference-Applied`. */
export function prefersRepresentation(c: AppContext, header: { prefer?: string | undefined }): boolean {
  const wanted = /(^|[,;\s])return="?representation"?($|[,;\s])/i.test(header.prefer ?? '');
  if (wanted) c.header('preference-applied', 'return=representation');
  return wanted;
}

export const setVersion = (c: AppContext, version: number): void => c.header('etag', `"${version}"`);

/** The version that the client has seen; null: it does not say, or takes any. */
export function ifVersion(header: { 'if-match'?: string | undefined }): number | null {
  const etag = header['if-match'];
  const version = etag?.match(/\d+/)?.[0];
  return version === undefined ? null : Number(version);
}

/** `Location` of what was created, and its version. */
export function created(c: AppContext, id: string, version = 1): void {
  const collection = c.req.path.replace(/\/$/, '');
  c.header('location', `${baseUrl(c)}${collection}/${id}`);
  setVersion(c, version);
}

/** RFC 8288: the address of the next page. */
export function linkNext(c: AppContext, next: number | null): void {
  if (next === null) return;
  const url = new URL(c.req.url);
  url.searchParams.set('cursor', String(next));
  c.header('link', `<${baseUrl(c)}${url.pathname}${url.search}>; rel="next"`);
}

/** The create's key with a fingerprint of what it asks for: the path and the body. */
export async function idempotencyOf(
  c: AppContext,
  header: { 'idempotency-key'?: string | undefined },
): Promise<Idempotency | null> {
  const key = header['idempotency-key'];
  if (key === undefined) return null;
  const asked = `${c.req.path.replace(/\/$/, '')}\n${await c.req.text()}`;
  return { key, fingerprint: await fingerprint(settingsOf(c.env), asked) };
}
