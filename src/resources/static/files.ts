import { and, asc, eq, isNull, type Placeholder, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { file } from '../../db/schema/file';
import { db, type Inputs, type Query, statement } from '../../db/statement';
import type { ServiceContext } from '../../http/context';
import type { File } from './schemas';

export type FileRow = Pick<typeof file.$inferSelect, 'id' | 'type' | 'extension' | 'entity_id'>;

/** Where a file's bytes lie in R2, and the path of its url below /static. */
export const fileKey = ({ entity_id, id, extension }: Pick<FileRow, 'entity_id' | 'id' | 'extension'>): string =>
  `${entity_id}/${id}${extension}`;

const columns = { id: file.id, type: file.type, extension: file.extension, entity_id: file.entity_id };

const filesOfEntity = (entity: SQLiteColumn | Placeholder) =>
  db
    .select(columns)
    .from(file)
    .where(and(eq(file.entity_id, entity), isNull(file.deleted_at)))
    .orderBy(asc(file.seq));

const ofEntity = statement((p: Inputs<{ entity_id: string }>) => filesOfEntity(p.entity_id));

/** A field of an entity's own read: its files as JSON, so that they cost no statement of their own. */
export const filesField = (entity: SQLiteColumn) =>
  sql<string>`(select json_group_array(json_object('id', f.id, 'type', f.type, 'extension', f.extension,
    'entity_id', f.entity_id)) from ${filesOfEntity(entity).as('f')})`.as('files');

/** The files of such a read. */
export const toFiles = (ctx: ServiceContext, json: string): File[] =>
  json === '[]' ? [] : (JSON.parse(json) as FileRow[]).map((row) => toFile(ctx, row));

const hide = statement((p: Inputs<{ entity_id: string; now: number; actor: string | null }>) =>
  db
    .update(file)
    .set({
      deleted_at: sql`${p.now}`,
      updated_at: sql`${p.now}`,
      updated_by: sql`${p.actor}`,
      version: sql`${file.version} + 1`,
    })
    .where(and(eq(file.entity_id, p.entity_id), isNull(file.deleted_at), sql`changes() > 0`)),
);

export const filesOf = (entity_id: string): Query<FileRow> => ofEntity({ entity_id });

/** Stands right after the statement that deletes the entity: its files are unreachable with it, their bytes are kept. */
export const hideFilesOf = (ctx: ServiceContext, entity_id: string): Query<never> =>
  hide({ entity_id, now: ctx.now, actor: ctx.actor?.id ?? null });

export const toFile = ({ baseUrl }: ServiceContext, row: FileRow): File => ({
  id: row.id,
  type: row.type,
  mime_type: row.extension,
  entity_id: row.entity_id,
  url: `${baseUrl}/static/${fileKey(row)}`,
});
