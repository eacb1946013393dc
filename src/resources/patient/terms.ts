import { type FoundMergedPatient, type MergedPatient, patient } from '../../db/schema/patient';
import { numberTerm } from '../../db/search';
import { searchRebuild } from '../../db/search-rebuild';
import { nationalIdTerm } from '../../rules/search/national-id';
import { termsOf } from '../../rules/search/terms';

const FIELDS = [
  'first_name',
  'middle_name',
  'last_name',
  'phone_number',
  'alt_phone_number',
  'dob',
  'national_id',
  'merged',
] as const;
type Fields = Pick<typeof patient.$inferSelect, (typeof FIELDS)[number]>;
type Searched = Omit<Fields, 'merged'> & Partial<Pick<Fields, 'merged'>>;
type Names = Pick<MergedPatient, 'first_name' | 'middle_name' | 'last_name'>;

/** As SQLite sorts texts. */
const distinct = (terms: readonly string[]): string[] =>
  [...new Set(terms)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

const namesOf = ({ first_name, middle_name, last_name }: Names) =>
  termsOf({ names: [first_name, middle_name, last_name] });

/** By its names, as they are written and as they sound, and by its number. */
export function withTerms({ id, reg_number, first_name, middle_name, last_name }: MergedPatient): FoundMergedPatient {
  const named = namesOf({ first_name, middle_name, last_name });
  const terms = distinct([...named, ...termsOf({ sounds: named }), numberTerm(reg_number)]);
  return { id, reg_number, first_name, middle_name, last_name, terms };
}

/**
 * The term of the national id comes last, where an update puts that of an id that stays. Where `merged` is left out, the update
 * adds the terms of those who were merged into the patient.
 */
export function patientTerms({ phone_number, alt_phone_number, dob, national_id, merged, ...names }: Searched) {
  const own = namesOf(names);
  const terms = termsOf({ phones: [phone_number, alt_phone_number], dob, sounds: own });
  const id = nationalIdTerm(national_id);
  const former = (merged ?? []).flatMap((one) => withTerms(one).terms);
  return {
    terms: id ? [...terms, id] : terms,
    name_terms: former.length > 0 ? distinct([...own, ...former]) : own,
  };
}

export const patientRebuild = searchRebuild(patient, {
  fields: FIELDS,
  derived: ['terms', 'name_terms', 'merged'],
  derive: (record) => ({ ...patientTerms(record), merged: record.merged?.map(withTerms) ?? null }),
});
