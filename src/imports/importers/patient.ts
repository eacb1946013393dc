import * as z from 'zod';
import { type PatientInput as Input, PatientInput } from '../../resources/patient/schemas';
import { createPatient } from '../../resources/patient/service';
import { storedBirth } from '../../rules/birth';
import { nationalIdKey } from '../../rules/search/national-id';
import { claimOf, claimsOfIdentifiers, external_id, identifiersWith } from './external';
import type { Prepared } from './importer';
import { plainImporter } from './plain';
import type { PlaceOf } from './rows';

const ENTITY = 'Patient';

export function preparedPatient(source: string, external_id: string | null, given: Input): Prepared {
  const identifiers = identifiersWith(source, external_id, given.identifiers ?? []);
  const input = { ...given, identifiers };
  const national = nationalIdKey(input.national_id);
  return {
    external_id,
    claims: [
      ...(national === null ? [] : [claimOf(ENTITY, 'national_id', national)]),
      ...claimsOfIdentifiers(ENTITY, 'identifiers', identifiers),
    ],
    person: { id: '', ...input, ...storedBirth(input) },
    create: async (ctx, idempotency) => createPatient(ctx, input, idempotency),
  };
}

const PatientRow = z.object({ external_id, ...PatientInput.shape });

/** Nobody else is referred to. */
const motherOf: PlaceOf = (_, entity) => (entity === undefined ? undefined : ['mother_id']);

export const patients = plainImporter(
  PatientRow,
  ({ external_id, ...input }, source) => preparedPatient(source, external_id, input),
  motherOf,
);
