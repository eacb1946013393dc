import { describe, expect, it } from 'vitest';
import { FORGOT_LIFETIME } from '../../src/auth/tokens';
import { sha256 } from '../../src/rules/sha256';
import { type CallOptions, call, ok, refusal } from '../support/client';
import { insertClient } from '../support/clients';
import { deviceOf } from '../support/cookies';
import { make } from '../support/factories';
import { databaseWith, logged } from '../support/fakes';
import { account, invite, logIn, PASSWORD, passwordsHashed, refresh } from '../support/logins';
import { mailsSent, mailsTo, refusals, withMail } from '../support/mails';
import { withoutPauses } from '../support/pauses';
import { count, row, rows, trail } from '../support/rows';
import { enrolled } from '../support/totp';

withoutPauses();

const NEW = 'battery staple 4';
const forgot = (email: string, options: CallOptions = {}) =>
  call('POST', '/auth/forgot', { as: null, json: { email }, env: withMail, ...options });
const use = (token: string, password = NEW, options: CallOptions = {}) =>
  call('POST', '/auth/password-token', { as: null, json: { token, password }, ...options });
const reset = async (id: string): Promise<string> =>
  (await ok('POST', `/auth/users/${id}/reset`, { as: 'admin' })).token;
const INVALID = [401, refusal('password_token_invalid', 'Invalid or expired token')];

/** As the links of all mails to an address have them, the newest last. */
const tokensTo = (email: string): string[] =>
  mailsTo(email).map(({ text = '' }) => {
    const [, token] = /^https:\/\/portal\.clinic\.example\/portal\/#\/password\?token=(\S+)$/m.exec(text) ?? [];
    return token ?? expect.fail(`no link in: ${text}`);
  });
async function tokenOf(user: { email: string }): Promise<string> {
  expect((await forgot(user.email)).status).toBe(202);
  return tokensTo(user.email).at(-1) ?? expect.fail('no mail');
}
const issued = (id: string) => count('forgot_token WHERE user_id = ?', id);

/** E-mails that get no mail, by what keeps it from them. */
const NOBODY: Record<string, () => Promise<string>> = {
  'that no account has': async () => `${crypto.randomUUID()}@test.example`,
  'that is none': async () => '%',
  'of a disabled account': async () => {
    const { id, email } = await account();
    await ok('PATCH', `/auth/users/${id}`, { as: 'admin', json: { disabled: true } });
    return email;
  },
  'of a deleted account': async () => {
    const { id, user } = await make.doctor({}, { as: 'admin' });
    await ok('DELETE', `/doctor/${id}`, { as: 'admin' });
    return user.email;
  },
  'of an account that was invited and has no password yet': async () => (await invite()).email,
  'of an account whose password an admin has reset': async () => {
    const { id, email } = await account();
    await reset(id);
    return email;
  },
  'that staff have chosen': async () => (await make.doctor()).user.email,
  'of a program': async () => {
    const { client_id } = await insertClient();
    return (await row<{ email: string }>('SELECT email FROM user WHERE id = ?', client_id))?.email ?? '';
  },
};

