// Dates and datetimes are stored and answered as they were sent (docs/decisions.md); this only checks and orders them.
import { DAY, MINUTE, readingAt, timeOf } from './clock';

const DATE = '([0-9]{4})-([0-9]{2})-([0-9]{2})';
const TIME = '([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]{1,9}))?)?';
const ZONE = '([Zz]|([+-])([0-9]{2})(?::?([0-9]{2}))?)?';

/** For JSON Schema: the form only, not whether the day exists. */
export const DATE_PATTERN = `^${DATE}$`;
/** For JSON Schema: the form of an ISO 8601 / RFC 3339 datetime, time and zone optional. */
export const DATETIME_PATTERN = `^${DATE}(?:[Tt ]${TIME}${ZONE})?$`;

const DATE_FORM = new RegExp(DATE_PATTERN);
const DATETIME_FORM = new RegExp(DATETIME_PATTERN);

/** Of the Gregorian calendar, also before 1582 (as ISO 8601 has it); 0 if there is no such month. */
function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [0, 31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] ?? 0;
}

function isCalendarDate(year: number, month: number, day: number): boolean {
  return year >= 1 && day >= 1 && day <= daysIn(year, month);
}

/** YYYY-MM-DD, years 0001–9999. */
export function isDate(s: string): boolean {
  const match = DATE_FORM.exec(s);
  return match !== null && isCalendarDate(Number(match[1]), Number(match[2]), Number(match[3]));
}

interface Parsed {
  /** the clock's reading, as epoch milliseconds of a clock that shows UTC */
  wall: number;
  /** minutes ahead of UTC; undefined where the text names no zone */
  offset: number | undefined;
}

/** Undefined if there is no such date, time or offset. */
function parse(s: string): Parsed | undefined {
  const match = DATETIME_FORM.exec(s);
  if (!match) return undefined;
  const field = (index: number): number => Number(match[index] ?? 0);
  const [year, month, day, hour, minute, second] = [field(1), field(2), field(3), field(4), field(5), field(6)];
  const [offsetHour, offsetMinute] = [field(10), field(11)];
  if (!isCalendarDate(year, month, day)) return undefined;
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return undefined;
  const milliseconds = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  // Not Date.UTC, which takes the years 0–99 for 1900–1999.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, milliseconds);
  const offset = (match[9] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  return { wall: date.getTime(), offset: match[8] === undefined ? undefined : offset };
}

/**
 * A real date, or one followed by T, t or one space, HH:MM, optionally :SS and a fraction of 1–9 digits, optionally a zone:
 * Z, z, ±HH, ±HHMM or ±HH:MM up to 23:59. No 24:00 and no leap second.
 */
export function isDatetime(s: string): boolean {
  return parse(s) !== undefined;
}

/** Epoch milliseconds; what names no zone counts in `timeZone`. @throws RangeError for neither a date nor a datetime */
export function instant(s: string, timeZone: string): number {
  const parsed = parse(s);
  if (parsed === undefined) throw new RangeError('Not a date or datetime');
  const { wall, offset } = parsed;
  return offset === undefined ? timeOf(wall, timeZone) : wall - offset * MINUTE;
}

/** Epoch milliseconds as ISO 8601 in UTC. */
export const isoTime = (time: number): string => new Date(time).toISOString();
export const isoTimeOrNull = (time: number | null): string | null => (time === null ? null : isoTime(time));

/** YYYY-MM-DD at a time in epoch milliseconds. */
export const localDate = (time: number, timeZone: string): string =>
  new Date(readingAt(time, timeZone)).toISOString().slice(0, 10);

/** Days since 1970-01-01 at a time in epoch milliseconds. */
export const localDay = (time: number, timeZone: string): number => Math.floor(readingAt(time, timeZone) / DAY);
export const dateOfDay = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);
/** Takes a datetime, too, by the date that it begins with. */
export const dayOfDate = (date: string): number => Date.parse(date.slice(0, 10)) / DAY;
