// The Worker seals the rows of a trail by this, `npm run audit:verify` checks them by it in Node.
import type { Trail } from '../db/schema/trail';
import { sha256 } from '../rules/sha256';

/** A row as the database gives it: JSON columns as text. */
export type TrailRow = Record<string, string | number | null> & { seq: number };

export interface Seal {
  trail: Trail;
  from_seq: number;
  to_seq: number;
  count: number;
  /** hex SHA-256 */
  hash: string;
}

export const NO_HASH = ''; // before a trail's first seal

/** For seals and archives: without null, so that a column that is added later changes nothing. */
export const lineOf = (row: Readonly<Record<string, string | number | null | undefined>>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(row)
        .filter(([, value]) => value !== null)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  );

export async function sealHash(trail: Trail, before: string, lines: readonly string[]): Promise<string> {
  return sha256([`${trail} ${before}`, ...lines].join('\n'));
}

/** Padded, so that keys sort by number. */
export const archiveKey = ({ trail, from_seq, to_seq }: Seal): string =>
  `audit/${trail}/${[from_seq, to_seq].map((seq) => String(seq).padStart(12, '0')).join('-')}.ndjson`;
