/*
 * A merge as one batch, from top to bottom. `begin` makes a row of `patient_merge` where all conditions hold; each statement behind it
 * asks for that row (`isBegun`). None does anything a second time: what it moves has another patient or version by then.
 */
import { and, eq, getTableName, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../../context';
import { origin } from '../../../db/audit';
import { auditedUpdate } from '../../../db/audited-update';
import { type Acting, actingOf, isCurrentActor } from '../../../db/current-actor';
import { existsLive } from '../../../db/entity';
import { insertFrom, type NewRow } from '../../../db/insert';
import { batchOf, type Query } from '../../../db/query';
import { patient } from '../../../db/schema/patient';
import { MOVED, patientMerge, patientMergeMoved } from '../../../db/schema/patient-merge';
import { type Inputs, rawStatement } from '../../../db/statement';
import { FIELDS, isBegun, type Moving, movingOf, type Sides, writing } from './moving';

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

// Before the patient takes its fields: it may have a number that only one may have.
const leave = auditedUpdate(patient, ['deleted_at', 'merged_into'], {
  guarded: true,
  action: 'merge',
  detailed: ['merged_into'],
  where: (p: Inputs<Moving>) => isBegun(p),
});

const absorb = auditedUpdate(patient, FIELDS, {
  ...writing,
  action: 'merge',
  where: (p: Inputs<Moving>) => isBegun(p),
});
// For each table: `audit` and `remember` find the rows by their patient, so `move` comes last.
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

/** Whether it took place is seen by its row. */
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
