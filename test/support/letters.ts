// Each letter that the service writes, and what a reader of its HTML sees.
import { type AccountMail, accountLetter } from '../../src/mail/letters/accounts';
import { type VisitMail, visitLetter } from '../../src/mail/letters/visits';
import type { Language } from '../../src/rules/languages';

export const BASE = 'https://portal.clinic.example';
export const LINK = `${BASE}/portal/#/password?token=${'aB3_-'.repeat(8)}xyz`;
export const STOP = `${BASE}/messages/stop/${'aB3_-'.repeat(8)}xyz?a=1&b=2`;
export const AT = Date.UTC(2027, 2, 2, 8, 15);
export const ZONE = 'Europe/Berlin';

export const ACCOUNT_MAILS: AccountMail[] = [
  { kind: 'invitation', url: LINK, expires_at: AT, zone: ZONE },
  { kind: 'reset', url: LINK, expires_at: AT, zone: ZONE },
  { kind: 'forgot', url: LINK, expires_at: AT },
  { kind: 'email_changed', to: 'former' },
  { kind: 'email_changed', to: 'new' },
  { kind: 'new_device', at: AT, zone: ZONE },
  { kind: 'totp_off', by: 'owner' },
  { kind: 'totp_off', by: 'admin' },
];

export const visitMail = (more: Partial<VisitMail> = {}): VisitMail => ({
  kind: 'booked',
  starts_at: AT,
  zone: ZONE,
  place: undefined,
  shown: {},
  unsubscribeUrl: undefined,
  ...more,
});

export const VISIT_MAILS: VisitMail[] = [
  visitMail(),
  visitMail({ kind: 'reminder', unsubscribeUrl: STOP, calendar: 'BEGIN:VCALENDAR\r\n' }),
];

export const lettersOf = (language: Language, clinic: string | undefined, visits = VISIT_MAILS) => [
  ...ACCOUNT_MAILS.map((mail) => accountLetter(mail, { language, clinic, baseUrl: BASE })),
  ...visits.map((mail) => visitLetter(mail, { language, clinic, baseUrl: BASE })),
];

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** What is read in it, from top to bottom, with the addresses of links after their names. */
export const readIn = (html: string): string =>
  html
    .replace(/^.*?<body[^>]*>/s, '')
    .replace(/<!--.*?-->|<div aria-hidden="true".*?<\/div>/gs, '')
    .replace(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g, (_, url, name) => (url === name ? url : `${name} ${url}`))
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#?\w+);/g, (_, name) => ENTITIES[name] ?? `unknown ${name}`);

/** Without the colons that plain text has after labels. */
export const wordsOf = (text: string): string[] =>
  text.split(/\s+/).flatMap((word) => (word ? [word.replace(/:$/, '')] : []));
