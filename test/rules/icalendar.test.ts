import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { type BusyTime, calendarOf, publishedVisit } from '../../src/rules/icalendar';

const visit = (given: Partial<BusyTime> = {}): BusyTime => ({
  id: '62c6f382-bde3-4403-85ce-0b9cace729a3',
  version: 3,
  updated_at: Date.UTC(2027, 2, 1, 12, 30, 5, 678),
  starts_at: Date.UTC(2027, 2, 2, 8),
  ends_at: Date.UTC(2027, 2, 2, 8, 15),
  is_cancelled: false,
  ...given,
});

describe('A calendar', () => {
  it('is read by ical.js with what it was made of', () => {
    const times = [visit(), visit({ id: crypto.randomUUID(), version: 12, is_cancelled: true })];
    const calendar = new ICAL.Component(ICAL.parse(calendarOf(times)));
    const events = calendar.getAllSubcomponents().map((each) => new ICAL.Event(each));
    expect(
      events.map((event) => ({
        id: event.uid,
        version: event.sequence,
        updated_at: (event.component.getFirstPropertyValue('dtstamp') as ICAL.Time).toJSDate().getTime(),
        starts_at: event.startDate.toJSDate().getTime(),
        ends_at: event.endDate.toJSDate().getTime(),
        is_cancelled: event.component.getFirstPropertyValue('status') === 'CANCELLED',
      })),
    ).toEqual(times.map((time) => ({ ...time, updated_at: Date.UTC(2027, 2, 1, 12, 30, 5) })));
    expect(events.map(({ summary, startDate }) => [summary, startDate.zone.tzid])).toEqual([
      ['Busy', 'UTC'],
      ['Busy', 'UTC'],
    ]);
  });

  it('is one where nobody comes, too', () => {
    const calendar = new ICAL.Component(ICAL.parse(calendarOf([])));
    expect([calendar.name, calendar.getAllSubcomponents()]).toEqual(['vcalendar', []]);
    expect(calendar.getAllProperties().map((one) => one.name)).toEqual([
      ...['version', 'prodid', 'calscale', 'x-wr-calname', 'refresh-interval', 'x-published-ttl'],
    ]);
  });

  it('has lines of at most 75 octets, each with its end', () => {
    const text = calendarOf([visit({ version: Number.MAX_SAFE_INTEGER })]);
    const lines = text.split('\r\n');
    expect(lines.at(-1)).toBe('');
    expect(lines.filter((line) => new TextEncoder().encode(line).length > 75 || /[\r\n]/.test(line))).toEqual([]);
  });
});

describe('A visit for a calendar of one’s own', () => {
  const { is_cancelled: _, ...time } = visit();
  const TEXT = 'Zahnärzte, am; Hafen \\n "مستشفى النور" 🦷 '.repeat(9).trim();
  const text = publishedVisit({
    ...time,
    summary: TEXT,
    place: `${TEXT}\nHamburg`,
    organizer: 'no-reply@clinic.example',
  });
  const calendar = new ICAL.Component(ICAL.parse(text));
  const [event] = calendar.getAllSubcomponents().map((each) => new ICAL.Event(each));

  it('is read by ical.js with what it was made of', () => {
    expect(event && [event.uid, event.sequence, event.summary, event.location, event.organizer]).toEqual([
      ...[time.id, time.version, TEXT, `${TEXT}\nHamburg`, 'mailto:no-reply@clinic.example'],
    ]);
    expect([event?.startDate, event?.endDate].map((one) => one?.toJSDate().getTime())).toEqual([
      time.starts_at,
      time.ends_at,
    ]);
  });

  it('is private, and published as RFC 5546 has it', () => {
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
    expect(['class', 'status'].map((name) => event?.component.getFirstPropertyValue(name))).toEqual([
      'PRIVATE',
      'CONFIRMED',
    ]);
    expect(event?.attendees).toEqual([]);
  });

  it('has lines of at most 75 octets, none of which divides a character', () => {
    const lines = text.split('\r\n').map((line) => new TextEncoder().encode(line));
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter(({ length }) => length > 75)).toEqual([]);
    expect(text.isWellFormed()).toBe(true);
  });
});
