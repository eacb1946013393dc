import { patient } from '../../db/schema/patient';
import { searchRebuild } from '../../db/search-rebuild';
import { termsOf } from '../../rules/search/terms';

const FIELDS = ['first_name', 'middle_name', 'last_name', 'phone_number', 'alt_phone_number', 'dob'] as const;
type Searched = Pick<typeof patient.$inferSelect, (typeof FIELDS)[number]>;

export function patientTerms({ first_name, middle_name, last_name, phone_number, alt_phone_number, dob }: Searched) {
  const name_terms = termsOf({ names: [first_name, middle_name, last_name] });
  return { terms: termsOf({ phones: [phone_number, alt_phone_number], dob, sounds: name_terms }), name_terms };
}

export const patientRebuild = searchRebuild(patient, {
  fields: FIELDS,
  derived: ['terms', 'name_terms'],
  derive: patientTerms,
});
