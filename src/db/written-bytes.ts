import { StorageError } from './errors';
import type { BoundStatement } from './query';

/**
 * Bytes that the texts of one statement may have together. D1 takes rows of up to 2,000,000; the rest is for the numbers
 * and ids of a row, and for its search terms (at most 130,000), which may be derived again and get longer.
 */
export const TEXTS_MAX = 1_850_000;

/** Bytes written are counted from half of this on: most requests write less. */
export const WRITTEN_UNIT = 16 * 1024;

/** Bytes that the rows of one indexed text take besides it, about. */
const INDEX_ROW = 60;

/**
 * Bytes by which triggers grow the database where a JSON array of texts is written, as they index search terms and tags
 * (db/schema/searchable.ts): each has an entry of its own, for its beginnings, too, and a tag has two bytes for one. Of arrays
 * that are not indexed it says too much.
 */
const indexed = (text: string): number =>
  text.startsWith('["') ? 3 * text.length + INDEX_ROW * text.split('","').length : 0;

function bytesOf({ values }: BoundStatement): { texts: number; indexes: number } {
  const texts = values.filter((value) => typeof value === 'string');
  const sum = (size: (text: string) => number) => texts.reduce((all, text) => all + size(text), 0);
  const indexes = sum(indexed);
  // A UTF-16 unit has at most three bytes, so small texts need not be encoded to know that they are.
  const isSmall = sum((text) => 3 * text.length) + indexes < WRITTEN_UNIT / 2;
  return isSmall ? { texts: 0, indexes: 0 } : { texts: sum(Buffer.byteLength), indexes };
}

/**
 * Bytes that a query writes: those of its largest statement, as an update binds its values once more for its audit row; 0
 * where they are too few to count.
 * @throws StorageError where D1 would take one of the statements for too large
 */
export function bytesWritten(statements: readonly BoundStatement[]): number {
  let written = 0;
  for (const statement of statements) {
    const { texts, indexes } = bytesOf(statement);
    if (texts > TEXTS_MAX) throw new StorageError('too-large', [], true);
    if (!statement.isRead) written = Math.max(written, texts + indexes);
  }
  return written < WRITTEN_UNIT / 2 ? 0 : written;
}
