/** The types that are served: here a new one is added. */

import { deletedPages, exportPages } from './export/pages';
import { binaryType } from './http/binary';
import { commonParameters } from './search/request';
import { foundOf, send, storedReads } from './search/run';
import type { ServedType, StoredType, Writing } from './served-type';
import { allergyIntoleranceType } from './types/allergy-intolerance';
import { appointmentType } from './types/appointment';
import { appointmentWriting } from './types/appointment-writing';
import { auditEventType } from './types/audit-event';
import { chargeItemDefinitionType } from './types/charge-item-definition';
import { compositionType } from './types/composition';
import { conditionType } from './types/condition';
import { documentReferenceType } from './types/document-reference';
import { healthcareServiceType } from './types/healthcare-service';
import { historyReads } from './types/history-type';
import { invoiceType } from './types/invoice';
import { locationType } from './types/location';
import { medicationStatementType } from './types/medication-statement';
import { observationType } from './types/observation';
import { organizationType } from './types/organization';
import { patientType } from './types/patient';
import { patientWriting } from './types/patient-writing';
import { paymentNoticeType } from './types/payment-notice';
import { practitionerType } from './types/practitioner';
import { practitionerRoleType } from './types/practitioner-role';
import { procedureType } from './types/procedure';
import { relatedPersonType } from './types/related-person';
import { scheduleType } from './types/schedule';
import { slotType } from './types/slot';

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
  locationType,
  appointmentType,
  compositionType,
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
    prepare: (deployment, request, actor) => prepare(deployment, request, actor, storedType),
    search: (ctx, deployment, request) => send(ctx, prepare(deployment, request, ctx.actor, storedType)),
    export: exportPages(type, (row, deployment) => [foundOf(type, row, deployment)]),
    ...(type.deletions && { exportDeleted: deletedPages(type, type.deletions, ({ id }) => [id]) }),
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
  stored(locationType),
  stored(scheduleType),
  slotType,
  stored(appointmentType, appointmentWriting),
  stored(compositionType),
  stored(invoiceType),
  stored(paymentNoticeType),
  stored(chargeItemDefinitionType),
  stored(documentReferenceType),
  binaryType,
  auditEventType,
];
