/** The types that are served: here a new one is added. */
import { historyReads } from './histories';
import { allergyIntoleranceType } from './resources/allergy-intolerance';
import { appointmentType } from './resources/appointment';
import { appointmentWriting } from './resources/appointment-writing';
import { chargeItemDefinitionType } from './resources/charge-item-definition';
import { conditionType } from './resources/condition';
import { healthcareServiceType } from './resources/healthcare-service';
import { medicationStatementType } from './resources/medication-statement';
import { observationType } from './resources/observation';
import { organizationType } from './resources/organization';
import { patientType } from './resources/patient';
import { patientWriting } from './resources/patient-writing';
import { practitionerType } from './resources/practitioner';
import { practitionerRoleType } from './resources/practitioner-role';
import { procedureType } from './resources/procedure';
import { relatedPersonType } from './resources/related-person';
import { commonParameters } from './search/request';
import { storedReads } from './search/run';
import type { ServedType, StoredType, Writing } from './type';

/** Rows of tables. */
const STORED: readonly StoredType[] = [
  patientType,
  practitionerType,
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
  historyReads(procedureType),
  historyReads(medicationStatementType),
  historyReads(allergyIntoleranceType),
  historyReads(relatedPersonType),
  stored(practitionerType),
  stored(practitionerRoleType),
  stored(organizationType),
  stored(healthcareServiceType),
  stored(appointmentType, appointmentWriting),
  stored(chargeItemDefinitionType),
];
