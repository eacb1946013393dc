/** What a merge (queries.ts) and its undoing (undo.ts) share: records that get another patient, and the fields of the one who stays. */
import { and, eq, isNotNull, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { auditRows, type Origin } from '../../../db/audit';
import { fieldNames } from '../../../db/entity';
import { appointment } from '../../../db/schema/appointment';
import { file } from '../../../db/schema/file';
import { invoice } from '../../../db/schema/invoice';
import type { patient } from '../../../db/schema/patient';
import { type MOVED, patientMerge, patientMergeMoved } from '../../../db/schema/patient-merge';
import { db, type Inputs, rawStatement } from '../../../db/statement';
import { PatientInput } from '../schemas';

export type Kind = (typeof MOVED)[number];

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

/** How each kind belongs to a patient. Indexes serve live rows and deleted ones apart. */
export const MOVED_RECORDS = {
  appointment: {
    table: appointment,
    owner: 'patient_id',
    isOf: (id: SQLWrapper) => eq(appointment.patient_id, id),
    moved: () => ({}),
    restored: () => ({}),
  },
  invoice: {
    table: invoice,
    owner: 'patient_id',
    isOf: (id: SQLWrapper) => and(eq(invoice.patient_id, id), isNull(invoice.deleted_at)),
    moved: (p: Inputs<Moving>) => ({
      issued_to: sql`iif(${invoice.status} = 'DRAFT', ${invoice.issued_to}, coalesce(${invoice.issued_to}, ${p.issued_to}))`,
    }),
    restored: (p: Inputs<Moving>) => ({
      issued_to: sql`iif(${invoice.issued_to} ->> 'id' = ${p.to}, null, ${invoice.issued_to})`,
    }),
  },
  file: {
    table: file,
    owner: 'entity_id',
    isOf: (id: SQLWrapper) =>
      or(and(eq(file.entity_id, id), isNull(file.deleted_at)), and(eq(file.entity_id, id), isNotNull(file.deleted_at))),
    moved: () => ({ stored_under: sql`coalesce(${file.stored_under}, ${file.entity_id})` }),
    restored: () => ({}),
  },
} as const satisfies Record<Kind, unknown>;

export const ofMerge = (kind: Kind, merge_id: SQLWrapper, ...conditions: SQL[]) =>
  and(eq(patientMergeMoved.merge_id, merge_id), eq(patientMergeMoved.entity, sql`${kind}`), ...conditions);

/** @param where which rows, as long as they have not been moved */
export function movingOf(kind: Kind, direction: 'moved' | 'restored', where: (p: Inputs<Moving>) => SQL | undefined) {
  const { table, owner, ...set } = MOVED_RECORDS[kind];
  const changed = sql.raw(`'["${owner}"]'`);
  return {
    audit: rawStatement<Moving, never>((p) => auditRows(p, table, { action: 'update', changed, where: where(p) })),
    move: rawStatement<Moving, never>((p) =>
      db
        .update(table as SQLiteTable)
        .set({
          [owner]: sql`${p.to}`,
          ...set[direction](p),
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
