/** Free texts of the hospital as FHIR's codes, and back. Letter case does not matter. */
import { foldWord, spellingsOf } from '../../rules/appointment-status';
import { namesOf } from '../../rules/fields-of';

/** Words by code; a text that is none of them has the code `otherwise`. */
export interface CodeMap<Code extends string> {
  words: Readonly<Record<Code, readonly string[]>>;
  otherwise: NoInfer<Code>;
  fold: (text: string) => string;
}

export const codeOf = <Code extends string>({ words, otherwise, fold }: CodeMap<Code>, text: string): Code => {
  const folded = fold(text);
  return namesOf(words).find((code) => words[code].includes(folded)) ?? otherwise;
};

/** Folded as statuses are. What no list has says nothing that is understood, so it is not `other`. */
export const GENDERS = {
  words: {
    male: ['MALE', 'M', 'MAN'],
    female: ['FEMALE', 'F', 'WOMAN'],
    // D is of German law, A (ambiguous) and O are of HL7 v2.
    other: ['OTHER', 'O', 'DIVERSE', 'DIVERS', 'D', 'X', 'AMBIGUOUS', 'A', 'INTERSEX', 'INTER', 'NONBINARY'],
    unknown: ['UNKNOWN'],
  },
  otherwise: 'unknown',
  fold: foldWord,
} satisfies CodeMap<'male' | 'female' | 'other' | 'unknown'>;

/** `undefined` where no use says what the kind of address does. */
const ADDRESS_USES: Readonly<Record<string, string>> = {
  home: 'home',
  office: 'work',
  work: 'work',
  temp: 'temp',
  old: 'old',
  billing: 'billing',
};
export const addressUse = (kind: string): string | undefined => ADDRESS_USES[kind.trim().toLowerCase()];

export const APPOINTMENT_CODES = [
  'booked',
  'pending',
  'arrived',
  'checked-in',
  'fulfilled',
  'cancelled',
  'noshow',
] as const;
type AppointmentCode = (typeof APPOINTMENT_CODES)[number];

/** Folded as statuses are everywhere in the service. */
export const APPOINTMENT_STATUSES = {
  words: {
    booked: [...spellingsOf('SCEDULED'), 'CONFIRMED'],
    pending: ['PENDING'],
    arrived: ['ARRIVED'],
    'checked-in': ['CHECKEDIN'],
    fulfilled: spellingsOf('COMPLETED'),
    cancelled: spellingsOf('CANCELLED'),
    noshow: ['NOSHOW'],
  },
  otherwise: 'pending',
  fold: foldWord,
} satisfies CodeMap<AppointmentCode>;

/** Where the word is written in two. */
const SPELLED: Partial<Record<AppointmentCode, string>> = { 'checked-in': 'CHECKED_IN', noshow: 'NO_SHOW' };
/** What the hospital writes for a code. */
export const appointmentWord = (code: AppointmentCode): string =>
  SPELLED[code] ?? APPOINTMENT_STATUSES.words[code][0] ?? code;

export const INVOICE_STATUSES = {
  words: {
    draft: ['DRAFT'],
    issued: ['ISSUED', 'PARTIALY_PAID'],
    balanced: ['PAID', 'WRITTEN_OFF'],
    cancelled: ['VOID'],
  },
  otherwise: 'draft',
  fold: (text: string) => text,
} satisfies CodeMap<'draft' | 'issued' | 'balanced' | 'cancelled'>;
