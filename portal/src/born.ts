const LENGTHS = { day: 10, month: 7, year: 4 } as const;

export interface Born {
  dob: string | null;
  /** nothing: the day is known */
  dob_precision?: keyof typeof LENGTHS | null | undefined;
}

/** What is known of a birth date: `1984-05-17`, `1984-05` or `1984`. */
export const knownBirth = ({ dob, dob_precision }: Born): string | null =>
  dob?.slice(0, LENGTHS[dob_precision ?? 'day']) ?? null;
