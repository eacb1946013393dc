import type { Permission } from './permissions';

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
  Appointment: 'appointment',
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
export type Interaction = 'c' | 'r' | 'u' | 's';

const ACTIONS = { c: 'create', r: 'read', u: 'update', s: 'read' } as const;

export const permissionOf = (type: FhirType, interaction: Interaction) =>
  `${FHIR_TYPES[type]}:${ACTIONS[interaction]}` as Permission;
