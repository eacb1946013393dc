import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { entityColumns } from './columns';
import { department } from './department';
import { doctor } from './doctor';
import { patient } from './patient';

/**
 * Whether an appointment with this status occupies its doctor: any but one that is over or will not take place. Status is
 * free text, so letter case, `_`, `-` and spaces do not matter. Not `NOT IN`, for which D1 counts a row read each time.
 */
export const holdsTime = (status: SQLWrapper): SQL =>
  sql`instr(' COMPLETED COMPLETE CANCELLED CANCELED NOSHOW ',
    ' ' || upper(replace(replace(replace(${status}, '_', ''), '-', ''), ' ', '')) || ' ') = 0`;

/** `schedule` is the text as sent; `starts_at` and `ends_at` (epoch milliseconds) serve the overlap check. */
export const appointment = sqliteTable(
  'appointment',
  {
    ...entityColumns(),
    // No AUTOINCREMENT, which reads a row per table: appointments have no registration number, and their rows are never deleted.
    seq: integer().primaryKey(),
    type: text().notNull(),
    status: text().notNull(),
    patient_id: text()
      .notNull()
      .references(() => patient.id),
    doctor_id: text()
      .notNull()
      .references(() => doctor.id),
    department_id: text()
      .notNull()
      .references(() => department.id),
    schedule: text().notNull(),
    is_follow_up: integer({ mode: 'boolean' }).notNull(),
    expected_duration_minutes: real(),
    starts_at: integer().notNull(),
    ends_at: integer().notNull(),
  },
  (t) => [index('appointment_doctor').on(t.doctor_id, t.starts_at).where(holdsTime(sql`status`))],
);
