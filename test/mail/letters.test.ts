import { describe, expect, it, test } from 'vitest';
import type { Letter } from '../../src/mail/letter';
import { accountLetter } from '../../src/mail/letters/accounts';
import { visitLetter, visitMessage } from '../../src/mail/letters/visits';
import { sendMail } from '../../src/mail/send';
import { TEXTS } from '../../src/mail/texts';
import { LANGUAGES } from '../../src/rules/languages';
import { ACCOUNT_MAILS, AT, BASE, LINK, lettersOf, readIn, STOP, visitMail, wordsOf } from '../support/letters';
import { mailsSent, withMail } from '../support/mails';

const CLINICS = { en: 'Harbour Clinic', de: 'Zahnärzte am Hafen', ar: 'مستشفى النور' };
const PLACE = 'Hafenstraße 12\n\n20457 Hamburg\n';
const SHOWN = { doctor: 'Dr. Ida Berg', department: 'Ophthalmology', type: 'Check-up' };
const receiver = (language: keyof typeof CLINICS) => ({ language, clinic: CLINICS[language], baseUrl: BASE });

const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url?.replaceAll('&amp;', '&'));
const withoutLinks = (text: string) =>
  [LINK, STOP, `${BASE}/portal/#/account`].reduce((all, url) => all.replaceAll(url, ''), text);

