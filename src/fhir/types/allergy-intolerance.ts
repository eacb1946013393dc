/**
 * AllergyIntolerance (hl7.org/fhir/R4/allergyintolerance.html). That none are known, or nobody has asked, is no resource: both
 * are lists without one.
 */

import { said } from '../../rules/said';
import type { Allergy } from '../../schemas/history';
import { absent, conceptOf, originalText, referenceTo, textOnly } from '../elements/datatypes';
import { constantParameter } from '../search/constants';
import type { HistoryType } from './history-type';

/**
 * R4 demands one of three codes (ait-1, with a required binding). The hospital keeps the allergies that are to be heeded and
 * has no others: whoever asks for the active ones must find them.
 */
const ACTIVE = { system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical', code: 'active' };
const clinicalStatus = conceptOf(ACTIVE.system, ACTIVE.code);

const SEVERITIES = ['mild', 'moderate', 'severe'];

function severityOf(text: string) {
  const severity = SEVERITIES.find((code) => code === text.trim().toLowerCase());
  return { severity, ...(text !== severity && { _severity: originalText(text) }) };
}

/** R4 demands a manifestation, also where only its severity is known. */
const reactionOf = ({ reaction, severity }: Allergy) => {
  const manifestation = textOnly(reaction);
  if (!manifestation && !said(severity)) return [];
  return [{ manifestation: [manifestation ?? absent('unknown')], ...(severity && severityOf(severity)) }];
};

export const allergyIntoleranceType: HistoryType<'allergies'> = {
  type: 'AllergyIntolerance',
  columns: ['allergies'],
  letter: 'a',
  of: ['patient'],
  mandatory: ['clinicalStatus', 'patient'],
  parameters: { 'clinical-status': constantParameter('active', ACTIVE) },
  parts: ({ id, allergies }) =>
    (allergies ?? []).map((entry) => ({
      entry,
      resource: {
        ...{ resourceType: 'AllergyIntolerance', clinicalStatus, code: textOnly(entry.substance) },
        patient: referenceTo('Patient', id),
        recordedDate: entry.noted_date,
        reaction: reactionOf(entry),
      },
    })),
};
