import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { visitCalendar } from '../../src/mail/letters/calendar';
import { visitLetter } from '../../src/mail/letters/visits';
import { LANGUAGES } from '../../src/rules/languages';
import { AT, BASE, visitMail } from '../support/letters';

const VISIT = { id: crypto.randomUUID(), version: 2, updated_at: AT - 1000, starts_at: AT, ends_at: AT + 60_000 };
const FROM = 'no-reply@clinic.example';

const eventIn = (text: string) => {
  const [event] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents();
  return event && new ICAL.Event(event);
};

it('comes with the letter, as bytes, and says what it is', () => {
  const to = { language: 'de', clinic: 'Zahnärzte am Hafen', baseUrl: BASE } as const;
  const calendar = visitCalendar({ ...VISIT, place: 'Kai 1\n\nHamburg\n' }, { ...to, from: FROM });
  const { attachments, text } = visitLetter(visitMail({ calendar }), to);
  expect(attachments).toEqual([
    {
      ...{ filename: 'termin.ics', disposition: 'attachment', type: 'text/calendar; charset=utf-8; method=PUBLISH' },
      content: new TextEncoder().encode(calendar),
    },
  ]);
  expect(text).toContain('Öffnen Sie die angehängte Datei');
  const event = eventIn(calendar);
  expect([event?.summary, event?.location]).toEqual(['Termin: Zahnärzte am Hafen', 'Kai 1\nHamburg']);
});

it.each(LANGUAGES)('names the clinic alone, and does without its name, in %s', (language) => {
  const summaryFor = (clinic: string | undefined) =>
    eventIn(visitCalendar({ ...VISIT, place: undefined }, { language, clinic, from: FROM }))?.summary;
  expect(summaryFor('Kai\r\nATTENDEE:mailto:me@evil.example')).toMatch(/^\S+: Kai ATTENDEE:mailto:me@evil.example$/);
  expect(summaryFor(undefined)).not.toMatch(/undefined|:/);
});
