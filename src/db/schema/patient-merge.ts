import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { appointmentRows, appointmentSeriesRows } from './appointment';
import { json } from './columns';
import { withoutRowid } from './extras';
import { fileRows } from './file';
import { invoiceRows } from './invoice';
import { noteRows } from './note';
import { patient } from './patient';
import { ofThePast } from './whose';

/** One record of a person merged into another one: what it takes to undo that. */
export const patientMerge = sqliteTable(
  'patient_merge',
  {
    seq: integer().primaryKey(),
    id: text().notNull().unique(),
    patient_id: text()
      .notNull()
      .references(() => patient.id),
    merged_id: text()
      .notNull()
      .references(() => patient.id),
    /** fields of the patient as they were, and as the merge made them */
    before: json<Record<string, unknown>>(),
    after: json<Record<string, unknown>>(),
    created_at: integer().notNull(),
    created_by: text(),
    undone_at: integer(),
    undone_by: text(),
  },
  (t) => [index('patient_merge_patient').on(t.patient_id), index('patient_merge_merged').on(t.merged_id)],
);

/** What a merge moves: all that is a patient's (whose.ts). */
export const MOVED = [appointmentRows, appointmentSeriesRows, invoiceRows, fileRows, noteRows];

/** A record that went from one patient to the other, with the version that it had then. */
export const patientMergeMoved = sqliteTable(
  'patient_merge_moved',
  {
    merge_id: text().notNull(),
    entity: text().notNull(),
    entity_id: text().notNull(),
    version: integer().notNull(),
    /** when it got this version: a backup reads what is newer than its beginning again */
    created_at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.merge_id, t.entity, t.entity_id] })],
);

export const patientMergeRows = [ofThePast(patientMerge), ofThePast(patientMergeMoved)];

export const patientMergeExtras = () => [withoutRowid(patientMergeMoved)];
