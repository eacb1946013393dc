/** What one message of the queue makes: some resources of one type, as bytes of NDJSON. */
import type { FhirType } from '../../auth/scopes';
import type { Database } from '../../db/client';
import type { Deployment } from '../elements/datatypes';
import { exported } from './exported';
import type { Job } from './queries';

/** A chunk ends with the page that reaches one of these: 10 s of CPU and a quarter of an isolate's memory are far. */
const RESOURCES = 5_000;
const BYTES = 16 * 1024 * 1024;
/** Of which each may have nothing: no patient has changed since, or none has an allergy. */
const PAGES = 50;

export interface Chunk {
  type: FhirType;
  count: number;
  bytes: Uint8Array<ArrayBuffer>;
  /** where the next one begins, by what is to come then */
  types: FhirType[];
  cursor: string | null;
}

export async function readChunk(
  database: Database,
  deployment: Deployment,
  { types, cursor: from, since }: Pick<Job, 'types' | 'cursor' | 'since'>,
): Promise<Chunk> {
  const [type, ...others] = types;
  const read = exported(type);
  if (type === undefined || !read) throw new TypeError('The type is no part of an export');
  const parts: Uint8Array[] = [];
  let [cursor, count, bytes] = [from, 0, 0];
  for (let pages = 0; pages < PAGES && count < RESOURCES && bytes < BYTES; pages++) {
    const { lines, next } = await read(database, deployment, cursor, since);
    const part = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    parts.push(part);
    bytes += part.length;
    count += lines.length;
    cursor = next;
    if (next === null) break;
  }
  return { type, count, bytes: Buffer.concat(parts), types: cursor === null ? others : types, cursor };
}
