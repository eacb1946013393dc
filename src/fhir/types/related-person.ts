/** RelatedPerson (hl7.org/fhir/R4/relatedperson.html): the next of kin, and the mother who is a patient herself. */
import { conceptOf, referenceTo, textOnly } from '../elements/datatypes';
import { phonesOf } from '../elements/people';
import type { HistoryType, Part } from './history-type';

const MOTHER = conceptOf('http://terminology.hl7.org/CodeSystem/v3-RoleCode', 'MTH', 'mother');

export const relatedPersonType: HistoryType<'next_of_kin' | 'mother_id'> = {
  type: 'RelatedPerson',
  columns: ['next_of_kin', 'mother_id'],
  letter: 'r',
  of: ['patient'],
  mandatory: ['patient'],
  parts: ({ id, next_of_kin, mother_id }) => {
    const person = { resourceType: 'RelatedPerson', patient: referenceTo('Patient', id) };
    const parts: Part[] = [];
    if (next_of_kin) {
      const { name, relation, phone } = next_of_kin;
      const known = { relationship: [textOnly(relation)], name: [{ text: name }], telecom: phonesOf(phone) };
      parts.push({ entry: next_of_kin, resource: { ...person, ...known } });
    }
    if (mother_id) {
      const identifier = [{ system: 'urn:ietf:rfc:3986', value: `urn:uuid:${mother_id}` }];
      parts.push({ entry: mother_id, resource: { ...person, identifier, relationship: [MOTHER] } });
    }
    return parts;
  },
};
