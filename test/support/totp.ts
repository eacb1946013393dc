import { onTestFinished, vi } from 'vitest';
import type { Role } from '../../src/auth/permissions';
import { signAccessToken } from '../../src/auth/tokens';
import { settingsOf } from '../../src/env';
import { type Body, type CallOptions, call, testEnv } from './client';
import { keepOutOfLogs } from './log-watch';
import { account, logIn, newSession, PASSWORD } from './logins';
import { row, rows } from './rows';
import { codeOf } from './totp-codes';
import { insertUser } from './users';

/** A login that is written directly, with its access token. */
async function session(user: { id: string; role: Role }, env: CallOptions['env']) {
  const refresh_token = await newSession(user.id);
  const one = await row<{ id: string }>(
    'SELECT id FROM login_session WHERE user_id = ? ORDER BY rowid DESC LIMIT 1',
    user.id,
  );
  const settings = settingsOf({ ...testEnv, ...env });
  return {
    refresh_token,
    access_token: await signAccessToken(settings, { ...user, session: one?.id }, Date.now()),
    session: one?.id,
  };
}

export const bearer = ({ access_token }: Body) => ({ authorization: `Bearer ${access_token}` });

export const begin = (tokens: Body, totp: string | null = null, password = PASSWORD) =>
  call('POST', '/auth/totp', { headers: bearer(tokens), json: { password, totp } });
export const confirm = (tokens: Body, totp: string, options: CallOptions = {}) =>
  call('POST', '/auth/totp/confirm', { ...options, headers: bearer(tokens), json: { totp } });
export const disable = (tokens: Body, totp: string, options: CallOptions & { password?: string } = {}) => {
  const { password = PASSWORD, ...rest } = options;
  return call('POST', '/auth/totp/disable', { ...rest, headers: bearer(tokens), json: { password, totp } });
};
export const status = async (tokens: Body): Promise<Body> =>
  (await call('GET', '/auth/totp', { headers: bearer(tokens) })).body;

/** An account with a login. */
export async function loggedIn(role: Role = 'staff', env: CallOptions['env'] = {}) {
  const user = await account(role);
  const logInWith = (totp: string | null, options: CallOptions = {}) =>
    logIn({ email: user.email, password: PASSWORD, totp }, options);
  return { user, logInWith, tokens: await session(user, env), another: () => session(user, env) };
}

export const FACTOR_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** An account with a second factor, or with one that waits for its first code; a code of it, and a login. */
export async function newFactor(state: 'active' | 'pending', password: string) {
  const user = await insertUser('staff', { password });
  const active = 'totp_secret = ?1, totp_enabled_at = 1, totp_last_step = 1';
  await rows(
    `UPDATE user SET ${state === 'active' ? active : `totp_pending = ?1, totp_pending_at = ${Date.now()}`} WHERE id = ?2`,
    FACTOR_SECRET,
    user.id,
  );
  const { access_token } = await session(user, {});
  return { id: user.id, email: user.email, access_token, password, totp: codeOf(FACTOR_SECRET) };
}

/**
 * An account with a second factor, set up through HTTP, and the login that did it. No code of the app has been used since:
 * the one that confirmed it was of a step long gone.
 */
export async function enrolled(role: Role = 'staff') {
  const one = await loggedIn(role);
  const { secret } = (await begin(one.tokens)).body;
  keepOutOfLogs(secret);
  const { recovery_codes } = (await confirm(one.tokens, codeOf(secret))).body;
  keepOutOfLogs(...recovery_codes);
  await rows('UPDATE user SET totp_last_step = 1 WHERE id = ?', one.user.id);
  return { ...one, secret: String(secret), recovery_codes: recovery_codes as string[], code: () => codeOf(secret) };
}

/** Stops the clock in the middle of a time step, until the test has ended: codes stay what they are. */
export function freezeTime(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 });
  onTestFinished(() => void vi.useRealTimers());
}
