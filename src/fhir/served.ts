/** The types that are served: here a new one is added. */
import { auditEventType } from './audit-events';
import { binaryType } from './binary';
import { exportPages } from './export/pages';
import { historyReads } from './histories';
import { allergyIntoleranceType } from './resources/allergy-intolerance';
import { appointmentType } from './resources/appointment';
import { appointmentWriting } from './resources/appointment-writing';
import { chargeItemDefinitionType } from './resources/charge-item-definition';
import { conditionType } from './resources/condition';
import { documentReferenceType } from './resources/document-reference';
import { healthcareServiceType } from './resources/healthcare-service';
import { invoiceType } from './resources/invoice';
import { medicationStatementType } from './resources/medication-statement';
import { observationType } from './resources/observation';
import { organizationType } from './resources/organization';
import { patientType } from './resources/patient';
import { patientWriting } from './resources/patient-writing';
import { paymentNoticeType } from './resources/payment-notice';
import { practitionerType } from './resources/practitioner';
import { practitionerRoleType } from './resources/practitioner-role';
import { procedureType } from './resources/procedure';
import { relatedPersonType } from './resources/related-person';
import { scheduleType } from './resources/schedule';
import { commonParameters } from './search/request';
import { foundOf, send, storedReads } from './search/run';
import { slotType } from './slots';
import type { ServedType, StoredType, Writing } from './type';

/** Rows of tables. */
const STORED: readonly StoredType[] = [
  patientType,
  practitionerType,
  invoiceType,
  paymentNoticeType,
  documentReferenceType,
  practitionerRoleType,
  organizationType,
  healthcareServiceType,
  appointmentType,
  chargeItemDefinitionType,
];

function storedType(type: string): StoredType {
  const known = STORED.find((one) => one.type === type);
  if (!known) throw new TypeError(`${type} is no row of a table`);
  return known;
}

const stored = (type: StoredType, writing?: Writing): ServedType => {
  const { read, prepare } = storedReads(type);
  return {
    ...{ type: type.type, mandatory: type.mandatory, read },
    parameters: { ...commonParameters(type), ...type.parameters },
    includes: Object.fromEntries(Object.entries(type.includes ?? {}).map(([name, { to }]) => [name, to])),
    prepare: (house, request) => prepare(house, request, storedType),
    search: (ctx, house, request) => send(ctx, prepare(house, request, storedType)),
    export: exportPages(type, (row, house) => [foundOf(type, row, house)]),
    ...(writing && { writing }),
  };
};

/** In the order of the CapabilityStatement. */
export const SERVED: readonly ServedType[] = [
  stored(patientType, patientWriting),
  historyReads(observationType),
  historyReads(conditionType),
  historyReads(procedureType),
  historyReads(medicationStatementType),
  historyReads(allergyIntoleranceType),
  historyReads(relatedPersonType),
  stored(practitionerType),
  stored(practitionerRoleType),
  stored(organizationType),
  stored(healthcareServiceType),
  stored(scheduleType),
  slotType,
  stored(appointmentType, appointmentWriting),
  stored(invoiceType),
  stored(paymentNoticeType),
  stored(chargeItemDefinitionType),
  stored(documentReferenceType),
  binaryType,
  auditEventType,
];
