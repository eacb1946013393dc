import { CLIENT_ROLE } from '../../src/auth/permissions';
import type { Actor } from '../../src/context';
import { rows } from './rows';
import { insertUser } from './users';

/** A program with a session of its own, as it acts by a token of this scope. It is inserted directly into D1. */
export async function newProgram(scope: string): Promise<Actor> {
  const { id } = await insertUser(CLIENT_ROLE);
  const session = crypto.randomUUID();
  await rows(
    'INSERT INTO client (id, version, created_at, updated_at, name, scope) VALUES (?, 1, 0, 0, ?, ?)',
    ...[id, 'Warehouse', scope],
  );
  await rows(
    'INSERT INTO login_session (id, user_id, created_at, expires_at) VALUES (?, ?, 0, ?)',
    ...[session, id, Number.MAX_SAFE_INTEGER],
  );
  return { id, role: CLIENT_ROLE, session, scope };
}
