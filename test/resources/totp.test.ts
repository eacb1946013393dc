import { beforeEach, describe, expect, it } from 'vitest';
import { recoveryHash } from '../../src/resources/auth/second-factor/totp';
import { call, refusal } from '../support/client';
import { PASSWORD, refresh } from '../support/logins';
import { withoutPauses } from '../support/pauses';
import { row, rows, trail } from '../support/rows';
import { bearer, begin, confirm, disable, enrolled, freezeTime, loggedIn, status } from '../support/totp';
import { codeOf, wrongCodeOf } from '../support/totp-codes';

withoutPauses();

beforeEach(freezeTime);

const OFF = { enabled: false, enabled_at: null, recovery_codes_left: 0 };
const stored = (id: string) =>
  row<Record<string, string | null>>('SELECT totp_secret, totp_pending, recovery_codes FROM user WHERE id = ?', id);
const statusesOf = async (n: number, send: () => Promise<{ status: number }>) =>
  (await Promise.all(Array.from({ length: n }, send))).map(({ status }) => status);

describe('POST /auth/totp', () => {
  it('makes a secret that is not active until it is confirmed', async () => {
    const { user, tokens, logInWith } = await loggedIn();
    const { status: code, body } = await begin(tokens);
    expect([code, Object.keys(body)]).toEqual([200, ['secret', 'otpauth_uri']]);
    expect(body.otpauth_uri).toContain(`secret=${body.secret}`);
    expect(body.otpauth_uri).toContain(`otpauth://totp/localhost:${encodeURIComponent(user.email)}?`);
    expect(await status(tokens)).toEqual(OFF);
    expect((await logInWith(null)).status).toBe(200);
  });

  it('begun again, makes another one, and the first is void', async () => {
    const { tokens } = await loggedIn();
    const first = (await begin(tokens)).body;
    const second = (await begin(tokens)).body;
    expect((await confirm(tokens, codeOf(first.secret))).status).toBe(400);
    expect((await confirm(tokens, codeOf(second.secret))).status).toBe(200);
  });

  it('takes the password, and makes wrong ones wait from the tenth on', async () => {
    const { tokens } = await loggedIn();
    const wrong = await begin(tokens, null, 'wrong');
    expect([wrong.status, wrong.body]).toEqual([
      400,
      refusal('wrong_password', 'password is not the password of this account'),
    ]);
    const statuses = await statusesOf(12, () => begin(tokens, null, 'wrong'));
    expect(statuses.filter((status) => status === 400)).toHaveLength(9);
    expect((await begin(tokens)).status).toBe(429);
  });

  it('takes a code where a second factor is active, which stays so until the new one is confirmed', async () => {
    const { tokens, secret, code, recovery_codes, logInWith, user } = await enrolled();
    for (const none of [null, '']) {
      const without = await begin(tokens, none);
      expect([without.status, without.body.code]).toEqual([400, 'totp_required']);
    }
    const wrong = await begin(tokens, wrongCodeOf(secret));
    expect([wrong.status, wrong.body.code]).toEqual([400, 'totp_invalid']);
    const next = (await begin(tokens, code())).body;
    expect((await begin(tokens, code())).status, 'the same code').toBe(400);
    expect((await logInWith(codeOf(next.secret))).status, 'not active yet').toBe(401);
    expect((await logInWith(codeOf(secret, 1))).status).toBe(200);
    const confirmed = await confirm(tokens, codeOf(next.secret));
    expect(confirmed.body.recovery_codes).toHaveLength(10);
    expect((await logInWith(codeOf(next.secret, 1))).status).toBe(200);
    expect((await logInWith(recovery_codes[0] ?? '')).status, 'an earlier recovery code').toBe(401);
    expect(await trail(user.id)).toEqual([
      ...['totp_begin 1', 'totp_enable 1', 'totp_begin 1', 'login 1', 'totp_enable 1', 'login 1'],
    ]);
  });

  it('spends the code: of two begins with one, one takes place', async () => {
    const { tokens, code } = await enrolled();
    expect((await statusesOf(4, () => begin(tokens, code()))).filter((status) => status === 200)).toHaveLength(1);
  });
});

