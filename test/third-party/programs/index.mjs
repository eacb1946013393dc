// Programs of others, as npm has them (bulk-data-client: as GitHub has it). Each throws where the service is not as it expects.
import { runBulkDataClient } from './bulk-data-client.mjs';
import { runFhirKitClient } from './fhir-kit-client.mjs';
import { runFhirclient } from './fhirclient.mjs';
import { runMedplum } from './medplum.mjs';

export { openHospital } from './hospital.mjs';

export const CLIENTS = {
  'fhir-kit-client': runFhirKitClient,
  fhirclient: runFhirclient,
  'Medplum’s client': runMedplum,
  'bulk-data-client': runBulkDataClient,
};
