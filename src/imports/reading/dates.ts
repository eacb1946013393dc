import { birthOf, isMonthOrYear } from '../../rules/birth';
import { isDate, isDatetime } from '../../rules/datetime';
import type { DateOrder } from '../../schemas/import';

/** Three numbers with the same mark between them; which is which, their order says. */
const DATE = /^(\d{1,4})([./-]) ?(\d{1,2})\2 ?(\d{1,4})$/;
const TIME = /^(.*\d)(?:,? |T)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?: ?([ap])\.?m\.?)?$/i;
const two = (digits: string) => digits.padStart(2, '0');

/** As ISO 8601. A year of two digits is not guessed. */
function dayOf(text: string, order: DateOrder | null): string | undefined {
  if (isDate(text)) return text;
  const match = DATE.exec(text);
  if (!match || !order) return undefined;
  const numbers = [match[1] ?? '', match[3] ?? '', match[4] ?? ''];
  const [year = '', month = '', day = ''] = [...'ymd'].map((part) => numbers[order.indexOf(part)]);
  const date = `${year}-${two(month)}-${two(day)}`;
  return isDate(date) ? date : undefined;
}

/** The hour of a clock of 12, where it is one. */
function hourOf(hour: string, half: string | undefined): number {
  const number = Number(hour);
  if (half === undefined) return number;
  if (number < 1 || number > 12) return Number.NaN;
  return (number % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

interface Read {
  date: string;
  time: string;
}

function timeOf(text: string, order: DateOrder | null): Read | undefined {
  const [, day = '', hour = '', minute = '', second = '00', half] = TIME.exec(text) ?? [];
  const date = dayOf(day, order);
  return date === undefined ? undefined : { date, time: `${two(String(hourOf(hour, half)))}:${minute}:${second}` };
}

/** Databases and spreadsheets write a midnight behind days. */
export function dateOf(text: string, order: DateOrder | null): string | undefined {
  const read = timeOf(text, order);
  return read?.time === '00:00:00' ? read.date : dayOf(text, order);
}

export function datetimeOf(text: string, order: DateOrder | null): string | undefined {
  if (isDatetime(text)) return text;
  const read = timeOf(text, order);
  const datetime = read ? `${read.date}T${read.time}` : dayOf(text, order);
  return datetime !== undefined && isDatetime(datetime) ? datetime : undefined;
}

/** Of a birth of which the year is known, or the month, too: `1984`, `1984-03`, by an order `03.1984`. */
export function partlyKnownBirth(text: string, order: DateOrder | null): ReturnType<typeof birthOf> | undefined {
  const [, first = '', second = ''] = /^(\d{1,4})[./-](\d{1,4})$/.exec(text) ?? [];
  const [year, month] = order === 'ymd' ? [first, second] : [second, first];
  const known = order && month ? `${year}-${two(month)}` : text;
  if (isMonthOrYear(text)) return birthOf(text);
  return isMonthOrYear(known) ? birthOf(known) : undefined;
}

/** As MySQL writes that there is none. */
export const isZeroDate = (text: string): boolean => /^0000-00-00(?:[T ]|$)/.test(text);
