/** Condition (hl7.org/fhir/R4/condition.html). Whether it still holds, nobody has said: it has no status. */
import { referenceTo, textOnly } from '../elements/datatypes';
import type { HistoryType } from './history-type';

const ASSERTED = 'http://hl7.org/fhir/StructureDefinition/condition-assertedDate';

export const conditionType: HistoryType<'medical_conditions'> = {
  type: 'Condition',
  columns: ['medical_conditions'],
  letter: 'c',
  of: ['patient', 'subject'],
  mandatory: ['subject'],
  parts: ({ id, medical_conditions }) =>
    medical_conditions.map((entry) => ({
      entry,
      resource: {
        resourceType: 'Condition',
        extension: entry.diagnozed_date ? [{ url: ASSERTED, valueDateTime: entry.diagnozed_date }] : [],
        code: textOnly(entry.condition),
        subject: referenceTo('Patient', id),
        note: [{ text: entry.description }],
      },
    })),
};