describe.each(LANGUAGES)('letters in %s', (language) => {
  const letters = lettersOf(language, CLINICS[language]);

  it('say the same as HTML and as plain text', () => {
    for (const { text, html } of letters) {
      const fallback = new RegExp(` ${TEXTS[language].ifNoButton}\\s+\\S+ `);
      expect(wordsOf(readIn(html).replace(fallback, ' '))).toEqual(wordsOf(text));
    }
  });

  it('differ from each other, begin with the clinic and end with who has sent them', () => {
    expect(new Set(letters.map(({ text }) => text)).size).toBe(letters.length);
    for (const { text, subject } of letters) {
      expect(text).toMatch(new RegExp(`^\u2068?${CLINICS[language]}\u2069?\n\n`));
      expect(text).toContain(`\n\n${TEXTS[language].automatic}\n`);
      expect(subject).toMatch(new RegExp(` – \u2068?${CLINICS[language]}\u2069?$`));
    }
  });

  it('keep addresses whole, each on a line of its own', () => {
    for (const { text, html } of letters) {
      const urls = new Set(linksIn(html));
      expect(text.split('\n').filter((line) => line.includes('://'))).toEqual([...urls]);
    }
  });

  it('fetch nothing, and say how they are to be read', () => {
    for (const { html, subject } of letters) {
      expect(html).not.toMatch(/<(img|link|script|iframe|form)|\bsrc=|url\(|@import|javascript:/i);
      expect(html).toMatch(
        new RegExp(`^<!DOCTYPE html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`),
      );
      expect(html).toContain(`<title>${subject}</title>`);
      expect(html.length).toBeLessThan(20_000);
    }
  });

  it('say nothing of a clinic that has no name', () => {
    for (const { text, html, subject } of lettersOf(language, undefined)) {
      expect([text, html, subject].join()).not.toContain('undefined');
      expect(subject).not.toContain(' – ');
    }
  });

  it('say until when, when, and what to do if it was not you', () => {
    for (const mail of ACCOUNT_MAILS) {
      const { text } = accountLetter(mail, receiver(language));
      expect('expires_at' in mail || 'at' in mail ? text.includes('2027') : !text.includes('2027')).toBe(true);
      expect(text.split('\n\n').length).toBeGreaterThan(4);
    }
  });

  it('show of a visit what there is, and no more', () => {
    const { visits } = TEXTS[language];
    const plain = visitLetter(visitMail(), receiver(language));
    for (const label of [visits.place, visits.doctor, visits.department]) expect(plain.text).not.toContain(`${label}:`);
    expect([plain.attachments, plain.headers, linksIn(plain.html)]).toEqual([
      undefined,
      { 'Auto-Submitted': 'auto-generated' },
      [],
    ]);
    const full = visitLetter(visitMail({ place: PLACE, shown: SHOWN }), receiver(language));
    for (const value of ['Hafenstraße 12', '20457 Hamburg', ...Object.values(SHOWN)])
      expect(full.text).toContain(value);
    expect(full.subject).toBe(plain.subject);
  });
});

it('are taken by the local binding, with what is attached', async () => {
  const letters = LANGUAGES.flatMap((language) => lettersOf(language, CLINICS[language]));
  for (const letter of letters)
    expect(await sendMail(withMail, 'test', 'maja@example.com', letter)).toEqual({ sent: true });
  expect(mailsSent).toMatchObject(letters);
});

it('has no Latin letter in Arabic, but in addresses', () => {
  for (const { text, subject } of lettersOf('ar', CLINICS.ar))
    expect(withoutLinks(text) + subject).not.toMatch(/[a-z]/i);
});

it('names days and times as people do, with the zone that clocks are in then', () => {
  const timesOf = (starts_at: number) =>
    LANGUAGES.map((language) =>
      visitLetter(visitMail({ starts_at }), receiver(language)).text.split('\n\n')[3]?.split('\n'),
    );
  expect(timesOf(AT)).toEqual([
    ['Day: Tuesday, 2 March 2027', 'Time: 09:15 (Central European Standard Time)'],
    ['Tag: Dienstag, 2. März 2027', 'Zeit: 09:15 Uhr (Mitteleuropäische Normalzeit)'],
    ['اليوم: \u2068الثلاثاء، 2 مارس 2027\u2069', 'الوقت: \u20689:15 ص (توقيت وسط أوروبا الرسمي)\u2069'],
  ]);
  const [first] = timesOf(Date.UTC(2027, 9, 31, 0, 30));
  const [second] = timesOf(Date.UTC(2027, 9, 31, 1, 30));
  expect([first?.[1], second?.[1]]).toEqual([
    'Time: 02:30 (Central European Summer Time)',
    'Time: 02:30 (Central European Standard Time)',
  ]);
});

describe('texts of people', () => {
  const HOSTILE =
    'A<b>"x"</b>\'&amp;<script>\r\nBcc: me@evil.example https://evil.example www.evil.example 10.0.0.1\u202E\u2066 [x](http://evil.example)';
  const letters: Letter[] = LANGUAGES.flatMap((language) =>
    lettersOf(language, HOSTILE, [
      visitMail({
        place: `${HOSTILE}\n${HOSTILE}`,
        shown: { doctor: HOSTILE, department: HOSTILE, type: HOSTILE },
        unsubscribeUrl: STOP,
      }),
    ]),
  );

  test('are no markup, and no link of their own', () => {
    for (const { html, text } of letters) {
      expect(html).not.toMatch(/<script|<b>/);
      expect(linksIn(html).filter((url) => !url?.startsWith(`${BASE}/`))).toEqual([]);
      for (const read of [text, readIn(html)]) {
        expect(read).toContain('A<b>"x"</b>\'&amp;<script> Bcc: me@');
        expect(withoutLinks(read)).not.toMatch(/:\/\/|[\p{L}\p{N}][.@][\p{L}\p{N}]/u);
      }
    }
  });

  test('are no line of a header', () => {
    for (const { subject, headers = {} } of letters) {
      for (const value of [subject, ...Object.values(headers)]) expect(value).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect([...subject].length).toBeLessThan(200);
    }
  });

  test('do not turn what stands around them', () => {
    for (const { subject, text, html } of letters) {
      for (const all of [subject, text, html]) {
        expect(all).not.toMatch(/[\u200E\u200F\u202A-\u202E\u2066\u2067]/);
        expect(all.match(/\u2068/g)?.length).toBe(all.match(/\u2069/g)?.length);
      }
    }
  });

  test('stand in their own direction where letters have another', () => {
    const isolated = (language: 'en' | 'ar', clinic: string) => {
      const { subject, text, html } = visitLetter(visitMail(), { language, clinic, baseUrl: BASE });
      return [subject, text, html].map((all) => all.includes(`\u2068${clinic}\u2069`));
    };
    expect(isolated('ar', 'Harbour Clinic')).toEqual([true, true, true]);
    expect(isolated('en', CLINICS.ar)).toEqual([true, true, true]);
    expect(isolated('en', 'Harbour Clinic')).toEqual([false, false, false]);
  });
});

describe('an address that takes the consent back', () => {
  const headersFor = (unsubscribeUrl: string) => visitLetter(visitMail({ unsubscribeUrl }), receiver('en')).headers;

  it('is one for programs, too', () => {
    expect(headersFor(STOP)).toEqual({
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${STOP}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(headersFor('https://clinic.example/a>\r\nBcc: <x')?.['List-Unsubscribe']).toMatch(/^<[^<>\s]+>$/);
  });

  it('is none for them without TLS, which the platform refuses', () => {
    expect(headersFor('http://localhost:8787/stop')).toEqual({ 'Auto-Submitted': 'auto-generated' });
  });
});

describe.each(LANGUAGES)('a text message in %s', (language) => {
  const long = 'Ä'.repeat(300);

  it('says who, when and where', () => {
    const mail = visitMail({ kind: 'reminder', place: PLACE });
    const lines = visitMessage(mail, receiver(language)).split('\n');
    expect(lines[0]).toMatch(new RegExp(`^${CLINICS[language]}: .*2027.*9:15`));
    expect(lines.slice(1)).toEqual([`Hafenstraße 12${language === 'ar' ? '،' : ','} 20457 Hamburg`]);
  });

  it('has at most 300 characters', () => {
    for (const kind of ['booked', 'reminder'] as const) {
      const mail = visitMail({ kind, place: long, shown: { doctor: long, department: long, type: long } });
      const text = visitMessage(mail, { ...receiver(language), clinic: long });
      expect(text.length).toBeLessThanOrEqual(300);
    }
  });
});
