/** Dates with the month in letters, as the portal prints them: 11 Aug 1950; Aug 11, 1950; ١١ أغسطس ١٩٥٠. */

import { type DateOrder, isYear } from './birth-date';
import { elementAt } from './element-at';
import { fold } from './fold';
import { isNumber, textsOf, type Word } from './words';

/** The names of months differ in Algeria and Tunisia, the Levant and Iraq, Morocco, Mauritania. */
const ARABIC = ['ar', 'ar-DZ', 'ar-IQ', 'ar-MA', 'ar-MR'];
/** English names may be cut: sep and sept. */
const MIN_LETTERS = 3;

let months: Map<string, string> | undefined;

/** By the folded name. Made when first asked for: the formats take some milliseconds. */
function monthNames(): Map<string, string> {
  months ??= new Map(
    ['en', ...ARABIC].flatMap((locale) => {
      const format = new Intl.DateTimeFormat(locale, { month: 'long', calendar: 'gregory', timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, index) => {
        const name = fold(format.format(Date.UTC(2000, index)));
        const shortest = locale === 'en' ? MIN_LETTERS : name.length;
        const ends = Array.from({ length: name.length - shortest + 1 }, (_, more) => shortest + more);
        return ends.map((end): [string, string] => [name.slice(0, end), String(index + 1).padStart(2, '0')]);
      }).flat();
    }),
  );
  return months;
}

/** The date that begins at a word: how many words it has, and its digits. */
function dateAt(words: readonly Word[], at: number): { length: number; groups: [string, string, string] } | null {
  const isDay = (word?: Word) => /^\d\d?$/.test(word?.text ?? '');
  const dayFirst = isDay(words[at]);
  const start = dayFirst ? at + 1 : at;
  for (const size of [1, 2]) {
    const name = words.slice(start, start + size);
    const day = words[dayFirst ? at : at + size];
    const year = words[at + size + 1];
    if (!day || !isDay(day) || !year || !isYear(year.text) || name.some(isNumber)) continue;
    const month = monthNames().get(textsOf(name).join(' '));
    // "Jan 08 1984 5678" is a name and a phone number.
    const goesOn = !dayFirst && !year.between.includes(',') && words[at + size + 2]?.gap === 'number';
    if (month && !goesOn) return { length: size + 2, groups: [year.text, month, day.text] };
  }
  return null;
}

/** Makes such dates groups of digits: year, month, day. A month that belongs to no date stays a word. */
export function withDatesInDigits(words: readonly Word[]): Word[] {
  const rewritten: Word[] = [];
  for (let at = 0; at < words.length; ) {
    const { between = '', gap = 'other' } = words[at] ?? {};
    const date = dateAt(words, at);
    if (date) {
      const digits = date.groups.map((text): Word => ({ text, second: text, gap: 'number', between: '-' }));
      rewritten.push({ ...elementAt(digits, 0), between, gap }, ...digits.slice(1));
    } else rewritten.push(elementAt(words, at));
    at += date?.length ?? 1;
  }
  return rewritten;
}

/** Arabic has the day first, whatever the deployment's order. It shows in its digits, or in the marks between others. */
export function orderIn(search: string, order: DateOrder | null): DateOrder | null {
  return order && /[٠-٩]|\d\u200f/.test(search) ? 'day-month' : order;
}
