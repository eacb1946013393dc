import type { ServiceContext } from '../../context';
import { newEntity, type Versioned } from '../../db/entity';
import { createOnce, type Idempotency } from '../../db/idempotency';
import { batchOf, withFollowers } from '../../db/query';
import { type Missing, requireThere } from '../../db/references';
import { isRefused, requireWritten, type Target } from '../../db/update-outcome';
import { updateRecord } from '../../db/update-record';
import { DuplicateError, RuleError } from '../../errors';
import { fieldsOf } from '../../rules/fields-of';
import { comparablePerson, likelySame } from '../../rules/same-person';
import type { View } from '../../schemas/requests';
import { filesOf, hideFilesOf } from '../file/queries';
import { toFiles } from '../file/service';
import { candidatesFor } from './candidates';
import { LINKED_DUPLICATES } from './duplicates';
import { namingHolders } from './holders';
import { requireForeign } from './identifiers';
import { diedOn, dobOf, requireBirthFirst } from './lifetime';
import { ENTITY, orMerged } from './merge/survivor';
import { requireName } from './name';
import * as queries from './queries';
import { getPatient, mergedOf, rethrowTaken, toPatient, toRow, withoutUnset } from './record';
import { type Patient, PatientBasics, type PatientInput, type PatientPatch } from './schemas';
import { patientTerms } from './terms';
import * as writes from './writes';

const NOT_MERGED = { merged_into: null, merged: null };

interface Created extends Versioned<Patient> {
  /** patients who are likely the same person, the likeliest first: they refuse nothing */
  duplicates: string[];
}

export function createPatient(
  ctx: ServiceContext,
  input: PatientInput,
  idempotency: Idempotency | null,
): Promise<Created> {
  const dob = dobOf(input);
  const row = { ...newEntity(ctx), ...NOT_MERGED, ...toRow(input) };
  const person = comparablePerson(row);
  const created = createOnce(ctx, idempotency, {
    create: async (): Promise<Created> => {
      requireBirthFirst(ctx, { ...input, dob });
      await requireForeign(ctx, input.identifiers);
      const { candidates, inserted } = await ctx.db
        .batch({
          candidates: candidatesFor(person, LINKED_DUPLICATES),
          inserted: writes.insert(ctx, row, idempotency),
        })
        .catch(rethrowTaken);
      const [made] = inserted;
      if (!made) throw idTaken();
      const record = withoutUnset({
        ...{ id: row.id, reg_number: made.reg_number, ...input, files: [] },
        ...{ dob, dob_precision: row.dob_precision },
      });
      const duplicates = likelySame(person, candidates ?? [], LINKED_DUPLICATES);
      return { version: row.version, record, duplicates: duplicates.map(({ patient }) => patient.id) };
    },
    find: (key) =>
      batchOf({
        made: queries.createdWith(key),
        // One of the candidates is the record that was made.
        candidates: candidatesFor(person, LINKED_DUPLICATES + 1),
      }),
    read: async (id, found) => {
      const created = await toPatient(ctx, 'id', id, found?.made[0]);
      const duplicates = likelySame(comparablePerson(created.record), found?.candidates ?? [], LINKED_DUPLICATES);
      return { ...created, duplicates: duplicates.map(({ patient }) => patient.id) };
    },
  });
  const sent = { national_ids: [input.national_id], identifiers: input.identifiers };
  return namingHolders(ctx, sent, created);
}

/**
 * The answer has a `record` if the view is `full`, and the `appointments` that are left where a patient is said to have died.
 * @throws NotFoundError, OutdatedError, ConflictError, ReferenceNotFoundError, RuleError
 */
export function updatePatient(ctx: ServiceContext, target: Target, input: PatientPatch, view: View) {
  const { id } = target;
  const { mother_id, deceased_at } = input;
  const read = () => getPatient(ctx, 'id', id, 'full');
  const updated = updateRecord(ENTITY, PatientBasics, { target, input, read }, async (sent, to) => {
    const whole = { ...sent, dob: dobOf({ dob: sent.dob, dob_precision: input.dob_precision }) };
    requireName(whole, 'last_name');
    await requireForeign(ctx, input.identifiers);
    const { written, missing, files, appointments } = await ctx.db
      .batch({
        written: writes.update(ctx, to, toChange(ctx, whole, input)),
        missing: writes.missing({ mother_id: mother_id ?? null }),
        files: view === 'full' ? filesOf({ entity_id: id }) : undefined,
        appointments: queries.leftBooked(ctx, id, deceased_at),
      })
      .catch(rethrowTaken);
    const { row } = written;
    if (!row) {
      if (isRefused(written, to)) await requireAllowed(ctx, id, { ...input, dob: whole.dob }, missing);
      return { ...written, row };
    }
    const { reg_number, version: next, updated_at, merged, ...further } = row;
    const record = files && {
      ...withoutUnset({ id, reg_number, ...whole, ...further }),
      files: await toFiles(ctx, files),
      ...mergedOf({ merged }),
    };
    return {
      ...written,
      row: {
        reg_number,
        version: next,
        updated_at,
        record,
        appointments: appointments?.length ? appointments : undefined,
      },
    };
  });
  const sent = { id, national_ids: [input.national_id], identifiers: input.identifiers };
  return orMerged(ctx, 'id', id, namingHolders(ctx, sent, updated));
}

/** What the body leaves out of the further fields stays as it is. */
function toChange(ctx: ServiceContext, whole: PatientBasics, input: PatientPatch) {
  const further = fieldsOf<PatientInput, (typeof writes.FURTHER)[number]>(
    writes.FURTHER,
    (name) => input[name] ?? null,
  );
  const kept = writes.FURTHER.filter((name) => input[name] === undefined);
  return {
    ...toRow({ ...whole, ...further }),
    ...patientTerms({
      ...whole,
      ...{ dob_precision: input.dob_precision, national_id: null, identifiers: input.identifiers ?? null },
    }),
    died_on: diedOn(ctx, input),
    kept: ` ${kept.join(' ')} `,
  };
}

const idTaken = () => new DuplicateError('national_id', `${ENTITY} with this national_id already exists`);

/** Why an update was refused. @param dob as the update would have left it */
async function requireAllowed(
  ctx: ServiceContext,
  id: string,
  { mother_id, national_id, deceased_at, dob }: PatientPatch & Pick<PatientBasics, 'dob'>,
  missing?: readonly Missing[],
) {
  if (mother_id === id) throw new RuleError('inconsistent', 'Nobody is their own mother: mother_id');
  requireThere(missing);
  const { record } = await getPatient(ctx, 'id', id, 'full');
  requireBirthFirst(ctx, { dob, deceased_at }, record);
  if (national_id) throw idTaken();
}

/** Only hides the patient and its files. @throws UnauthenticatedError, NotFoundError, OutdatedError */
export async function deletePatient(ctx: ServiceContext, target: Target): Promise<void> {
  const removal = withFollowers(writes.remove(ctx, target, { deleted_at: ctx.now }), ...hideFilesOf(ctx, target.id));
  const removed = ctx.db.run(removal).then((outcome) => requireWritten(ENTITY, target.id, outcome));
  await orMerged(ctx, 'id', target.id, removed);
}
