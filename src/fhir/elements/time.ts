/** FHIR's `date`, `dateTime` and `instant` of what is stored. Times are epoch milliseconds. */
import { MINUTE, readingAt } from '../../rules/clock';
import { instant, isDate } from '../../rules/datetime';

const two = (n: number) => String(n).padStart(2, '0');

/** As the hospital's clocks show it, with their offset: `2026-11-25T09:00:00+01:00`. */
export function zoned(time: number, timeZone: string): string {
  const reading = readingAt(time, timeZone);
  const text = new Date(reading)
    .toISOString()
    .replace('Z', '')
    .replace(/\.000$/, '');
  const minutes = Math.round((reading - time) / MINUTE);
  if (minutes === 0) return `${text}Z`;
  const ahead = Math.abs(minutes);
  return `${text}${minutes < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
}

/** Of a text as it was sent. A date stays one; a time without a zone is of the hospital's clocks. */
export function dateTimeOf(text: string | null | undefined, timeZone: string): string | undefined {
  if (!text) return undefined;
  return isDate(text) ? text : zoned(instant(text, timeZone), timeZone);
}
