import { StorageError } from './errors';
import type { BoundStatement } from './query';

/**
 * Bytes of all texts of one statement. D1 takes rows of up to 2,000,000; the rest is for numbers, ids and search terms (at most
 * 130,000), which may get longer when they are derived again.
 */
export const TEXTS_MAX = 1_850_000;

/** Bytes written are counted from half of this on: most requests write less. */
export const WRITTEN_UNIT = 16 * 1024;

/** About the bytes that the rows of one indexed text take besides it. */
const INDEX_ROW = 60;

/**
 * Bytes that triggers write for a JSON array of texts: search terms and tags have an entry each, for their beginnings, too, and
 * a tag has two bytes for one. It is too high for arrays that are not indexed.
 */
const indexed = (text: string): number =>
  text.startsWith('["') ? 3 * text.length + INDEX_ROW * text.split('","').length : 0;

function boundBytes({ values }: BoundStatement): { texts: number; indexes: number } {
  const texts = values.filter((value) => typeof value === 'string');
  const sum = (size: (text: string) => number) => texts.reduce((all, text) => all + size(text), 0);
  const indexes = sum(indexed);
  // A UTF-16 unit has at most three bytes, so texts need not be encoded to know that they are small.
  const isSmall = sum((text) => 3 * text.length) + indexes < WRITTEN_UNIT / 2;
  return isSmall ? { texts: 0, indexes: 0 } : { texts: sum(Buffer.byteLength), indexes };
}

/**
 * Of the largest statement alone, as an update binds its values once more for its audit row; 0 where too few to count.
 * @throws StorageError where D1 would refuse a statement as too large
 */
export function bytesWritten(statements: readonly BoundStatement[]): number {
  let written = 0;
  for (const statement of statements) {
    const { texts, indexes } = boundBytes(statement);
    if (texts > TEXTS_MAX) throw new StorageError('too-large', [], true);
    if (!statement.isRead) written = Math.max(written, texts + indexes);
  }
  return written < WRITTEN_UNIT / 2 ? 0 : written;
}
