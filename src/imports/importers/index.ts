import type { ImportEntity, ImportSettings } from '../../schemas/import';
import { appointments } from './appointment';
import { catalogItems } from './catalog';
import { departments } from './department';
import { doctors } from './doctor';
import { fhirAppointments } from './fhir-appointment';
import { fhirPatients } from './fhir-patient';
import type { Importer } from './importer';
import { patients } from './patient';

export const IMPORTERS: Record<ImportEntity, Importer> = {
  patient: patients,
  doctor: doctors,
  department: departments,
  catalog: catalogItems,
  appointment: appointments,
};

export const FHIR_IMPORTERS: { patient: Importer; appointment: Importer } = {
  patient: fhirPatients,
  appointment: fhirAppointments,
};

/** @throws TypeError of what the API refuses */
export function importerOf({ entity, format }: Pick<ImportSettings, 'entity' | 'format'>): Importer {
  if (format !== 'fhir-ndjson') return IMPORTERS[entity];
  if (entity !== 'patient' && entity !== 'appointment')
    throw new TypeError('No resources of FHIR are imported as this');
  return FHIR_IMPORTERS[entity];
}
