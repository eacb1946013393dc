/** What the clocks of a time zone show. Times are epoch milliseconds; a reading is those of a clock that shows UTC. */
import { tzOffset } from '@date-fns/tz/tzOffset';

export const DEFAULT_TIME_ZONE = 'UTC';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Whether the runtime knows the IANA name, in any letter case (`Europe/Stockholm`, `UTC`). Offsets are no names. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

const offsetAt = (time: number, timeZone: string): number =>
  timeZone === DEFAULT_TIME_ZONE ? 0 : tzOffset(timeZone, new Date(time)) * MINUTE;

export const readingAt = (time: number, timeZone: string): number => time + offsetAt(time, timeZone);

/** When clocks show a reading, by the offsets before and after a change: they do not change twice within two days. */
const byOffsetsAround = (reading: number, timeZone: string): [before: number, after: number] => [
  reading - offsetAt(reading - DAY, timeZone),
  reading - offsetAt(reading + DAY, timeZone),
];

/** RFC 5545 3.3.5: a reading that occurs twice is the first one; a skipped one counts with the offset before the change. */
export function timeOf(reading: number, timeZone: string): number {
  const [before, after] = byOffsetsAround(reading, timeZone);
  const isShownAt = (time: number) => readingAt(time, timeZone) === reading;
  return isShownAt(before) || !isShownAt(after) ? before : after;
}

/** The first moment at which the clocks show a reading or a later one: the change itself for one that they skip. */
export function firstTimeOf(reading: number, timeZone: string): number {
  let end = timeOf(reading, timeZone);
  if (readingAt(end, timeZone) === reading) return end;
  let [, start] = byOffsetsAround(reading, timeZone);
  const before = offsetAt(start, timeZone);
  while (end - start > 1) {
    const middle = Math.floor((start + end) / 2);
    if (offsetAt(middle, timeZone) === before) start = middle;
    else end = middle;
  }
  return end;
}

const two = (n: number) => String(n).padStart(2, '0');

/** What the clocks show, as a datetime without a zone; with its offset if they show the same twice. */
export function localDatetime(time: number, timeZone: string): string {
  const reading = readingAt(time, timeZone);
  const text = new Date(reading).toISOString().slice(0, 19);
  const [before, after] = byOffsetsAround(reading, timeZone);
  if (before === after || [before, after].some((one) => readingAt(one, timeZone) !== reading)) return text;
  const minutes = (reading - time) / MINUTE;
  const ahead = Math.abs(minutes);
  return `${text}${minutes < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
}
