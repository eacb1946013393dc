import { env } from 'cloudflare:workers';
import { hashPassword } from '../../src/auth/passwords';
import { ROLES, type Role } from '../../src/auth/permissions';
import type { Actor } from '../../src/context';

/** No password fits it: scrypt's 150 ms are spent only where a test logs in. */
const NO_PASSWORD = `$scrypt$ln=14,r=8,p=5$${'A'.repeat(22)}$${'A'.repeat(43)}`;

export interface TestUser extends Actor {
  email: string;
}

/** Straight into D1, as no route makes an account of any role. */
export async function insertUser(
  role: Role,
  given: { id?: string; email?: string; password?: string; password_hash?: string } = {},
): Promise<TestUser> {
  const { id = crypto.randomUUID(), email = `${id}@test.example` } = given;
  const hash = given.password_hash ?? (given.password === undefined ? NO_PASSWORD : await hashPassword(given.password));
  await env.DB.prepare(
    `INSERT INTO user (id, version, created_at, updated_at, email, email_key, username, username_key, full_name, type, password_hash)
     VALUES (?1, 1, 0, 0, ?2, lower(?2), ?2, lower(?2), 'Test User', ?3, ?4)`,
  )
    .bind(id, email, role, hash)
    .run();
  return { id, role, email };
}

/** The account that `call(…, { as: role })` speaks for. */
export const actorOf = (role: Role): Actor => ({
  id: `00000000-0000-4000-8000-00000000000${ROLES.indexOf(role)}`,
  role,
});

/** Called by test/setup.ts for every file, as it empties the storage. */
export const insertRoleUsers = () =>
  Promise.all(ROLES.map((role) => insertUser(role, { ...actorOf(role), email: `${role}@test.example` })));
