/** The types that are served: here a new one is added. */
import { exportPages } from './export/pages';
import { historyReads } from './histories';
import { conditionType } from './resources/condition';
import { observationType } from './resources/observation';
import { patientType } from './resources/patient';
import { patientWriting } from './resources/patient-writing';
import { practitionerType } from './resources/practitioner';
import { commonParameters } from './search/request';
import { foundOf, storedReads } from './search/run';
import type { ServedType, StoredType, Writing } from './type';

/** Rows of tables. */
const STORED: readonly StoredType[] = [patientType, practitionerType];

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
    export: exportPages(type, (row, house) => [foundOf(type, row, house)]),
    ...(writing && { writing }),
  };
};

/** In the order of the CapabilityStatement. */
export const SERVED: readonly ServedType[] = [
  stored(patientType, patientWriting),
  historyReads(observationType),
  historyReads(conditionType),
  stored(practitionerType),
];
