import { type Criterion, LONGEST_BEGINNING } from './criterion';
import { soundTerm } from './sound';

/** A beginning that no prefix index has was read by all who have it, in vain: the second time it is a whole word. */
const isWhole = (prefix: string) => prefix.length > LONGEST_BEGINNING && soundTerm(prefix) !== null;

/**
 * The same criteria, met by what sounds alike as well. What has no key of sound stays as it is: numbers, dates, short words,
 * words of other scripts; of the rest, beginnings of up to 6 letters. Undefined if nothing has a key, and the search would
 * find no more than before.
 */
export function approximately(criteria: readonly Criterion[]): Criterion[] | undefined {
  let isWider = false;
  const wider = criteria.map(({ prefixes, terms, ...criterion }) => {
    const keys = [...prefixes, ...terms].map(soundTerm).filter((key) => key !== null);
    isWider ||= keys.length > 0;
    const whole = prefixes.filter(isWhole);
    return {
      ...criterion,
      prefixes: prefixes.filter((prefix) => !isWhole(prefix)),
      terms: [...terms, ...whole, ...new Set(keys)],
    };
  });
  return isWider ? wider : undefined;
}
