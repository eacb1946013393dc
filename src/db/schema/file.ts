import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { appointmentRows } from './appointment';
import { entityColumns, live } from './columns';
import { departmentRows } from './department';
import { doctorRows } from './doctor';
import { invoiceRows } from './invoice';
import { patientRows } from './patient';
import { ofPatient, type Rows } from './whose';

/** A file exists as long as its row is there and not marked as deleted: by its own delete, or by that of its entity. */
export const file = sqliteTable(
  'file',
  {
    ...entityColumns(),
    entity: text().notNull(),
    entity_id: text().notNull(),
    type: text().notNull(),
    extension: text().notNull(),
    name: text().notNull(),
    size: integer().notNull(),
    sha256: text(),
    /** the owner's id when it was stored, in the key of its bytes and in its url: only where a merge has changed the owner */
    stored_under: text(),
  },
  (t) => [
    live(index('file_entity').on(t.entity_id, t.seq)),
    live(index('file_updated').on(t.updated_at)),
    index('file_deleted').on(t.entity_id, t.seq).where(sql`deleted_at IS NOT NULL`),
  ],
);

/** Whose files may be, by `entity`. Those of a patient's records are the patient's, too. */
export const FILE_OWNERS = {
  patient: patientRows,
  doctor: doctorRows,
  appointment: appointmentRows,
  invoice: invoiceRows,
  department: departmentRows,
} as const satisfies Record<string, Rows>;

/** Of a patient's own files; the others go with their owners. Their bytes stay where they are. */
export const fileRows = ofPatient(file, file.entity_id, {
  fhir: 'DocumentReference',
  isOf: (id) =>
    // An index has the live ones, another one those that were deleted.
    or(and(eq(file.entity_id, id), isNull(file.deleted_at)), and(eq(file.entity_id, id), isNotNull(file.deleted_at))),
  moved: () => ({ stored_under: sql`coalesce(${file.stored_under}, ${file.entity_id})` }),
});
