import { and, eq, inArray, sql } from 'drizzle-orm';
import { columnsFor } from '../../../db/entity';
import { identifier } from '../../../db/schema/identifier';
import { patient } from '../../../db/schema/patient';
import { patientMerge, patientMergeMoved } from '../../../db/schema/patient-merge';
import { db, type Inputs, statement } from '../../../db/statement';
import { ownJson } from '../../../rules/own-json';
import { PatientInput } from '../schemas';

const columns = columnsFor(
  patient,
  PatientInput,
  ...(['id', 'reg_number', 'version', 'deleted_at', 'merged_into', 'merged'] as const),
);
/** Of other systems, with those of records that were merged into it. */
const identifier_count = sql<number>`(select count(*) from ${identifier} where ${identifier.entity_id} in (
    select ${patient.id} union all select value ->> 'id' from json_each(${patient.merged})))`.as('identifier_count');
const led = sql`(select json_group_object(member.id, member.merged_into) from ${patient} as member
    where member.id in (select value ->> 'id' from json_each(${patient}.merged)))`
  .mapWith(ownJson<Record<string, string>>)
  .as('led');
export type PatientRow = Pick<typeof patient.$inferSelect, keyof typeof columns>;

type Pair = Inputs<{ id: string; from: string }>;
const isOneOf = (p: Pair) => inArray(patient.id, [p.id, p.from]);

/** Both, deleted or not. */
export const pair = statement((p: Pair) => db.select(columns).from(patient).where(isOneOf(p)));
/** With what merges may have only so much of. */
export const measuredPair = statement((p: Pair) =>
  db
    .select({ ...columns, identifier_count, led })
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