describe('POST /auth/forgot', () => {
  it('mails a link for an hour, of which only the hash is stored, and changes nothing', async () => {
    const user = await account();
    const { refresh_token } = (await user.logIn()).body;
    const before = await row('SELECT * FROM user WHERE id = ?', user.id);
    const asked = Date.now();
    const { status, bytes } = await forgot(user.email.toUpperCase());
    expect([status, bytes.length, mailsSent.length]).toEqual([202, 0, 1]);
    const [token = ''] = tokensTo(user.email);
    expect(token).toMatch(/^f\.[\w-]{43}$/);
    const stored = await row<{ created_at: number }>('SELECT * FROM forgot_token WHERE user_id = ?', user.id);
    expect(stored).toEqual({
      ...{ user_id: user.id, token_hash: await sha256(token) },
      ...{ created_at: expect.any(Number), ended_at: null },
    });
    expect(Math.abs((stored?.created_at ?? 0) - asked)).toBeLessThan(5_000);
    expect(await row('SELECT * FROM user WHERE id = ?', user.id)).toEqual(before);
    expect((await refresh(refresh_token)).status, 'its logins go on').toBe(200);
    expect((await user.logIn()).status).toBe(200);
  });

  it('is on the trail without an actor', async () => {
    const user = await account();
    await forgot(user.email);
    const found = await rows('SELECT entity, action, actor, address FROM audit WHERE entity_id = ?', user.id);
    expect(found).toEqual([
      { entity: 'forgot_token', action: 'create', actor: null, address: expect.stringMatching(/^10\./) },
    ]);
  });

  it.each(Object.entries(NOBODY))('answers as ever for an e-mail %s, and mails nothing', async (_, emailOf) => {
    const email = await emailOf();
    const [tokens, events] = [await count('forgot_token'), await count('audit')];
    const { status, bytes } = await forgot(email);
    expect([status, bytes.length, mailsSent]).toEqual([202, 0, []]);
    expect([await count('forgot_token'), await count('audit')]).toEqual([tokens, events]);
  });

  it('costs and shows the same for every e-mail: no query before the answer, no password hashed, the same headers', async () => {
    const seen = new Set<string>();
    for (const emailOf of [async () => (await account()).email, ...Object.values(NOBODY)]) {
      const email = await emailOf();
      const { status, headers, cost, bytes } = await forgot(email);
      const shown = [...headers].filter(([name]) => name !== 'x-request-id');
      seen.add(JSON.stringify({ status, cost, size: bytes.length, shown }));
      expect(await passwordsHashed((options) => forgot(email, options))).toBe(0);
    }
    expect([...seen]).toHaveLength(1);
    expect([...seen].join()).toContain('"trips":0');
  });

  it('does not wait for the database: the answer is there while no query has come back', async () => {
    let answered = () => {};
    const whenAnswered = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const DB = databaseWith((session) => ({
      batch: async (statements: D1PreparedStatement[]) => {
        await whenAnswered;
        return session.batch(statements);
      },
    }));
    const { email } = await account();
    const { app } = await import('../../src/app');
    const { createExecutionContext, waitOnExecutionContext } = await import('cloudflare:test');
    const context = createExecutionContext();
    const request = new Request('http://localhost/auth/forgot', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'cf-connecting-ip': '10.0.0.1' },
      body: JSON.stringify({ email }),
    });
    expect((await app.fetch(request, { ...withMail, DB }, context)).status).toBe(202);
    expect(mailsSent).toEqual([]);
    answered();
    await waitOnExecutionContext(context);
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('says nothing either where the database or the mail fails', async () => {
    const DB = databaseWith(() => ({ batch: () => Promise.reject(new Error('D1_ERROR: no')) }));
    const { email } = await account();
    const lines = await logged(async () => {
      expect((await forgot(email, { env: { ...withMail, DB } })).status).toBe(202);
      refusals.push('E_RECIPIENT_SUPPRESSED');
      expect((await forgot(email)).status).toBe(202);
    });
    expect(lines).toContain('"event":"mail_failed"');
    expect(lines).toContain('"event":"mail_refused"');
    expect(lines).not.toContain(email);
  });

  it('sends three an hour to an account, used and refused ones included, from whatever network', async () => {
    const user = await account();
    expect((await use(await tokenOf(user))).status).toBe(204);
    refusals.push('E_RECIPIENT_SUPPRESSED');
    await forgot(user.email);
    for (let i = 0; i < 3; i++) expect((await forgot(user.email)).status).toBe(202);
    expect([mailsTo(user.email).length, await issued(user.id)]).toEqual([2, 3]);
    await rows('UPDATE forgot_token SET created_at = created_at - ? WHERE user_id = ?', FORGOT_LIFETIME, user.id);
    await forgot(user.email);
    expect(mailsTo(user.email), 'an hour later').toHaveLength(3);
  });

  it('sends three where sixty ask at the same time, and none to an account beside it', async () => {
    const user = await account();
    const answers = await Promise.all(Array.from({ length: 60 }, () => forgot(user.email)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect([mailsSent.length, mailsTo(user.email).length, await issued(user.id)]).toEqual([3, 3, 3]);
  });

  it('is 400 for everybody where nothing is mailed', async () => {
    for (const email of [(await account()).email, 'nobody@test.example']) {
      const { status, body } = await forgot(email, { env: {} });
      expect([status, body]).toEqual([400, refusal('mail_off')]);
    }
  });

  it('goes out within what the deployment sends a day', async () => {
    const env = { ...withMail, MAIL_PER_DAY: '1' };
    await rows("DELETE FROM mail_count WHERE counter = 'all'");
    const [first, second] = [await account(), await account()];
    await forgot(first.email, { env });
    await forgot(second.email, { env });
    expect(mailsSent.map(({ to }) => to)).toEqual([first.email]);
    await rows("DELETE FROM mail_count WHERE counter = 'all'");
  });
});

describe('The token of a forgotten password', () => {
  it('sets the password, ends the logins and every other such token, and works once', async () => {
    const user = await account();
    const { refresh_token } = (await user.logIn()).body;
    const [former, token] = [await tokenOf(user), await tokenOf(user)];
    expect((await use(token)).status).toBe(204);
    expect((await refresh(refresh_token)).status).toBe(401);
    expect((await user.logIn()).status, 'by the former password').toBe(401);
    expect((await user.logIn({}, NEW)).status).toBe(200);
    for (const sent of [token, former]) {
      const { status, body } = await use(sent, 'another staple 4');
      expect([status, body]).toEqual(INVALID);
    }
    expect(await trail(user.id)).toContain('update 2 password_hash');
  });

  it('lets one of 20 uses at the same time set the password', async () => {
    const user = await account();
    const token = await tokenOf(user);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => use(token, `battery staple ${i}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(19).fill(401)]);
  });

  it('ends the wait for wrong passwords, and makes the browser a known device', async () => {
    const user = await account();
    const token = await tokenOf(user);
    await Promise.all(Array.from({ length: 10 }, () => user.logIn({}, 'wrong password')));
    expect((await user.logIn()).status).toBe(429);
    const answer = await use(token);
    expect((await user.logIn({ headers: { cookie: deviceOf(answer) } }, NEW)).status).toBe(200);
  });

  it('ends after an hour, and with another role, e-mail, password or state of the account', async () => {
    const expired = await account();
    const old = await tokenOf(expired);
    await rows('UPDATE forgot_token SET created_at = created_at - ? WHERE user_id = ?', FORGOT_LIFETIME, expired.id);
    const { status, body } = await use(old);
    expect([status, body]).toEqual(INVALID);
    const changes = {
      role: "UPDATE user SET type = 'billing' WHERE id = ?",
      'e-mail': "UPDATE user SET email = email || 'x', email_key = email_key || 'x' WHERE id = ?",
      password: "UPDATE user SET password_hash = 'x', version = version + 1 WHERE id = ?",
      state: 'UPDATE user SET disabled_at = 1 WHERE id = ?',
    };
    for (const [what, sql] of Object.entries(changes)) {
      const user = await account();
      const token = await tokenOf(user);
      await rows(sql, user.id);
      await rows('UPDATE user SET disabled_at = NULL WHERE id = ?', user.id);
      expect((await use(token)).status, what).toBe(401);
    }
  });

  it('ends where an admin resets the password, whose own token it leaves', async () => {
    const user = await account();
    const token = await tokenOf(user);
    const ofAdmin = await reset(user.id);
    expect((await use(token)).status).toBe(401);
    expect((await use(ofAdmin)).status).toBe(204);
  });

  it('leaves the second factor in force', async () => {
    const { user, logInWith } = await enrolled();
    expect((await use(await tokenOf(user))).status).toBe(204);
    const answer = await logIn({ email: user.email, password: NEW });
    expect([answer.status, answer.body.code]).toEqual([401, 'totp_required']);
    expect((await logInWith(null)).body.code, 'by the former password').toBe('login_failed');
  });

  it('still works after a password that is refused', async () => {
    const user = await account();
    const token = await tokenOf(user);
    for (const password of ['short', 'password1', user.email]) expect((await use(token, password)).status).toBe(422);
    expect((await use(token)).status).toBe(204);
  });

  it('confirms nothing: who has set the password and chosen the e-mail counts as before', async () => {
    const { user } = await make.doctor({}, { as: 'admin' });
    const state = () => row('SELECT password_set_by, email_set_by FROM user WHERE id = ?', user.id);
    const before = await state();
    expect((await use(await tokenOf(user), 'my own one!')).status).toBe(204);
    expect(await state()).toEqual(before);
    const promoted = await call('PATCH', `/auth/users/${user.id}`, { as: 'admin', json: { type: 'admin' } });
    expect([promoted.status, promoted.body.code]).toEqual([409, 'password_unconfirmed']);
    const own = await account();
    expect((await use(await tokenOf(own))).status).toBe(204);
    expect((await call('PATCH', `/auth/users/${own.id}`, { as: 'admin', json: { type: 'admin' } })).status).toBe(200);
  });

  it('leaves an invitation that is out as it is', async () => {
    const { email, token } = await invite();
    await forgot(email);
    expect((await use(token)).status).toBe(204);
    expect((await logIn({ email, password: NEW })).status).toBe(200);
    expect((await logIn({ email, password: PASSWORD })).status).toBe(401);
  });
});
