import { sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { file } from '../../db/schema/file';
import { type Query, statement } from '../../db/statement';
import type { ServiceContext } from '../../http/context';
import type { File } from './schemas';

export type FileRow = Pick<typeof file.$inferSelect, 'id' | 'type' | 'extension' | 'entity_id'>;

/** Where a file's bytes lie in R2, and the path of its url below /static. */
export const fileKey = ({ entity_id, id, extension }: Pick<FileRow, 'entity_id' | 'id' | 'extension'>): string =>
  `${entity_id}/${id}${extension}`;

const ofEntity = statement<{ entity_id: string }, FileRow>(
  (p) => sql`SELECT ${file.id}, ${file.type}, ${file.extension}, ${file.entity_id} FROM ${file}
    WHERE ${file.entity_id} = ${p.entity_id} AND ${file.deleted_at} IS NULL ORDER BY ${file.seq}`,
);

/** A column of an entity's own read: its files as JSON, so that they cost no statement of their own. */
export const filesColumn = (entity: SQLiteColumn) => sql<{
  files: string;
}>`, (SELECT json_group_array(json_object('id', f.id, 'type', f.type,
  'extension', f.extension, 'entity_id', f.entity_id)) FROM (SELECT * FROM ${file}
  WHERE ${file.entity_id} = ${entity} AND ${file.deleted_at} IS NULL ORDER BY ${file.seq}) AS f) AS files`;

/** The files of such a read. */
export const toFiles = (ctx: ServiceContext, json: string): File[] =>
  json === '[]' ? [] : (JSON.parse(json) as FileRow[]).map((row) => toFile(ctx, row));

const hide = statement<{ entity_id: string; now: number; actor: string | null }, never>(
  (
    p,
  ) => sql`UPDATE ${file} SET deleted_at = ${p.now}, updated_at = ${p.now}, updated_by = ${p.actor}, version = version + 1
    WHERE ${file.entity_id} = ${p.entity_id} AND ${file.deleted_at} IS NULL AND changes() > 0`,
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
