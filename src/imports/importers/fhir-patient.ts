import { DuplicateError } from '../../errors';
import { PatientResource } from '../../fhir/types/patient-resource';
import { readNew, rethrowFaults } from '../../fhir/types/patient-writing';
import { readResource } from './fhir';
import type { Importer } from './importer';
import { preparedPatient } from './patient';
import { orError, rethrowInRow } from './rows';

/** National ids are identifiers there, too. */
const ELEMENT = 'identifier';

function rethrowTaken(error: unknown): never {
  if (!(error instanceof DuplicateError)) throw error;
  const placed = new DuplicateError(ELEMENT, error.message);
  placed.heldBy = error.heldBy;
  throw placed;
}

export const fhirPatients: Importer = {
  fields: null,
  prepare: async (_, records, source, deployment) =>
    records.map((record) =>
      orError(() => {
        const { resource, external_id } = readResource(PatientResource, record);
        const { input } = readNew(resource, deployment, true);
        const { create, claims, ...row } = preparedPatient(source, external_id, input);
        return {
          ...row,
          claims: claims.map((claim) => ({ ...claim, field: ELEMENT })),
          create: (ctx, idempotency) =>
            create(ctx, idempotency).catch(rethrowTaken).catch(rethrowFaults).catch(rethrowInRow()),
        };
      }),
    ),
};
