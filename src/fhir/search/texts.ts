/** Search by names and phone numbers, in the table's full-text index. */
import { matchOf } from '../../db/search';
import { criteriaOf } from '../../rules/search/criteria';
import type { SearchRules } from '../../rules/search/criterion';
import { fold } from '../../rules/search/fold';
import type { Resource } from '../elements';
import type { Parameter } from './condition';
import { plainValue, tokenOf } from './values';

const WORDS_ONLY: SearchRules = { codes: [], phones: false, dateOfBirth: null };

/** Whether a text, or one of its words, begins with another one, whatever case and accents. */
const begins = (text: string, value: string) => {
  const [folded, beginning] = [fold(text), fold(value)];
  return folded.startsWith(beginning) || folded.includes(` ${beginning}`) || folded.includes(`-${beginning}`);
};

interface Texts {
  documentation: string;
  /** what of a resource is compared; the table's full-text index has all of its words */
  texts: (resource: Resource) => readonly (string | undefined)[];
}

/** Any of them, in FTS5's language. */
const anyMatch = (or: readonly string[], rules: SearchRules): string | null => {
  const matches = or.map((value) => matchOf(criteriaOf(value, rules))).filter((match) => match !== '');
  return matches.length === 0 ? null : matches.map((match) => `(${match})`).join(' OR ');
};

export const stringParameter = ({ documentation, texts }: Texts): Parameter => ({
  type: 'string',
  documentation,
  modifiers: ['exact'],
  condition: (or, _, modifier) => {
    const values = or.map(plainValue);
    const text = anyMatch(values, WORDS_ONLY);
    if (text === null) return null;
    const meets = modifier === 'exact' ? (one: string, value: string) => one === value : begins;
    return {
      shape: 'match',
      value: text,
      access: { way: 'match', text },
      refine: (resource) =>
        texts(resource).some((one) => one !== undefined && values.some((value) => meets(one, value))),
    };
  },
});

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Written in any way; its last digits suffice, four at least. */
export const phoneParameter = (
  documentation: string,
  phones: (resource: Resource) => readonly string[],
): Parameter => ({
  type: 'token',
  documentation,
  condition: (or) => {
    const values = or.map((value) => tokenOf(value).code);
    const text = anyMatch(values, { ...WORDS_ONLY, phones: true });
    if (text === null) return null;
    const endings = values.map((value) => digitsOf(value).replace(/^0+/, ''));
    return {
      shape: 'match',
      value: text,
      access: { way: 'match', text },
      refine: (resource) => phones(resource).some((phone) => endings.some((end) => digitsOf(phone).endsWith(end))),
    };
  },
});
