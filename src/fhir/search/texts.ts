/** Search by names and phone numbers, in the table's full-text index. */
import { criteriaOf } from '../../rules/search/criteria';
import { anyOf, type Criterion, type SearchRules } from '../../rules/search/criterion';
import { fold } from '../../rules/search/fold';
import { hasPhone } from '../../rules/search/phone';
import { NAME_MAX } from '../../schemas/fields';
import type { Resource } from '../elements/datatypes';
import type { Parameter } from './condition';
import { few, plainValue, tokenOf } from './values';

const WORDS_ONLY: SearchRules = { codes: [], phones: false, dateOfBirth: null };

/** Whether a text, or one of its words, begins with another one: both folded. */
const begins = (text: string, beginning: string) =>
  text.startsWith(beginning) || text.includes(` ${beginning}`) || text.includes(`-${beginning}`);

interface Texts {
  documentation: string;
  /** what of a resource is compared; the table's full-text index, where there is one, has all of its words */
  texts: (resource: Resource) => readonly (string | undefined)[];
  /** false where the table has no full-text index, as its rows are few */
  isIndexed?: boolean;
}

/** What a record has that meets one of them: of several, one word each. `refine` asks for all. Null: nothing can meet it. */
function criteriaFor(or: readonly string[], rules: SearchRules): readonly Criterion[] | null {
  // What is longer, no record has.
  const each = or.map((value) => criteriaOf(value.slice(0, NAME_MAX), rules)).filter(({ length }) => length > 0);
  if (each.length < 2) return each[0] ?? null;
  return [anyOf(each.flatMap(([mostSelective]) => mostSelective ?? []))];
}

export const stringParameter = ({ documentation, texts, isIndexed = true }: Texts): Parameter => ({
  type: 'string',
  documentation,
  modifiers: ['exact'],
  condition: (or, _, modifier) => {
    const values = few(or.map(plainValue));
    const criteria = criteriaFor(values, WORDS_ONLY);
    if (criteria === null) return null;
    const beginnings = values.map(fold);
    const meets = (one: string) => {
      if (modifier === 'exact') return values.includes(one);
      const folded = fold(one);
      return beginnings.some((beginning) => begins(folded, beginning));
    };
    return {
      shape: 'match',
      value: '',
      alternatives: values.length,
      ...(isIndexed ? { access: { way: 'match', criteria } } : {}),
      refine: (resource) => texts(resource).some((one) => one !== undefined && meets(one)),
    };
  },
});

/** Written in any way; its last digits suffice, four at least. */
export const phoneParameter = (
  documentation: string,
  phones: (resource: Resource) => readonly string[],
): Parameter => ({
  type: 'token',
  documentation,
  condition: (or) => {
    const values = few(or.map((value) => tokenOf(value).code));
    const criteria = criteriaFor(values, { ...WORDS_ONLY, phones: true });
    if (criteria === null) return null;
    return {
      shape: 'match',
      value: '',
      alternatives: values.length,
      access: { way: 'match', criteria },
      refine: (resource) => phones(resource).some((phone) => values.some((value) => hasPhone(phone, value))),
    };
  },
});
