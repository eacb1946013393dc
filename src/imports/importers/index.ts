import type { ImportEntity } from '../../schemas/import';
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
