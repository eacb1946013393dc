import type { ServiceContext } from '../../context';
import { requireWritten, type Target } from '../../db/audited-update';
import { newEntity, type Versioned } from '../../db/entity';
import { rethrowUnique } from '../../db/errors';
import { createOnce, type Idempotency } from '../../db/idempotency';
import { onlyRow, withFollowers } from '../../db/query';
import type { FoundMergedPatient } from '../../db/schema/patient';
import { updateRecord } from '../../db/update-record';
import { MergedError, NotFoundError, ReferenceNotFoundError, RuleError } from '../../errors';
import { comparablePerson, likelySame, type Person } from '../../rules/same-person';
import { birthTerm } from '../../rules/search/birth-date';
import { criteriaOf } from '../../rules/search/criteria';
import type { Criterion, SearchRules } from '../../rules/search/criterion';
import { nationalIdKey, nationalIdTerm } from '../../rules/search/national-id';
import type { ReadKey, View } from '../../schemas/requests';
import { filesOf, hideFilesOf } from '../file/queries';
import { toFiles } from '../file/service';
import { listPeople } from '../people';
import {
  candidatesFor,
  FURTHER,
  insert,
  isThere,
  leftBooked,
  lists,
  mergedInto,
  reads,
  remove,
  update,
} from './queries';
import {
  type Duplicate,
  type Patient,
  PatientBasics,
  type PatientInput,
  type PatientPatch,
  type PatientQuery,
} from './schemas';
import { mergedNames, patientTerms } from './terms';

const ENTITY = 'Patient';

const searchedBy = ({ settings }: ServiceContext): SearchRules => ({
  codes: ['PAT'],
  phones: true,
  dateOfBirth: settings.DATE_ORDER,
});

const LINKED_DUPLICATES = 5;
const LISTED_DUPLICATES = 20;

export const rethrowTaken = rethrowUnique(ENTITY, { 'patient.national_id_key': 'national_id' });

const NOT_MERGED = { merged_into: null, merged: null };

/** @param input with `merged`, where that is known */
export const toRow = <Input extends PatientInput & Merging>(input: Input) => ({
  ...input,
  national_id_key: nationalIdKey(input.national_id),
  ...patientTerms(input),
});

type Further = (typeof FURTHER)[number];

/** Further fields without a value are left out of the answer. */
function shown<Row extends object>(row: Row) {
  const further: { [name in Further]?: unknown } = row;
  for (const name of FURTHER) if (further[name] === null) further[name] = undefined;
  return row as Omit<Row, Further> & Pick<Patient, Further & keyof Row>;
}

