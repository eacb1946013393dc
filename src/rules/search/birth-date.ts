/** Birth dates. A term is `*` and the digits of year, month and day, so that a year or a month is a prefix. */

export type DateOrder = 'day-month' | 'month-day';

/** The first year in which anyone was born who is still looked for. */
export const BORN_FROM = 1850;
const MAX_YEAR = 2100;

/** @param known YYYY-MM-DD, or what is known of it: YYYY-MM or YYYY */
export function birthTerm(known: string | null | undefined): string | null {
  const [, year, month = '', day = ''] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(known ?? '') ?? [];
  return year ? `*${year}${month}${day}` : null;
}

const [YEAR, MONTH] = ['*1984'.length, '*198405'.length];
export const isDay = (term: string): boolean => term.length > MONTH;
/** Of a day its month and year, of a month its year: terms of those of whom no more is known, who may be born then. */
export const lessKnown = (term: string): string[] =>
  [MONTH, YEAR].filter((length) => length < term.length).map((length) => term.slice(0, length));

export function isYear(digits: string): boolean {
  return digits.length === 4 && Number(digits) >= BORN_FROM && Number(digits) <= MAX_YEAR;
}

function isMonth(digits: string): boolean {
  return digits.length <= 2 && Number(digits) >= 1 && Number(digits) <= 12;
}

/** Empty if there is no such day. */
function dayTerm(year: string, month: string, day: string): string[] {
  if (!isYear(year) || !isMonth(month) || day.length > 2 || Number(day) < 1) return [];
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(day) <= days ? [`*${year}${month.padStart(2, '0')}${day.padStart(2, '0')}`] : [];
}

/** Day and month in the deployment's order; in the other one only where that alone makes a date. */
function ordered(first: string, second: string, year: string, order: DateOrder): string[] {
  const dayFirst = dayTerm(year, second, first);
  const monthFirst = dayTerm(year, first, second);
  const [usual, other] = order === 'day-month' ? [dayFirst, monthFirst] : [monthFirst, dayFirst];
  return usual.length > 0 ? usual : other;
}

/** A year of two digits may be of either century. */
export function fullDates(groups: readonly string[], order: DateOrder): string[] {
  const [a = '', b = '', c = ''] = groups;
  if (groups.length === 1 && a.length === 8) {
    const iso = dayTerm(a.slice(0, 4), a.slice(4, 6), a.slice(6));
    return iso.length > 0 ? iso : ordered(a.slice(0, 2), a.slice(2, 4), a.slice(4), order);
  }
  if (groups.length !== 3) return [];
  if (a.length === 4) return dayTerm(a, b, c);
  if (c.length !== 2) return ordered(a, b, c, order);
  const centuries = ['19', '20'];
  const yearLast = centuries.flatMap((century) => ordered(a, b, century + c, order));
  if (yearLast.length > 0 || a.length !== 2) return yearLast;
  return centuries.flatMap((century) => dayTerm(century + a, b, c));
}

/** A year, or a year and a month. */
export function partialDates(groups: readonly string[]): string[] {
  const [a = '', b = ''] = groups;
  if (groups.length === 1) return isYear(a) ? [`*${a}`] : [];
  if (groups.length !== 2) return [];
  if (isYear(a) && isMonth(b)) return [`*${a}${b.padStart(2, '0')}`];
  if (isMonth(a) && isYear(b)) return [`*${b}${a.padStart(2, '0')}`];
  return [];
}
