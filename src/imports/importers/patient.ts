import * as z from 'zod';
import { type PatientInput as Input, PatientInput } from '../../resources/patient/schemas';
import { createPatient } from '../../resources/patient/service';
import { storedBirth } from '../../rules/birth';
import { nationalIdKey } from '../../rules/search/national-id';
import type { ForeignIdentifier } from '../../schemas/identifier';
import { claimOf, claimsOfIdentifiers, external_id, identifiersWith } from './external';
import type { Prepared } from './importer';
import { plainImporter } from './plain';
import type { PlaceOf } from './rows';

const ENTITY = 'Patient';

/** @param others identifiers besides the external id */
export function preparedPatient(
  source: string,
  external_id: string | null,
  input: Input,
  others: readonly ForeignIdentifier[] | null,
): Prepared {
  const identifiers = identifiersWith(source, external_id, others ?? []);
  const national = nationalIdKey(input.national_id);
  return {
    external_id,
    claims: [
      ...(national === null ? [] : [claimOf(ENTITY, 'national_id', national)]),
      ...claimsOfIdentifiers(ENTITY, identifiers),
    ],
    person: { id: '', ...input, ...storedBirth(input) },
    create: async (ctx, idempotency) => createPatient(ctx, input, idempotency, identifiers),
  };
}

const PatientRow = z.object({ external_id, ...PatientInput.shape });

/** Nobody else is referred to. */
const motherOf: PlaceOf = (_, entity) => (entity === undefined ? undefined : ['mother_id']);

export const patients = plainImporter(
  'patient:create',
  PatientRow,
  ({ external_id, ...input }, source) => preparedPatient(source, external_id, input, null),
  motherOf,
);
