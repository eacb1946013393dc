import { describe, expect, it } from 'vitest';
import type { Actor } from '../../src/context';
import { type CallOptions, call, ok, type Result, refusal } from '../support/client';
import { make } from '../support/factories';
import { databaseWith } from '../support/fakes';
import { makePng } from '../support/files';
import { input } from '../support/input';
import { invitation, newSession } from '../support/logins';
import { newClient, stored } from '../support/programs';
import { count, row, rows } from '../support/rows';
import { insertUser } from '../support/users';

/** What an account must not do with a token that says more than is true: each way to do it, on a record of its own. */
const guarded: Record<string, () => Promise<{ send: (options: CallOptions) => Promise<Result>; left: () => unknown }>> =
  {
    'create a doctor with an account': async () => {
      const json = input.doctor();
      const left = () => row('SELECT id FROM user WHERE email = ?', json.user.email);
      return { send: (options) => call('POST', '/doctor/', { json, ...options }), left };
    },
    'change the account of a doctor': async () => {
      const json = input.doctor();
      const { id, user } = await ok('POST', '/doctor/', { json });
      const left = () => row('SELECT * FROM user WHERE id = ?', user.id);
      return { send: (options) => call('PUT', `/doctor/${id}`, { json, ...options }), left };
    },
    'change a part of a doctor': async () => {
      const { id, first_name, last_name, license_number, user } = await make.doctor();
      const json = { first_name, last_name, license_number, bio: 'new', user: { email: user.email } };
      const left = () => row('SELECT * FROM doctor WHERE id = ?', id);
      return { send: (options) => call('PUT', `/doctor/${id}`, { json, ...options }), left };
    },
    'change one field of a doctor’s account': async () => {
      const { id, user } = await make.doctor();
      const json = { user: { phone_number: 'new' } };
      const left = () => row('SELECT * FROM user WHERE id = ?', user.id);
      return { send: (options) => call('PATCH', `/doctor/${id}`, { json, ...options }), left };
    },
    'delete a doctor': async () => {
      const { id } = await make.doctor();
      const left = () => ok('GET', `/doctor/${id}?view=full`);
      return { send: (options) => call('DELETE', `/doctor/${id}`, options), left };
    },
    'delete a patient': async () => {
      const { id } = await make.patient();
      const left = () => ok('GET', `/patient/${id}?view=full`);
      return { send: (options) => call('DELETE', `/patient/${id}`, options), left };
    },
    'delete a department': async () => {
      const { id } = await make.department();
      const left = () => ok('GET', `/department/${id}`);
      return { send: (options) => call('DELETE', `/department/${id}`, options), left };
    },
    'retire a catalog item': async () => {
      const { id } = await make.catalogItem();
      const left = () => ok('GET', `/catalog/${id}?view=full`);
      return { send: (options) => call('DELETE', `/catalog/${id}`, options), left };
    },
    'delete a file': async () => {
      const { id } = await make.patient();
      const file = await makePng(id);
      const left = async () => (await ok('GET', `/patient/${id}`)).files;
      return { send: (options) => call('DELETE', `/static/delete_file/${file.id}`, options), left };
    },
    'set the role of an account': async () => {
      const { id } = await insertUser('none');
      const left = () => row('SELECT * FROM user WHERE id = ?', id);
      return { send: (options) => call('PATCH', `/auth/users/${id}`, { json: { type: 'staff' }, ...options }), left };
    },
    'disable an account': async () => {
      const { id } = await insertUser('none');
      const left = () => row('SELECT * FROM user WHERE id = ?', id);
      return { send: (options) => call('PATCH', `/auth/users/${id}`, { json: { disabled: true }, ...options }), left };
    },
    'invite somebody': async () => {
      const json = invitation();
      const left = () => row('SELECT id FROM user WHERE email = ?', json.email);
      return { send: (options) => call('POST', '/auth/users', { json, ...options }), left };
    },
    'reset a password': async () => {
      const { id } = await insertUser('none');
      const left = async () => [
        await row('SELECT * FROM user WHERE id = ?', id),
        await row('SELECT * FROM password_token WHERE user_id = ?', id),
      ];
      return { send: (options) => call('POST', `/auth/users/${id}/reset`, options), left };
    },
    'register a program': async () => ({
      send: (options) => call('POST', '/auth/clients', { json: input.client(), ...options }),
      left: () => count("user WHERE type = 'client'"),
    }),
    'change a program': async () => {
      const { client_id: id } = await newClient();
      return {
        send: (options) => call('PATCH', `/auth/clients/${id}`, { json: { name: 'X' }, ...options }),
        left: () => stored(id),
      };
    },
    'give a program another secret': async () => {
      const { client_id: id } = await newClient();
      return { send: (options) => call('POST', `/auth/clients/${id}/secret`, options), left: () => stored(id) };
    },
    'delete a program': async () => {
      const { client_id: id } = await newClient();
      return { send: (options) => call('DELETE', `/auth/clients/${id}`, options), left: () => stored(id) };
    },
    'list its own logins': async () => ({
      send: (options) => call('GET', '/auth/sessions', options),
      left: () => null,
    }),
    'list programs': async () => ({ send: (options) => call('GET', '/auth/clients', options), left: () => null }),
    'list accounts': async () => ({ send: (options) => call('GET', '/auth/users', options), left: () => null }),
  };
