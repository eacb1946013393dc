import { and, eq } from 'drizzle-orm';
import { fingerprint } from '../../auth/tokens';
import type { ServiceContext } from '../../context';
import { auditedInsert } from '../../db/audit';
import { auditedUpdate, requireWritten } from '../../db/audited-update';
import { isLive, newEntity } from '../../db/entity';
import { StorageError } from '../../db/errors';
import { createOnce, repeated, type Used, usedKey } from '../../db/idempotency';
import { file } from '../../db/schema/file';
import { db, type Inputs, statement } from '../../db/statement';
import { type Fault, InvalidError, NotFoundError, ReferenceNotFoundError } from '../../errors';
import { failureOf, log } from '../../log';
import { ChecksumError, r2, r2Read } from './bucket';
import { type FileRow, fileColumns, toFile } from './entity-files';
import { fileKey } from './key';
import { mediaTypeOf } from './kinds';
import { isOfReachable, isReachable, type Owner, ownerOf } from './owners';
import type { File } from './schemas';

/** A file of an accepted kind whose bytes are not yet stored. */
export interface Upload {
  entity_id: string;
  type: string;
  name: string;
  extension: string;
  /** bytes */
  size: number;
  sha256: string | null;
  /** where the request has its digest */
  sha256At: Fault['loc'];
  /** @returns the hex SHA-256 of the bytes if `hash` is set */
  write: (put: (body: Blob | ReadableStream) => Promise<unknown>, hash: boolean) => Promise<string>;
}

const insertFor = (owner: Owner) =>
  auditedInsert(file, {
    where: (p) => isReachable(owner, p.entity_id),
    returning: ['id'],
  });
const inserts: Record<Owner, ReturnType<typeof insertFor>> = {
  patient: insertFor('patient'),
  doctor: insertFor('doctor'),
  appointment: insertFor('appointment'),
  invoice: insertFor('invoice'),
  department: insertFor('department'),
};

type Location = Pick<FileRow, 'id' | 'entity_id' | 'extension'>;

const nameAt = statement((p: Inputs<Location>) =>
  db
    .select({ name: file.name })
    .from(file)
    .where(and(isLive(file, p.id), eq(file.entity_id, p.entity_id), eq(file.extension, p.extension), isOfReachable)),
);

const byId = statement((p: Inputs<{ id: string }>) =>
  db
    .select(fileColumns)
    .from(file)
    .where(and(isLive(file, p.id), isOfReachable)),
);

const remove = auditedUpdate(file, ['deleted_at'], {
  action: 'delete',
  where: () => isOfReachable,
});

/** Deletes bytes that have no row. If that fails, the sweep does it. */
const discard = (ctx: ServiceContext, key: string): Promise<void> =>
  r2(ctx, (bucket) => bucket.delete(key)).catch((error) => {
    log('error', 'file_bytes_left', { request_id: ctx.requestId, ...failureOf(error) });
  });

const otherBytes = ({ sha256At }: Upload) =>
  new InvalidError([{ loc: sha256At, msg: 'SHA-256 should be that of the file', type: 'value_error' }]);

/** @param hash whether the digest is asked for */
async function putBytes(ctx: ServiceContext, key: string, upload: Upload, hash: boolean): Promise<string> {
  const options: R2PutOptions = { httpMetadata: { contentType: mediaTypeOf(upload.extension) } };
  if (upload.sha256) options.sha256 = upload.sha256;
  try {
    return await upload.write((body) => r2(ctx, (bucket) => bucket.put(key, body, options)), hash);
  } catch (error) {
    throw error instanceof ChecksumError ? otherBytes(upload) : error;
  }
}

/** What an upload is compared by with another one under the same key. */
const fingerprintOf = ({ settings }: ServiceContext, upload: Upload, digest: string) =>
  fingerprint(settings, `upload\n${JSON.stringify([upload.entity_id, upload.type, upload.name, digest])}`);

/** @throws NotFoundError */
async function readFile(ctx: ServiceContext, id: string): Promise<File> {
  const row = await ctx.db.first(byId({ id }));
  if (!row) throw new NotFoundError('File', id);
  return toFile(ctx, row);
}

