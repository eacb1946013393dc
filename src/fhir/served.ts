/** The types that are served: here a new one is added. */
import { auditEventType } from './audit-events';
import { binaryType } from './binary';
import { historyReads } from './histories';
import { conditionType } from './resources/condition';
import { documentReferenceType } from './resources/document-reference';
import { invoiceType } from './resources/invoice';
import { observationType } from './resources/observation';
import { patientType } from './resources/patient';
import { patientWriting } from './resources/patient-writing';
import { paymentNoticeType } from './resources/payment-notice';
import { practitionerType } from './resources/practitioner';
import { scheduleType } from './resources/schedule';
import { commonParameters } from './search/request';
import { storedReads } from './search/run';
import { slotType } from './slots';
import type { ServedType, StoredType, Writing } from './type';

/** Rows of tables. */
const STORED: readonly StoredType[] = [
  patientType,
  practitionerType,
  invoiceType,
  paymentNoticeType,
  documentReferenceType,
];

function storedType(type: string): StoredType {
  const known = STORED.find((one) => one.type === type);
  if (!known) throw new TypeError(`${type} is no row of a table`);
  return known;
}

const stored = (type: StoredType, writing?: Writing): ServedType => {
  const { read, search } = storedReads(type);
  return {
    ...{ type: type.type, mandatory: type.mandatory, read },
    parameters: { ...commonParameters(type), ...type.parameters },
    includes: Object.keys(type.includes ?? {}),
    search: (ctx, house, request) => search(ctx, house, request, storedType),
    ...(writing && { writing }),
  };
};

/** In the order of the CapabilityStatement. */
export const SERVED: readonly ServedType[] = [
  stored(patientType, patientWriting),
  historyReads(observationType),
  historyReads(conditionType),
  stored(practitionerType),
  stored(invoiceType),
  stored(paymentNoticeType),
  stored(documentReferenceType),
  binaryType,
  stored(scheduleType),
  slotType,
  auditEventType,
];
