import { beforeEach, describe, expect, it } from 'vitest';
import { accessSent, call, ok, type Result, refusal } from '../support/client';
import { deviceOf } from '../support/cookies';
import { make } from '../support/factories';
import { databaseWith } from '../support/fakes';
import { unique } from '../support/input';
import { logIn, PASSWORD } from '../support/logins';
import { withoutPauses } from '../support/pauses';
import { count, rows, trail } from '../support/rows';
import { bearer, enrolled, FACTOR_SECRET, freezeTime, loggedIn, status } from '../support/totp';
import { codeOf, wrongCodeOf } from '../support/totp-codes';

withoutPauses();

beforeEach(freezeTime);

const form = (fields: Record<string, string>) =>
  call('POST', '/auth/login', { as: null, body: new URLSearchParams(fields) });
const seen = ({ status, body }: Result) => [status, body.code];
const atOnce = (n: number, send: () => Promise<Result>) => Promise.all(Array.from({ length: n }, send));
const won = (answers: Result[]) => answers.filter((answer) => answer.status === 200).length;

describe('The login of an account with a second factor', () => {
  it('is refused with a reason for programs until a code comes along, which begins no session', async () => {
    const { logInWith, user } = await enrolled();
    const before = await count('login_session WHERE user_id = ?', user.id);
    for (const totp of [null, '', undefined as unknown as null]) {
      const answer = await logInWith(totp);
      expect(seen(answer)).toEqual([401, 'totp_required']);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    expect(await count('login_session WHERE user_id = ?', user.id)).toBe(before);
  });

  it('takes a code of the app, in JSON and in the OAuth 2.0 form', async () => {
    const { logInWith, secret, user } = await enrolled();
    expect((await logInWith(codeOf(secret, -1))).status).toBe(200);
    const fields = { username: user.email, password: PASSWORD };
    expect(seen(await form(fields))).toEqual([401, 'totp_required']);
    expect(seen(await form({ ...fields, totp: '' }))).toEqual([401, 'totp_required']);
    const spaced = codeOf(secret).replace(/(...)/, '$1 ');
    expect((await form({ ...fields, totp: spaced })).status).toBe(200);
    expect((await logInWith(codeOf(secret, 1))).status).toBe(200);
  });

  it('says nothing of the second factor to a wrong password, whatever the code', async () => {
    const [{ user, code }, other] = [await enrolled(), await loggedIn()];
    const wrong = { password: 'wrong', totp: code() };
    const answers = await Promise.all([
      logIn({ email: user.email, password: 'wrong' }),
      logIn({ email: user.email, ...wrong }),
      logIn({ email: other.user.email, ...wrong }),
      logIn({ email: `${crypto.randomUUID()}@test.example`, ...wrong }),
    ]);
    for (const { status, body, cost } of answers)
      expect([status, body, cost.statements]).toEqual([401, refusal('login_failed', 'Incorrect email or password'), 3]);
  });

  it('ignores a code that an account without a second factor sends', async () => {
    expect((await (await loggedIn()).logInWith('123456')).status).toBe(200);
  });

  it('takes two round trips, with a right code and without one', async () => {
    const { logInWith, code } = await enrolled();
    expect((await logInWith(null)).cost.trips).toBe(2);
    expect((await logInWith(code())).cost.trips).toBe(2);
  });

  it('asks known devices, too, and after a new password', async () => {
    const { logInWith, code, tokens } = await enrolled();
    const headers = { cookie: deviceOf(await logInWith(code())) };
    expect(seen(await logInWith(null, { headers }))).toEqual([401, 'totp_required']);
    const json = { old_password: PASSWORD, new_password: 'battery staple 4' };
    expect((await call('PUT', '/auth/users/me/password', { headers: bearer(tokens), json })).status).toBe(204);
    expect(await status(tokens)).toMatchObject({ enabled: true });
  });
});

describe('A code of the app', () => {
  it('is taken once, and none of an earlier step after it', async () => {
    const { logInWith, secret } = await enrolled();
    expect((await logInWith(codeOf(secret))).status).toBe(200);
    expect(seen(await logInWith(codeOf(secret)))).toEqual([401, 'totp_invalid']);
    expect(seen(await logInWith(codeOf(secret, -1)))).toEqual([401, 'totp_invalid']);
    expect((await logInWith(codeOf(secret, 1))).status).toBe(200);
  });

  it('is refused from two steps away', async () => {
    const { logInWith, secret } = await enrolled();
    for (const steps of [-2, 2]) expect(seen(await logInWith(codeOf(secret, steps)))).toEqual([401, 'totp_invalid']);
  });

  it('lets in one of twenty who send it at the same time', async () => {
    const { logInWith, code } = await enrolled();
    const answers = await atOnce(20, () => logInWith(code()));
    expect(won(answers)).toBe(1);
    // Those who had to pause may be told to wait instead.
    for (const answer of answers) expect(answer.status).toBeOneOf([200, 401, 429]);
    expect(answers.some((answer) => answer.body.code === 'totp_invalid')).toBe(true);
  });
});

describe('A recovery code', () => {
  it('logs in once, is counted, and leaves an audit row of its own', async () => {
    const { logInWith, recovery_codes, user, tokens } = await enrolled();
    const [one = '', other = ''] = recovery_codes;
    expect((await logInWith(one)).status).toBe(200);
    expect(seen(await logInWith(one))).toEqual([401, 'totp_invalid']);
    expect((await logInWith(other.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await status(tokens)).recovery_codes_left).toBe(8);
    const rows = (await trail(user.id)).slice(2);
    expect(rows).toEqual(['login 1', 'recovery_code 1', 'login 1', 'recovery_code 1']);
  });

  it('lets in one of twenty who send it at the same time', async () => {
    const { logInWith, recovery_codes, tokens } = await enrolled();
    expect(won(await atOnce(20, () => logInWith(recovery_codes[7] ?? '')))).toBe(1);
    expect((await status(tokens)).recovery_codes_left).toBe(9);
  });

  it('of one account is none of another', async () => {
    const [one, other] = [await enrolled(), await enrolled()];
    expect(seen(await one.logInWith(other.recovery_codes[0] ?? ''))).toEqual([401, 'totp_invalid']);
  });
});

describe('Wrong codes', () => {
  it('wait as wrong passwords do, and logins without a code between them neither end that nor hasten it', async () => {
    const { logInWith, secret } = await enrolled();
    const wrong = () => logInWith(wrongCodeOf(secret));
    for (let i = 0; i < 5; i++) expect(seen(await wrong())).toEqual([401, 'totp_invalid']);
    for (let i = 0; i < 6; i++) expect(seen(await logInWith(null))).toEqual([401, 'totp_required']);
    for (let i = 0; i < 5; i++) expect(seen(await wrong())).toEqual([401, 'totp_invalid']);
    for (const totp of [codeOf(secret), wrongCodeOf(secret)]) expect((await logInWith(totp)).status).toBe(429);
    expect(seen(await logInWith(null)), 'no code is guessed').toEqual([401, 'totp_required']);
    await rows('UPDATE login_failure SET wait_until = 0');
    expect(seen(await logInWith(null)), 'after the wait').toEqual([401, 'totp_required']);
    expect(seen(await wrong())).toEqual([401, 'totp_invalid']);
    const { headers, status: refused } = await logInWith(codeOf(secret));
    expect([refused, headers.get('retry-after')], 'twice as long').toEqual([429, '2']);
  });

  it('are checked ten times at most, of any number at the same time', async () => {
    const { logInWith, secret } = await enrolled();
    const answers = await atOnce(25, () => logInWith(wrongCodeOf(secret)));
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(15);
  });

  it('are forgotten with the right one', async () => {
    const { logInWith, secret, code, user } = await enrolled();
    const counted = () => count('login_failure WHERE email_hash = ?', `account:${user.id}`);
    for (let i = 0; i < 3; i++) await logInWith(wrongCodeOf(secret));
    expect(await counted()).toBe(1);
    expect((await logInWith(code())).status).toBe(200);
    expect(await counted()).toBe(0);
  });

  it('are still counted when staff give a doctor’s account another e-mail, or a password', async () => {
    const doctor = await make.doctor();
    await rows('UPDATE user SET totp_secret = ? WHERE id = ?', FACTOR_SECRET, doctor.user.id);
    const guess = async (email: string) =>
      (await logIn({ email, password: 'stethoscope!', totp: wrongCodeOf(FACTOR_SECRET) })).status;
    for (let i = 0; i < 10; i++) expect(await guess(doctor.user.email)).toBe(401);
    const email = `${unique('mail')}@test.example`;
    const json = { user: { email, password: 'stethoscope!' } };
    await ok('PATCH', `/doctor/${doctor.id}`, { as: 'staff', json });
    expect(await guess(email)).toBe(429);
  });

  it('are forgotten with a password that is set by a one-time token, as wrong passwords are', async () => {
    const { user, logInWith, code, secret } = await enrolled();
    const wrong = wrongCodeOf(secret);
    await atOnce(10, () => logInWith(wrong));
    expect((await logInWith(code())).status).toBe(429);
    const { token } = await ok('POST', `/auth/users/${user.id}/reset`, { as: 'admin' });
    const password = 'battery staple 4';
    expect((await call('POST', '/auth/password-token', { as: null, json: { token, password } })).status).toBe(204);
    expect((await logIn({ email: user.email, password, totp: code() })).status).toBe(200);
  });

  it('are in the access log as of somebody who knew the password; a missing one is not', async () => {
    const { logInWith, secret, user } = await enrolled();
    await logInWith(null);
    await logInWith(wrongCodeOf(secret));
    const detail = JSON.stringify({ code: 'totp_invalid' });
    const records = accessSent.filter(({ entity_id }) => entity_id === user.id);
    expect(records).toMatchObject([{ action: 'login_failed', entity: 'user', actor: null, detail }]);
  });
});

describe('A login without a code', () => {
  it('does not slip through while its account gets a second factor', async () => {
    const { logInWith, user } = await loggedIn();
    const before = await count('login_session WHERE user_id = ?', user.id);
    let batches = 0;
    const DB = databaseWith((session) => ({
      batch: async (statements: D1PreparedStatement[]) => {
        if (++batches === 2) await rows("UPDATE user SET totp_secret = 'A' WHERE id = ?", user.id);
        return session.batch(statements);
      },
    }));
    expect((await logInWith(null, { env: { DB } })).status).toBe(401);
    expect(batches).toBe(2);
    expect(await count('login_session WHERE user_id = ?', user.id)).toBe(before);
  });
});
