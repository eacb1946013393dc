import type { Language } from '../../rules/languages';
import { type Letter, letter } from '../letter';
import { COMMA, dayAndTime, dayText, timeInZone } from '../moments';
import { TEXTS } from '../texts';
import { oneLine } from '../values';
import type { Receiver } from './accounts';

export interface VisitMail {
  kind: 'booked' | 'reminder';
  starts_at: number;
  zone: string;
  /** where the hospital is, in several lines */
  place: string | undefined;
  /** what the hospital has switched on */
  shown: { doctor?: string; department?: string; type?: string };
  /** takes the consent back, without a login */
  unsubscribeUrl: string | undefined;
  /** what `visitCalendar` writes */
  calendar?: string;
}

function factsOf({ starts_at, zone, place, shown }: VisitMail, language: Language): [string, string][] {
  const { visits } = TEXTS[language];
  const facts: [string, string | undefined][] = [
    [visits.day, dayText(starts_at, zone, language)],
    [visits.time, timeInZone(starts_at, zone, language)],
    [visits.place, place],
    [visits.doctor, shown.doctor],
    [visits.department, shown.department],
    [visits.type, shown.type],
  ];
  return facts.flatMap(([label, value]) => (value ? [[label, value]] : []));
}

/** RFC 8058: a program that posts this to the address has unsubscribed. It has to be https, or the platform refuses the letter. */
function unsubscribing(url: string | undefined): Record<string, string> {
  const { protocol, href } = new URL(url ?? 'about:blank');
  if (protocol !== 'https:') return {};
  return { 'List-Unsubscribe': `<${href}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Who it is for and why they come is not in it: others read mail, too. */
export function visitLetter(mail: VisitMail, { language, clinic }: Receiver): Letter {
  const { visits } = TEXTS[language];
  const { kind, starts_at, zone, unsubscribeUrl, calendar } = mail;
  const { subject, heading, says } = visits[kind];
  const written = letter({
    ...{ language, clinic, heading, paragraphs: [says] },
    subject: subject(dayAndTime(starts_at, zone, language)),
    facts: factsOf(mail, language),
    closing: calendar ? [visits.cannotCome, visits.calendar] : [visits.cannotCome],
    footer: [visits.consented],
    footerLink: unsubscribeUrl ? { label: visits.unsubscribe, url: unsubscribeUrl } : undefined,
  });
  const file = { filename: visits.file, type: 'text/calendar; charset=utf-8; method=PUBLISH' };
  return {
    ...written,
    headers: { ...written.headers, ...unsubscribing(unsubscribeUrl) },
    ...(calendar && {
      attachments: [{ ...file, content: new TextEncoder().encode(calendar), disposition: 'attachment' }],
    }),
  };
}

/** Two text messages, or five where letters are not of the Latin alphabet. */
export const MESSAGE_MAX = 300;
const MESSAGE_PART_MAX = 60;

/** For those who send text messages: the same, in short. Of what does not fit, the end is left out. */
export function visitMessage(
  { kind, starts_at, zone, place, shown }: Omit<VisitMail, 'unsubscribeUrl' | 'calendar'>,
  { language, clinic }: Receiver,
): string {
  const { message } = TEXTS[language].visits;
  const part = (text: string | undefined) => text && oneLine(text, MESSAGE_PART_MAX);
  const said = message[kind](dayAndTime(starts_at, zone, language));
  const further = [place?.trim().replace(/\s*\n\s*/g, COMMA[language]), shown.type, shown.doctor, shown.department].map(
    part,
  );
  return further.reduce<string>(
    (text, next) => {
      const longer = `${text}\n${next}`;
      return next && longer.length <= MESSAGE_MAX ? longer : text;
    },
    clinic ? `${part(clinic)}: ${said}` : said,
  );
}
