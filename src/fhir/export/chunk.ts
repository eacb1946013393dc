/** What one message of the queue makes: some resources of one type, as bytes of NDJSON. */
import type { Database } from '../../db/client';
import type { ExportFile, ExportStep } from '../../db/schema/export-job';
import type { Deployment } from '../elements/datatypes';
import { fileTypeOf, readerOf } from './exported';
import { readLeftOut } from './kick-off';
import type { Job } from './queries';

/** A chunk ends with the page that reaches one of these: 10 s of CPU and a quarter of an isolate's memory are far. */
const RESOURCES = 5_000;
const BYTES = 16 * 1024 * 1024;
/** Of which each may have nothing: no patient has changed since, or none has an allergy. */
const PAGES = 50;

export interface Chunk {
  type: ExportFile['type'];
  count: number;
  bytes: Uint8Array<ArrayBuffer>;
  /** where the next one begins, by what is to come then */
  types: ExportStep[];
  cursor: string | null;
}

export async function readChunk(database: Database, deployment: Deployment, job: Job): Promise<Chunk> {
  const { types, cursor: from, since, transaction_time: until } = job;
  const [step, ...others] = types;
  const read = step === 'OperationOutcome' ? () => readLeftOut(job) : step && readerOf(step);
  if (!step || !read) throw new TypeError('The step is no part of an export');
  const parts: Uint8Array[] = [];
  let [cursor, count, bytes] = [from, 0, 0];
  for (let pages = 0; pages < PAGES && count < RESOURCES && bytes < BYTES; pages++) {
    const { lines, next } = await read(database, deployment, cursor, { since, until });
    const part = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    parts.push(part);
    bytes += part.length;
    count += lines.length;
    cursor = next;
    if (next === null) break;
  }
  return {
    type: fileTypeOf(step),
    count,
    bytes: Buffer.concat(parts),
    types: cursor === null ? others : types,
    cursor,
  };
}
