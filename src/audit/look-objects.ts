/**
 * The objects of the access log in R2: looks of one day of the hospital as NDJSON, by gzip. The first line says which object
 * it is and has the hash of the one before. Each other line is a look as `lineOf` writes it, in the order of their ids, which
 * is that of time. The Worker writes them, `npm run audit:verify` reads them in Node.
 */
import { dateOfDay } from '../rules/datetime';
import { sha256 } from '../rules/sha256';
import type { AccessRecord } from './access-record';

/** About 1,600 reads of a patient. Whoever reads a day holds `AT_ONCE` objects in memory. */
export const OBJECT_MAX_BYTES = 1_000_000;
/** Objects that are read or written together: an invocation has six connections. */
export const AT_ONCE = 6;

/** A look as it is stored. `seq`: it was sealed as that row of `access`. */
export type StoredLook = Omit<AccessRecord, 'owner_id'> & { seq?: number };

/** What `access_object` says of one. */
export interface LookObject {
  seq: number;
  /** days since 1970-01-01 */
  day: number;
  looks: number;
  /** hex SHA-256 of its text */
  hash: string;
}

export type ObjectName = Pick<LookObject, 'seq' | 'day' | 'hash'>;

export const LOOKS_PREFIX = 'audit/access/';
export const dayPrefix = (day: number): string => `${LOOKS_PREFIX}${dateOfDay(day)}/`;

/** It has the hash, so that an object that is written again after a crash, with other looks, never replaces one on record. */
export const lookKey = ({ day, seq, hash }: ObjectName): string =>
  `${dayPrefix(day)}${String(seq).padStart(12, '0')}-${hash.slice(0, 16)}.ndjson.gz`;

type Header = Omit<LookObject, 'hash'>;
/** The first line of an object. @param previous the hash of the one before */
export const headerOf = ({ seq, day, looks }: Header, previous: string): string =>
  JSON.stringify({ seq, day: dateOfDay(day), looks, previous });

/** The text of an object and its hash, which the next one has as `previous`. */
export async function lookText(of: Header, previous: string, lines: readonly string[]) {
  const text = `${[headerOf(of, previous), ...lines].join('\n')}\n`;
  return { text, hash: await sha256(text) };
}

export const gzip = (text: string): Promise<ArrayBuffer> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();

export const linesOf = (text: string): string[] => text.trimEnd().split('\n').slice(1);

/** @throws TypeError where it is not what gzip writes */
export const gunzip = (bytes: ArrayBuffer): Promise<string> =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();

/** The text of an object; undefined where it is missing or not what gzip writes. @throws what R2 throws: it may pass */
export async function textIn(bucket: R2Bucket, key: string): Promise<string | undefined> {
  const bytes = await (await bucket.get(key))?.arrayBuffer();
  return bytes && gunzip(bytes).catch(() => undefined);
}
