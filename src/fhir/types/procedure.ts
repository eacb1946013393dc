/** Procedure (hl7.org/fhir/R4/procedure.html): a surgery of the past. */
import { referenceTo, textOnly } from '../elements/datatypes';
import { constantParameter } from '../search/constants';
import type { HistoryType } from './history-type';

export const procedureType: HistoryType<'past_surgeries'> = {
  type: 'Procedure',
  columns: ['past_surgeries'],
  letter: 'p',
  of: ['patient', 'subject'],
  mandatory: ['status', 'subject'],
  parameters: {
    status: constantParameter('completed', { system: 'http://hl7.org/fhir/event-status', code: 'completed' }),
  },
  parts: ({ id, past_surgeries }) =>
    past_surgeries.map((entry) => ({
      entry,
      resource: {
        ...{ resourceType: 'Procedure', status: 'completed', code: textOnly(entry.surgery) },
        subject: referenceTo('Patient', id),
        performedDateTime: entry.date,
        performer: [{ actor: { display: entry.surgeon } }],
        location: { display: entry.hospital },
      },
    })),
};