/** `duplicates` refuse nothing: they are patients who are likely the same person, the likeliest first. */
export function createPatient(
  ctx: ServiceContext,
  input: PatientInput,
  idempotency: Idempotency | null,
): Promise<Versioned<Patient> & { duplicates: string[] }> {
  const row = { ...newEntity(ctx), ...NOT_MERGED, ...toRow(input) };
  return createOnce<Versioned<Patient> & { duplicates: string[] }>(ctx, idempotency, {
    create: async () => {
      const person = comparablePerson(row);
      const { candidates, inserted } = await ctx.db
        .batch({
          candidates: candidatesFor(person, LINKED_DUPLICATES),
          inserted: insert(ctx, row, idempotency),
        })
        .catch(rethrowTaken);
      const [made] = inserted;
      if (!made) {
        const { mother_id } = input;
        requireAllowed(row.id, input, mother_id ? await ctx.db.run(isThere({ id: mother_id })) : undefined);
        throw noMother(input);
      }
      const record = shown({ id: row.id, reg_number: made.reg_number, ...input, files: [] });
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

export async function listPatients(ctx: ServiceContext, { dob, national_id, ...query }: PatientQuery) {
  const words = criteriaOf(query.search, searchedBy(ctx))?.map(orWithId(query.search));
  const [id, birth] = [nationalIdTerm(national_id), birthTerm(dob)];
  const filters = [id, birth].flatMap((term) => (term ? [exactly(term)] : []));
  // A search without a word finds nobody, whatever the birth date.
  const criteria = words?.length === 0 || filters.length === 0 ? words : [...(words ?? []), ...filters];
  const page = await listPeople(ctx, lists, query, criteria);
  return { ...page, rows: page.rows.map(shown) };
}

const exactly = (term: string): Criterion => ({ prefixes: [], terms: [term], numbers: {} });

/** All of a search may be a national id: (A or all) and (B or all) is (A and B) or all. */
function orWithId(search: string | undefined) {
  const id = nationalIdTerm(search);
  return (one: Criterion): Criterion => (id ? { ...one, terms: [...one.terms, id] } : one);
}

interface Merging {
  merged?: FoundMergedPatient[] | null;
}

const mergedOf = ({ merged }: Merging) => merged && { merged: merged.map(mergedNames) };

/** Asks only where there is no such patient, whether it was merged into another one. @throws MergedError, and what is thrown */
async function orMerged<T>(ctx: ServiceContext, key: ReadKey, value: string, result: Promise<T>): Promise<T> {
  return result.catch(async (error) => {
    const merged = error instanceof NotFoundError && (await ctx.db.first(mergedInto[key]({ value })));
    throw merged ? new MergedError(ENTITY, value, merged.into) : error;
  });
}

/** @throws NotFoundError, MergedError */
export const getPatient = (ctx: ServiceContext, key: ReadKey, value: string, view: View): Promise<Versioned<Patient>> =>
  orMerged(ctx, key, value, readPatient(ctx, key, value, view));

/** @throws NotFoundError */
async function readPatient(ctx: ServiceContext, key: ReadKey, value: string, view: View): Promise<Versioned<Patient>> {
  const row = await ctx.db.first(reads[key][view]({ value }));
  if (!row) throw new NotFoundError(ENTITY, value);
  const { version, files, merged, ...record }: typeof row & Merging = row;
  // A reduced read lacks columns, as the documented answer says.
  return { version, record: { ...shown(record), files: toFiles(ctx, files), ...mergedOf({ merged }) } as Patient };
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

/**
 * The answer has a `record` if the view is `full`, and the `appointments` that are left where a patient is said to have died.
 * @throws NotFoundError, OutdatedError, ConflictError, ReferenceNotFoundError, RuleError
 */
export function updatePatient(ctx: ServiceContext, target: Target, input: PatientPatch, view: View) {
  const { id } = target;
  const { mother_id, deceased_at } = input;
  const read = () => getPatient(ctx, 'id', id, 'full');
  const updated = updateRecord(ENTITY, PatientBasics, { target, input, read }, async (whole, to) => {
    const { written, mother, files, appointments } = await ctx.db
      .batch({
        written: update(ctx, to, toChange(whole, input)),
        mother: mother_id ? isThere({ id: mother_id }) : undefined,
        files: view === 'full' ? filesOf({ entity_id: id }) : undefined,
        appointments: leftBooked(ctx, id, deceased_at),
      })
      .catch(rethrowTaken);
    const { row, version } = written;
    if (!row) {
      if (version !== undefined && version === (to.if_version ?? version)) requireAllowed(id, input, mother);
      return { ...written, row };
    }
    const { reg_number, version: next, merged, ...further } = row;
    const record = files && {
      ...shown({ id, reg_number, ...whole, ...further }),
      files: toFiles(ctx, files),
      ...mergedOf({ merged }),
    };
    return {
      ...written,
      row: { reg_number, version: next, record, appointments: appointments?.length ? appointments : undefined },
    };
  });
  return orMerged(ctx, 'id', id, updated);
}

/** What the body leaves out of the further fields stays as it is. */
function toChange(whole: PatientBasics, input: PatientPatch) {
  const further = Object.fromEntries(FURTHER.map((name) => [name, input[name] ?? null])) as Pick<
    PatientInput,
    (typeof FURTHER)[number]
  >;
  const kept = ` ${FURTHER.filter((name) => input[name] === undefined).join(' ')} `;
  return { ...toRow({ ...whole, ...further }), ...patientTerms({ ...whole, national_id: null }), kept };
}

const noMother = ({ mother_id }: PatientPatch) => new ReferenceNotFoundError(['Mother', mother_id ?? '']);

const idTaken = () => new RuleError('duplicate', `${ENTITY} with this national_id already exists`);

/** Why a write was refused. @param mother whether she is there */
function requireAllowed(id: string, input: PatientPatch, mother?: readonly { is_there: 0 | 1 }[]): void {
  if (mother && input.mother_id === id) throw new RuleError('inconsistent', 'Nobody is their own mother: mother_id');
  if (mother && !onlyRow(mother).is_there) throw noMother(input);
  if (input.national_id) throw idTaken();
}

/** Only hides the patient and its files. @throws UnauthenticatedError, NotFoundError, OutdatedError */
export async function deletePatient(ctx: ServiceContext, target: Target): Promise<void> {
  const removal = withFollowers(remove(ctx, target, { deleted_at: ctx.now }), ...hideFilesOf(ctx, target.id));
  const removed = ctx.db.run(removal).then((outcome) => requireWritten(ENTITY, target.id, outcome));
  await orMerged(ctx, 'id', target.id, removed);
}
