/** Observation (hl7.org/fhir/R4/observation.html): the blood group, once it is known. */
import { type CodeableConcept, conceptOf, elementOf, referenceTo } from '../elements/datatypes';
import { constantParameter } from '../search/constants';
import { codingParameter, type HistoryType } from './history-type';

const SNOMED = 'http://snomed.info/sct';

/** SNOMED CT. */
const GROUPS = {
  A_POS: ['278149003', 'Blood group A Rh(D) positive'],
  A_NEG: ['278152006', 'Blood group A Rh(D) negative'],
  B_POS: ['278150003', 'Blood group B Rh(D) positive'],
  B_NEG: ['278153001', 'Blood group B Rh(D) negative'],
  AB_POS: ['278151004', 'Blood group AB Rh(D) positive'],
  AB_NEG: ['278154007', 'Blood group AB Rh(D) negative'],
  O_POS: ['278147001', 'Blood group O Rh(D) positive'],
  O_NEG: ['278148006', 'Blood group O Rh(D) negative'],
} as const;

const LOINC = '882-1';
const code = conceptOf('http://loinc.org', LOINC, 'ABO and Rh group [Type] in Blood');

export const observationType: HistoryType<'blood_group'> = {
  type: 'Observation',
  columns: ['blood_group'],
  letter: 'o',
  of: ['patient', 'subject'],
  mandatory: ['status', 'code'],
  parts: ({ id, blood_group }) => {
    if (blood_group === 'NOT_SET') return [];
    const [group, display] = GROUPS[blood_group];
    const value = conceptOf(SNOMED, group, display);
    const resource = { resourceType: 'Observation', status: 'final', code, subject: referenceTo('Patient', id) };
    return [{ suffix: LOINC, entry: blood_group, resource: { ...resource, valueCodeableConcept: value } }];
  },
  parameters: {
    code: codingParameter(
      'What was observed',
      (resource) => elementOf<CodeableConcept>(resource, 'code')?.coding ?? [],
    ),
    category: constantParameter('Nobody has said one, so nothing is found by it'),
    status: constantParameter('final', { system: 'http://hl7.org/fhir/observation-status', code: 'final' }),
  },
};
