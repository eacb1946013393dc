import { type FoundMergedPatient, type MergedPatient, mergedWithIdentifiers, patient } from '../../db/schema/patient';
import { numberTerm } from '../../db/search';
import { searchRebuild } from '../../db/search-rebuild';
import { type Birth, knownBirth } from '../../rules/birth';
import { formerNumber } from '../../rules/search/former-number';
import { nationalIdTerm } from '../../rules/search/national-id';
import { termsOf } from '../../rules/search/terms';

const FIELDS = [
  'first_name',
  'middle_name',
  'last_name',
  'phone_number',
  'alt_phone_number',
  'dob',
  'dob_precision',
  'national_id',
  'identifiers',
  'merged',
] as const;
type Fields = Pick<typeof patient.$inferSelect, (typeof FIELDS)[number]>;
type Searched = Omit<Fields, 'identifiers' | 'merged' | keyof Birth> &
  Birth &
  Partial<Pick<Fields, 'identifiers' | 'merged'>>;
type Names = Pick<MergedPatient, 'first_name' | 'middle_name' | 'last_name'>;

/** As SQLite sorts texts. */
const distinct = (terms: readonly string[]): string[] =>
  [...new Set(terms)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

const namesOf = ({ first_name, middle_name, last_name }: Names) =>
  termsOf({ names: [first_name, middle_name, last_name] });

/** What other systems call somebody, by which bills are found, too. */
const formerNumbers = (values: readonly string[] = []) => values.flatMap(formerNumber);
export const valuesOf = (identifiers: Fields['identifiers'] | undefined) => identifiers?.map(({ value }) => value);

/** What is shown of a merged record. */
export const mergedNames = ({ id, reg_number, first_name, middle_name, last_name }: MergedPatient): MergedPatient => ({
  ...{ id, reg_number, first_name, middle_name, last_name },
});

/** By its names, as they are written and as they sound, and by its numbers. */
export function withTerms(record: Omit<FoundMergedPatient, 'terms'>): FoundMergedPatient {
  const { phone_number, alt_phone_number, national_id, identifiers } = record;
  const named = namesOf(record);
  const numbers = [numberTerm(record.reg_number), ...formerNumbers(identifiers)];
  const terms = distinct([...named, ...termsOf({ sounds: named }), ...numbers]);
  const id = nationalIdTerm(national_id);
  const person_terms = distinct([...termsOf({ phones: [phone_number, alt_phone_number] }), ...(id ? [id] : [])]);
  const searched = { phone_number, alt_phone_number, national_id, ...(identifiers && { identifiers }) };
  return { ...mergedNames(record), ...searched, terms, person_terms };
}

/**
 * The term of the national id comes last, where an update puts that of an id that stays. Where `merged` is left out, the update
 * adds the terms of those who were merged into the patient, and those of identifiers that stay.
 */
export function patientTerms({
  phone_number,
  alt_phone_number,
  national_id,
  identifiers,
  merged,
  ...person
}: Searched) {
  const own = namesOf(person);
  const terms = termsOf({ phones: [phone_number, alt_phone_number], dob: knownBirth(person), sounds: own });
  const id = nationalIdTerm(national_id);
  if (id) terms.push(id);
  const numbers = formerNumbers(valuesOf(identifiers));
  if (!merged) return { terms, name_terms: numbers.length > 0 ? distinct([...own, ...numbers]) : own };
  const former = merged.map(withTerms);
  return {
    terms: distinct([...terms, ...former.flatMap(({ person_terms = [] }) => person_terms)]),
    name_terms: distinct([...own, ...numbers, ...former.flatMap((one) => one.terms)]),
  };
}

export const patientRebuild = searchRebuild(patient, {
  fields: FIELDS,
  completed: { merged: mergedWithIdentifiers },
  derived: ['terms', 'name_terms', 'merged'],
  derive: (record) => ({ ...patientTerms(record), merged: record.merged?.map(withTerms) ?? null }),
});
