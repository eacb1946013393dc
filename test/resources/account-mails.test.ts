import { describe, expect, it } from 'vitest';
import { type AccountMail, accountLetter } from '../../src/mail/letters/accounts';
import type { Language } from '../../src/rules/languages';
import { type Body, type CallOptions, call, ok } from '../support/client';
import { deviceOf } from '../support/cookies';
import { make } from '../support/factories';
import { logged } from '../support/fakes';
import { account, invitation, logIn, PASSWORD } from '../support/logins';
import { mailsSent, mailsTo, refusals, withMail } from '../support/mails';
import { withoutPauses } from '../support/pauses';
import { row, rows } from '../support/rows';
import { bearer, begin, enrolled, loggedIn } from '../support/totp';

withoutPauses();

const LINK = /^https:\/\/portal\.clinic\.example\/portal\/#\/password\?token=(\S+)$/m;
const newEmail = () => `${crypto.randomUUID()}@test.example`;
const admin = { as: 'admin', env: withMail } as const;
const invite = (given: object = {}, options: CallOptions = {}): Promise<Body> =>
  ok('POST', '/auth/users', { ...admin, json: invitation(given), ...options });

const letterOf = (mail: AccountMail, language: Language = 'en', clinic?: string) =>
  accountLetter(mail, { language, clinic, baseUrl: 'https://portal.clinic.example' });
const subjectOf = (mail: AccountMail, language: Language = 'en') => letterOf(mail, language).subject;
const link = (kind: 'invitation' | 'reset'): AccountMail => ({ kind, url: 'https://x.example', expires_at: 0 });
const subjectsTo = (email: string) => mailsTo(email).map(({ subject }) => subject);

describe('An invitation, where mail is on', () => {
  it('goes out as a link to the portal before the answer, which says so', async () => {
    const { email, token, mailed, expires_at } = await invite();
    expect([mailed, subjectsTo(email)]).toEqual([true, [subjectOf(link('invitation'))]]);
    const [mail] = mailsTo(email);
    expect(LINK.exec(mail?.text ?? '')?.[1]).toBe(token);
    expect(mail).toMatchObject(
      letterOf({
        ...{ kind: 'invitation', url: `https://portal.clinic.example/portal/#/password?token=${token}` },
        ...{ expires_at: Date.parse(expires_at), zone: 'UTC' },
      }),
    );
  });

  it('answers its token where the mail was refused, too, for the admin to hand over', async () => {
    refusals.push('E_RECIPIENT_SUPPRESSED');
    await logged(async () => {
      const { email, token, mailed } = await invite();
      expect([mailed, mailsTo(email)]).toEqual([false, []]);
      const used = { token, password: PASSWORD };
      expect((await call('POST', '/auth/password-token', { as: null, json: used })).status).toBe(204);
    });
  });

  it('says nothing of mail where none is sent', async () => {
    const answer = await ok('POST', '/auth/users', { as: 'admin', json: invitation() });
    expect([answer.token?.length, 'mailed' in answer, mailsSent]).toEqual([43, false, []]);
  });

  it('mails the new token of a repetition, not the former one', async () => {
    const [json, headers] = [invitation(), { 'idempotency-key': crypto.randomUUID() }];
    await invite(json, { headers });
    const again = await invite(json, { headers });
    const links = mailsTo(json.email).map(({ text }) => LINK.exec(text ?? '')?.[1]);
    expect([again.mailed, links.length, links.at(-1)]).toEqual([true, 2, again.token]);
    expect(links[0]).not.toBe(again.token);
  });

  it('mails nothing where the e-mail is taken', async () => {
    const { email } = await account();
    expect((await call('POST', '/auth/users', { ...admin, json: invitation({ email }) })).status).toBe(409);
    expect(mailsSent).toEqual([]);
  });

  it('is in the language that it names, or the deployment’s', async () => {
    const german = await invite({ language: 'de' });
    expect([german.language, subjectsTo(german.email)]).toEqual(['de', [subjectOf(link('invitation'), 'de')]]);
    const other = await invite({}, { env: { ...withMail, MAIL_LANGUAGE: 'ar' } });
    expect([other.language, subjectsTo(other.email)]).toEqual([undefined, [subjectOf(link('invitation'), 'ar')]]);
  });

  it('says neither whose account it is nor by whom it was made', async () => {
    const name = 'Visit evil.example now';
    const { email } = await invite({ full_name: name, username: 'https://evil.example' });
    const [{ subject = '', text = '', html = '' } = {}] = mailsTo(email);
    for (const part of [subject, text, html]) expect(part).not.toMatch(/evil\.example|Test User|admin@test/);
  });
});

