import { hashPassword } from '../../src/auth/passwords';
import type { Role } from '../../src/auth/permissions';
import { type Body, type CallOptions, call } from './client';
import { insertUser } from './users';

export const PASSWORD = 'correct horse';
// Computed once, as it takes 150 ms.
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
