// The Worker seals the rows of the audit trail by this, `npm run audit:verify` checks them by it in Node.
import { sha256 } from '../rules/sha256';

/** A row as the database gives it: JSON columns as text. */
export type TrailRow = Record<string, string | number | null> & { seq: number };

export interface Seal {
  trail: 'audit';
  from_seq: number;
  to_seq: number;
  count: number;
  /** hex SHA-256 */
  hash: string;
}

export const NO_HASH = ''; // before the first seal

/** For seals and archives: without null, so that a column that is added later changes nothing. */
export const lineOf = (row: Readonly<Record<string, string | number | null | undefined>>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(row)
        .filter(([, value]) => value !== null)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  );

export const sealHash = (before: string, lines: readonly string[]): Promise<string> =>
  sha256([`audit ${before}`, ...lines].join('\n'));

/** Padded, so that keys sort by number. */
export const archiveKey = ({ from_seq, to_seq }: Pick<Seal, 'from_seq' | 'to_seq'>): string =>
  `audit/audit/${[from_seq, to_seq].map((seq) => String(seq).padStart(12, '0')).join('-')}.ndjson`;
