import { and, asc, eq, isNull, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { ServiceContext } from '../../context';
import { auditRows, type Origin, origin } from '../../db/audit';
import type { Query } from '../../db/query';
import { file } from '../../db/schema/file';
import { db, type Inputs, rawStatement, statement } from '../../db/statement';
import { fileKey } from './key';
import type { File } from './schemas';

export const fileColumns = { id: file.id, type: file.type, extension: file.extension, entity_id: file.entity_id };

export type FileRow = Pick<typeof file.$inferSelect, keyof typeof fileColumns>;

const ofEntity = (entity_id: SQLWrapper) =>
  db
    .select(fileColumns)
    .from(file)
    .where(and(eq(file.entity_id, entity_id), isNull(file.deleted_at)))
    .orderBy(asc(file.seq));

export const filesOf = statement((p: Inputs<{ entity_id: string }>) => ofEntity(p.entity_id));

/**
 * A field of an entity's own read: its files, so that they cost no statement of their own. Raw: Drizzle has no word for
 * `json_group_array`.
 */
export const filesField = (entity_id: SQLiteColumn) =>
  sql`(select json_group_array(json_object('id', f.id, 'type', f.type, 'extension', f.extension,
    'entity_id', f.entity_id)) from ${ofEntity(entity_id).as('f')})`
    .mapWith((json: string) => JSON.parse(json) as FileRow[])
    .as('files');

type Hiding = Origin & { entity_id: string };

/** The live files of the entity, if the statement before changed a row. */
const toHide = (p: Inputs<Hiding>) => and(eq(file.entity_id, p.entity_id), isNull(file.deleted_at), sql`changes() > 0`);

const auditHidden = rawStatement<Hiding, never>((p) =>
  auditRows(p, file, { action: 'delete', changed: sql`'["deleted_at"]'`, where: toHide(p) }),
);
/** Follows `auditHidden`, which changes a row if there is a file to hide. */
const hide = statement((p: Inputs<Hiding>) =>
  db
    .update(file)
    .set({
      deleted_at: sql`${p.at}`,
      updated_at: sql`${p.at}`,
      updated_by: sql`${p.actor}`,
      version: sql`${file.version} + 1`,
    })
    .where(toHide(p)),
);

/** Follow the delete of the entity: its files are unreachable with it, their bytes are kept. */
export const hideFilesOf = (ctx: ServiceContext, entity_id: string): Query<unknown>[] => {
  const hiding = { ...origin(ctx), entity_id };
  return [auditHidden(hiding), hide(hiding)];
};

export const toFile = ({ baseUrl }: ServiceContext, row: FileRow): File => ({
  id: row.id,
  type: row.type,
  mime_type: row.extension,
  entity_id: row.entity_id,
  url: `${baseUrl}/static/${fileKey(row)}`,
});

export const toFiles = (ctx: ServiceContext, rows: FileRow[]): File[] => rows.map((row) => toFile(ctx, row));
