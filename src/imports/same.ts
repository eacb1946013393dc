/** Whether a row is of a likely same person as one who is there, or as an earlier row of its file. */

import type { Query } from '../db/query';
import { candidatesFor } from '../resources/patient/candidates';
import { LINKED_DUPLICATES } from '../resources/patient/duplicates';
import { type ComparablePerson, comparablePerson, compare, likelySame, type Person } from '../rules/same-person';
import { birthTerm, isDay, lessKnown } from '../rules/search/birth-date';

export interface Compared extends Person {
  comparable: ComparablePerson;
}

export const comparedOf = (person: Person): Compared => ({ ...person, comparable: comparablePerson(person) });

export const isLikelySame = (one: Compared, other: Compared): boolean => compare(one.comparable, other) !== undefined;

type Candidates = NonNullable<ReturnType<typeof candidatesFor>> extends Query<infer Rows> ? Rows : never;

export const likelyThere = (person: Compared): Query<Candidates> | undefined =>
  candidatesFor(person.comparable, LINKED_DUPLICATES);

/**
 * The likeliest.
 * @param own id of what was made of the row already: who came after it counts no more than at its first time
 */
export function firstSame(person: Compared, candidates: Candidates, own: string | undefined): string | undefined {
  const made = candidates.find(({ id }) => id === own);
  const before = made ? candidates.filter(({ seq }) => seq < made.seq) : candidates;
  return likelySame(person.comparable, before, 1)[0]?.patient.reg_number;
}

/** As a claim of a dry run has it. */
export const asDetail = ({ comparable: _, ...person }: Compared): string => {
  const { id, first_name, middle_name, last_name, phone_number, alt_phone_number, dob, dob_precision } = person;
  return JSON.stringify({ id, first_name, middle_name, last_name, phone_number, alt_phone_number, dob, dob_precision });
};

const PHONE_END = 8;
const YEAR = '*1984'.length;
const bornKey = (term: string) => `born:${term}`;
const phoneKeys = ({ phones }: ComparablePerson) => phones.map((term) => `phone:${term.slice(0, PHONE_END)}`);

/** By what a person is found, as `candidatesFor` finds who is there. */
export function keysOf({ comparable }: Compared): string[] {
  const term = birthTerm(comparable.born);
  return [...(term ? [bornKey(term)] : []), ...phoneKeys(comparable)];
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => String(n + 1).padStart(2, '0'));

/** Of a month its days, of a year its months, too: who is known to be born then. */
function within(term: string): string[] {
  if (isDay(term)) return [];
  const months = term.length === YEAR ? numbers(12).map((month) => term + month) : [term];
  const days = months.flatMap((month) => numbers(31).map((day) => month + day));
  return term.length === YEAR ? [...months, ...days] : days;
}

/** By what those are found who may be the same. */
export function soughtOf({ comparable }: Compared): string[] {
  const term = birthTerm(comparable.born);
  const born = [term, comparable.swappedBirth, ...(term ? [...lessKnown(term), ...within(term)] : [])];
  return [...born.flatMap((one) => (one === null ? [] : [bornKey(one)])), ...phoneKeys(comparable)];
}
