import { comparableName, LIKENESS, type Likeness, likenessOfNames, type Names } from './same-name';
import { birthTerm } from './search/birth-date';
import { phoneTerms } from './search/phone';

/** What tells whether two records may be of one person. */
export interface Person extends Names {
  phone_number: string | null;
  alt_phone_number: string | null;
  dob: string | null;
}

/** What can agree, by the name of the field. */
export const REASONS = ['name', 'dob', 'phone_number'] as const;
export type Reason = (typeof REASONS)[number];

export interface Comparison {
  reasons: Reason[];
  score: number;
}

// What speaks for the same person, and what against it. Two of name, birth date and phone reach LIKELY; a family that
// shares a phone and a last name does not.
const NAME_POINTS = {
  [LIKENESS.different]: -2,
  [LIKENESS.similar]: 3,
  [LIKENESS.respelled]: 4,
  [LIKENESS.same]: 5,
} as const satisfies Record<Likeness, number>;
const DOB_POINTS = { unknown: 0, different: -2, swapped: 2, same: 4 } as const;
const PHONE_POINTS = 4;
export const LIKELY = 6;

/** Numbers with fewer digits, and those of one digit repeated, belong to nobody in particular. */
const MIN_PHONE_DIGITS = 6;

/** Phone terms that may identify a person. */
export const phonesOf = ({ phone_number, alt_phone_number }: Person): string[] => [
  ...new Set(
    [phone_number, alt_phone_number]
      .flatMap(phoneTerms)
      .filter((term) => term.length > MIN_PHONE_DIGITS && !/^#(\d)\1*$/.test(term)),
  ),
];

/** The term of the birth date with day and month swapped; null if that is no other date. */
export function swappedBirthTerm(dob: string | null): string | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(dob ?? '') ?? [];
  return day === undefined || day === month || day > '12' ? null : birthTerm(`${year}-${day}-${month}`);
}

/** A number is the same with and without its country code. As terms have their digits reversed, one begins the other. */
const isSamePhone = (a: string, b: string) => a.startsWith(b) || b.startsWith(a);

/** Compares others with one person, whose name and numbers are read once. */
export function comparedWith(person: Person): (other: Person) => Comparison {
  const name = comparableName(person);
  const phones = phonesOf(person);
  const swapped = swappedBirthTerm(person.dob);
  const compareDob = (dob: string | null): keyof typeof DOB_POINTS => {
    if (dob === null || person.dob === null) return 'unknown';
    if (dob === person.dob) return 'same';
    return birthTerm(dob) === swapped ? 'swapped' : 'different';
  };
  return (other) => {
    const likeness = likenessOfNames(name, comparableName(other));
    const dob = compareDob(other.dob);
    const sharesPhone =
      phones.length > 0 && phonesOf(other).some((theirs) => phones.some((ours) => isSamePhone(ours, theirs)));
    const agrees: Record<Reason, boolean> = {
      name: likeness > LIKENESS.different,
      dob: DOB_POINTS[dob] > 0,
      phone_number: sharesPhone,
    };
    return {
      reasons: REASONS.filter((reason) => agrees[reason]),
      score: NAME_POINTS[likeness] + DOB_POINTS[dob] + (sharesPhone ? PHONE_POINTS : 0),
    };
  };
}

/** Those who are likely the same person, each once: the likeliest first, then the newest. */
export function likelySame<P extends Person & { id: string; seq: number }>(
  person: Person & { id: string },
  others: readonly P[],
  max: number,
): (Comparison & { patient: P })[] {
  const compare = comparedWith(person);
  const distinct = new Map(others.filter(({ id }) => id !== person.id).map((other) => [other.id, other]));
  return [...distinct.values()]
    .map((patient) => ({ patient, ...compare(patient) }))
    .filter(({ score }) => score >= LIKELY)
    .sort((a, b) => b.score - a.score || b.patient.seq - a.patient.seq)
    .slice(0, max);
}
