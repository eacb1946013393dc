// What `npm run backup -- --files` does: a copy of the bucket in a directory, which each run brings up to date. Bytes lie
// under objects/ by their key; index.ndjson says what they are, and grows by a line for each object that was copied or is
// gone from the bucket. A line comes after its bytes, so a run that was interrupted is gone on with by the next one.
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import '../typescript.mjs';
import { linesOf } from './files.mjs';
import { patiently } from './pages.mjs';

const { PREFIX: EXPORTS } = await import('../../src/fhir/export/job.ts');
const { PREFIX: IMPORTS } = await import('../../src/imports/job.ts');

/** Bytes that are in memory of one object, and how many objects are copied at once. */
export const PART = 8 * 1024 * 1024;
const AT_ONCE = 4;

const indexOf = (dir) => join(dir, 'index.ndjson');

/** Where the bytes of a key lie: a key may be any text, but no part of it leads out of the directory. */
export const pathOf = (dir, key) =>
  join(
    dir,
    'objects',
    ...key.split('/').map((part) => encodeURIComponent(part).replace(/^\.*$/, (dots) => `%${dots}`)),
  );

/**
 * The copy in a directory: `objects`, what is known of each one by its key.
 * @throws Error where it is the copy of another bucket, or something else
 */
export function readCopy(dir, bucket) {
  const objects = new Map();
  if (!existsSync(indexOf(dir))) {
    if (existsSync(dir) && readdirSync(dir).length > 0)
      throw new Error(`${dir} is not empty, and holds no copy of a bucket.`);
    return { objects };
  }
  const lines = [...linesOf(indexOf(dir))];
  const header = parsed(lines[0]);
  if (header?.format !== 1) throw new Error(`${dir} holds no copy of a bucket that this version can read.`);
  if (bucket !== undefined && header.bucket !== bucket)
    throw new Error(`${dir} is a copy of ${header.bucket}, not of ${bucket}.`);
  for (const [i, line] of lines.entries()) {
    const { key, ...known } = (i > 0 && parsed(line)) || {};
    if (key !== undefined) objects.set(key, { ...objects.get(key), gone_at: undefined, ...known });
  }
  return { objects };
}

/** Undefined for a line that an interrupted run has cut off: what it was about is copied again. */
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** All objects of a bucket, or those whose keys begin alike, in pages. */
export async function* listed(FILES, prefix) {
  const options = { ...(prefix && { prefix }), include: ['httpMetadata', 'customMetadata'] };
  for (let cursor, more = true; more; ) {
    const page = await patiently(() => FILES.list({ ...options, ...(cursor && { cursor }) }));
    yield* page.objects;
    [cursor, more] = [page.cursor, page.truncated];
  }
}

/** Works on several at once, each time with the number of a slot that no other works in. */
export async function atOnce(items, work) {
  const iterator = items[Symbol.asyncIterator]();
  const slots = Array.from({ length: AT_ONCE }, async (_, slot) => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) await work(next.value, slot);
  });
  // All of them, so that after a fault nothing is written any more.
  const fault = (await Promise.allSettled(slots)).find(({ status }) => status === 'rejected');
  if (fault) throw fault.reason;
}

/**
 * Writes an object's bytes, part by part. @returns their SHA-256; undefined if it was deleted or replaced meanwhile
 * @throws Error where they are not those that R2 took
 */
async function download(FILES, { key, etag, size }, path) {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  const fd = openSync(path, 'w', 0o600);
  try {
    for (let offset = 0; offset < size; offset += PART) {
      const range = { offset, length: Math.min(PART, size - offset) };
      const bytes = await patiently(async () => {
        const part = await FILES.get(key, { range, onlyIf: { etagMatches: etag } });
        return part?.arrayBuffer?.();
      });
      if (!bytes) return undefined;
      const part = new Uint8Array(bytes);
      for (const hash of [sha256, md5]) hash.update(part);
      writeFileSync(fd, part);
    }
    fsyncSync(fd);
    // The ETag of what was stored in parts is another.
    if (/^[0-9a-f]{32}$/.test(etag) && md5.digest('hex') !== etag)
      throw new Error(`${key} arrived damaged: try again.`);
    return sha256.digest('hex');
  } finally {
    closeSync(fd);
  }
}

/** What bytes are written to until all are there. Another run's, too: of two at once, one fails instead of mixing them up. */
const PARTIAL = '.partial-';
function discardPartial(dir) {
  for (const name of readdirSync(dir)) if (name.startsWith(PARTIAL)) rmSync(join(dir, name), { force: true });
}

const isThere = (path, size) => statSync(path, { throwIfNoEntry: false })?.size === size;

/**
 * Brings the copy of a bucket up to date. What is gone from the bucket stays in the copy and is marked: it may be gone by the
 * very mishap that the copy is for.
 * @returns how many were copied, with how many bytes; how many were as they are; how many are gone from the bucket
 */
export async function copyObjects({ FILES, bucket }, dir) {
  const { objects: known } = readCopy(dir, bucket);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const note = (line) => appendFileSync(indexOf(dir), `${JSON.stringify(line)}\n`, { mode: 0o600 });
  if (!existsSync(indexOf(dir))) note({ format: 1, bucket });
  else appendFileSync(indexOf(dir), '\n'); // ends a line that was cut off

  const done = { copied: 0, bytes: 0, same: 0, gone: 0 };
  const seen = new Set();
  const discard = () => discardPartial(dir);
  discard();
  process.once('exit', discard);
  const copy = async (object, slot) => {
    const { key, etag, size, httpMetadata, customMetadata } = object;
    // Of some days only, and of patients whom the database has, or is to have.
    if (key.startsWith(EXPORTS) || key.startsWith(IMPORTS)) return;
    seen.add(key);
    const path = pathOf(dir, key);
    const before = known.get(key);
    if (before?.etag === etag && isThere(path, size)) {
      if (before.gone_at) note({ key, ...before, gone_at: undefined });
      done.same++;
      return;
    }
    const partial = join(dir, `${PARTIAL}${process.pid}-${slot}`);
    const sha256 = await download(FILES, object, partial);
    if (!sha256) return;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    renameSync(partial, path);
    note({ key, etag, size, sha256, httpMetadata, customMetadata });
    done.copied++;
    done.bytes += size;
  };
  try {
    await atOnce(listed(FILES), copy);
  } finally {
    process.off('exit', discard);
    discard();
  }
  for (const [key, { gone_at }] of known) {
    if (seen.has(key)) continue;
    if (!gone_at) note({ key, gone_at: new Date().toISOString() });
    done.gone++;
  }
  return done;
}
