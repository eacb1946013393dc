import { getTableName, sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { BriefPerson } from '../../schemas/brief';
import { appointment } from './appointment';
import { entityColumns, json, longText, optionalJson } from './columns';
import { doctor } from './doctor';
import { type Extra, trigger } from './extras';
import { patient } from './patient';
import { ofPatient } from './whose';

/** What was added to a signed note. It is signed as it is added. */
export interface Addendum {
  text: string;
  /** who signed it, as the doctor was called then */
  signed_by: BriefPerson;
  /** epoch milliseconds */
  signed_at: number;
}

/** What a doctor has written about a visit: a draft until it is signed, which nothing changes from then on but addenda. */
export const note = sqliteTable(
  'note',
  {
    ...entityColumns(),
    // No AUTOINCREMENT: there is no registration number, and rows are never deleted.
    seq: integer().primaryKey(),
    appointment_id: text()
      .notNull()
      .references(() => appointment.id),
    patient_id: text()
      .notNull()
      .references(() => patient.id),
    /** the author */
    doctor_id: text()
      .notNull()
      .references(() => doctor.id),
    title: text(),
    text: longText().notNull(),
    /** null: a draft, which its author alone sees */
    signed_at: integer(),
    /** the author, as the doctor was called then */
    signed_by: optionalJson<BriefPerson>(),
    /** the first one first */
    addenda: json<Addendum[]>(),
  },
  (t) => [
    uniqueIndex('note_visit').on(t.appointment_id, t.doctor_id),
    index('note_patient').on(t.patient_id),
    index('note_updated').on(t.updated_at),
    index('note_draft').on(t.doctor_id).where(sql`signed_at IS NULL`),
  ],
);

export const noteRows = ofPatient(note, note.patient_id, { fhir: 'Composition' });

/** All but the patient, whom a merge changes, the version that it makes, and addenda, of which more may follow. */
const SIGNED = [
  'seq',
  'id',
  'created_at',
  'created_by',
  'deleted_at',
  'appointment_id',
  'doctor_id',
  'title',
  'text',
  'signed_at',
  'signed_by',
] as const satisfies (keyof typeof note.$inferSelect)[];

/** `INSERT OR REPLACE` and `UPDATE OR REPLACE` remove a row that has the same key without firing triggers on DELETE. */
function keepsSigned(): Extra {
  const name = getTableName(note);
  const refuse = [`SELECT RAISE(ABORT, 'a signed ${name} is final');`];
  const changes = SIGNED.map((column) => `NEW.${column} IS NOT OLD.${column}`).join(' OR ');
  // Without its last bracket, a JSON list is the beginning of every longer one.
  const isPart = (row: 'OLD' | 'NEW') => `substr(${row}.addenda, 1, length(OLD.addenda) - 1)`;
  const loses = `${isPart('NEW')} IS NOT ${isPart('OLD')} OR NOT json_valid(NEW.addenda)`;
  const hasKey =
    '(seq = NEW.seq OR id = NEW.id OR (appointment_id = NEW.appointment_id AND doctor_id = NEW.doctor_id))';
  const isTaken = `EXISTS (SELECT 1 FROM ${name} WHERE ${hasKey} AND signed_at IS NOT NULL)`;
  const isOthers = `EXISTS (SELECT 1 FROM ${name} WHERE ${hasKey} AND seq <> OLD.seq AND signed_at IS NOT NULL)`;
  return {
    table: name,
    triggers: [
      trigger(`${name}_keep_insert`, `BEFORE INSERT ON ${name} WHEN ${isTaken}`, refuse),
      trigger(
        `${name}_keep_replace`,
        `BEFORE UPDATE OF seq, id, appointment_id, doctor_id ON ${name} WHEN ${isOthers}`,
        refuse,
      ),
      trigger(
        `${name}_keep_update`,
        `BEFORE UPDATE ON ${name} WHEN OLD.signed_at IS NOT NULL AND (${changes} OR ${loses})`,
        refuse,
      ),
      trigger(`${name}_keep_delete`, `BEFORE DELETE ON ${name} WHEN OLD.signed_at IS NOT NULL`, refuse),
    ],
  };
}

export const noteExtras = () => [keepsSigned()];