describe('POST /auth/totp/confirm', () => {
  it('makes it active, and answers ten recovery codes, of which only hashes are stored', async () => {
    const { tokens, recovery_codes, user } = await enrolled();
    expect(await status(tokens)).toEqual({
      enabled: true,
      enabled_at: new Date().toISOString(),
      recovery_codes_left: 10,
    });
    const hashes = await Promise.all(recovery_codes.map(recoveryHash));
    expect((await stored(user.id))?.recovery_codes).toBe(JSON.stringify(hashes));
    expect(await trail(user.id)).toEqual(['totp_begin 1', 'totp_enable 1']);
  });

  it('ends the other logins, and the one of its token goes on', async () => {
    const { tokens, another } = await loggedIn();
    const other = await another();
    const { secret } = (await begin(tokens)).body;
    expect((await confirm(tokens, codeOf(secret))).status).toBe(200);
    expect((await refresh(other.refresh_token)).status).toBe(401);
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
  });

  it('spends its code: it cannot log in with it', async () => {
    const { tokens, logInWith } = await loggedIn();
    const { secret } = (await begin(tokens)).body;
    await confirm(tokens, codeOf(secret));
    expect((await logInWith(codeOf(secret))).body.code).toBe('totp_invalid');
    expect((await logInWith(codeOf(secret, 1))).status).toBe(200);
  });

  it('answers 400 to a wrong code, makes the tenth wait, and takes no recovery code', async () => {
    const { tokens } = await loggedIn();
    expect((await confirm(tokens, '123456')).body).toEqual(
      refusal('totp_inactive', expect.stringContaining('begin with')),
    );
    const { secret } = (await begin(tokens)).body;
    const wrong = await confirm(tokens, wrongCodeOf(secret));
    expect([wrong.status, wrong.body.code]).toEqual([400, 'totp_invalid']);
    expect((await confirm(tokens, 'ABCD-EFGH-IJKL-MNOP-QRST-UVWX')).status).toBe(400);
    const statuses = await statusesOf(10, () => confirm(tokens, wrongCodeOf(secret)));
    expect(statuses.filter((status) => status === 400)).toHaveLength(8);
    expect((await confirm(tokens, codeOf(secret))).status, 'the right one waits, too').toBe(429);
  });

  it('answers 400 to a set-up that was begun more than 15 minutes ago, or before another password', async () => {
    for (const [sql, ...values] of [
      ['UPDATE user SET totp_pending_at = totp_pending_at - ? WHERE id = ?', 15 * 60_000],
      ["UPDATE user SET password_hash = '', version = version + 1 + ? WHERE id = ?", 0],
      ['UPDATE user SET email_key = email_key || ? WHERE id = ?', 'x'],
    ] as const) {
      const { tokens, another, user } = await loggedIn();
      const { secret } = (await begin(tokens)).body;
      await rows(sql, ...values, user.id);
      const answer = await confirm(await another(), codeOf(secret));
      expect([answer.status, answer.body.code], sql).toEqual([400, 'totp_inactive']);
      expect(await stored(user.id)).toMatchObject({ totp_secret: null });
    }
  });

  it('gives recovery codes to one of many at the same time', async () => {
    const { tokens } = await loggedIn();
    const { secret } = (await begin(tokens)).body;
    const statuses = await statusesOf(8, () => confirm(tokens, codeOf(secret)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });
});

describe('POST /auth/totp/disable', () => {
  it('takes password and code, forgets all, and ends the other logins', async () => {
    const { tokens, secret, code, another, user, logInWith } = await enrolled();
    const other = await another();
    const wrong = await disable(tokens, code(), { password: 'wrong' });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong_password']);
    expect((await disable(tokens, wrongCodeOf(secret))).body.code).toBe('totp_invalid');
    expect(await status(tokens)).toMatchObject({ enabled: true });
    expect((await disable(tokens, code())).status).toBe(204);
    expect(await status(tokens)).toEqual(OFF);
    expect(await stored(user.id)).toEqual({ totp_secret: null, totp_pending: null, recovery_codes: null });
    expect((await refresh(other.refresh_token)).status).toBe(401);
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
    expect((await logInWith(null)).status).toBe(200);
    expect((await trail(user.id))[2]).toBe('totp_disable 1');
  });

  it('takes a recovery code, too, and puts that on record', async () => {
    const { tokens, recovery_codes, user } = await enrolled();
    expect((await disable(tokens, recovery_codes[3] ?? '')).status).toBe(204);
    expect((await trail(user.id)).slice(2)).toEqual(['totp_disable 1', 'recovery_code 1']);
  });

  it('answers 400 where none is active, or the deployment demands one', async () => {
    const { tokens, code } = await enrolled();
    const refused = await disable(tokens, code(), { env: { REQUIRE_TOTP: 'all' } });
    expect([refused.status, refused.body]).toEqual([
      400,
      refusal('totp_mandatory', 'This account must have a second factor'),
    ]);
    expect(await status(tokens)).toMatchObject({ enabled: true });
    expect((await disable((await loggedIn()).tokens, '123456')).body.detail).toBe('No second factor is active');
  });
});

describe('The second factor of one’s own account', () => {
  it('is out of reach once the login has ended, or for a token that does not say of which it is', async () => {
    const { tokens, code, user } = await enrolled();
    await rows('UPDATE login_session SET revoked_at = 1 WHERE id = ?', tokens.session);
    const answers = await Promise.all([
      begin(tokens, code()),
      confirm(tokens, code()),
      disable(tokens, code()),
      call('POST', '/auth/totp/confirm', { as: user, json: { totp: code() } }),
    ]);
    for (const { status, headers } of answers)
      expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('invalid_token')]);
  });

  it('is guessed in ten tries, then with waits, also by whoever knows the password', async () => {
    const { tokens, secret, code, user } = await enrolled();
    const wrong = () => disable(tokens, wrongCodeOf(secret));
    const setPassword = (new_password: string) =>
      call('PUT', '/auth/users/me/password', {
        headers: bearer(tokens),
        json: { old_password: PASSWORD, new_password },
      });
    for (let i = 0; i < 9; i++) expect((await wrong()).status).toBe(400);
    expect((await begin(tokens)).body.code, 'no code').toBe('totp_required');
    expect((await setPassword(user.email)).status, 'no password that is allowed').toBe(422);
    expect((await wrong()).status, 'the tenth').toBe(400);
    expect((await disable(tokens, code())).status).toBe(429);
    await rows('UPDATE login_failure SET wait_until = 0');
    expect((await setPassword('battery staple 4')).status).toBe(204);
    expect((await disable(tokens, 'x', { password: 'battery staple 4' })).status, 'after the wait').toBe(400);
    expect((await disable(tokens, code(), { password: 'battery staple 4' })).status, 'the count went on').toBe(429);
  });

  it('is no longer told to an account that is disabled', async () => {
    const { tokens, user } = await enrolled();
    await rows('UPDATE user SET disabled_at = 1 WHERE id = ?', user.id);
    expect((await call('GET', '/auth/totp', { headers: bearer(tokens) })).status).toBe(401);
  });

  it('is in no answer once it is set up', async () => {
    const { tokens, secret, user } = await enrolled('admin');
    const seen = await Promise.all([
      call('GET', '/auth/totp', { headers: bearer(tokens) }),
      call('GET', '/auth/users/me', { headers: bearer(tokens) }),
      call('GET', '/auth/users?limit=10', { as: 'admin' }),
      call('PATCH', `/auth/users/${user.id}`, { as: 'admin', json: { disabled: false } }),
      call('GET', `/audit/?entity_id=${user.id}`, { as: 'admin' }),
    ]);
    const hash = JSON.parse((await stored(user.id))?.recovery_codes ?? '')[0];
    for (const { body } of seen) {
      expect(JSON.stringify(body)).not.toContain(secret);
      expect(JSON.stringify(body)).not.toContain(hash);
    }
  });
});