describe('A reset by an admin, where mail is on', () => {
  const reset = (id: string, options: CallOptions = admin) => ok('POST', `/auth/users/${id}/reset`, options);

  it('goes out as a link, in the language of the account', async () => {
    const { email, id } = await account();
    await rows("UPDATE user SET language = 'ar' WHERE id = ?", id);
    const { token, mailed } = await reset(id);
    expect([mailed, subjectsTo(email)]).toEqual([true, [subjectOf(link('reset'), 'ar')]]);
    expect(LINK.exec(mailsTo(email)[0]?.text ?? '')?.[1]).toBe(token);
  });

  it('goes out twenty times a day to an account; then the admin hands the link over', async () => {
    const { email, id } = await account();
    const mailed: unknown[] = [];
    const before = Number((await row("SELECT n FROM mail_count WHERE counter = 'all'"))?.n ?? 0);
    const lines = await logged(async () => {
      for (let i = 0; i < 22; i++) mailed.push((await reset(id)).mailed);
    });
    expect(mailed).toEqual([...Array(20).fill(true), false, false]);
    expect(mailsTo(email)).toHaveLength(20);
    expect(lines).toContain('{"level":"warn","event":"mail_refused","kind":"reset","code":"too_many"}');
    // Nor do those that are refused take the place of other people's.
    expect((await row("SELECT n FROM mail_count WHERE counter = 'all'"))?.n).toBe(before + 20);
    expect((await invite()).mailed, 'of another account').toBe(true);
  });
});

describe('Another e-mail', () => {
  const [toFormer, toNew] = (['former', 'new'] as const).map((to) => subjectOf({ kind: 'email_changed', to }));

  it('is told to both addresses', async () => {
    const user = await account();
    const headers = bearer((await user.logIn()).body);
    const email = newEmail();
    const json = { email, current_password: PASSWORD };
    await ok('PATCH', '/auth/users/me', { as: null, headers, json, env: withMail });
    expect([subjectsTo(user.email), subjectsTo(email)]).toEqual([[toFormer], [toNew]]);
    expect(JSON.stringify(mailsTo(email)), 'neither says the other').not.toContain(user.email);
    expect(JSON.stringify(mailsTo(user.email))).not.toContain(email);
    await ok('PATCH', '/auth/users/me', { as: null, headers, json, env: withMail });
    expect(mailsSent, 'the same once more').toHaveLength(2);
  });

  it('is told to both where staff have changed a doctor’s', async () => {
    const { id, user } = await make.doctor();
    const email = newEmail();
    await ok('PATCH', `/doctor/${id}`, { json: { user: { email } }, env: withMail });
    expect([subjectsTo(user.email), subjectsTo(email)]).toEqual([[toFormer], [toNew]]);
    await ok('PATCH', `/doctor/${id}`, { json: { bio: 'Another one' }, env: withMail });
    const whole = await ok('GET', `/doctor/${id}?view=full`);
    await ok('PUT', `/doctor/${id}`, { json: whole, env: withMail });
    expect(mailsSent).toHaveLength(2);
  });

  it('is not told where it was refused', async () => {
    const user = await account();
    const headers = bearer((await user.logIn()).body);
    const taken = (await account()).email;
    for (const [email, current_password] of [
      [taken, PASSWORD],
      [newEmail(), 'wrong'],
    ]) {
      const json = { email, current_password };
      const options = { as: null, headers, json, env: withMail };
      expect((await call('PATCH', '/auth/users/me', options)).status).toBeGreaterThanOrEqual(400);
    }
    expect(mailsSent).toEqual([]);
  });
});

