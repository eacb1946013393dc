import { fingerprint } from '../../auth/tokens';
import type { ServiceContext } from '../../context';
import { newEntity } from '../../db/entity';
import { StorageError } from '../../db/errors';
import { createOnce, repeated, type Used, usedKey } from '../../db/idempotency';
import { cutPage } from '../../db/keyset-list';
import { requireWritten } from '../../db/update-outcome';
import { type Fault, InvalidError, NotFoundError, ReferenceNotFoundError } from '../../errors';
import { failureOf, log } from '../../log';
import { isoTime } from '../../rules/datetime';
import { bodyOf, ChecksumError, fileKey, openObject, r2, type Wanted } from '../../storage/bucket';
import { requireNotMerged } from '../patient/merge/survivor';
import { linkQuery } from './links';
import * as queries from './queries';
import { mediaTypeOf } from './rules';
import type { File, FilesQuery, ListedFile } from './schemas';

const ENTITY = 'File';

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

async function toFile({ baseUrl, settings, actor, now }: ServiceContext, row: queries.FileRow): Promise<File> {
  const key = fileKey(row);
  const url = `${baseUrl}/static/${key}${await linkQuery(settings, actor, key, now)}`;
  return { id: row.id, type: row.type, mime_type: row.extension, entity_id: row.entity_id, url };
}

export const toFiles = (ctx: ServiceContext, rows: queries.FileRow[]): Promise<File[]> =>
  Promise.all(rows.map((row) => toFile(ctx, row)));

const toListed = async (ctx: ServiceContext, row: queries.ListedRow): Promise<ListedFile> => ({
  ...(await toFile(ctx, row)),
  ...(row.deleted_at !== null && { url: null }),
  filename: row.name,
  size: row.size,
  created_at: isoTime(row.created_at),
  deleted_at: row.deleted_at === null ? null : isoTime(row.deleted_at),
});

/** Deletes bytes that have no row. If that fails, the hourly job does it. */
const discard = (ctx: ServiceContext, key: string): Promise<void> =>
  r2(ctx, (bucket) => bucket.delete(key)).catch((error) => {
    log('error', 'file_bytes_left', { request_id: ctx.requestId, ...failureOf(error) });
  });

const otherBytes = ({ sha256At }: Upload) =>
  new InvalidError([{ loc: sha256At, msg: 'SHA-256 should be that of the file', type: 'value_error' }]);

async function putBytes(ctx: ServiceContext, key: string, upload: Upload, hash: boolean): Promise<string> {
  const options: R2PutOptions = { httpMetadata: { contentType: mediaTypeOf(upload.extension) } };
  if (upload.sha256) options.sha256 = upload.sha256;
  try {
    return await upload.write((body) => r2(ctx, (bucket) => bucket.put(key, body, options)), hash);
  } catch (error) {
    throw error instanceof ChecksumError ? otherBytes(upload) : error;
  }
}

const fingerprintOf = ({ settings }: ServiceContext, upload: Upload, digest: string) =>
  fingerprint(settings, `upload\n${JSON.stringify([upload.entity_id, upload.type, upload.name, digest])}`);

async function getFile(ctx: ServiceContext, id: string): Promise<File> {
  const row = await ctx.db.first(queries.byId({ id }));
  if (!row) throw new NotFoundError(ENTITY, id);
  return toFile(ctx, row);
}

/** Reads the upload to its end, to compare it with the first one under its key, and stores nothing. */
async function uploadAgain(ctx: ServiceContext, upload: Upload, used: Used): Promise<File> {
  const digest = await upload.write(
    async (body) => void (body instanceof Blob || (await body.pipeTo(new WritableStream()))),
    true,
  );
  if (upload.sha256 && upload.sha256 !== digest) throw otherBytes(upload);
  return repeated(used, await fingerprintOf(ctx, upload, digest), (id) => getFile(ctx, id));
}

