// Days as people write them, and back: `2030-01-07` is Monday 7 January 2030, or 7 Jan 2030, or ٠٧/٠١/٢٠٣٠.

/** In which order the hospital has the numbers of 3/4/1984. */
export type DateOrder = 'day-month' | 'month-day';

export const DAY_STYLES = {
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  medium: { dateStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** The Gregorian calendar, which the service has. By UTC, as a day is not an instant of any zone. */
export const AS_WRITTEN = { calendar: 'gregory', timeZone: 'UTC' } as const;

export const dayText = (day: string, style: keyof typeof DAY_STYLES, locale: string): string =>
  new Date(`${day}T00:00Z`).toLocaleDateString(locale, { ...DAY_STYLES[style], ...AS_WRITTEN });

/** The instant of a time with a zone; nothing of one without. ISO 8601 has forms that not every browser reads: `09:00:00,5+02`. */
export function instantIn(moment: string): Date | undefined {
  const [, day, time, hours, minutes = '00'] =
    /^(\d{4}-\d\d-\d\d)[t ]([\d:]+(?:[.,]\d+)?)(?:z|([+-]\d\d):?(\d\d)?)$/i.exec(moment) ?? [];
  return day && time ? new Date(`${day}T${time.replace(',', '.')}${hours ? `${hours}:${minutes}` : 'Z'}`) : undefined;
}

const DIGITS = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९';

/** The same in small letters, digits from 0 to 9, and without the marks of direction. */
export const plain = (text: string, locale: string): string =>
  text
    .replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, '')
    .replace(/[٠-٩۰-۹०-९]/g, (digit) => String(DIGITS.indexOf(digit) % 10))
    .normalize('NFKC')
    .toLocaleLowerCase(locale);

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}]+/gu) ?? [];

/** How a language writes days. */
interface Words {
  /** the words of each month, and the number of the month */
  months: (readonly [string, number])[];
  /** names of the days of the week, and the `de` of `29 de febrero` */
  others: Set<string>;
  /** of its numbers, where it prints days in numbers alone */
  order: DateOrder | undefined;
}

const known = new Map<string, Words>();

function wordsIn(locale: string): Words {
  const found = known.get(locale);
  if (found) return found;
  const partsOf = (options: Intl.DateTimeFormatOptions, month: number, day = 1) =>
    new Intl.DateTimeFormat(locale, { ...options, ...AS_WRITTEN }).formatToParts(Date.UTC(2000, month, day));
  const months = Array.from({ length: 12 }, (_, month) =>
    // Some languages have another name beside a day than alone.
    [DAY_STYLES.long, DAY_STYLES.short, DAY_STYLES.medium, { month: 'long' as const }]
      .flatMap((options) => partsOf(options, month).filter(({ type }) => type === 'month'))
      .map(({ value }) => [wordsOf(plain(value, locale)).join(' '), month + 1] as const)
      .filter(([name]) => name !== ''),
  ).flat();
  const others = Array.from({ length: 7 }, (_, day) =>
    [DAY_STYLES.long, DAY_STYLES.medium]
      .flatMap((options) => partsOf(options, 0, day + 1).filter(({ type }) => type === 'weekday' || type === 'literal'))
      .flatMap(({ value }) => wordsOf(plain(value, locale))),
  ).flat();
  const printed = partsOf(DAY_STYLES.medium, 0);
  const placeOf = (wanted: string) => printed.findIndex(({ type }) => type === wanted);
  const inNumbers = /\d/.test(plain(printed[placeOf('month')]?.value ?? '', locale));
  const order = placeOf('day') < placeOf('month') ? 'day-month' : 'month-day';
  const words = { months, others: new Set(others), order: inNumbers ? order : undefined } as const;
  known.set(locale, words);
  return words;
}

const nameIn = (written: string, { others }: Words): string =>
  wordsOf(written)
    .filter((word) => !others.has(word))
    .join(' ');

/** By its name, or the beginning of one that no other month has: sept. */
function monthNamed(name: string, { months }: Words): number | undefined {
  const exact = months.find(([each]) => each === name);
  if (exact) return exact[1];
  const begun = new Set(months.filter(([each]) => name.length > 2 && each.startsWith(name)).map(([, month]) => month));
  return begun.size === 1 ? [...begun][0] : undefined;
}

/** Nothing if there is no such day, or the year has not four digits. */
function dayFrom(year: string, month: string | number, day: string): string | undefined {
  const text = [year, String(month).padStart(2, '0'), day.padStart(2, '0')].join('-');
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const moment = new Date(`${text}T00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text) ? text : undefined;
}

/** Three numbers. In the other order only where that alone makes a date. */
function fromNumbers([a = '', b = '', c = '']: string[], order: DateOrder): string | undefined {
  if (a.length === 4) return dayFrom(a, b, c);
  const [usual, other] =
    order === 'day-month' ? [dayFrom(c, b, a), dayFrom(c, a, b)] : [dayFrom(c, a, b), dayFrom(c, b, a)];
  return usual ?? other;
}

/** Eight digits, as people type them who are in a hurry: 29021984. */
function fromDigits(digits: string, order: DateOrder): string | undefined {
  const [, a = '', b = '', c = ''] = /^(..)(..)(....)$/.exec(digits) ?? [];
  return fromNumbers([a, b, c], order) ?? fromNumbers([a + b, c.slice(0, 2), c.slice(2)], order);
}

/** A month or a year, as `2030-01` or `2030`, in any of the ways in which a locale prints one, or in numbers. A year has four digits. */
export function readMonthOrYear(text: string, locale: string): string | undefined {
  const words = wordsIn(locale);
  const written = plain(text, locale);
  const numbers = written.match(/\d+/g) ?? [];
  const years = numbers.filter((digits) => digits.length === 4);
  const [year] = years;
  const name = nameIn(written, words);
  if (!year || years.length !== 1 || numbers.length + Number(name !== '') > 2) return undefined;
  if (numbers.length === 1 && !name) return year;
  const month = name ? monthNamed(name, words) : Number(numbers.find((digits) => digits !== year));
  return month && month <= 12 ? `${year}-${String(month).padStart(2, '0')}` : undefined;
}

/** A day in any of the ways in which a locale prints one, in numbers or as ISO 8601. A year has four digits. */
export function readDay(text: string, locale: string, hospital: DateOrder): string | undefined {
  const words = wordsIn(locale);
  const written = plain(text, locale);
  const numbers = written.match(/\d+/g) ?? [];
  const name = nameIn(written, words);
  if (name) {
    const month = monthNamed(name, words);
    const [a = '', b = ''] = numbers;
    if (!month || numbers.length !== 2) return undefined;
    return a.length === 4 ? dayFrom(a, month, b) : dayFrom(b, month, a);
  }
  const order = words.order ?? hospital;
  if (numbers.length === 3) return fromNumbers(numbers, order);
  return numbers.length === 1 ? fromDigits(numbers[0] ?? '', order) : undefined;
}