describe('A login', () => {
  const NEW_DEVICE = subjectOf({ kind: 'new_device', at: 0, zone: 'UTC' });
  const from = (agent: string, more: Record<string, string> = {}): CallOptions => ({
    headers: { 'user-agent': agent, ...more },
    env: withMail,
  });

  it('is told where neither its cookie nor its User-Agent is known; the first one is not', async () => {
    const user = await account();
    await user.logIn(from('Firefox'));
    await user.logIn(from('Firefox'));
    expect(mailsSent, 'the first one, and a browser like it').toEqual([]);
    const cookie = deviceOf(await user.logIn(from('Chrome')));
    expect(subjectsTo(user.email)).toEqual([NEW_DEVICE]);
    await user.logIn(from('Chrome'));
    await user.logIn(from('Chrome 2', { cookie }));
    expect(mailsSent, 'the same browser, and a newer version of it').toHaveLength(1);
    const { refresh_token } = (await user.logIn(from('Chrome'))).body;
    await logIn({ email: user.email, password: PASSWORD, refresh_token }, from('A program'));
    expect(mailsSent, 'by a refresh token').toHaveLength(1);
    await user.logIn(from(''));
    expect(mailsSent, 'of none').toHaveLength(2);
  });

  it('is not told where it was none, and says nothing that its client chose', async () => {
    const user = await account();
    await user.logIn(from('Firefox'));
    await user.logIn(from('https://evil.example'), 'wrong password');
    expect(mailsSent).toEqual([]);
    await user.logIn(from('https://evil.example'));
    expect(mailsSent).toHaveLength(1);
    expect(JSON.stringify(mailsSent)).not.toContain('evil');
  });

  it('is told to an account that nobody has used for so long that its logins are gone', async () => {
    const user = await account();
    await user.logIn(from('Firefox'));
    await rows(
      'DELETE FROM refresh_token WHERE session_id IN (SELECT id FROM login_session WHERE user_id = ?)',
      user.id,
    );
    await rows('DELETE FROM login_session WHERE user_id = ?', user.id);
    await user.logIn(from('Firefox'));
    expect(subjectsTo(user.email)).toEqual([NEW_DEVICE]);
  });

  it('after another password is told by what is known of the account’s devices', async () => {
    const user = await account();
    const cookie = deviceOf(await user.logIn(from('Firefox')));
    await rows('UPDATE user SET devices_since = 1 WHERE id = ?', user.id);
    await user.logIn(from('Chrome', { cookie }));
    expect(subjectsTo(user.email), 'the cookie is from before').toEqual([NEW_DEVICE]);
  });

  it('costs the same where nothing is mailed, and is told twenty times a day at most', async () => {
    const user = await account();
    const [first, off] = [await user.logIn({ headers: { 'user-agent': 'a' } }), await user.logIn()];
    expect(off.cost.trips).toBe(first.cost.trips);
    await logged(async () => {
      for (let i = 0; i < 21; i++) await user.logIn(from(`agent ${i}`));
    });
    expect(mailsSent).toHaveLength(20);
  });
});

describe('A second factor that is off', () => {
  it('is told where the owner has switched it off', async () => {
    const { user, tokens, code } = await enrolled();
    const json = { password: PASSWORD, totp: code() };
    const headers = bearer(tokens);
    expect((await call('POST', '/auth/totp/disable', { as: null, headers, json, env: withMail })).status).toBe(204);
    expect(subjectsTo(user.email)).toEqual([subjectOf({ kind: 'totp_off', by: 'owner' })]);
  });

  it('is told where an admin has taken it off, not where it never was on', async () => {
    const { user } = await enrolled();
    await call('DELETE', `/auth/users/${user.id}/totp`, admin);
    await call('DELETE', `/auth/users/${user.id}/totp`, admin);
    expect(subjectsTo(user.email)).toEqual([subjectOf({ kind: 'totp_off', by: 'admin' })]);
    const pending = await loggedIn();
    await begin(pending.tokens);
    await call('DELETE', `/auth/users/${pending.user.id}/totp`, admin);
    expect(mailsTo(pending.user.email)).toEqual([]);
  });
});

describe('The language of an account', () => {
  it('is its owner’s to choose, or to leave to the deployment', async () => {
    const { tokens } = await loggedIn();
    const headers = bearer(tokens);
    const set = (language: unknown) => call('PATCH', '/auth/users/me', { as: null, headers, json: { language } });
    expect((await set('de')).body.language).toBe('de');
    expect((await ok('PATCH', '/auth/users/me', { as: null, headers, json: { full_name: 'Nina Ek' } })).language).toBe(
      'de',
    );
    expect((await ok('GET', '/auth/users/me', { as: null, headers })).language).toBe('de');
    expect((await set(null)).body.language).toBeUndefined();
    for (const wrong of ['fr', '', 'DE', 7]) expect((await set(wrong)).status).toBe(422);
  });

  it('is in the links of whoever forgot the password, and the clinic’s name is that of the settings', async () => {
    const { email, id } = await account();
    await rows("UPDATE user SET language = 'de' WHERE id = ?", id);
    const env = { ...withMail, HOSPITAL_NAME: 'Zahnärzte am Hafen' };
    await call('POST', '/auth/forgot', { as: null, json: { email }, env });
    const url = LINK.exec(mailsTo(email)[0]?.text ?? '')?.[0] ?? '';
    const { subject } = letterOf({ kind: 'forgot', url, expires_at: 0 }, 'de', env.HOSPITAL_NAME);
    expect(subjectsTo(email)).toEqual([subject]);
  });
});
