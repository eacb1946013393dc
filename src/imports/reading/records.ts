import type { Encoding, SourceShape } from '../../schemas/import';
import { csvRecords } from './csv-records';
import { bytesOf, decode, lineEndsIn, unitOf } from './encodings';
import type { Found, Part, SourceRecord } from './found';
import { jsonRecords } from './json-records';
import type { Place } from './shape';

/** As a request's body. */
export const RECORD_MAX_BYTES = 1024 * 1024;

/** Behind it, records cannot be told from each other: an import ends there. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
  /** where the record begins */
  readonly line: number;

  constructor(line: number) {
    super(`The record in line ${line} is longer than ${RECORD_MAX_BYTES} bytes`);
    this.line = line;
  }
}

/** Tried one after the other, as long as they hold too few records. The last one holds any record that is not too long. */
const RANGES = [131_072, 524_288, 2 * RECORD_MAX_BYTES];

/** What stands before a place is the end of a line, or the mark: it tells what ends lines, and which byte is the higher one. */
async function partAt(bucket: R2Bucket, key: string, encoding: Encoding, from: number, length: number): Promise<Part> {
  const before = Math.min(from, unitOf(encoding));
  const object = await bucket.get(key, { range: { offset: from - before, length: before + length } });
  if (!object) throw new Error('The import has no file');
  const bytes = new Uint8Array(await object.arrayBuffer());
  const isBigEndian = encoding === 'utf-16' && before > 0 && (bytes[0] === 0 || bytes[0] === 0xfe);
  const isReturn = before > 0 && bytes[isBigEndian ? 1 : 0] === 0x0d;
  return {
    text: decode(bytes.subarray(before), encoding, isBigEndian),
    lineEnd: isReturn ? '\r' : '\n',
    isLast: from + length >= object.size,
  };
}

/** Of what was found, what a chunk takes. */
function taken(part: Part, found: Found, encoding: Encoding, from: Place, mostBytes: number) {
  const records: SourceRecord[] = [];
  let { offset, line } = from;
  let at = 0;
  /** Goes on to a place in the text. */
  const pass = (to: number) => {
    const passed = part.text.slice(at, to);
    offset += bytesOf(passed, encoding);
    line += lineEndsIn(passed);
    at = to;
  };
  for (const { cells, fault, begin, end } of found.records) {
    if (offset - from.offset >= mostBytes) return { records, next: { offset, line } };
    pass(begin);
    if (bytesOf(part.text.slice(begin, end), encoding) > RECORD_MAX_BYTES) {
      if (records.length === 0) throw new TooLongError(line);
      return { records, next: { offset, line } };
    }
    records.push({ line, cells, ...(fault && { fault }) });
    pass(end);
  }
  pass(found.end);
  const isEnd = part.isLast && part.text.slice(at).trim() === '';
  return { records, next: isEnd ? null : { offset, line } };
}

/**
 * The next records, none perhaps where lines are blank; `next` is null at the end of the file. A range begins where a record does,
 * so nothing has to be known of what stands before it but how its line ends.
 * @throws TooLongError where the next record is
 */
export async function readRecords(
  bucket: R2Bucket,
  key: string,
  shape: SourceShape,
  from: Place,
  most: { rows: number; bytes: number },
): Promise<{ records: SourceRecord[]; next: Place | null }> {
  for (const length of RANGES) {
    const part = await partAt(bucket, key, shape.encoding, from.offset, length);
    const found = shape.format === 'csv' ? csvRecords(part, shape, most.rows) : jsonRecords(part, most.rows);
    const isEnough =
      part.isLast ||
      found.records.length === most.rows ||
      bytesOf(part.text.slice(0, found.end), shape.encoding) >= most.bytes;
    if (isEnough || length === RANGES.at(-1)) {
      if (found.end === 0 && part.text !== '') throw new TooLongError(from.line);
      return taken(part, found, shape.encoding, from, most.bytes);
    }
  }
  throw new Error('No range is tried');
}
