import { and, eq, getTableName, inArray, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../../context';
import { origin } from '../../../db/audit';
import { auditedUpdate } from '../../../db/audited-update';
import { type Acting, actingOf, isCurrentActor } from '../../../db/current-actor';
import { columnsFor, existsLive } from '../../../db/entity';
import { insertFrom, type NewRow } from '../../../db/insert';
import { batchOf, type Query } from '../../../db/query';
import { identifier } from '../../../db/schema/identifier';
import { patient } from '../../../db/schema/patient';
import { MOVED, patientMerge, patientMergeMoved } from '../../../db/schema/patient-merge';
import { db, type Inputs, rawStatement, statement } from '../../../db/statement';
import { PatientInput } from '../schemas';
import { FIELDS, isBegun, type Moving, movingOf, type Sides, writing } from './moving';

/*
 * A merge is one batch. Its first statement makes a row of `patient_merge` where all conditions hold; the others ask for that
 * row. Each does nothing a second time: what it moves has another patient or version by then.
 */

const columns = columnsFor(
  patient,
  PatientInput,
  ...(['id', 'reg_number', 'version', 'deleted_at', 'merged_into', 'merged'] as const),
);
/** Of other systems, with those of records that were merged into it. */
const identifiers = sql<number>`(select count(*) from ${identifier} where ${identifier.entity_id} in (
    select ${patient.id} union all select value ->> 'id' from json_each(${patient.merged})))`.as('identifiers');
const led = sql`(select json_group_object(member.id, member.merged_into) from ${patient} as member
    where member.id in (select value ->> 'id' from json_each(${patient}.merged)))`
  .mapWith((text: string): Record<string, string> => JSON.parse(text))
  .as('led');
export type PatientRow = Pick<typeof patient.$inferSelect, keyof typeof columns>;

type Pair = Inputs<{ id: string; from: string }>;
const isOneOf = (p: Pair) => inArray(patient.id, [p.id, p.from]);

/** Both, deleted or not. */
export const pair = statement((p: Pair) => db.select(columns).from(patient).where(isOneOf(p)));
/** With what merges may have only so much of. */
export const measuredPair = statement((p: Pair) =>
  db
    .select({ ...columns, identifiers, led })
    .from(patient)
    .where(isOneOf(p)),
);

/** The last one of these two, undone or not. */
export const lastMerge = statement((p: Inputs<{ id: string; from: string }>) =>
  db
    .select()
    .from(patientMerge)
    .where(and(eq(patientMerge.patient_id, p.id), eq(patientMerge.merged_id, p.from)))
    .orderBy(sql`${patientMerge.seq} desc`)
    .limit(1),
);
export type MergeRow = typeof patientMerge.$inferSelect;

export const movedBy = statement((p: Inputs<{ merge_id: string }>) =>
  db
    .select({ entity: patientMergeMoved.entity, n: sql<number>`count(*)`.as('n') })
    .from(patientMergeMoved)
    .where(eq(patientMergeMoved.merge_id, p.merge_id))
    .groupBy(patientMergeMoved.entity),
);

type NewMerge = NewRow<typeof patientMerge> & Acting & { version: number; merged_version: number };

const begin = rawStatement<NewMerge, never>((p) => {
  const given = (['id', 'patient_id', 'merged_id', 'before', 'after', 'created_at', 'created_by'] as const).map(
    (name) => sql.param(p[name], patientMerge[name]),
  );
  const holds = and(
    existsLive(patient, p.patient_id, eq(patient.version, p.version)),
    existsLive(patient, p.merged_id, eq(patient.version, p.merged_version)),
    isCurrentActor(p),
  );
  return insertFrom(patientMerge, sql`select ${sql.join(given, sql`, `)}, null, null where ${holds}`);
});

const moves = MOVED.map((rows) => {
  const { table, isOf } = rows;
  const where = (p: Inputs<Moving>) => and(isOf(p.of), isBegun(p));
  const remember = rawStatement<Moving, never>((p) =>
    insertFrom(
      patientMergeMoved,
      sql`select ${p.merge_id}, ${getTableName(table)}, ${table.id}, ${table.version} + 1, ${p.at} from ${table} where ${where(p)}`,
    ),
  );
  return { ...movingOf(rows, 'moved', where), remember };
});

const absorb = auditedUpdate(patient, FIELDS, {
  ...writing,
  action: 'merge',
  where: (p: Inputs<Moving>) => isBegun(p),
});
const leave = auditedUpdate(patient, ['deleted_at', 'merged_into'], {
  guarded: true,
  action: 'merge',
  detailed: ['merged_into'],
  where: (p: Inputs<Moving>) => isBegun(p),
});

/** Whether it took place is seen by its row. The other record goes first: it may have a number that only one may have. */
export function merging(ctx: ServiceContext, merge: NewRow<typeof patientMerge>, sides: Sides): Query<unknown> {
  const { id, version, changes, from, from_version, issued_to } = sides;
  const by = { ...origin(ctx), merge_id: merge.id, to: id, of: from, issued_to };
  const gone = { deleted_at: ctx.now, merged_into: id };
  return batchOf({
    begun: begin({ ...merge, ...actingOf(ctx), version, merged_version: from_version }),
    left: leave(ctx, { id: from, if_version: from_version }, { ...gone, ...by }),
    absorbed: absorb(ctx, { id, if_version: version }, { ...changes, ...by }),
    ...Object.fromEntries(
      moves.flatMap(({ audit, remember, move }, n) => [
        [`audit ${n}`, audit(by)],
        [`remember ${n}`, remember(by)],
        [`move ${n}`, move(by)],
      ]),
    ),
  });
}
