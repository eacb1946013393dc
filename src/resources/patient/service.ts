import type { ServiceContext } from '../../context';
import { requireWritten, type Target } from '../../db/audited-update';
import { newEntity, type Versioned } from '../../db/entity';
import { createOnce, type Idempotency } from '../../db/idempotency';
import { onlyRow, withFollowers } from '../../db/query';
import { updateRecord } from '../../db/update-record';
import { NotFoundError } from '../../errors';
import { comparablePerson, likelySame, type Person } from '../../rules/same-person';
import { birthTerm } from '../../rules/search/birth-date';
import { criteriaOf } from '../../rules/search/criteria';
import type { SearchRules } from '../../rules/search/criterion';
import type { ReadKey, View } from '../../schemas/requests';
import { filesOf, hideFilesOf } from '../file/queries';
import { toFiles } from '../file/service';
import { listPeople } from '../people';
import { candidatesFor, insert, lists, reads, remove, update } from './queries';
import { type Duplicate, type Patient, PatientInput, type PatientPatch, type PatientQuery } from './schemas';
import { patientTerms } from './terms';

const ENTITY = 'Patient';

const searchedBy = ({ settings }: ServiceContext): SearchRules => ({
  codes: ['PAT'],
  phones: true,
  dateOfBirth: settings.DATE_ORDER,
});

const LINKED_DUPLICATES = 5;
const LISTED_DUPLICATES = 20;

const toRow = (input: PatientInput) => ({ ...input, ...patientTerms(input) });

/** `duplicates` refuse nothing: they are patients who are likely the same person, the likeliest first. */
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
      const created = await getPatient(ctx, 'id', id, 'full');
      const duplicates = await findDuplicates(ctx, created.record, LINKED_DUPLICATES);
      return { ...created, duplicates: duplicates.map(({ patient }) => patient.id) };
    },
  });
}

export function listPatients(ctx: ServiceContext, { dob, ...query }: PatientQuery) {
  const words = criteriaOf(query.search, searchedBy(ctx));
  const birth = birthTerm(dob);
  const born = birth ? [{ prefixes: [], terms: [birth], numbers: {} }] : [];
  // A search without a word finds nobody, whatever the birth date.
  const criteria = words?.length === 0 || born.length === 0 ? words : [...(words ?? []), ...born];
  return listPeople(ctx, lists, query, criteria);
}

/** @throws NotFoundError */
export async function getPatient(
  ctx: ServiceContext,
  key: ReadKey,
  value: string,
  view: View,
): Promise<Versioned<Patient>> {
  const row = await ctx.db.first(reads[key][view]({ value }));
  if (!row) throw new NotFoundError(ENTITY, value);
  const { version, files, ...record } = row;
  // A reduced read lacks columns, as the documented answer says.
  return { version, record: { ...record, files: toFiles(ctx, files) } as Patient };
}

/** The likeliest first. @throws NotFoundError */
export async function listDuplicates(ctx: ServiceContext, id: string): Promise<Duplicate[]> {
  const { record } = await getPatient(ctx, 'id', id, 'reduced');
  const duplicates = await findDuplicates(ctx, record, LISTED_DUPLICATES);
  return duplicates.map(({ patient: { seq: _, ...patient }, reasons, score }) => ({ patient, reasons, score }));
}

async function findDuplicates(ctx: ServiceContext, person: Person, max: number) {
  const comparable = comparablePerson(person);
  // One of the candidates is the person's own record.
  const candidates = candidatesFor(comparable, max + 1);
  return candidates ? likelySame(comparable, await ctx.db.run(candidates), max) : [];
}

/** The answer has a `record` if the view is `full`. @throws NotFoundError, OutdatedError, ConflictError */
export function updatePatient(ctx: ServiceContext, target: Target, input: PatientPatch, view: View) {
  const { id } = target;
  const read = () => getPatient(ctx, 'id', id, 'full');
  return updateRecord(ENTITY, PatientInput, { target, input, read }, async (whole, to) => {
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

/** Only hides the patient and its files. @throws UnauthenticatedError, NotFoundError, OutdatedError */
export async function deletePatient(ctx: ServiceContext, target: Target): Promise<void> {
  const removal = withFollowers(remove(ctx, target, { deleted_at: ctx.now }), ...hideFilesOf(ctx, target.id));
  requireWritten(ENTITY, target.id, await ctx.db.run(removal));
}