const each = Object.entries(guarded);

const CHANGES = {
  'was disabled': 'disabled_at = 1',
  'was deleted': 'deleted_at = 1',
  'lost its role': "type = 'none'",
  'got another role': "type = 'staff'",
};
const change = (actor: Actor, to: string) => rows(`UPDATE user SET ${to} WHERE id = ?`, actor.id);

describe.each(Object.entries(CHANGES))('An account that %s meanwhile', (_, to) => {
  it.each(each)('cannot %s', async (_, prepare) => {
    const actor = await insertUser('admin');
    const { send, left } = await prepare();
    const before = await left();
    await change(actor, to);
    const { status, body, headers } = await send({ as: actor });
    expect(status).toBe(401);
    expect(body).toEqual(refusal('session_ended', expect.stringContaining('log in again')));
    expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(await left()).toEqual(before);
  });
});

describe('A login that has ended meanwhile', () => {
  /** An admin's token as a login gives it, by which the login is known. */
  const loggedIn = async () => {
    const admin = await insertUser('admin');
    await newSession(admin.id);
    const session = await row<{ id: string }>('SELECT id FROM login_session WHERE user_id = ?', admin.id);
    return { ...admin, session: session?.id };
  };

  it.each(each)('cannot %s with its token', async (_, prepare) => {
    const actor = await loggedIn();
    const { send, left } = await prepare();
    const before = await left();
    // By a logout, or by a new password that the owner has set because somebody else has the token.
    await rows('UPDATE login_session SET revoked_at = 1 WHERE id = ?', actor.session);
    expect((await send({ as: actor })).status).toBe(401);
    expect(await left()).toEqual(before);
  });

  it.each(each)('could %s before', async (_, prepare) => {
    const { send } = await prepare();
    expect((await send({ as: await loggedIn() })).status).toBeLessThan(300);
  });
});

describe('An account that is disabled at the moment of the write', () => {
  it.each(each)('cannot %s', async (_, prepare) => {
    const actor = await insertUser('admin');
    const { send, left } = await prepare();
    const before = await left();
    const DB = databaseWith((session) => ({
      batch: async (statements: D1PreparedStatement[]) => {
        await change(actor, 'disabled_at = 1');
        return session.batch(statements);
      },
    }));
    expect((await send({ as: actor, env: { DB } })).status).toBe(401);
    expect(await left()).toEqual(before);
  });
});

describe('An account that was disabled', () => {
  it('can still read and write what is not guarded, until its token expires', async () => {
    const actor = await insertUser('staff');
    const patient = await make.patient();
    await change(actor, 'disabled_at = 1');
    expect((await call('GET', `/patient/${patient.id}`, { as: actor })).status).toBe(200);
    expect((await call('PUT', `/patient/${patient.id}`, { as: actor, json: input.patient() })).status).toBe(200);
  });

  it('is told so, whatever else is wrong with what it asks for', async () => {
    const actor = await insertUser('admin');
    const id = crypto.randomUUID();
    const stale = (await make.patient()).id;
    await change(actor, 'disabled_at = 1');
    for (const [method, path] of [
      ['DELETE', `/patient/${id}`],
      ['DELETE', `/doctor/${id}`],
      ['DELETE', `/department/${id}`],
      ['DELETE', `/catalog/${id}`],
      ['DELETE', `/static/delete_file/${id}`],
    ] as const)
      expect((await call(method, path, { as: actor })).status, path).toBe(401);
    expect((await call('PATCH', `/auth/users/${id}`, { as: actor, json: { type: 'none' } })).status).toBe(401);
    const headers = { 'if-match': '"9"' };
    expect((await call('DELETE', `/patient/${stale}`, { as: actor, headers })).status).toBe(401);
    expect((await call('DELETE', `/patient/${stale}`, { headers })).status).toBe(412);
  });
});
