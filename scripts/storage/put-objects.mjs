// What `npm run restore -- DIR --files` does: puts the bytes of a copy (objects.mjs) into the bucket that has lost them or, with
// `--replace`, has others.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { atOnce, listed, PART, pathOf, readCopy } from './objects.mjs';
import { patiently } from './pages.mjs';

async function digestOf(path) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** One put for what is in memory as a whole, else an upload in parts: R2 wants all but the last of one size. */
async function upload(
  FILES,
  key,
  path,
  { size, httpMetadata: { cacheExpiry: _, ...httpMetadata } = {}, customMetadata },
) {
  const options = { httpMetadata, customMetadata };
  const parts = createReadStream(path, { highWaterMark: PART });
  if (size <= PART) {
    const bytes = Buffer.concat(await Array.fromAsync(parts));
    await patiently(() => FILES.put(key, bytes, options));
    return;
  }
  const started = await patiently(() => FILES.createMultipartUpload(key, options));
  const uploaded = [];
  for await (const part of parts) {
    const number = uploaded.length + 1;
    uploaded.push(await patiently(() => started.uploadPart(number, part)));
  }
  await started.complete(uploaded);
}

/** Part by part. Undefined where the object is gone meanwhile. */
async function digestIn(FILES, { key, size }) {
  const hash = createHash('sha256');
  for (let offset = 0; offset < size; offset += PART) {
    const range = { offset, length: Math.min(PART, size - offset) };
    const part = await patiently(async () => (await FILES.get(key, { range }))?.arrayBuffer());
    if (!part) return undefined;
    hash.update(new Uint8Array(part));
  }
  return hash.digest('hex');
}

/** The ETag of what was stored in parts depends on the parts. */
const isMd5 = ({ etag }) => /^[0-9a-f]{32}$/.test(etag);

/** Whether what is in the bucket has the bytes of the copy. @param thorough its bytes are read, whatever its ETag says */
async function isAsCopied(FILES, there, copied, thorough) {
  if (there.size !== copied.size) return false;
  if (!thorough && there.etag === copied.etag) return true;
  if (!thorough && isMd5(there) && isMd5(copied)) return false;
  return (await digestIn(FILES, there)) === copied.sha256;
}

/**
 * What the bucket has as it was copied stays, so a run that was interrupted is gone on with by the next one. What was gone from
 * the bucket when it was copied is put back, too: the service's own hourly job removes what no record needs.
 * @param options `replace`: what has other bytes than the copy is put back, too; otherwise it is a fault
 * @returns how many were put back, with how many bytes, and how many of them in place of others; how many were there; and what
 *   is not as it was copied, a text each
 */
export async function putObjects({ FILES }, dir, { replace = false } = {}) {
  const { objects } = readCopy(dir);
  if (objects.size === 0) throw new Error(`${dir} holds no copy of a bucket, or an empty one.`);
  const done = { put: 0, bytes: 0, replaced: 0, there: 0, faults: [] };
  const others = new Set();
  await atOnce(listed(FILES), async (there) => {
    const { key } = there;
    const copied = objects.get(key);
    if (!copied) return;
    if (await isAsCopied(FILES, there, copied, replace)) {
      objects.delete(key);
      done.there++;
    } else if (replace) others.add(key);
    else {
      objects.delete(key);
      done.faults.push(`${key} has other bytes than the copy: --replace puts it back`);
    }
  });
  async function* missing() {
    yield* objects;
  }
  await atOnce(missing(), async ([key, object]) => {
    const path = pathOf(dir, key);
    if (!existsSync(path)) {
      if (!object.gone_at || others.has(key)) done.faults.push(`${key} is missing in the copy`);
    } else if ((await digestOf(path)) !== object.sha256) done.faults.push(`${key} is damaged in the copy`);
    else {
      await upload(FILES, key, path, object);
      done.put++;
      done.bytes += object.size;
      if (others.has(key)) done.replaced++;
    }
  });
  return done;
}
