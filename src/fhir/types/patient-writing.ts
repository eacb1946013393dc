/** Creates and updates of a Patient, by the services of the hospital. What is taken of one: patient-input.ts. */
import type { ServiceContext } from '../../context';
import type { Idempotency } from '../../db/idempotency';
import { readThenWrite } from '../../db/update-record';
import { InvalidError, OutdatedError } from '../../errors';
import { getPatient } from '../../resources/patient/record';
import { type Patient, PatientInput } from '../../resources/patient/schemas';
import { createPatient, updatePatient } from '../../resources/patient/service';
import type { ForeignIdentifier } from '../../schemas/identifier';
import type { Deployment } from '../elements/datatypes';
import { faultAt } from '../elements/schemas';
import { foundOf, storedReads } from '../search/run';
import type { Found, Writing } from '../served-type';
import { type PatientRow, patientType } from './patient';
import { fromFhir, PatientResource } from './patient-input';

const NOTHING = {
  ...{ email: null, national_id: null, preferred_language: null, deceased_at: null },
  ...{ merged_into: null, survivor: null, former_identifiers: null },
};

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
  return foundOf(patientType, row as PatientRow, deployment);
}

/** What comes back as it was shown stays as it is stored: FHIR has no empty texts, nor spaces around one. */
function kept(
  shown: Found,
  deployment: Deployment,
  before: Patient,
  fields: ReturnType<typeof fromFhir>['fields'],
): typeof fields {
  const { data } = PatientResource.safeParse(shown.resource);
  if (!data) return fields;
  const same: Record<string, unknown> = fromFhir(data, deployment, before).fields;
  const stored: Record<string, unknown> = before;
  const next = Object.entries(fields).map(([name, value]) => [
    name,
    JSON.stringify(value) === JSON.stringify(same[name]) ? (stored[name] ?? null) : value,
  ]);
  return Object.fromEntries(next);
}

const ELEMENTS: Readonly<Record<string, string>> = { dob: 'birthDate', deceased_at: 'deceasedDateTime' };

/** What only the service can find: there it is a fault of a field, here of its element. */
function rethrowFaults(error: unknown): never {
  if (!(error instanceof InvalidError)) throw error;
  const elementOf = (field: string) => ELEMENTS[field] ?? field;
  throw new InvalidError(error.faults.map(({ loc: [, field], msg }) => faultAt([elementOf(String(field))], msg)));
}

const { read } = storedReads(patientType);

async function create(
  ctx: ServiceContext,
  deployment: Deployment,
  sent: PatientResource,
  idempotency: Idempotency | null,
): Promise<Found> {
  const { fields, identifiers } = fromFhir(sent, deployment);
  const input = PatientInput.parse(fields);
  const created = await createPatient(ctx, input, idempotency, identifiers).catch(rethrowFaults);
  // A key that is sent again may find the patient changed since.
  return idempotency ? read(ctx, deployment, created.record.id) : written(ctx, deployment, created, identifiers);
}

/** @throws NotFoundError, MergedError, OutdatedError, InvalidError */
function update(
  ctx: ServiceContext,
  deployment: Deployment,
  sent: PatientResource,
  id: string,
  if_version: number | null,
): Promise<Found> {
  const stored = () => getPatient(ctx, 'id', id, 'full');
  return readThenWrite('Patient', { id, if_version }, stored, async (before, target) => {
    const { fields, identifiers } = fromFhir(sent, deployment, before);
    const shown = written(ctx, deployment, { record: before, version: target.if_version ?? 0 }, null);
    const { blood_group, medical_conditions, past_surgeries, current_medications } = before;
    // With every field of a record: then it is written at once, at the version that was read.
    const whole = {
      ...kept(shown, deployment, before, fields),
      blood_group,
      medical_conditions,
      past_surgeries,
      current_medications,
    };
    try {
      const { record, ...row } = await updatePatient(ctx, target, whole, 'full', identifiers);
      // What was sent may lack identifiers of merged records, which stay.
      if (record?.merged) return read(ctx, deployment, id);
      return record && written(ctx, deployment, { record, ...row }, identifiers);
    } catch (error) {
      if (error instanceof OutdatedError && if_version === null) return undefined;
      rethrowFaults(error);
    }
  });
}

export const patientWriting: Writing<PatientResource> = { schema: PatientResource, create, update };
