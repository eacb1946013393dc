/** Birth dates of which perhaps only the month or the year is known. */

const LENGTHS = { day: 10, month: 7, year: 4 } as const;
type Precision = keyof typeof LENGTHS;
const FIRST_DAY = '0000-01-01';

/** As a record has it. */
export interface Born {
  dob: string | null;
  /** nothing: the day is known */
  dob_precision?: Precision | null | undefined;
}

/** What is known: `1984-05-17`, `1984-05` or `1984`. */
export const knownBirth = ({ dob, dob_precision }: Born): string | null =>
  dob?.slice(0, LENGTHS[dob_precision ?? 'day']) ?? null;

export const isMonthOrYear = (text: string): boolean => /^\d{4}(-(0[1-9]|1[0-2]))?$/.test(text);
export const firstDayOf = (known: string): string => known + FIRST_DAY.slice(known.length);

/** As a record is sent what is known. */
export function birthOf(known: string | null): { dob: string | null; dob_precision: Precision | null } {
  if (known === null) return { dob: null, dob_precision: null };
  const precision = isMonthOrYear(known) ? (known.length === LENGTHS.year ? 'year' : 'month') : 'day';
  return { dob: precision === 'day' ? known : firstDayOf(known), dob_precision: precision };
}
