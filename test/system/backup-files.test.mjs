// `npm run backup -- --files` and `restore -- DIR --files`: the bytes of files, out of the bucket and back into it.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { copyObjects, pathOf, readCopy } from '../../scripts/storage/objects.mjs';
import { putObjects } from '../../scripts/storage/put-objects.mjs';
import { report } from '../../scripts/verify/report.mjs';
import { keysOf, untilRecorded } from './lib/accesses.mjs';
import { command } from './lib/command.mjs';
import { makeHospital, newPath, newPersistDir, open } from './lib/hospital.mjs';

const bucket = 'hospital-files';
let persistDir;
let service;
let hospital;
let keys;
before(async () => {
  persistDir = await newPersistDir();
  service = { ...(await open(persistDir)), bucket };
  hospital = await makeHospital(service);
  for (let n = 0; n < 8; n++) await hospital.upload(hospital.patient);
  // The access log is of no interest here.
  await untilRecorded(service, hospital.patients.at(-1));
  await service.FILES.delete(await keysOf(service));
  keys = (await service.FILES.list()).objects.map(({ key }) => key);
  assert.equal(keys.length, 10);
});
after(() => service.stop());

/** The bucket, with what was read of it, and a number of reads after which it fails. */
function watched(reads = Number.POSITIVE_INFINITY) {
  const read = [];
  const FILES = {
    list: (options) => service.FILES.list({ ...options, limit: 3 }),
    get: async (key, options) => {
      if (read.length >= reads) throw new Error('the cable was pulled');
      read.push(key);
      return service.FILES.get(key, options);
    },
  };
  return { read, storage: { FILES, bucket } };
}
const bytesOf = async (key) => Buffer.from(await (await service.FILES.get(key)).arrayBuffer());

test('A copy has every byte, is for its owner only, and is brought up to date by what is new', async () => {
  const dir = newPath('files');
  // Of an import, which ends with its file.
  await service.FILES.put('import/job/file', 'rows');
  const first = watched();
  assert.partialDeepStrictEqual(await copyObjects(first.storage, dir), { copied: 10, same: 0, gone: 0 });
  for (const key of keys) assert.deepEqual(readFileSync(pathOf(dir, key)), await bytesOf(key));
  for (const [path, mode] of [
    ['objects', 0o700],
    ['index.ndjson', 0o600],
  ])
    assert.equal(statSync(join(dir, path)).mode & 0o777, mode);
  assert.equal(statSync(pathOf(dir, keys[0])).mode & 0o777, 0o600);

  const again = watched();
  assert.deepEqual(await copyObjects(again.storage, dir), { copied: 0, bytes: 0, same: 10, gone: 0 });
  assert.deepEqual(again.read, [], 'what has the same ETag is not read again');

  await service.FILES.put(keys[0], 'other bytes', { httpMetadata: { contentType: 'application/pdf' } });
  rmSync(pathOf(dir, keys[1]));
  truncateSync(pathOf(dir, keys[2]), 3);
  const third = watched();
  assert.partialDeepStrictEqual(await copyObjects(third.storage, dir), { copied: 3, same: 7 });
  assert.deepEqual(third.read.sort(), keys.slice(0, 3).sort());
  assert.equal(readFileSync(pathOf(dir, keys[0]), 'utf8'), 'other bytes');
});

test('A copy that was interrupted goes on, and leaves no half of a file', async () => {
  const dir = newPath('files');
  await assert.rejects(copyObjects(watched(5).storage, dir), /the cable was pulled/);
  appendFileSync(join(dir, 'index.ndjson'), '{"key":"cut o');
  const rest = watched();
  const { copied, same } = await copyObjects(rest.storage, dir);
  assert.deepEqual([copied, same, rest.read.length], [5, 5, 5]);
  assert.deepEqual(await copyObjects(watched().storage, dir), { copied: 0, bytes: 0, same: 10, gone: 0 });
  assert.deepEqual(
    readdirSync(dir).filter((name) => name.startsWith('.partial')),
    [],
  );
});

test('What the bucket has lost stays in the copy, and is put back as it was', async () => {
  const dir = newPath('files');
  const large = { key: 'scans/large.bin', bytes: randomBytes(9_000_000) };
  const odd = { key: '../odd key/./100 %', bytes: Buffer.from('odd') };
  for (const { key, bytes } of [large, odd])
    await service.FILES.put(key, bytes, { customMetadata: { from: 'a scanner' } });
  await service.FILES.put('empty', '');
  const before = new Map();
  for (const key of [...keys, large.key, odd.key, 'empty']) before.set(key, await bytesOf(key));

  const made = await command(persistDir, 'backup', '--files', '--to', dir);
  assert.equal(made.status, 0, made.output);
  assert.match(made.output, /^13 files copied \(9\.\d MB\), 0 as they were, 0 no longer in the bucket\.$/m);
  await service.FILES.delete([...before.keys()]);
  assert.partialDeepStrictEqual(await copyObjects(watched().storage, dir), { copied: 0, gone: 13 });

  const restored = await command(persistDir, 'restore', dir, '--files');
  assert.equal(restored.status, 0, restored.output);
  assert.match(restored.output, /^Restored: 13 files \(9\.\d MB\), 0 were in the bucket already; /m);
  for (const [key, bytes] of before) assert.ok(bytes.equals(await bytesOf(key)), key);
  assert.equal((await service.FILES.head(keys[1])).httpMetadata.contentType, 'application/pdf');
  assert.deepEqual((await service.FILES.head(large.key)).customMetadata, { from: 'a scanner' });
  assert.deepEqual(await putObjects(service, dir), { put: 0, bytes: 0, replaced: 0, there: 13, faults: [] });
  assert.deepEqual(
    await copyObjects(service, dir),
    { copied: 1, bytes: 9_000_000, same: 12, gone: 0 },
    'by another ETag',
  );
  for (const [key, { gone_at }] of readCopy(dir).objects) assert.equal(gone_at, undefined, key);
  await service.FILES.delete([large.key, odd.key, 'empty']);
  assert.match(await filesCheck(), /files: 9 files/);
});

