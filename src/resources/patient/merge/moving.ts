/** What a merge (batch.ts) and its undoing (undo.ts) share: records that get another patient, and the fields of the one who stays. */
import { and, eq, getTableName, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { auditRows, type Origin } from '../../../db/audit';
import { fieldNames } from '../../../db/entity';
import type { patient } from '../../../db/schema/patient';
import { patientMerge, patientMergeMoved } from '../../../db/schema/patient-merge';
import type { RowsOfPatient } from '../../../db/schema/whose';
import { db, type Inputs, rawStatement } from '../../../db/statement';
import { asTable } from '../../../db/table';
import { PatientInput } from '../schemas';

export interface Moving extends Origin {
  merge_id: string;
  /** whose they become */
  to: string;
  /** whose they were */
  of: string;
  /** JSON: the names on bills that were issued to the merged patient */
  issued_to: string;
}

export const one = { one: sql`1` };
const happened = (p: Inputs<Pick<Moving, 'merge_id'>>, ...conditions: SQL[]) =>
  sql`exists ${db
    .select(one)
    .from(patientMerge)
    .where(and(eq(patientMerge.id, p.merge_id), ...conditions))}`;
export const isBegun = (p: Inputs<Moving>) => happened(p);
export const isUndone = (p: Inputs<Moving>) => happened(p, sql`${patientMerge.undone_at} = ${p.at}`);

export const ofMerge = (table: SQLiteTable, merge_id: SQLWrapper, ...conditions: SQL[]) =>
  and(
    eq(patientMergeMoved.merge_id, merge_id),
    eq(patientMergeMoved.entity, sql`${getTableName(table)}`),
    ...conditions,
  );

/** @param where which rows, as long as they have not been moved */
export function movingOf(
  rows: RowsOfPatient,
  direction: 'moved' | 'restored',
  where: (p: Inputs<Moving>) => SQL | undefined,
) {
  const { table, patient: owner } = rows;
  const changed = sql.raw(`'["${owner.name}"]'`);
  return {
    audit: rawStatement<Moving, never>((p) => auditRows(p, table, { action: 'update', changed, where: where(p) })),
    move: rawStatement<Moving, never>((p) =>
      db
        .update(asTable(table))
        .set({
          [owner.name]: sql`${p.to}`,
          ...rows[direction](p),
          version: sql`${table.version} + 1`,
          updated_at: sql`${p.at}`,
          updated_by: sql`${p.actor}`,
        })
        .where(where(p)),
    ),
  };
}

export const FIELDS = [...fieldNames(PatientInput), 'merged', 'national_id_key', 'terms', 'name_terms'] as const;
export type Changes = Pick<typeof patient.$inferSelect, (typeof FIELDS)[number]>;
const derived = ['national_id_key', 'terms', 'name_terms'] as const;
export const writing = { guarded: true, derived } as const;

export interface Sides {
  /** of the patient who stays, as it was read */
  id: string;
  version: number;
  changes: Changes;
  /** the other one */
  from: string;
  from_version: number;
  issued_to: string;
}
