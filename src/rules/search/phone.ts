// A term is `#` and the digits backwards: "ends with" is then a search for a prefix, whatever stands before the local number
// (+46, 0046, a trunk 0, nothing).
import { normalized } from './fold';
import { apart, digitsOf, MIN_NUMBER, withKeys, withoutExtensions } from './phone-text';

/** How many last digits of a number find it. */
const MIN_ENDING = 4;
/** Without a plus, a number may begin with a country code if it has at least this many digits. */
const MIN_UNMARKED = 10;
const MAX_TERM = 40;

// Country codes of ITU-T E.164: those of one and two digits; all others have three. https://www.itu.int/pub/T-SP-E.164D
const COUNTRY_CODE = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** What stands before a national number instead of 0, and how long the number is with it. */
const TRUNKS: readonly { country: string; trunk: string; lengths: readonly number[] }[] = [
  { country: '7', trunk: '8', lengths: [11] }, // Russia, Kazakhstan
  { country: '370', trunk: '8', lengths: [9] }, // Lithuania
  { country: '375', trunk: '80', lengths: [11] }, // Belarus
  { country: '36', trunk: '06', lengths: [10, 11] }, // Hungary
];

/** Without the (0) of "+44 (0)20". */
function numberOnly(text: string): string {
  return text.replace(/[([]\s*0\s*[)\]](?=\D*\d)/, '');
}

const isInternational = (number: string) => /^\s*(?:\(\s*)?\+/.test(number) || digitsOf(number).startsWith('00');

function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, '');
}

function term(digits: string): string {
  return `#${[...digits].reverse().join('')}`.slice(0, MAX_TERM);
}

/** Of a record: without the trunk zero of "+46 070" and "+44 (020)" either. */
function stored(text: string): string {
  const number = numberOnly(text);
  const digits = withoutZeros(digitsOf(number));
  if (!isInternational(number)) return digits;
  const { country, bare } = nationalOf(digits);
  return bare.length < MIN_NUMBER ? digits : country + bare;
}

/** One for each number of the field, where it is clear that there are several. */
export function phoneTerms(text: string | null | undefined): string[] {
  const field = apart(withKeys(withoutExtensions(normalized(text ?? ''))));
  const parts = field.split(/[^\d\s\p{Pd}.()[\]/+]+|\n/u).filter((part) => digitsOf(part) !== '');
  const numbers = parts.every((part) => digitsOf(part).length >= MIN_NUMBER) ? parts : [field];
  const terms = numbers
    .map(stored)
    .filter((digits) => digits !== '')
    .map(term);
  return [...new Set(terms)];
}

interface PhoneReading {
  prefixes: string[];
  terms: string[];
}

/** A record has the number if one of its terms begins with, or is, one of these. @param typed normalized */
export function phoneReading(typed: string): PhoneReading {
  const number = numberOnly(typed);
  const digits = digitsOf(number);
  const rest = withoutZeros(digits);
  if (rest === '') return { prefixes: [], terms: [] };
  const prefixes: string[] = [];
  const terms: string[] = [];
  if (rest.length >= MIN_NUMBER) prefixes.push(term(rest));
  else {
    if (digits.length >= MIN_ENDING) prefixes.push(term(digits));
    terms.push(term(rest)); // a short number, as a whole
  }
  const trunks = TRUNKS.filter(({ trunk, lengths }) => digits.startsWith(trunk) && lengths.includes(digits.length));
  if (isInternational(number)) terms.push(...nationalTerms(rest));
  else if (trunks.length > 0) {
    for (const { country, trunk } of trunks) {
      const national = digits.slice(trunk.length);
      prefixes.push(term(country + national));
      terms.push(term(national));
    }
  } else if (rest === digits && digits.length >= MIN_UNMARKED) terms.push(...nationalTerms(rest));
  return { prefixes, terms: terms.filter((other) => !prefixes.some((prefix) => other.startsWith(prefix))) };
}

/** Whether a field has the number that was typed: what the terms of the one and a search for the other say. */
export function hasPhone(field: string, text: string): boolean {
  const { prefixes, terms } = phoneReading(withKeys(withoutExtensions(normalized(text))));
  return phoneTerms(field).some((one) => terms.includes(one) || prefixes.some((prefix) => one.startsWith(prefix)));
}

/** @param digits behind a plus */
function nationalOf(digits: string) {
  const [country = ''] = COUNTRY_CODE.exec(digits) ?? [];
  const national = digits.slice(country.length);
  return { country, national, bare: withoutZeros(national) };
}

/** Whole terms of a number stored without its country code, since "ends with" would find other countries. */
function nationalTerms(digits: string): string[] {
  const { country, national, bare } = nationalOf(digits);
  if (bare.length < MIN_NUMBER) return [];
  const terms = [term(bare)];
  if (bare !== national) terms.push(term(country + bare)); // +46 070: the trunk zero is typed, too
  for (const { country: code, trunk } of TRUNKS) {
    if (code === country) terms.push(term(withoutZeros(trunk) + bare));
  }
  return terms;
}
