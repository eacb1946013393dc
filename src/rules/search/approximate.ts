import { type Criterion, LONGEST_BEGINNING } from './criterion';
import { soundTerm } from './sound';

/** By sound a long word is meant as a whole: what has no index would be searched for a second time. */
const isWhole = (prefix: string) => prefix.length > LONGEST_BEGINNING && soundTerm(prefix) !== null;

/**
 * The same criteria, met by what sounds alike as well. What has no key of sound stays as it is: numbers, dates, short words,
 * words of other scripts. Undefined if nothing has one, and the search would find no more than before.
 */
export function approximately(criteria: readonly Criterion[]): Criterion[] | undefined {
  let isWider = false;
  const found = criteria.map(({ prefixes, terms, ...criterion }) => {
    const keys = [...prefixes, ...terms].map(soundTerm).filter((key) => key !== null);
    isWider ||= keys.length > 0;
    const whole = prefixes.filter(isWhole);
    return {
      ...criterion,
      prefixes: prefixes.filter((prefix) => !isWhole(prefix)),
      terms: [...terms, ...whole, ...new Set(keys)],
    };
  });
  return isWider ? found : undefined;
}
