import { and, eq, isNull } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { ServiceContext } from '../../context';
import { auditedInsert } from '../../db/audit';
import { auditedUpdate, requireWritten, type Target } from '../../db/audited-update';
import { columnsFor, fieldNames, newEntity, type Versioned } from '../../db/entity';
import { createOnce, type Idempotency } from '../../db/idempotency';
import { type KeysetQuery, keysetList } from '../../db/keyset-list';
import { onlyRow, withFollowers } from '../../db/query';
import { patient } from '../../db/schema/patient';
import { db, type Inputs, statement } from '../../db/statement';
import { updateRecord } from '../../db/update-record';
import { NotFoundError } from '../../errors';
import { comparablePerson, likelySame } from '../../rules/same-person';
import { birthTerm } from '../../rules/search/birth-date';
import { criteriaOf } from '../../rules/search/criteria';
import type { ReadKey, View } from '../../schemas/requests';
import { listPeople } from '../by-sound';
import { filesField, filesOf, hideFilesOf, toFiles } from '../file/entity-files';
import { candidatesFor, findDuplicates } from './duplicates';
import {
  type Duplicate,
  ListedPatient,
  type Patient,
  PatientInput,
  type PatientPatch,
  PatientRecord,
  PatientRowByRegNumber,
} from './schemas';
import { patientTerms } from './terms';

const full = columnsFor(patient, PatientRecord);
const reduced = columnsFor(patient, ListedPatient);

const insert = auditedInsert(patient, { returning: ['reg_number'] });
const update = auditedUpdate(patient, [...fieldNames(PatientInput), 'terms', 'name_terms'], {
  derived: ['terms', 'name_terms'],
  returning: ['reg_number', 'version'],
});
const remove = auditedUpdate(patient, ['deleted_at'], { action: 'delete' });
const lists = { reduced: keysetList(patient, reduced), full: keysetList(patient, full) };

const readBy = <F extends Record<string, SQLiteColumn>>(key: SQLiteColumn, fields: F) =>
  statement((p: Inputs<{ value: string }>) =>
    db
      .select({ ...fields, version: patient.version, files: filesField(patient.id) })
      .from(patient)
      .where(and(eq(key, p.value), isNull(patient.deleted_at))),
  );
const reads = {
  id: { reduced: readBy(patient.id, reduced), full: readBy(patient.id, full) },
  reg_number: {
    reduced: readBy(patient.reg_number, columnsFor(patient, PatientRowByRegNumber)),
    full: readBy(patient.reg_number, full),
  },
};

const toRow = (input: PatientInput) => ({ ...input, ...patientTerms(input) });

/** The most that a create links to, and that the list has. */
const LINKED_DUPLICATES = 5;
const LISTED_DUPLICATES = 20;

/** Never refused because of `duplicates`: the ids of patients who are likely the same person, the likeliest first. */
export function createPatient(
  ctx: ServiceContext,
  input: PatientInput,
  idempotency: Idempotency | null,
): Promise<Versioned<Patient> & { duplicates: string[] }> {
  const row = { ...newEntity(ctx), ...toRow(input) };
  return createOnce(ctx, idempotency, {
    create: async () => {
      const person = comparablePerson(row);
      const { candidates, inserted } = await ctx.db.batch({
        candidates: candidatesFor(person, LINKED_DUPLICATES),
        inserted: insert(ctx, row, idempotency),
      });
      const { reg_number } = onlyRow(inserted);
      const record = { id: row.id, reg_number, ...input, files: [] };
      const duplicates = likelySame(person, candidates ?? [], LINKED_DUPLICATES);
      return { version: row.version, record, duplicates: duplicates.map(({ patient }) => patient.id) };
    },
    read: async (id) => {
      const made = await getPatient(ctx, 'id', id, 'full');
      const duplicates = await findDuplicates(ctx, made.record, LINKED_DUPLICATES);
      return { ...made, duplicates: duplicates.map(({ patient }) => patient.id) };
    },
  });
}

/** Who is likely the same person, the likeliest first. @throws NotFoundError */
export async function listDuplicates(ctx: ServiceContext, id: string): Promise<Duplicate[]> {
  const { record } = await getPatient(ctx, 'id', id, 'reduced');
  const found = await findDuplicates(ctx, record, LISTED_DUPLICATES);
  return found.map(({ patient: { seq: _, ...patient }, reasons, score }) => ({ patient, reasons, score }));
}

export const listPatients = (
  ctx: ServiceContext,
  { view, search, dob, ...page }: KeysetQuery & { view: View; search?: string | undefined; dob?: string | undefined },
) => {
  const words = criteriaOf(search, { codes: ['PAT'], phones: true, dateOfBirth: ctx.settings.DATE_ORDER });
  const birth = birthTerm(dob);
  const born = birth ? [{ prefixes: [], terms: [birth], numbers: {} }] : [];
  // A search for no word finds nobody, born whenever.
  const criteria = words?.length === 0 || born.length === 0 ? words : [...(words ?? []), ...born];
  return listPeople(ctx, lists, { ...page, view, search }, criteria);
};

/** The full record, or a reduced one with fewer fields. @throws NotFoundError */
export async function getPatient(
  ctx: ServiceContext,
  key: ReadKey,
  value: string,
  view: View,
): Promise<Versioned<Patient>> {
  const row = await ctx.db.first(reads[key][view]({ value }));
  if (!row) throw new NotFoundError('Patient', value);
  const { version, files, ...record } = row;
  // The documented answer says which columns a reduced read lacks.
  return { version, record: { ...record, files: toFiles(ctx, files) } as Patient };
}

/**
 * What the input leaves out stays as it is; for that the patient is read first. In the answer, `record` is there if the
 * view is `full`.
 * @throws NotFoundError, OutdatedError, ConflictError
 */
export function updatePatient(ctx: ServiceContext, target: Target, input: PatientPatch, view: View) {
  const { id } = target;
  const read = () => getPatient(ctx, 'id', id, 'full');
  return updateRecord('Patient', PatientInput, { target, input, read }, async (whole, to) => {
    const { written, files } = await ctx.db.batch({
      written: update(ctx, to, toRow(whole)),
      files: view === 'full' ? filesOf({ entity_id: id }) : undefined,
    });
    const { row } = written;
    const recordOf = (reg_number: string): Patient | undefined =>
      files && { id, reg_number, ...whole, files: toFiles(ctx, files) };
    return { ...written, row: row && { ...row, record: recordOf(row.reg_number) } };
  });
}

/**
 * Hides the patient and its files from every read; the row, invoices, appointments and the audit trail stay.
 * @throws UnauthenticatedError, NotFoundError, OutdatedError
 */
export async function deletePatient(ctx: ServiceContext, target: Target): Promise<void> {
  const removal = withFollowers(remove(ctx, target, { deleted_at: ctx.now }), ...hideFilesOf(ctx, target.id));
  requireWritten('Patient', target.id, await ctx.db.run(removal));
}
