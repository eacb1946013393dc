// `ETag`, `If-None-Match` and `If-Match` (RFC 9110).
import type * as z from 'zod';
import type { Versioned } from '../db/entity';
import type { Target } from '../db/update-outcome';
import { checksum } from '../rules/checksum';
import { recordAccess } from './access-log';
import type { AppContext } from './context';
import type { Answer } from './endpoint-spec';
import { readHeader } from './headers';

export const setETag = (c: AppContext, version: number): void => c.header('etag', `"${version}"`);

export const readOf = <const S extends z.ZodType>(
  description: string,
  body: S,
  headers: Record<string, string> = { etag: 'Its version; opaque but for `If-Match` and `If-None-Match`' },
  { csv }: Pick<Answer, 'csv'> = {},
) => ({
  requestHeaders: readHeader,
  answers: {
    200: { description, body, headers, csv },
    304: { description: 'Not modified: what `If-None-Match` names', headers: { etag: 'The tag to ask by next' } },
  },
});

/** What `If-None-Match` names, for a weak comparison (RFC 9110 13.1.2). */
export const namedTags = (c: AppContext): string[] =>
  c.req
    .header('if-none-match')
    ?.split(',')
    .map((one) => one.trim().replace(/^W\//, '')) ?? [];

export const isKnown = (c: AppContext, etag: string): boolean =>
  namedTags(c).some((one) => one === '*' || one === etag);

/**
 * @param joined what is shown with the record but belongs to others, as files and names. It changes without a new version, so
 *   the tag has its checksum, too. That needs no cryptography: whoever contrives two names with one checksum has browsers go on
 *   showing the first. Answers to writes have the bare version, which no such read has.
 */
export function answerRecord<T>(c: AppContext, { version, record }: Versioned<T>, joined?: readonly unknown[]) {
  const etag = `"${joined === undefined ? version : `${version}-${checksum(JSON.stringify(joined))}`}"`;
  c.header('etag', etag);
  recordAccess(c, record);
  return isKnown(c, etag) ? c.body(null, 304) : c.json(record, 200);
}

/** Without `If-Match`, or with `*`, any version is meant. */
export function targetOf(id: string, header: { 'if-match'?: string | undefined }): Target {
  const version = header['if-match']?.match(/\d+/)?.[0];
  return { id, if_version: version === undefined ? null : Number(version) };
}
