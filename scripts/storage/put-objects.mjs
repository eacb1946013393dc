// What `npm run restore -- DIR --files` does: puts the bytes of a copy (objects.mjs) into the bucket that has lost them.
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

/**
 * What is in the bucket stays as it is, so a run that was interrupted is gone on with by the next one. What was gone from the
 * bucket when it was copied is put back, too: the service's own hourly job removes what no record needs.
 * @returns how many were put back, with how many bytes; how many were there; and what the copy lacks, a text each
 */
export async function putObjects({ FILES }, dir) {
  const { objects } = readCopy(dir);
  if (objects.size === 0) throw new Error(`${dir} holds no copy of a bucket, or an empty one.`);
  const done = { put: 0, bytes: 0, there: 0, faults: [] };
  for await (const { key } of listed(FILES)) if (objects.delete(key)) done.there++;
  async function* missing() {
    yield* objects;
  }
  await atOnce(missing(), async ([key, object]) => {
    const path = pathOf(dir, key);
    if (!existsSync(path)) {
      if (!object.gone_at) done.faults.push(`${key} is missing in the copy`);
    } else if ((await digestOf(path)) !== object.sha256) done.faults.push(`${key} is damaged in the copy`);
    else {
      await upload(FILES, key, path, object);
      done.put++;
      done.bytes += object.size;
    }
  });
  return done;
}
