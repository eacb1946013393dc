import { sql } from 'drizzle-orm';
import { auditEvent, newEntity } from '../../db/audit';
import { StorageError } from '../../db/errors';
import { appointment, department, doctor, file, invoice, patient } from '../../db/schema';
import { insertionIf, statement } from '../../db/statement';
import { InvalidError, NotFoundError } from '../../errors';
import type { ServiceContext } from '../../http/context';
import { ChecksumError, r2 } from './bucket';
import { type FileRow, fileKey, toFile } from './files';
import { mediaTypeOf } from './kinds';
import type { File } from './schemas';
import type { Upload } from './upload';

/** What may own files. */
const OWNERS = { patient, doctor, appointment, invoice, department };
type Owner = keyof typeof OWNERS;
const owners = Object.keys(OWNERS) as Owner[];

const ownerOf = statement<{ entity_id: string }, { entity: Owner }>((p) =>
  sql.join(
    owners.map((entity) => {
      const { id, deleted_at } = OWNERS[entity];
      return sql`SELECT ${sql.raw(`'${entity}'`)} AS entity FROM ${OWNERS[entity]} WHERE ${id} = ${p.entity_id} AND ${deleted_at} IS NULL`;
    }),
    sql` UNION ALL `,
  ),
);

const insertFor = (owner: Owner) =>
  insertionIf(
    file,
    (p) => {
      const { id, deleted_at } = OWNERS[owner];
      return sql`EXISTS (SELECT 1 FROM ${OWNERS[owner]} WHERE ${id} = ${p.entity_id} AND ${deleted_at} IS NULL)`;
    },
    'id',
  );
const inserts = Object.fromEntries(owners.map((owner) => [owner, insertFor(owner)])) as Record<
  Owner,
  ReturnType<typeof insertFor>
>;

type Located = Pick<FileRow, 'id' | 'entity_id' | 'extension'>;

const byLocation = statement<Located, { name: string }>(
  (p) => sql`SELECT ${file.name} FROM ${file} WHERE ${file.id} = ${p.id} AND ${file.entity_id} = ${p.entity_id}
    AND ${file.extension} = ${p.extension} AND ${file.deleted_at} IS NULL`,
);

const remove = statement<{ id: string }, Located>(
  (p) =>
    sql`DELETE FROM ${file} WHERE ${file.id} = ${p.id} AND ${file.deleted_at} IS NULL RETURNING id, entity_id, extension`,
);

/** Deletes bytes that have no row. If that fails, the sweep does it. */
const discard = (ctx: ServiceContext, key: string): Promise<void> =>
  r2(ctx, (files) => files.delete(key)).catch(() => {
    console.error(JSON.stringify({ level: 'error', event: 'file_bytes_left', request_id: ctx.requestId }));
  });

async function putBytes(ctx: ServiceContext, key: string, upload: Upload): Promise<void> {
  const options: R2PutOptions = { httpMetadata: { contentType: mediaTypeOf(upload.extension) } };
  if (upload.sha256) options.sha256 = upload.sha256;
  try {
    await upload.write((body) => r2(ctx, (files) => files.put(key, body, options)));
  } catch (error) {
    if (!(error instanceof ChecksumError)) throw error;
    const msg = 'SHA-256 should be that of the file';
    throw new InvalidError([{ loc: upload.sha256At, msg, type: 'value_error' }]);
  }
}

/** Bytes, then row: the file exists once its row does. @throws NotFoundError of its entity, InvalidError, RuleError */
export async function uploadFile(ctx: ServiceContext, upload: Upload): Promise<File> {
  const { sha256At: _, write: __, ...described } = upload;
  const noEntity = new NotFoundError('Entity', upload.entity_id);
  const owner = await ctx.db.first(ownerOf({ entity_id: upload.entity_id }));
  if (!owner) throw noEntity;
  const row = { ...newEntity(ctx), ...described, entity: owner.entity };
  const key = fileKey(row);
  try {
    await putBytes(ctx, key, upload);
    const [made] = await ctx.db.batch([inserts[owner.entity](row), auditEvent(ctx, 'create', 'file', row.id)]);
    if (made.length === 0) throw noEntity;
  } catch (error) {
    // Where the answer was lost the row may be there, and must not lose its bytes: the sweep looks again later.
    if (!(error instanceof StorageError) || error.refused) await discard(ctx, key);
    throw error;
  }
  return toFile(ctx, row);
}

/** Row, then bytes: from the row's end on the file is gone. @throws NotFoundError */
export async function deleteFile(ctx: ServiceContext, id: string): Promise<void> {
  const [[removed]] = await ctx.db.batch([remove({ id }), auditEvent(ctx, 'delete', 'file', id)]);
  if (!removed) throw new NotFoundError('File', id);
  await discard(ctx, fileKey(removed));
}

/** What of a file is wanted: its headers only, or its bytes by R2's own options. */
export type Wanted = 'head' | Pick<R2GetOptions, 'range' | 'onlyIf'>;

/** The object has no body where only its headers are wanted, `onlyIf` fails or R2 cannot send the range. */
export async function openObject(
  ctx: ServiceContext,
  key: string,
  wanted: Wanted,
): Promise<R2Object | R2ObjectBody | null> {
  const head = () => r2(ctx, (files) => files.head(key));
  if (wanted === 'head') return head();
  return r2(ctx, (files) => files.get(key, wanted)).catch((error) => {
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
export async function openFile(ctx: ServiceContext, located: Located, wanted: Wanted) {
  const look = () => ctx.db.first(byLocation(located));
  const [nearest, [object, failure]] = await Promise.all([
    look(),
    openObject(ctx, fileKey(located), wanted).then(
      (object) => [object] as const,
      (error: unknown) => [null, error] as const,
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
