import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { Database } from '../../src/db/client';
import { type Bindings, settingsOf } from '../../src/env';
import { countMail } from '../../src/mail/count';
import { sendMail, sendsMail } from '../../src/mail/send';
import { DAY } from '../../src/rules/clock';
import { ok, testEnv } from '../support/client';
import { mailsSent, refusals, withMail } from '../support/mails';

const TO = 'tereza@example.com';
const LETTER = { subject: 'Your visit', text: 'Tomorrow at ten', html: '<p>Tomorrow at ten</p>' };

describe('mail', () => {
  it('goes out by the binding, from the address of the settings', async () => {
    expect(await sendMail(withMail, 'test', TO, LETTER)).toEqual({ sent: true });
    expect(mailsSent).toEqual([
      { ...LETTER, to: TO, from: { name: 'Harbour Clinic', email: 'no-reply@clinic.example' } },
    ]);
  });

  it('is off without MAIL_FROM and without the binding', async () => {
    const { EMAIL: _, ...unbound } = withMail;
    for (const off of [{ ...withMail, MAIL_FROM: '' }, unbound] satisfies Bindings[]) {
      expect(sendsMail(off)).toBe(false);
      expect(await sendMail(off, 'test', TO, LETTER)).toEqual({
        sent: false,
        code: 'mail_off',
        isQuota: false,
        mayBeOut: false,
      });
    }
    expect(mailsSent).toEqual([]);
  });

  it.each([
    ['E_SENDER_NOT_VERIFIED', { sent: false, code: 'E_SENDER_NOT_VERIFIED', isQuota: false, mayBeOut: false }],
    ['E_DAILY_LIMIT_EXCEEDED', { sent: false, code: 'E_DAILY_LIMIT_EXCEEDED', isQuota: true, mayBeOut: false }],
    ['no code <tereza@example.com>', { sent: false, code: 'Error', isQuota: false, mayBeOut: true }],
  ])('says why the platform refused it, and whether it did: %s', async (code, expected) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    refusals.push(code);
    expect(await sendMail(withMail, 'test', TO, LETTER)).toEqual(expected);
    expect(warned.mock.calls).toEqual([
      [JSON.stringify({ level: 'warn', event: 'mail_refused', kind: 'test', code: expected.code })],
    ]);
    warned.mockRestore();
  });

  it('is said by the settings', async () => {
    for (const [bindings, mail] of [
      [testEnv, false],
      [withMail, true],
    ] as const) {
      expect((await ok('GET', '/settings/', { env: bindings })).mail).toBe(mail);
    }
  });
});

describe('MAIL_FROM', () => {
  const settingsWith = (more: Partial<Bindings>) => settingsOf({ ...testEnv, ENVIRONMENT: 'production', ...more });
  const FROM = 'no-reply@clinic.example';

  it('is an address, with or without a name', () => {
    const from = (MAIL_FROM: string) => settingsWith({ MAIL_FROM, BASE_URL: 'https://clinic.example' }).MAIL_FROM;
    expect(from(FROM)).toEqual({ name: '', email: FROM });
    expect(from(`Zahnärzte am Hafen <${FROM}>`)).toEqual({ name: 'Zahnärzte am Hafen', email: FROM });
    for (const wrong of ['clinic', 'a@b', `"x" <${FROM}>`, `<${FROM}>`, `a\nb <${FROM}>`, `${FROM}, x@y.example`]) {
      expect(() => from(wrong), wrong).toThrow('MAIL_FROM must be an address');
    }
  });

  it('needs BASE_URL, by https but for a laptop', () => {
    for (const BASE_URL of ['', 'http://clinic.example']) {
      expect(() => settingsWith({ MAIL_FROM: FROM, BASE_URL })).toThrow('MAIL_FROM needs BASE_URL');
    }
    const local = settingsWith({ MAIL_FROM: FROM, BASE_URL: 'http://localhost:8787', ENVIRONMENT: 'development' });
    expect(local.BASE_URL).toBe('http://localhost:8787');
  });
});

it('counts mails by day, up to as many as there may be', async () => {
  const database = new Database(env.DB, 'first-primary');
  const now = 100 * DAY;
  const counted = async (at: number) => (await database.run(countMail('account:1', 2, at))).map(({ n }) => n);
  expect([await counted(now), await counted(now + DAY - 1), await counted(now + DAY - 1)]).toEqual([[1], [2], []]);
  expect([await counted(now + DAY), await counted(now + DAY), await counted(now + DAY)]).toEqual([[1], [2], []]);
});
