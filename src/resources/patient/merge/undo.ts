/*
 * The undoing of a merge as one batch, from top to bottom. `end` marks the row of `patient_merge` where all conditions hold; each
 * statement behind it asks for that mark (`isUndone`), and is held to what the merge has left.
 */
import { and, eq, getTableName, inArray, type SQLWrapper, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../../context';
import { auditRows, origin } from '../../../db/audit';
import { auditedUpdate } from '../../../db/audited-update';
import { type Acting, actingOf, isCurrentActor } from '../../../db/current-actor';
import { existsLive, isVersion } from '../../../db/entity';
import { batchOf, type Query } from '../../../db/query';
import { appointment } from '../../../db/schema/appointment';
import { invoice } from '../../../db/schema/invoice';
import { patient } from '../../../db/schema/patient';
import { MOVED, patientMerge, patientMergeMoved } from '../../../db/schema/patient-merge';
import { asExpression, db, type Inputs, rawStatement } from '../../../db/statement';
import { FIELDS, isUndone, type Moving, movingOf, ofMerge, one, type Sides, writing } from './moving';

const versionNow = sql`case ${patientMergeMoved.entity} ${sql.join(
  MOVED.map(
    ({ table }) =>
      sql`when ${getTableName(table)} then (select ${table.version} from ${table} where ${table.id} = ${patientMergeMoved.entity_id}) `,
  ),
)} end`;

/** What keeps a merge from being undone: what moved and has another version by now, and bills for moved appointments. */
const changedSince = (merge_id: SQLWrapper) => sql`
  select ${patientMergeMoved.entity} as entity, ${patientMergeMoved.entity_id} as id from ${patientMergeMoved}
    where ${patientMergeMoved.merge_id} = ${merge_id} and ${patientMergeMoved.version} is not ${versionNow}
  union all select 'invoice', ${invoice.id} from ${patientMergeMoved}
    join ${invoice} on ${invoice.appointment_id} = ${patientMergeMoved.entity_id} and ${invoice.deleted_at} is null
    where ${ofMerge(appointment, merge_id)} and not exists (select 1 from ${patientMergeMoved} too
      where too.merge_id = ${merge_id} and too.entity = 'invoice' and too.entity_id = ${invoice.id})`;

export const changes = rawStatement<{ merge_id: string; limit: number }, { entity: string; id: string }>(
  (p) => sql`select * from (${changedSince(p.merge_id)}) limit ${asExpression(p.limit)}`,
);

type Undoing = Moving & Acting & { version: number; from_version: number };

/** The other record, as it was read. */
const isMergedAs = (p: Inputs<Undoing>) =>
  and(eq(patient.id, p.to), eq(patient.merged_into, p.of), isVersion(patient, p.from_version));

const end = rawStatement<Undoing, never>((p) =>
  db
    .update(patientMerge)
    .set({ undone_at: sql`${p.at}`, undone_by: sql`${p.actor}` })
    .where(
      and(
        eq(patientMerge.id, p.merge_id),
        existsLive(patient, p.of, eq(patient.version, p.version)),
        sql`exists ${db.select(one).from(patient).where(isMergedAs(p))}`,
        sql`not exists (${changedSince(p.merge_id)})`,
        isCurrentActor(p),
      ),
    ),
);

// Before the other record comes back: the patient may have taken a number that only one may have.
const release = auditedUpdate(patient, FIELDS, {
  ...writing,
  action: 'unmerge',
  where: (p: Inputs<Moving>) => isUndone(p),
});

const comesBack = (p: Inputs<Undoing>) => and(isMergedAs(p), isUndone(p));
const auditComesBack = rawStatement<Undoing, never>((p) =>
  auditRows(p, patient, {
    action: 'unmerge',
    changed: sql`'["deleted_at","merged_into"]'`,
    detail: sql`json_object('merged_into', json_array(${patient.merged_into}, null))`,
    where: comesBack(p),
  }),
);
const comeBack = rawStatement<Undoing, never>((p) =>
  db
    .update(patient)
    .set({
      deleted_at: sql`null`,
      merged_into: sql`null`,
      version: sql`${patient.version} + 1`,
      updated_at: sql`${p.at}`,
      updated_by: sql`${p.actor}`,
    })
    .where(comesBack(p)),
);

// For each table: `audit` finds the rows as they are before `move`.
const returns = MOVED.map((rows) => {
  const { table } = rows;
  const { entity_id, version } = patientMergeMoved;
  return movingOf(rows, 'restored', (p) => {
    const ids = db.select({ entity_id }).from(patientMergeMoved).where(ofMerge(table, p.merge_id));
    const then = db
      .select({ version })
      .from(patientMergeMoved)
      .where(ofMerge(table, p.merge_id, eq(entity_id, table.id)));
    return and(inArray(table.id, ids), eq(table.version, then), isUndone(p));
  });
});

/**
 * What earlier merges had moved to the record that comes back is as this merge found it, but two versions further: those can
 * be undone, too, unless they could not before. A record may have come through several, each into the next one's patient.
 */
const keepUndoable = rawStatement<Undoing, never>(
  (p) => sql`with recursive before (id, merged_id) as (
      select id, merged_id from ${patientMerge} where patient_id = ${p.to} and undone_at is null
      union all select m.id, m.merged_id from before join ${patientMerge} as m
        on m.patient_id = before.merged_id and m.undone_at is null)
    update ${patientMergeMoved} set version = version + 2, created_at = ${p.at}
    where ${isUndone(p)} and (merge_id, entity, entity_id) in (select before.id, now.entity, now.entity_id
      from before join ${patientMergeMoved} as now where now.merge_id = ${p.merge_id})`,
);

/** Whether it took place is seen by the merge's `undone_at`. */
export function unmerging(ctx: ServiceContext, merge_id: string, sides: Omit<Sides, 'issued_to'>): Query<unknown> {
  const { id, version, changes, from, from_version } = sides;
  const by = { ...origin(ctx), ...actingOf(ctx), merge_id, to: from, of: id, issued_to: '', version, from_version };
  return batchOf({
    ended: end(by),
    released: release(ctx, { id, if_version: version }, { ...changes, ...by }),
    auditBack: auditComesBack(by),
    back: comeBack(by),
    ...Object.fromEntries(
      returns.flatMap(({ audit, move }, n) => [
        [`audit ${n}`, audit(by)],
        [`move ${n}`, move(by)],
      ]),
    ),
    kept: keepUndoable(by),
  });
}
