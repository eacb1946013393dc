import { hashPassword } from '../../src/auth/passwords';
import type { Role } from '../../src/auth/permissions';
import { newOpaqueToken } from '../../src/auth/tokens';
import { sha256 } from '../../src/rules/sha256';
import { type Body, type CallOptions, call, ok, testEnv } from './client';
import { Meter } from './meter';
import { rows } from './rows';
import { insertUser } from './users';

export const PASSWORD = 'correct horse';
const PASSWORD_HASH = hashPassword(PASSWORD);

export const signUp = (json: object, options: CallOptions = {}) =>
  call('POST', '/auth/signup', { ...options, as: null, json });

export const logIn = (json: object, options: CallOptions = {}) =>
  call('POST', '/auth/login', { ...options, as: null, json });

export const refresh = (refresh_token: string, options: CallOptions = {}) =>
  call('POST', '/auth/refresh', { ...options, as: null, json: { refresh_token } });

/** Creates an account with PASSWORD and returns it with a function that logs it in. */
export async function account(role: Role = 'staff') {
  const user = await insertUser(role, { password_hash: await PASSWORD_HASH });
  const login = (options: CallOptions = {}, password = PASSWORD) => logIn({ email: user.email, password }, options);
  return { ...user, logIn: login };
}

export const newLogin = async (): Promise<Body> => (await (await account()).logIn()).body;

export const invitation = (given: object = {}) => ({
  email: `${crypto.randomUUID()}@test.example`,
  type: 'staff',
  full_name: 'Nina Nurse',
  ...given,
});
/** Invites somebody, and returns the account and its token. */
export const invite = (given: object = {}): Promise<Body> =>
  ok('POST', '/auth/users', { as: 'admin', json: invitation(given) });

/** A session of an account and its refresh token, written directly. */
export async function newSession(user_id: string): Promise<string> {
  const token = newOpaqueToken();
  const [id, now] = [crypto.randomUUID(), Date.now()];
  const later = now + 86_400_000;
  const session = 'INSERT INTO login_session (id, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)';
  await rows(session, id, user_id, now, later);
  const insert = 'INSERT INTO refresh_token (token_hash, session_id, expires_at) VALUES (?, ?, ?)';
  await rows(insert, await sha256(token), id, later);
  return token;
}

/** How many passwords one request hashes: what it costs, and what its time tells. */
export async function passwordsHashed(send: (options: CallOptions) => Promise<unknown>): Promise<number> {
  const meter = new Meter(testEnv);
  await send({ meter });
  return meter.counts.passwords;
}
