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
const eventOf = (
  { id, version, updated_at, starts_at, ends_at, is_cancelled }: BusyTime,
  says: readonly string[],
): string[] => [
  'BEGIN:VEVENT',
  `UID:${id}`,
  `SEQUENCE:${version}`,
  `DTSTAMP:${utc(updated_at)}`,
  `DTSTART:${utc(starts_at)}`,
  `DTEND:${utc(ends_at)}`,
  ...says,
  `STATUS:${is_cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  'TRANSP:OPAQUE',
  'END:VEVENT',
];

/**
 * RFC 5545, by hand: libraries that write it spend their 9 KiB on time zones and repetitions, neither of which is here. No line has more
 * than 75 octets. There is no `METHOD`, as RFC 5546 asks for an organizer with it. Programs that find no name of the calendar show its
 * address instead.
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
    ...times.flatMap((time) => eventOf(time, ['SUMMARY:Busy'])),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

/** A visit as it is told to whom it belongs to. */
export interface OwnTime extends Omit<BusyTime, 'is_cancelled'> {
  summary: string;
  /** where it is, in lines */
  place: string | undefined;
  /** the e-mail address of the hospital, which RFC 5546 asks for */
  organizer: string;
}

const escapedText = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

const OCTETS_MAX = 75;

/** Longer lines go on in the next one, after a space; no character is divided. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let octets = 0;
  let text = '';
  for (const character of line) {
    const more = encoder.encode(character).length;
    if (octets + more > OCTETS_MAX) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += more;
  }
  return text;
}

/** To keep in a calendar of one's own: `PUBLISH` asks for no answer. A later version takes the place of an earlier one. */
export const publishedVisit = ({ summary, place, organizer, ...time }: OwnTime): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//hospital-service//visits//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...eventOf({ ...time, is_cancelled: false }, [
      `ORGANIZER:mailto:${organizer}`,
      `SUMMARY:${escapedText(summary)}`,
      ...(place ? [`LOCATION:${escapedText(place)}`] : []),
      'CLASS:PRIVATE',
    ]),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
