import { type Birth, knownBirth } from './birth';
import { type ComparableName, comparableName, LIKENESS, type Likeness, likenessOfNames, type Names } from './same-name';
import { birthTerm } from './search/birth-date';
import { phoneTerms } from './search/phone';

export interface Person extends Names, Birth {
  id: string;
  phone_number: string | null;
  alt_phone_number: string | null;
}

export const REASONS = ['name', 'dob', 'phone_number'] as const;
export type Reason = (typeof REASONS)[number];

interface Comparison {
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
const DOB_POINTS = { unknown: 0, different: -2, year: 1, month: 2, swapped: 2, same: 4 } as const;
const PHONE_POINTS = 4;
const LIKELY = 6;

/** Numbers with fewer digits, and those of one digit repeated, belong to nobody in particular. */
const MIN_PHONE_DIGITS = 6;

export const phonesOf = ({ phone_number, alt_phone_number }: Person): string[] => [
  ...new Set(
    [phone_number, alt_phone_number]
      .flatMap(phoneTerms)
      .filter((term) => term.length > MIN_PHONE_DIGITS && !/^#(\d)\1*$/.test(term)),
  ),
];

/** Null if day and month swapped are no other date. */
export function swappedBirthTerm(born: string | null): string | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(born ?? '') ?? [];
  return day === undefined || day === month || day > '12' ? null : birthTerm(`${year}-${day}-${month}`);
}

/** The country code may be left out. As terms have their digits reversed, one begins the other. */
const isSamePhone = (a: string, b: string) => a.startsWith(b) || b.startsWith(a);

export interface ComparablePerson {
  id: string;
  name: ComparableName;
  phones: string[];
  /** as far as it is known: YYYY-MM-DD, YYYY-MM or YYYY */
  born: string | null;
  swappedBirth: string | null;
}

export function comparablePerson(person: Person): ComparablePerson {
  const born = knownBirth(person);
  return {
    id: person.id,
    name: comparableName(person),
    phones: phonesOf(person),
    born,
    swappedBirth: swappedBirthTerm(born),
  };
}

/** Where one of them is known by its month or year alone, they agree in that and in no more. */
function compareBirth({ born, swappedBirth }: ComparablePerson, other: string | null): keyof typeof DOB_POINTS {
  if (born === null || other === null) return 'unknown';
  const common = born.length < other.length ? born : other;
  if (born.startsWith(common) && other.startsWith(common))
    return common.length === 'YYYY'.length ? 'year' : common.length === 'YYYY-MM'.length ? 'month' : 'same';
  return birthTerm(other) === swappedBirth ? 'swapped' : 'different';
}

const sharesPhone = ({ phones }: ComparablePerson, other: Person): boolean =>
  phones.length > 0 && phonesOf(other).some((theirs) => phones.some((ours) => isSamePhone(ours, theirs)));

/** Undefined where they are not likely the same person. Names cost the most: they are compared last, if they can matter. */
export function compare(person: ComparablePerson, other: Person): Comparison | undefined {
  const dob = DOB_POINTS[compareBirth(person, knownBirth(other))];
  const phone = sharesPhone(person, other) ? PHONE_POINTS : 0;
  if (dob + phone + NAME_POINTS[LIKENESS.same] < LIKELY) return undefined;
  const name = NAME_POINTS[likenessOfNames(person.name, comparableName(other))];
  const score = name + dob + phone;
  if (score < LIKELY) return undefined;
  const points: Record<Reason, number> = { name, dob, phone_number: phone };
  return { reasons: REASONS.filter((reason) => points[reason] > 0), score };
}

/** Each once: the likeliest first, then the newest. */
export function likelySame<P extends Person & { seq: number }>(
  person: ComparablePerson,
  others: readonly P[],
  max: number,
): (Comparison & { patient: P })[] {
  const distinct = new Map(others.filter(({ id }) => id !== person.id).map((other) => [other.id, other]));
  return [...distinct.values()]
    .flatMap((patient) => {
      const comparison = compare(person, patient);
      return comparison ? [{ patient, ...comparison }] : [];
    })
    .sort((a, b) => b.score - a.score || b.patient.seq - a.patient.seq)
    .slice(0, max);
}
