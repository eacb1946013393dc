import { normalized } from './fold';

const HAS_DIGIT = /\d/;

/**
 * What of a national id counts: letters and digits, so that 850229-1234 is 8502291234. Null where it has no digit, as every
 * national id has one: "unknown" is none, and two patients may both have it.
 */
export function nationalIdKey(text: string | null | undefined): string | null {
  const key = normalized(text ?? '').replace(/[^\p{L}\p{N}]/gu, '');
  return HAS_DIGIT.test(key) ? key : null;
}

/** The mark is that of a registration number, as it finds one record and is never the beginning of another. */
export const ID_MARK = '=ID-';

export function nationalIdTerm(text: string | null | undefined): string | null {
  const key = nationalIdKey(text);
  return key === null ? null : `${ID_MARK}${key}`;
}