/** The file of the first upload under a key, if this one is the same: it is read to its end, and not stored. */
async function uploadAgain(ctx: ServiceContext, upload: Upload, used: Used): Promise<File> {
  const digest = await upload.write(
    async (body) => void (body instanceof Blob || (await body.pipeTo(new WritableStream()))),
    true,
  );
  if (upload.sha256 && upload.sha256 !== digest) throw otherBytes(upload);
  return repeated(used, await fingerprintOf(ctx, upload, digest), (id) => readFile(ctx, id));
}

/**
 * Bytes, then row: the file exists once its row does.
 * @param key of an upload that may be repeated
 * @throws ReferenceNotFoundError of its entity, InvalidError, RuleError, ConflictError
 */
export async function uploadFile(ctx: ServiceContext, upload: Upload, key: string | null): Promise<File> {
  const { sha256At: _, write: __, ...described } = upload;
  const noEntity = new ReferenceNotFoundError(['Entity', upload.entity_id]);
  const look = key === null ? undefined : usedKey(ctx, key);
  const { found, used } = await ctx.db.batch({ found: ownerOf({ entity_id: upload.entity_id }), used: look });
  if (used?.[0]) return uploadAgain(ctx, upload, used[0]);
  const [owner] = found;
  if (!owner) throw noEntity;
  const row = { ...newEntity(ctx), ...described, entity: owner.entity };
  const bytes = fileKey(row);
  const orDiscard = (error: unknown) => {
    // Where the answer was lost the row may be there, and must not lose its bytes: the sweep looks again later.
    const isThere = error instanceof StorageError && !error.refused;
    return (isThere ? Promise.resolve() : discard(ctx, bytes)).then(() => Promise.reject(error));
  };
  const digest = await putBytes(ctx, bytes, upload, key !== null).catch(orDiscard);
  const idempotency = key === null ? null : { key, fingerprint: await fingerprintOf(ctx, upload, digest) };
  const insert = async () => {
    const inserted = await ctx.db.run(inserts[owner.entity](ctx, row, idempotency));
    if (inserted.length === 0) throw noEntity;
    return toFile(ctx, row);
  };
  return createOnce(ctx, idempotency, { create: () => insert().catch(orDiscard), read: (id) => readFile(ctx, id) });
}

/** From then on the file is not there. Its bytes are left to the sweep. @throws UnauthenticatedError, NotFoundError */
export async function deleteFile(ctx: ServiceContext, id: string): Promise<void> {
  const outcome = await ctx.db.run(remove(ctx, { id, if_version: null }, { deleted_at: ctx.now }));
  // A file that is there but out of reach is not found, as no version was asked for.
  requireWritten('File', id, { ...outcome, version: undefined });
}

/** What of a file is wanted: its headers only, or its bytes by R2's own options. */
export type Wanted = 'head' | Pick<R2GetOptions, 'range' | 'onlyIf'>;

/** The object has no body where only its headers are wanted, `onlyIf` fails or R2 cannot send the range. */
export async function openObject(
  ctx: ServiceContext,
  key: string,
  wanted: Wanted,
): Promise<R2Object | R2ObjectBody | null> {
  const head = () => r2Read(ctx, (bucket) => bucket.head(key));
  if (wanted === 'head') return head();
  return r2Read(ctx, (bucket) => bucket.get(key, wanted)).catch((error) => {
    if (wanted.range) return head();
    throw error;
  });
}

export const bodyOf = (object: R2Object | R2ObjectBody | null): ReadableStream | null =>
  object && 'body' in object ? object.body : null;

/**
 * Looks the row up, which decides, at the nearest replica and opens the bytes at the same time. The primary is asked only
 * where there are bytes without a row: R2 is strongly consistent and has them first, so the row may be new.
 * @throws NotFoundError
 */
export async function openFile(ctx: ServiceContext, location: Location, wanted: Wanted) {
  const look = () => ctx.db.first(nameAt(location));
  const [nearest, { object, failure }] = await Promise.all([
    look(),
    openObject(ctx, fileKey(location), wanted).then(
      (object) => ({ object, failure: undefined }),
      (failure: unknown) => ({ object: null, failure }),
    ),
  ]);
  let row = nearest;
  if (!row && (object || failure)) {
    ctx.db.turnToPrimary();
    row = await look();
  }
  if (row && failure) throw failure;
  if (!row || !object) {
    await bodyOf(object)?.cancel();
    throw new NotFoundError('File');
  }
  return { name: row.name, object };
}
