import { nationalIdKey } from './national-id';

/** The mark is that of a registration number: these are found whole, too, and are the beginning of no other. */
export const FORMER_MARK = '=EX-';

/**
 * The term of what another system calls a person, none where it has no digit. As of a national id, letters and digits count; as of a
 * registration number, zeros before it do not.
 */
export function formerNumber(text: string): string[] {
  const key = nationalIdKey(text)?.replace(/^0+(?=\d+$)/, '');
  return key === undefined ? [] : [`${FORMER_MARK}${key}`];
}
