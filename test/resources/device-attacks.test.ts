import { beforeEach, describe, expect, it } from 'vitest';
import { call, ok } from '../support/client';
import { deviceOf } from '../support/cookies';
import { make } from '../support/factories';
import { unique } from '../support/input';
import { invite, logIn, newSession } from '../support/logins';
import { withoutPauses } from '../support/pauses';
import { rows } from '../support/rows';
import { enrolled, FACTOR_SECRET, freezeTime } from '../support/totp';
import { wrongCodeOf } from '../support/totp-codes';

withoutPauses();

beforeEach(freezeTime);

const newEmail = () => `${unique('mail')}@test.example`;
const setEmail = (doctor: string, email: string) =>
  ok('PATCH', `/doctor/${doctor}`, { as: 'staff', json: { user: { email } } });
const timesOf = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

/** Staff create a doctor under an e-mail, log in as that doctor again and again, and give the e-mail up. */
async function collectCookies(email: string, n: number): Promise<string[]> {
  const doctor = await make.doctor({ user: { email } });
  const cookies: string[] = [];
  for (let i = 0; i < n; i++) cookies.push(deviceOf(await logIn({ email, password: 'stethoscope!' })));
  await setEmail(doctor.id, newEmail());
  return cookies;
}

describe('Device cookies that were collected under an e-mail', () => {
  it('give no more tries at codes once the e-mail is another account’s', async () => {
    const email = newEmail();
    const cookies = await collectCookies(email, 2);
    const victim = await make.doctor();
    await rows('UPDATE user SET totp_secret = ? WHERE id = ?', FACTOR_SECRET, victim.user.id);
    await setEmail(victim.id, email);
    const statuses: number[] = [];
    for (const cookie of cookies) {
      const json = { email, password: 'stethoscope!', totp: wrongCodeOf(FACTOR_SECRET) };
      for (let i = 0; i < 6; i++) statuses.push((await logIn(json, { headers: { cookie } })).status);
    }
    expect([timesOf(statuses, 401), timesOf(statuses, 429)]).toEqual([10, 2]);
  });

  it('give no more tries at the password of an admin who is invited under it', async () => {
    const email = newEmail();
    const cookies = await collectCookies(email, 2);
    const { token } = await invite({ email, type: 'admin' });
    await call('POST', '/auth/password-token', { as: null, json: { token, password: 'battery staple 4' } });
    const statuses: number[] = [];
    for (const cookie of cookies)
      for (let i = 0; i < 6; i++)
        statuses.push((await logIn({ email, password: 'wrong' }, { headers: { cookie } })).status);
    expect([timesOf(statuses, 401), timesOf(statuses, 429)]).toEqual([10, 2]);
  });

  it('give no more tries at the password that their owner sets, of the same account', async () => {
    const doctor = await make.doctor();
    const { email } = doctor.user;
    const cookies: string[] = [];
    for (let i = 0; i < 2; i++) cookies.push(deviceOf(await logIn({ email, password: 'stethoscope!' })));
    const { access_token } = (await logIn({ email, password: 'stethoscope!' })).body;
    const json = { old_password: 'stethoscope!', new_password: 'battery staple 4!' };
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await call('PUT', '/auth/users/me/password', { as: null, headers, json })).status).toBe(204);
    const statuses: number[] = [];
    for (const cookie of cookies)
      for (let i = 0; i < 6; i++)
        statuses.push((await logIn({ email, password: 'wrong' }, { headers: { cookie } })).status);
    expect([timesOf(statuses, 401), timesOf(statuses, 429)]).toEqual([10, 2]);
  });
});

describe('Codes of a second factor', () => {
  it('are counted by the account, whatever device or refresh token comes along', async () => {
    const { user, logInWith, secret, code } = await enrolled();
    const cookie = deviceOf(await logInWith(code()));
    await rows('UPDATE user SET totp_last_step = 1 WHERE id = ?', user.id);
    const wrong = wrongCodeOf(secret);
    const clients: Record<string, string>[] = [
      {},
      { cookie },
      { cookie: `refresh_token=${await newSession(user.id)}` },
    ];
    const statuses: number[] = [];
    for (const headers of clients)
      for (let i = 0; i < 4; i++) statuses.push((await logInWith(wrong, { headers })).status);
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(2).fill(429)]);
    for (const headers of clients)
      expect((await logInWith(code(), { headers })).status, 'the right code waits, too').toBe(429);
  });

  it('do not wait because somebody else guesses the password', async () => {
    const { user, logInWith, code } = await enrolled();
    const cookie = deviceOf(await logInWith(code()));
    await rows('UPDATE user SET totp_last_step = 1 WHERE id = ?', user.id);
    for (let i = 0; i < 12; i++) await logIn({ email: user.email, password: 'wrong', totp: '123456' });
    expect((await logInWith(code())).status, 'on a new device').toBe(429);
    expect((await logInWith(code(), { headers: { cookie } })).status, 'on a known one').toBe(200);
  });
});
