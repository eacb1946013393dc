import { and, asc, desc, eq, isNotNull, isNull, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { ServiceContext } from '../../context';
import { auditedInsert, auditRows, type Origin, origin } from '../../db/audit';
import { auditedUpdate } from '../../db/audited-update';
import { existsLive, isLive } from '../../db/entity';
import type { Query } from '../../db/query';
import { FILE_OWNERS, file } from '../../db/schema/file';
import { patient } from '../../db/schema/patient';
import { asExpression, db, type Inputs, previousChanged, rawStatement, statement } from '../../db/statement';
import { namesOf } from '../../rules/fields-of';
import { ownJson } from '../../rules/own-json';

const columns = {
  id: file.id,
  type: file.type,
  extension: file.extension,
  entity_id: file.entity_id,
  stored_under: file.stored_under,
};
export type FileRow = Pick<typeof file.$inferSelect, keyof typeof columns>;

const listedColumns = {
  ...columns,
  name: file.name,
  size: file.size,
  created_at: file.created_at,
  deleted_at: file.deleted_at,
};
export type ListedRow = Pick<typeof file.$inferSelect, keyof typeof listedColumns>;

/** By its url. */
export type Location = Pick<FileRow, 'id' | 'entity_id' | 'extension'>;

type Owner = keyof typeof FILE_OWNERS;
const owners = namesOf(FILE_OWNERS);

function isReachable(owner: Owner, id: SQLWrapper): SQL {
  const rows = FILE_OWNERS[owner];
  return existsLive(rows.table, id, ...(rows.of === 'patient' ? [existsLive(patient, rows.patient)] : []));
}

export const ownerOf = rawStatement<{ entity_id: string }, { entity: Owner }>((p) =>
  sql.join(
    owners.map((owner) => sql`select ${owner} as entity where ${isReachable(owner, p.entity_id)}`),
    sql` union all `,
  ),
);

/** A file is out of reach where its owner's patient is deleted. `case` looks up nothing for owners without a patient. */
export const isOfReachable: SQL = sql`case ${file.entity} ${sql.join(
  owners
    .filter((owner) => FILE_OWNERS[owner].of === 'patient')
    .map((owner) => sql`when ${owner} then ${isReachable(owner, file.entity_id)} `),
)} else 1 end`;

const insertFor = (owner: Owner) =>
  auditedInsert(file, {
    where: (p) => isReachable(owner, p.entity_id),
    returning: ['id'],
  });
export const inserts: Record<Owner, ReturnType<typeof insertFor>> = {
  patient: insertFor('patient'),
  doctor: insertFor('doctor'),
  appointment: insertFor('appointment'),
  invoice: insertFor('invoice'),
  department: insertFor('department'),
};

/** Each state has an index of its own, by entity and order of creation. */
const listOf = (state: typeof isNull) =>
  statement((p: Inputs<{ entity_id: string; cursor: number; limit: number }>) =>
    db
      .select({ ...listedColumns, seq: file.seq })
      .from(file)
      .where(and(eq(file.entity_id, p.entity_id), lt(file.seq, p.cursor), state(file.deleted_at)))
      .orderBy(desc(file.seq))
      .limit(asExpression(p.limit)),
  );
export const lists = { live: listOf(isNull), deleted: listOf(isNotNull) };

export const byId = statement((p: Inputs<{ id: string }>) =>
  db
    .select(columns)
    .from(file)
    .where(and(isLive(file, p.id), isOfReachable)),
);

/** A url has the id of the owner, or of the patient who had the file when it was stored. */
export const nameAt = statement((p: Inputs<Location>) =>
  db
    .select({ name: file.name, entity_id: file.entity_id, stored_under: file.stored_under })
    .from(file)
    .where(
      and(
        isLive(file, p.id),
        sql`${p.entity_id} in (${file.entity_id}, ${file.stored_under})`,
        eq(file.extension, p.extension),
        isOfReachable,
      ),
    ),
);

export const remove = auditedUpdate(file, ['deleted_at'], { action: 'delete', where: () => isOfReachable });

const ofEntity = (entity_id: SQLWrapper) =>
  db
    .select(columns)
    .from(file)
    .where(and(eq(file.entity_id, entity_id), isNull(file.deleted_at)))
    .orderBy(asc(file.seq));

export const filesOf = statement((p: Inputs<{ entity_id: string }>) => ofEntity(p.entity_id));

/** Read with the entity, so that its files cost no statement of their own. */
export const filesField = (entity_id: SQLiteColumn) =>
  sql`(select json_group_array(json_object('id', f.id, 'type', f.type, 'extension', f.extension,
    'entity_id', f.entity_id, 'stored_under', f.stored_under)) from ${ofEntity(entity_id).as('f')})`
    .mapWith(ownJson<FileRow[]>)
    .as('files');

type Hiding = Origin & { entity_id: string };

const toHide = (p: Inputs<Hiding>) => and(eq(file.entity_id, p.entity_id), isNull(file.deleted_at), previousChanged);

const auditHidden = rawStatement<Hiding, never>((p) =>
  auditRows(p, file, { action: 'delete', changed: sql`'["deleted_at"]'`, where: toHide(p) }),
);
// `auditHidden` has added a row if there is a file to hide.
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

/** For right behind the delete of the entity, which puts its files out of reach; their bytes are kept. */
export const hideFilesOf = (ctx: ServiceContext, entity_id: string): Query<unknown>[] => {
  const hiding = { ...origin(ctx), entity_id };
  return [auditHidden(hiding), hide(hiding)];
};
