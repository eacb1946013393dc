// Whose the rows of a table are. Every table says it once, in its own file. Merges, the owners of files, the access log and
// backups are made of it; test/operations/complete.test.ts compares it with what FHIR and the schemas of answers say.
import { eq, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { FhirType } from '../../fhir-types';
import type { EntityTable } from '../entity';

/** What a merge is given, and its undoing. */
interface Merging {
  /** the patient whose the rows become */
  to: SQLWrapper;
  /** JSON: the names on bills that were issued to the merged patient */
  issued_to: SQLWrapper;
}
type Changes = (p: Merging) => Record<string, SQL>;

interface Backup {
  /** why a backup leaves the rows out */
  notInBackups?: string;
}

interface Shown {
  /** what `$everything` and `$export` have of it; null: nothing */
  fhir: FhirType | null;
}

/** Each row is one patient's: a merge gives it to the patient who stays, and takes it back when it is undone. */
export interface RowsOfPatient extends Backup, Shown {
  of: 'patient';
  table: EntityTable;
  /** has the patient's id */
  patient: SQLiteColumn;
  /** which rows a merge moves, in a form for which there is an index */
  isOf: (id: SQLWrapper) => SQL | undefined;
  /** what changes besides the patient: when they move, and when they come back */
  moved: Changes;
  restored: Changes;
}

export type Rows =
  | RowsOfPatient
  | ({ of: 'themselves'; table: EntityTable; patient: SQLiteColumn } & Shown & Backup)
  | ({ of: 'record'; table: SQLiteTable; record: SQLiteColumn } & Shown & Backup)
  | ({ of: 'past' | 'hospital'; table: SQLiteTable } & Backup);

type OfPatient = Shown & Backup & Partial<Pick<RowsOfPatient, 'isOf' | 'moved' | 'restored'>>;

const nothing = () => ({});

export const ofPatient = (
  table: EntityTable,
  patient: SQLiteColumn,
  { isOf = (id) => eq(patient, id), moved = nothing, restored = nothing, ...options }: OfPatient,
): RowsOfPatient => ({ of: 'patient', table, patient, isOf, moved, restored, ...options });

/** They are the patients. */
export const patients = (table: EntityTable & Record<'id', SQLiteColumn>, options: Shown) =>
  ({ of: 'themselves', table, patient: table.id, ...options }) satisfies Rows;

/** They are part of another record, and go where it goes: nobody writes them for that. @param record has its id */
export const ofRecord = (table: SQLiteTable, record: SQLiteColumn, options: Shown & Backup) =>
  ({ of: 'record', table, record, ...options }) satisfies Rows;

/** They say what was, and name whom they named then: also a record that was merged since. */
export const ofThePast = (table: SQLiteTable, options: Backup = {}) =>
  ({ of: 'past', table, ...options }) satisfies Rows;

/** They have nothing to do with one patient. */
export const ofHospital = <T extends SQLiteTable>(table: T, options: Backup = {}) =>
  ({ of: 'hospital', table, ...options }) satisfies Rows;

const isRows = (value: unknown): value is Rows => typeof value === 'object' && value !== null && 'of' in value;

/** What the exports of a schema say. `MOVED` names some a second time. */
export const rowsIn = (schema: object): Rows[] => [...new Set(Object.values(schema).flat().filter(isRows))];
