/** MedicationStatement (hl7.org/fhir/R4/medicationstatement.html): what the patient takes at present. */

import { said } from '../../rules/said';
import { absent, referenceTo, textOnly } from '../elements/datatypes';
import { constantParameter } from '../search/constants';
import type { HistoryType } from './history-type';

const STATUSES = 'http://hl7.org/fhir/CodeSystem/medication-statement-status';

export const medicationStatementType: HistoryType<'current_medications'> = {
  type: 'MedicationStatement',
  columns: ['current_medications'],
  letter: 'm',
  of: ['patient', 'subject'],
  mandatory: ['status', 'medicationCodeableConcept', 'subject'],
  parameters: { status: constantParameter('active', { system: STATUSES, code: 'active' }) },
  parts: ({ id, current_medications }) =>
    current_medications.map((entry) => {
      const { medication, dosage, frequency, prescribed_by } = entry;
      return {
        entry,
        resource: {
          ...{ resourceType: 'MedicationStatement', status: 'active' },
          medicationCodeableConcept: textOnly(medication) ?? absent('unknown'),
          subject: referenceTo('Patient', id),
          note: said(prescribed_by) ? [{ text: `Prescribed by ${prescribed_by}` }] : [],
          dosage: [
            {
              text: [dosage, frequency].filter(said).join(', '),
              timing: { code: textOnly(frequency) },
            },
          ],
        },
      };
    }),
};
