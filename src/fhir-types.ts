/** The FHIR types that the service has, by which scopes are named, and the subject of the permission that each needs. */
export const FHIR_TYPES = {
  Patient: 'patient',
  Observation: 'patient',
  Condition: 'patient',
  Procedure: 'patient',
  MedicationStatement: 'patient',
  AllergyIntolerance: 'patient',
  RelatedPerson: 'patient',
  Practitioner: 'doctor',
  PractitionerRole: 'doctor',
  Organization: 'department',
  HealthcareService: 'department',
  Location: 'resource',
  Appointment: 'appointment',
  Composition: 'note',
  Invoice: 'invoice',
  PaymentNotice: 'payment',
  ChargeItemDefinition: 'catalog',
  DocumentReference: 'file',
  Binary: 'file',
  Schedule: 'hours',
  Slot: 'hours',
  AuditEvent: 'audit',
} as const;
export type FhirType = keyof typeof FHIR_TYPES;
export const isFhirType = (type: string): type is FhirType => Object.hasOwn(FHIR_TYPES, type);
