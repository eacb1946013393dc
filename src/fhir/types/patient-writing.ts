/** Creates and updates of a Patient, by the services of the hospital. What is taken of one: patient-input.ts. */
import type { ServiceContext } from '../../context';
import type { Idempotency } from '../../db/idempotency';
import { readThenWrite } from '../../db/update-record';
import { InvalidError, OutdatedError } from '../../errors';
import { getPatient } from '../../resources/patient/record';
import { type Patient, PatientBasics, PatientInput } from '../../resources/patient/schemas';
import { createPatient, updatePatient } from '../../resources/patient/service';
import type { ForeignIdentifier } from '../../schemas/identifier';
import { mergeUpdate } from '../../schemas/update';
import type { Deployment } from '../elements/datatypes';
import { faultAt } from '../elements/schemas';
import { foundOf, storedReads } from '../search/run';
import type { Found, Writing, Written } from '../served-type';
import { type PatientRow, patientType } from './patient';
import { changesOf, readPatient } from './patient-input';
import { PatientResource } from './patient-resource';

const NOTHING = {
  ...{ dob_precision: null, email: null, national_id: null, preferred_language: null, deceased_at: null },
  ...{ merged_into: null, survivor: null, former_identifiers: null },
};

/** Where a record, as the service answers it, has others than its row: the mapping of the type takes both. */
type Answered = 'merged' | 'dob_precision';
/** The row that would be read. Of merged records it lacks what search terms are made of, which no resource has. */
const asRead = (record: Omit<PatientRow, Answered> & Record<Answered, unknown>) => record as PatientRow;

/** As the resource is read again. */
function written(
  ctx: ServiceContext,
  deployment: Deployment,
  { record, version, updated_at = ctx.now }: { record: Patient; version: number; updated_at?: number },
  identifiers: ForeignIdentifier[] | null,
): Found {
  const { merged, ...patient } = record;
  const row = {
    ...NOTHING,
    ...patient,
    merged: merged ?? null,
    identifiers,
    version,
    updated_at,
    deleted_at: null,
  };
  return foundOf(patientType, asRead(row), deployment);
}

const ELEMENTS: Readonly<Record<string, string>> = {
  dob: 'birthDate',
  dob_precision: 'birthDate',
  deceased_at: 'deceasedDateTime',
};

/** What only the service can find: there it is a fault of a field, here of its element. */
export function rethrowFaults(error: unknown): never {
  if (!(error instanceof InvalidError)) throw error;
  const elementOf = (field: string) => ELEMENTS[field] ?? field;
  throw new InvalidError(error.faults.map(({ loc: [, field], msg }) => faultAt([elementOf(String(field))], msg)));
}

/** What a create takes of one. @throws InvalidError naming the elements */
export function readNew(sent: PatientResource, deployment: Deployment, isLenient: boolean) {
  const taken = readPatient(sent, deployment);
  const { fields, leftOut } = changesOf(taken, isLenient);
  const { identifiers } = taken;
  const { first_name, last_name } = taken.input;
  // A family name alone is all that is known of some.
  const input = { ...PatientInput.parse({ ...fields, first_name: first_name || last_name }), first_name, identifiers };
  return { input, leftOut };
}

const { read } = storedReads(patientType);

async function create(
  ctx: ServiceContext,
  deployment: Deployment,
  sent: PatientResource,
  isLenient: boolean,
  idempotency: Idempotency | null,
): Promise<Written> {
  const { input, leftOut } = readNew(sent, deployment, isLenient);
  const created = await createPatient(ctx, input, idempotency).catch(rethrowFaults);
  // A key that is sent again may find the patient changed since.
  const found = idempotency
    ? await read(ctx, deployment, created.record.id)
    : written(ctx, deployment, created, input.identifiers);
  return { found, leftOut };
}

/** @throws NotFoundError, MergedError, OutdatedError, InvalidError */
function update(
  ctx: ServiceContext,
  deployment: Deployment,
  sent: PatientResource,
  isLenient: boolean,
  id: string,
  if_version: number | null,
): Promise<Written> {
  const stored = () => getPatient(ctx, 'id', id, 'full');
  return readThenWrite('Patient', { id, if_version }, stored, async (before, target) => {
    const { resource } = written(ctx, deployment, { record: before, version: target.if_version ?? 0 }, null);
    const { data: shown } = PatientResource.safeParse(resource);
    const taken = readPatient(sent, deployment, before);
    const { identifiers } = taken;
    const { fields, leftOut } = changesOf(taken, isLenient, shown && readPatient(shown, deployment, before));
    // With every field of the interface: then it is written at once, at the version that was read.
    const whole = { ...fields, ...mergeUpdate(PatientBasics, fields, before), identifiers };
    try {
      const { record, ...row } = await updatePatient(ctx, target, whole, 'full');
      if (!record) return undefined;
      // What was sent may lack identifiers of merged records, which stay.
      const found = record.merged
        ? await read(ctx, deployment, id)
        : written(ctx, deployment, { record, ...row }, identifiers);
      return { found, leftOut };
    } catch (error) {
      if (error instanceof OutdatedError && if_version === null) return undefined;
      rethrowFaults(error);
    }
  });
}

export const patientWriting: Writing<PatientResource> = { schema: PatientResource, create, update };
