/** Birth dates of which perhaps only the month or the year is known: those are stored as the first day of it. */

export const PRECISIONS = ['day', 'month', 'year'] as const;
export type Precision = (typeof PRECISIONS)[number];

export interface Birth {
  dob: string | null;
  /** nothing: the day is known */
  dob_precision?: Precision | null | undefined;
}

const LENGTHS = { day: 10, month: 7, year: 4 } as const satisfies Record<Precision, number>;
const FIRST_DAY = '0000-01-01';
const KNOWN = /^\d{4}(-(0[1-9]|1[0-2]))?$/;

/** `1984` or `1984-05`. */
export const isMonthOrYear = (text: string): boolean => KNOWN.test(text);

/** What is known, as ISO 8601 and FHIR write it: `1984-05-17`, `1984-05` or `1984`. */
export const knownBirth = ({ dob, dob_precision }: Birth): string | null =>
  dob?.slice(0, LENGTHS[dob_precision ?? 'day']) ?? null;

/** Of what is known: the opposite of `knownBirth`. What is no month or year passes as a day. */
export function birthOf(known: string | null): { dob: string | null; dob_precision: Precision | null } {
  if (known === null) return { dob: null, dob_precision: null };
  if (!isMonthOrYear(known)) return { dob: known, dob_precision: 'day' };
  return {
    dob: known + FIRST_DAY.slice(known.length),
    dob_precision: known.length === LENGTHS.year ? 'year' : 'month',
  };
}

/** As it is stored, whatever day was sent. */
export function storedBirth(birth: Birth): { dob: string | null; dob_precision: 'month' | 'year' | null } {
  const { dob, dob_precision } = birthOf(knownBirth(birth));
  return { dob, dob_precision: dob_precision === 'day' ? null : dob_precision };
}