/** The file exists once its row does: bytes go first. @throws ReferenceNotFoundError, MergedError, InvalidError, RuleError, ConflictError */
export async function uploadFile(ctx: ServiceContext, upload: Upload, key: string | null): Promise<File> {
  const { sha256At: _, write: __, ...described } = upload;
  const { entity_id } = upload;
  const noEntity = async (): Promise<never> => {
    await requireNotMerged(ctx, 'id', entity_id);
    throw new ReferenceNotFoundError(['Entity', entity_id]);
  };
  const { owners, used } = await ctx.db.batch({
    owners: queries.ownerOf({ entity_id }),
    used: key === null ? undefined : usedKey(ctx, key),
  });
  if (used?.[0]) return uploadAgain(ctx, upload, used[0]);
  const [owner] = owners;
  if (!owner) return noEntity();
  const row = { ...newEntity(ctx), ...described, entity: owner.entity, stored_under: null };
  const bytes = fileKey(row);
  const orDiscard = (error: unknown) => {
    // Where the answer was lost the row may be there, and must not lose its bytes: the hourly job looks later.
    const isThere = error instanceof StorageError && !error.refused;
    return (isThere ? Promise.resolve() : discard(ctx, bytes)).then(() => Promise.reject(error));
  };
  const digest = await putBytes(ctx, bytes, upload, key !== null).catch(orDiscard);
  const idempotency = key === null ? null : { key, fingerprint: await fingerprintOf(ctx, upload, digest) };
  const insert = async () => {
    const inserted = await ctx.db.run(queries.inserts[owner.entity](ctx, row, idempotency));
    if (inserted.length === 0) return noEntity();
    return toFile(ctx, row);
  };
  return createOnce(ctx, idempotency, { create: () => insert().catch(orDiscard), read: (id) => getFile(ctx, id) });
}

/** Newest first. @throws NotFoundError of the entity, MergedError */
export async function listFiles(ctx: ServiceContext, query: FilesQuery) {
  const { entity_id, limit, cursor = Number.MAX_SAFE_INTEGER } = query;
  const list = query.deleted === 'true' ? queries.lists.deleted : queries.lists.live;
  const { owners, files } = await ctx.db.batch({
    owners: queries.ownerOf({ entity_id }),
    files: list({ entity_id, cursor, limit: limit + 1 }),
  });
  if (owners.length === 0) {
    await requireNotMerged(ctx, 'id', entity_id);
    throw new NotFoundError('Entity', entity_id);
  }
  const { rows, next } = cutPage(files, limit);
  return { rows: await Promise.all(rows.map((row) => toListed(ctx, row))), next };
}

/**
 * The row decides. It is looked up at the nearest replica while the bytes are opened; the primary is asked only where bytes
 * have no row, which may be new: R2 is strongly consistent and gets the bytes first. @throws NotFoundError
 */
export async function openFile(ctx: ServiceContext, location: queries.Location, wanted: Wanted) {
  const look = () => ctx.db.first(queries.nameAt(location));
  const asked = fileKey(location);
  const [nearest, { object, failure }] = await Promise.all([
    look(),
    openObject(ctx, asked, wanted).then(
      (object) => ({ object, failure: undefined }),
      (failure: unknown) => ({ object: null, failure }),
    ),
  ]);
  let row = nearest;
  if (!row && (object || failure)) {
    ctx.db.turnToPrimary();
    row = await look();
  }
  if (!row) {
    await bodyOf(object)?.cancel();
    throw new NotFoundError(ENTITY);
  }
  const key = fileKey({ ...location, ...row });
  if (key === asked && failure) throw failure;
  // A merge has given the file to the patient by whose id it was asked for: no bytes were ever there.
  const stored = key === asked ? object : await openObject(ctx, key, wanted);
  if (!stored) throw new NotFoundError(ENTITY);
  return { ...row, key, object: stored };
}

/** The hourly job removes the bytes. @throws UnauthenticatedError, NotFoundError */
export async function deleteFile(ctx: ServiceContext, id: string): Promise<void> {
  const outcome = await ctx.db.run(queries.remove(ctx, { id, if_version: null }, { deleted_at: ctx.now }));
  // A file out of reach counts as not found, not as outdated: no version was asked for.
  requireWritten(ENTITY, id, { ...outcome, version: undefined });
}
