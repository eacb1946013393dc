import { firstDayOf, isMonthOrYear } from './born';
import { AS_WRITTEN, type DAY_STYLES, dayText, instantIn } from './day-text';
import { firstWeekday, locale } from './i18n/locale';
import { session } from './session';

// Dates (`2030-01-07`) and times without a zone (`2030-01-07T09:00:00`) are what the hospital's clocks show, wherever the
// browser is: they are formatted as they are, by calling them UTC.

const MINUTE = 60_000;

/** Whether it is a date without a time. Other clients may have sent `t` or a space between the two. */
export const isDay = (moment: string): boolean => /^\d{4}-\d\d-\d\d$/.test(moment);

/** The wall time of an instant at the hospital, as `2030-01-07T09:00:00`. */
function atHospital(instant: Date): string {
  const { time_zone: timeZone } = session().settings;
  // Sweden writes dates as ISO 8601 does.
  return instant.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T');
}

/** The wall time of a `schedule`, whether it was sent with a zone or without. */
export function wallTime(schedule: string): string {
  const instant = instantIn(schedule);
  return instant ? atHospital(instant) : schedule.replace(/[t ]/, 'T');
}

export const now = (): string => atHospital(new Date());
export const today = (): string => now().slice(0, 10);
export const dayOf = (schedule: string): string => wallTime(schedule).slice(0, 10);
/** `09:00`, as `<input type="time">` has it. */
export const clockOf = (schedule: string): string => wallTime(schedule).slice(11, 16);

const asUtc = (wall: string): Date => new Date(`${wall.length === 10 ? `${wall}T00:00` : wall.slice(0, 16)}Z`);

export const addDays = (day: string, days: number): string =>
  new Date(asUtc(day).getTime() + days * 24 * 60 * MINUTE).toISOString().slice(0, 10);

/** The wall time of a day so many minutes after midnight, as a `schedule` is sent. */
export const atMinute = (day: string, minute: number): string => `${addMinutes(`${day}T00:00`, minute)}:00`;
/** How many minutes after midnight. */
export const minuteOf = (schedule: string): number => (asUtc(wallTime(schedule)).getTime() / MINUTE) % 1440;

/** The day on which the week of a day begins, where people write as the portal does. */
export const firstOfWeek = (day: string): string => addDays(day, -((asUtc(day).getUTCDay() + 7 - firstWeekday()) % 7));

/** Wall time so many minutes later. */
export const addMinutes = (wall: string, minutes: number): string =>
  new Date(asUtc(wall).getTime() + minutes * MINUTE).toISOString().slice(0, 16);

const format = (wall: string, options: Intl.DateTimeFormatOptions): string =>
  asUtc(wall).toLocaleString(locale, { ...options, ...AS_WRITTEN });

const formatDayAs = (style: keyof typeof DAY_STYLES) => (day: string) => dayText(day.slice(0, 10), style, locale);
export const formatDay = formatDayAs('long');
export const formatShortDay = formatDayAs('short');
export const formatDate = formatDayAs('medium');

/** A day, or the month or the year that is known of it. */
export function formatKnown(known: string): string {
  if (!isMonthOrYear(known)) return known && formatDate(known);
  const style =
    known.length > 'YYYY'.length ? ({ month: 'long', year: 'numeric' } as const) : ({ year: 'numeric' } as const);
  return format(firstDayOf(known), style);
}

/** What clocks show, by language: a calendar shows a thousand times, and `Intl` takes its time for each. */
const clocks = new Map<string, string>();

export function formatTime(schedule: string): string {
  const wall = wallTime(schedule);
  const key = `${locale} ${wall.slice(11, 16)}`;
  const known = clocks.get(key) ?? format(wall, { timeStyle: 'short' });
  clocks.set(key, known);
  return known;
}

/** As a calendar has it at its side: `9 AM` where clocks have twelve hours, as there is no room for more, and otherwise `09:00`. */
export function formatHour(schedule: string): string {
  const { hour12 } = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).resolvedOptions();
  return hour12 ? format(wallTime(schedule), { hour: 'numeric' }) : formatTime(schedule);
}

export const formatMoment = (schedule: string): string =>
  format(wallTime(schedule), { dateStyle: 'medium', timeStyle: 'short' });
/** Of what may have a time, as a death or an end of a closure. */
export const formatDayOrMoment = (moment: string): string =>
  isDay(moment) ? formatDate(moment) : formatMoment(moment);

/** `09:00 – 09:20`, or the start alone where no duration is known. */
export function formatSpan(schedule: string, minutes: number | null): string {
  const start = wallTime(schedule);
  if (!minutes) return formatTime(start);
  return `${formatTime(start)} – ${formatTime(addMinutes(start, minutes))}`;
}

/** How long something lasts: `12 min`, or `2 hr 5 min`. */
export function formatMinutes(minutes: number): string {
  const part = (value: number, unit: 'hour' | 'minute') =>
    value.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'short' });
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && part(hours, 'hour'), (rest > 0 || hours === 0) && part(rest, 'minute')]
    .filter(Boolean)
    .join(' ');
}

export const formatNumber = (value: number): string => value.toLocaleString(locale);

/** A percentage as people write it: 12.5 is 12.5 %. */
export const formatPercent = (percent: number): string =>
  (percent / 100).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 12 });

export function formatMoney(amount: number): string {
  const { currency, currency_decimals: digits } = session().settings;
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  if (document.dir !== 'rtl') return format.format(amount);
  // Otherwise the sign in `US$`, which has no direction of its own, would stand before the letters, and an amount beside a Latin
  // name or another amount would be torn apart.
  const parts = format.formatToParts(amount);
  return `\u2067${parts.map(({ type, value }) => (type === 'currency' ? isolated(value) : value)).join('')}\u2069`;
}

/** Each in its own direction: a number or a name of another one does not change their order. */
export const joined = (texts: readonly (string | null | undefined)[]): string =>
  texts.flatMap((text) => (text ? [isolated(text)] : [])).join(' · ');

/** Keeps a number in its own direction within a line of another one. In a page of its own use `<bdi>`. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** Letters that are written from right to left. */
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Characters that nobody sees, and that give what follows another direction. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/;
const ISOLATING = /[\u2066-\u2069]/g;

/** Names in their order, each in its own direction: none turns another one round. The first letter says where they begin. */
export function namesOf(...names: (string | null | undefined)[]): string {
  const given = names.flatMap((name) => name || []);
  const together = given.join(' ');
  if (!RTL.test(together) && !TURNING.test(together)) return together;
  const begin = RTL.test(/\p{L}/u.exec(together)?.[0] ?? '') ? '\u2067' : '\u2066';
  return `${begin}${given.map((name) => isolated(name.replace(ISOLATING, ''))).join(' ')}\u2069`;
}

export const nameOf = (person: { first_name: string; last_name: string }): string =>
  namesOf(person.first_name, person.last_name);
