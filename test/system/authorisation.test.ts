import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationsOf } from '../../openapi/operations';
import { app } from '../../src/app';
import { CLIENT_ROLE, ROLE_PERMISSIONS, ROLES, type Role } from '../../src/auth/permissions';
import type { Actor } from '../../src/context';
import { type CallOptions, call, ok, refusal } from '../support/client';
import { make } from '../support/factories';
import { makeFixtures } from '../support/fixtures';
import { OPERATIONS } from '../support/operations';
import type { Fixtures } from '../support/operations/record';
import { newProgram } from '../support/programs';
import { rows } from '../support/rows';
import { actorOf, insertUser } from '../support/users';

// Every operation, with a request that succeeds, for every role and for every state that an account can be in while its
// access token still lasts.

/** What can become of an account after its token was issued. */
const STATES: Record<string, string> = {
  disabled: 'UPDATE user SET disabled_at = 1 WHERE id = ?',
  deleted: 'UPDATE user SET deleted_at = 1 WHERE id = ?',
  'without rights': "UPDATE user SET type = 'none' WHERE id = ?",
  'of another role': "UPDATE user SET type = 'billing' WHERE id = ?",
};

/**
 * Operations on accounts and logins, feeds, webhooks, rules of messages, the audit trail and events, deletes of records, merges and writes of notes: they ask the database what the account is now.
 * The others believe the token; the record of the end of a login sends one of its own (test/resources/own-sessions.test.ts).
 */
const ASKS_NOW =
  /^(DELETE (?!\/auth\/sessions|\/calendar\/holds)|GET \/auth\/sessions|GET \/audit\/|(GET|POST|PATCH) \/auth\/users|(GET|POST) \/auth\/clients$|(POST|PATCH) \/auth\/clients\/|(GET|POST) \/auth\/feeds|GET \/events\/|(GET|POST|PATCH) \/webhooks\/|(GET|POST|PUT|PATCH) \/imports\/|PUT \/messages\/rules|GET \/auth\/totp|(POST|PUT|PATCH) \/doctor\/|POST \/patient\/\{id\}\/(un)?merge|(PUT|POST) \/calendar\/appointments\/\{id\}\/note)/;
/** What no program may, whatever its scope: accounts, programs, webhooks, rules of messages, the trail, doctors, who have accounts, and notes, which they sign. */
const NO_PROGRAMS =
  /^\w+ \/(auth|audit|settings|webhooks)\/|^\w+ \/messages\/rules|^(POST|PUT|PATCH|DELETE) \/doctor\/|^(PUT|POST) \/calendar\/appointments\/\{id\}\/note|hand-over/;
/** The own account can be read in every role. */
const OF_ANY_ROLE = ['GET /auth/users/me', 'GET /auth/totp'];

const protectedOperations = operationsOf(app.routes).flatMap(({ method, path, spec: { permission } }) => {
  const name = `${method.toUpperCase()} ${path}`;
  return permission ? [[name, permission] as const] : [];
});
const usualRole = (name: string): Role => OPERATIONS[name]?.as ?? 'staff';

let shared: Pick<Fixtures, 'department' | 'doctor'>;
let checked = 0;
beforeAll(async () => {
  shared = { department: await make.department(), doctor: await make.doctor() };
  // Programs are bound by what is offered.
  const hours = { from: '00:00', to: '00:00', department_id: shared.department.id, slot_minutes: 60 };
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ ...hours, weekday }));
  await ok('PUT', `/calendar/doctors/${shared.doctor.id}/hours`, { json: { weekly } });
});
afterAll(() => console.log(`authorisation: ${checked} requests of ${protectedOperations.length} operations`));

/** A request of the operation that succeeds for whoever may send it; of a note that is written, for its doctor. */
async function send(name: string, as: Actor) {
  const record = OPERATIONS[name];
  const [one] = Object.values(record?.cases ?? {});
  // No operation here logs in.
  const fixtures = await makeFixtures({ ...shared, account: { email: '', password: '' } });
  const { path, ...given }: CallOptions & { path?: string } = (await one?.request?.(fixtures)) ?? {};
  const json = record?.body ? { json: record.body() } : {};
  const [method = '', template = ''] = name.split(' ');
  checked++;
  // Some operations are for a login of their own: a program has none.
  if (as.role === CLIENT_ROLE) delete given.headers?.authorization;
  const isTheirs = typeof given.as === 'object' && given.as?.role === as.role && as.id === actorOf(as.role).id;
  // A hold is its account's, and so is a feed.
  if (!isTheirs && path?.startsWith('/calendar/holds/'))
    await rows('UPDATE calendar_hold SET account_id = ? WHERE id = ?', as.id, path.split('/').at(-1));
  if (!isTheirs && path?.startsWith('/auth/feeds/'))
    await rows('UPDATE calendar_feed SET user_id = ? WHERE id = ?', as.id, path.split('/').at(-1));
  return call(method, path ?? template, { ...json, ...given, as: isTheirs ? given.as : as });
}

describe.each(protectedOperations)('%s', (name, permission) => {
  it.each(ROLES)('does for %s what the role table says', async (role) => {
    const allowed = permission === 'account' || ROLE_PERMISSIONS[role].has(permission);
    const { status, body } = await send(name, actorOf(role));
    if (allowed) expect(status, JSON.stringify(body)).toBeLessThan(300);
    else expect([status, body]).toEqual([403, refusal('forbidden', 'Permission denied')]);
  });

  it('is a program’s whose scope is everything, unless it is no program’s', async () => {
    const as = await newProgram('system/*.cruds');
    const { status, body } = await send(name, as);
    if (NO_PROGRAMS.test(name)) return expect([status, body]).toEqual([403, refusal('forbidden', 'Permission denied')]);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    await rows("UPDATE client SET scope = 'system/Slot.rs' WHERE id = ?", as.id);
    const later = await send(name, as);
    expect(later.status, JSON.stringify(later.body)).toSatisfy((now: number) =>
      ASKS_NOW.test(name) ? now === 401 : now < 300,
    );
  });

  it.each(Object.entries(STATES))('for an account that is %s by now', async (state, sql) => {
    const former = await insertUser(usualRole(name));
    await rows(sql, former.id);
    const { status, body } = await send(name, former);
    const refused = ASKS_NOW.test(name) && !(OF_ANY_ROLE.includes(name) && /role|rights/.test(state));
    if (refused) expect(status, JSON.stringify(body)).toBe(401);
    else expect(status, JSON.stringify(body)).toBeLessThan(300);
  });
});
