/**
 * An object has accesses of one day of the hospital, as NDJSON by gzip: first `headerOf`, then a `lineOf` for each access, in the
 * order of ids, which is that of time. The Worker writes objects, `npm run audit:verify` reads them in Node.
 */
import { dateOfDay } from '../rules/datetime';
import { sha256 } from '../rules/sha256';
import type { AccessRecord } from './record';

/** About 1,600 reads of a patient. Reading a day holds `AT_ONCE` objects in memory. */
export const OBJECT_MAX_BYTES = 1_000_000;
/** Objects read or written together: an invocation has six connections. */
export const AT_ONCE = 6;

export type StoredAccess = Omit<AccessRecord, 'owner_id'>;

export interface AccessObject {
  seq: number;
  /** days since 1970-01-01 */
  day: number;
  looks: number;
  /** hex SHA-256 of its text */
  hash: string;
}

export type ObjectName = Pick<AccessObject, 'seq' | 'day' | 'hash'>;

export const ACCESS_PREFIX = 'audit/access/';
export const dayPrefix = (day: number): string => `${ACCESS_PREFIX}${dateOfDay(day)}/`;

/** By its hash, an object that is written again after a crash, with other accesses, never replaces one on record. */
export const objectKey = ({ day, seq, hash }: ObjectName): string =>
  `${dayPrefix(day)}${String(seq).padStart(12, '0')}-${hash.slice(0, 16)}.ndjson.gz`;

type Header = Omit<AccessObject, 'hash'>;
/** @param previous the hash of the object before */
export const headerOf = ({ seq, day, looks }: Header, previous: string): string =>
  JSON.stringify({ seq, day: dateOfDay(day), looks, previous });

export async function objectText(of: Header, previous: string, lines: readonly string[]) {
  const text = `${[headerOf(of, previous), ...lines].join('\n')}\n`;
  return { text, hash: await sha256(text) };
}

export const gzip = (text: string): Promise<ArrayBuffer> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();

export const linesOf = (text: string): string[] => text.trimEnd().split('\n').slice(1);

/** @throws TypeError where `bytes` are not gzip */
export const gunzip = (bytes: ArrayBuffer): Promise<string> =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();

const textOf = (bytes: ArrayBuffer) => gunzip(bytes).catch(() => undefined);

export async function bytesIn(bucket: R2Bucket, key: string): Promise<ArrayBuffer | undefined> {
  return (await bucket.get(key))?.arrayBuffer();
}

/** @returns undefined where the object is missing or not gzip. @throws what R2 throws: it may pass */
export async function textIn(bucket: R2Bucket, key: string): Promise<string | undefined> {
  const bytes = await bytesIn(bucket, key);
  return bytes && textOf(bytes);
}

/** @returns undefined where `bytes` are not those of the text that was put on record */
export async function recordedText(
  bytes: ArrayBuffer | undefined,
  { hash }: Pick<AccessObject, 'hash'>,
): Promise<string | undefined> {
  const text = bytes && (await textOf(bytes));
  return text !== undefined && (await sha256(text)) === hash ? text : undefined;
}
