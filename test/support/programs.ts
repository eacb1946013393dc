import { CLIENT_ROLE } from '../../src/auth/permissions';
import type { Actor } from '../../src/context';
import { type Body, ok } from './client';
import { row, rows } from './rows';

/** Registers a program, with a secret unless keys are given, and returns the answer. */
export const newClient = (given: object = {}): Promise<Body> => {
  const json = { name: 'Website', scope: 'system/Appointment.rs', ...given };
  return ok('POST', '/auth/clients', { as: 'admin', json: 'jwks' in json ? json : { secret: true, ...json } });
};

/** All that the database has of a program. */
export const stored = async (id: string) => [
  await row('SELECT * FROM client WHERE id = ?', id),
  await row('SELECT * FROM user WHERE id = ?', id),
  await rows('SELECT * FROM login_session WHERE user_id = ?', id),
  await rows('SELECT * FROM password_token WHERE user_id = ?', id),
  await rows('SELECT * FROM audit WHERE entity_id = ?', id),
];

/** An open session of an account, written directly as the first token of a program begins one. @returns its id */
export async function openSession(user_id: string): Promise<string> {
  const id = crypto.randomUUID();
  const insert = 'INSERT INTO login_session (id, user_id, created_at, expires_at) VALUES (?, ?, ?, 8640000000000000)';
  await rows(insert, id, user_id, Date.now());
  return id;
}

/** A program with a session of its own, as it acts by a token of this scope. */
export async function newProgram(scope: string): Promise<Actor> {
  const { client_id: id } = await newClient({ scope });
  return { id, role: CLIENT_ROLE, session: await openSession(id), scope };
}
