/** A time that is taken, or no longer is. Nothing in it names anybody. */
export interface BusyTime {
  id: string;
  version: number;
  updated_at: number;
  starts_at: number;
  ends_at: number;
  is_cancelled: boolean;
}

/** `20270607T093000Z`. In UTC, so that no time zone has to be described. */
const utc = (time: number) => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');

/** `SEQUENCE` and `DTSTAMP` rise with each change: that is how a program that has it tells which one is newer. */
const eventOf = ({ id, version, updated_at, starts_at, ends_at, is_cancelled }: BusyTime): string[] => [
  'BEGIN:VEVENT',
  `UID:${id}`,
  `SEQUENCE:${version}`,
  `DTSTAMP:${utc(updated_at)}`,
  `DTSTART:${utc(starts_at)}`,
  `DTEND:${utc(ends_at)}`,
  'SUMMARY:Busy',
  `STATUS:${is_cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  'TRANSP:OPAQUE',
  'END:VEVENT',
];

/**
 * RFC 5545, by hand: libraries that write it spend their 9 KiB on time zones, repetitions, and texts that are escaped and folded, none of
 * which is here. No line has more than 75 octets. There is no `METHOD`, as RFC 5546 asks for an organizer with it. Programs that find no name
 * of the calendar show its address instead.
 */
export const calendarOf = (times: readonly BusyTime[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//hospital-service//busy times//EN',
    'CALSCALE:GREGORIAN',
    'X-WR-CALNAME:Busy',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H', // the same, for Outlook
    ...times.flatMap(eventOf),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
