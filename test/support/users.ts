import { env } from 'cloudflare:workers';
import { hashPassword } from '../../src/auth/passwords';
import { CLIENT_ROLE, ROLES, type Role } from '../../src/auth/permissions';
import type { Actor } from '../../src/context';
import { keepOutOfLogs } from './log-watch';

/** A hash that no password has. */
const NO_PASSWORD = `$scrypt$ln=14,r=8,p=5$${'A'.repeat(22)}$${'A'.repeat(43)}`;

export interface TestUser extends Actor {
  email: string;
}

/** Inserts an account directly into D1, as no route creates accounts of every role. */
export async function insertUser(
  role: Role,
  given: { id?: string; email?: string; password?: string; password_hash?: string } = {},
): Promise<TestUser> {
  const { id = crypto.randomUUID(), email = `${id}@test.example` } = given;
  const hash = given.password_hash ?? (given.password === undefined ? NO_PASSWORD : await hashPassword(given.password));
  keepOutOfLogs({ id, email, password: given.password });
  await env.DB.prepare(
    `INSERT INTO user (id, version, created_at, updated_at, email, email_key, username, username_key, full_name, type, password_hash)
     VALUES (?1, 1, 0, 0, ?2, lower(?2), ?2, lower(?2), 'Test User', ?3, ?4)`,
  )
    .bind(id, email, role, hash)
    .run();
  return { id, role, email };
}

const ALL_ROLES = [...ROLES, CLIENT_ROLE] as const;

/** The account that `call(…, { as: role })` acts for. A program without a scope may do nothing. */
export const actorOf = (role: Role): Actor => ({
  id: `00000000-0000-4000-8000-00000000000${ALL_ROLES.indexOf(role)}`,
  role,
});

/** A program with this scope, as its token says. */
export const programOf = (scope: string): Actor => ({ ...actorOf(CLIENT_ROLE), scope });

/** Inserts an account for each role. test/setup.ts does it for every file. */
export const insertRoleUsers = () =>
  Promise.all(ALL_ROLES.map((role) => insertUser(role, { ...actorOf(role), email: `${role}@test.example` })));
