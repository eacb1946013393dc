import { type Criterion, LONGEST_BEGINNING } from './criterion';
import { soundTerm } from './sound';

/** A beginning that no prefix index has was searched in vain among all who have it: now it counts as a whole word. */
const isWhole = (prefix: string) => prefix.length > LONGEST_BEGINNING && soundTerm(prefix) !== null;

/**
 * By sound as well. Numbers, dates, short words, words of other scripts and beginnings of up to 6 letters have no key and stay
 * as they are. Undefined if nothing has one: the search would find no more than before.
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