/** What `npm run verify` says of the files. */
async function filesCheck() {
  const printed = [];
  await report(service, { print: (line) => printed.push(line) });
  return printed.find((line) => line.includes(' files: '));
}

test('What has other bytes than the copy is named, and put back where that is asked for', async () => {
  const dir = newPath('files');
  const [missing, other, longer, hidden] = keys;
  const large = { key: 'scans/parts.bin', bytes: randomBytes(9_000_000) };
  await service.FILES.put(large.key, large.bytes);
  await copyObjects(service, dir);
  const before = new Map();
  for (const key of [...keys, large.key]) before.set(key, await bytesOf(key));
  const damage = async () => {
    await service.FILES.delete(missing);
    await service.FILES.put(other, before.get(other).with(9, before.get(other)[9] ^ 1));
    await service.FILES.put(longer, `${before.get(longer)} `);
    await service.FILES.put(large.key, large.bytes.with(8_999_999, large.bytes[8_999_999] ^ 1));
  };
  const damaged = [other, longer, large.key];

  await damage();
  const refused = await command(persistDir, 'restore', dir, '--files');
  assert.equal(refused.status, 1, refused.output);
  for (const key of damaged)
    assert.ok(
      refused.output.includes(`× ${key} has other bytes than the copy: --replace puts it back\n`),
      refused.output,
    );
  assert.match(
    refused.output,
    /^NOT ALL RESTORED: 3 are not as they were copied\. Put back are 1 files .*, 7 were in the bucket already/m,
  );
  assert.ok(before.get(missing).equals(await bytesOf(missing)));

  await damage();
  const replaced = await command(persistDir, 'restore', dir, '--files', '--replace');
  assert.equal(replaced.status, 0, replaced.output);
  assert.match(
    replaced.output,
    /^Restored: 4 files \(9\.\d MB\), 3 of them in place of other bytes, 7 were in the bucket already; /m,
  );
  for (const [key, bytes] of before) assert.ok(bytes.equals(await bytesOf(key)), key);
  assert.equal((await service.FILES.head(other)).httpMetadata.contentType, 'application/pdf');

  // The large one was put back in parts, so its ETag tells nothing.
  const again = { put: 0, bytes: 0, replaced: 0, there: 11, faults: [] };
  assert.deepEqual(await putObjects(service, dir), again);
  // Bytes that are others although R2 says nothing of it, as on a broken disk.
  const FILES = {
    list: (options) => service.FILES.list(options),
    put: (...given) => service.FILES.put(...given),
    get: async (key, options) => (key === hidden ? new Response('x') : service.FILES.get(key, options)),
  };
  assert.deepEqual(await putObjects({ FILES }, dir), again);
  assert.partialDeepStrictEqual(await putObjects({ FILES }, dir, { replace: true }), {
    put: 1,
    replaced: 1,
    there: 10,
  });
  rmSync(pathOf(dir, other));
  await service.FILES.put(other, 'x');
  assert.deepEqual((await putObjects(service, dir, { replace: true })).faults, [`${other} is missing in the copy`]);
  await service.FILES.put(other, before.get(other), { httpMetadata: { contentType: 'application/pdf' } });
  await service.FILES.delete(large.key);
});

test('A copy that has lost or altered a file says which one, and puts the others back', async () => {
  const dir = newPath('files');
  await copyObjects(service, dir);
  rmSync(pathOf(dir, keys[3]));
  writeFileSync(pathOf(dir, keys[4]), readFileSync(pathOf(dir, keys[4]), 'latin1').replace('blood', 'Blood'));
  await service.FILES.delete(keys);
  const { status, output } = await command(persistDir, 'restore', dir, '--files');
  assert.equal(status, 1);
  assert.ok(output.includes(`× ${keys[3]} is missing in the copy\n`), output);
  assert.ok(output.includes(`× ${keys[4]} is damaged in the copy\n`), output);
  assert.match(output, /\nNOT ALL RESTORED: 2 are not as they were copied\. Put back are 8 files/);
  assert.doesNotMatch(output, /^Restored/m);
});

test('Another bucket, or another directory, is not mixed with a copy', async () => {
  const dir = newPath('files');
  await copyObjects(service, dir);
  await assert.rejects(
    copyObjects({ ...service, bucket: 'hospital-files-staging' }, dir),
    /is a copy of hospital-files, not of hospital-files-staging/,
  );
  const other = newPath('other');
  const { output } = await command(persistDir, 'backup', '--to', other);
  assert.ok(existsSync(join(other, 'manifest.json')), output);
  await assert.rejects(copyObjects(service, other), /is not empty, and holds no copy of a bucket/);
  await assert.rejects(putObjects(service, other), /holds no copy of a bucket/);
});
