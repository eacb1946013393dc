import { type Criterion, criteriaOf, type SearchRules } from '../../src/rules/search/criteria';
import { type Searched, termsOf } from '../../src/rules/search/terms';

export const PATIENTS: SearchRules = {
  codes: ['PAT'],
  phones: true,
  formerNumbers: true,
  dateOfBirth: 'day-month',
};
export const DOCTORS: SearchRules = { codes: ['DOC'], phones: true, dateOfBirth: null };
export const THINGS: SearchRules = { codes: [], phones: false, dateOfBirth: null };

/** The registration numbers of a record by their code. */
export type Numbers = Criterion['numbers'];

/** The terms of somebody whose names are also found by their sound. */
export const termsOfPerson = (person: Searched): string[] =>
  termsOf({ ...person, sounds: termsOf({ names: person.names ?? [] }) });

/** What the database does with a criterion, without a database. */
export function meets(terms: readonly string[], numbers: Numbers, criterion: Criterion): boolean {
  return (
    terms.some(
      (term) => criterion.terms.includes(term) || criterion.prefixes.some((prefix) => term.startsWith(prefix)),
    ) || Object.entries(criterion.numbers).some(([code, number]) => numbers[code as keyof Numbers] === number)
  );
}

/** Is the record with these terms found? A search without criteria finds nothing. */
export function finds(search: string, rules: SearchRules, terms: readonly string[], numbers: Numbers = {}): boolean {
  const criteria = criteriaOf(search, rules);
  return criteria.length > 0 && criteria.every((criterion) => meets(terms, numbers, criterion));
}
