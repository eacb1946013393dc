import { describe, expect, it } from 'vitest';
import { accessOf } from '../support/access';
import { call, faults, ok } from '../support/client';
import { make } from '../support/factories';
import { input } from '../support/input';
import { account, invitation, logIn } from '../support/logins';
import { newClient, openSession, stored } from '../support/programs';
import { count, row } from '../support/rows';
import { actorOf } from '../support/users';

// The account of a program is in none of the doors through which people come in, and a person's in none of those of programs.

describe('The account of a program', () => {
  it('is not listed among accounts', async () => {
    const { client_id } = await newClient();
    const listed = await ok('GET', '/auth/users?limit=1000', { as: 'admin' });
    expect(listed.some(({ id, type }: { id: string; type: string }) => id === client_id || type === 'client')).toBe(
      false,
    );
  });

  it.each<[method: string, path: string, json?: object]>([
    ['PATCH', '', { type: 'admin' }],
    ['PATCH', '', { disabled: true }],
    ['POST', '/reset'],
    ['GET', '/sessions'],
    ['DELETE', '/sessions/SESSION'],
    ['DELETE', '/totp'],
  ])('is no account: %s /auth/users/{client}%s', async (method, path, json) => {
    const { client_id } = await newClient();
    const session = await openSession(client_id);
    const before = await stored(client_id);
    const place = `/auth/users/${client_id}${path.replace('SESSION', session)}`;
    expect((await call(method, place, { as: 'admin', ...(json && { json }) })).status).toBe(404);
    expect(await stored(client_id)).toEqual(before);
    const audited = "audit WHERE entity IN ('password_token', 'login_session') AND entity_id IN (?, ?)";
    expect(await count(audited, client_id, session)).toBe(0);
  });

  it('does not log in as people do, whatever it is called', async () => {
    const { client_id, client_secret } = await newClient();
    for (const email of [`client:${client_id}`, client_id, 'Website']) {
      for (const password of ['', client_secret]) expect((await logIn({ email, password })).status).toBe(401);
    }
  });

  it('is none that people sign up, are invited or are changed under', async () => {
    const { client_id } = await newClient();
    const name = `client:${client_id}`;
    const taken = await call('POST', '/auth/users', { as: 'admin', json: invitation({ username: name }) });
    expect(taken.status).toBe(409);
    const signup = { email: name, password: 'correct horse', full_name: 'Nina' };
    expect((await call('POST', '/auth/signup', { as: null, json: signup })).status).toBe(400);
  });

  it('has a role that nobody is given', async () => {
    const type = 'client';
    const { id } = await account();
    const doctor = await make.doctor();
    for (const [method, path, json, field] of [
      ['POST', '/auth/users', invitation({ type }), 'type'],
      ['PATCH', `/auth/users/${id}`, { type }, 'type'],
      ['POST', '/doctor/', input.doctor({ user: { type } }), 'user.type'],
      ['PATCH', `/doctor/${doctor.id}`, { user: { type } }, 'user.type'],
    ] as const) {
      const refused = await call(method, path, { as: 'admin', json });
      expect([refused.status, faults(refused).map(([name]) => name)], `${method} ${path}`).toEqual([422, [field]]);
    }
    expect(await count("user WHERE type = 'client' AND id NOT IN (SELECT id FROM client)")).toBe(1); // that of the tests
  });

  it('is who did and saw what, in the trail and the access log', async () => {
    const { client_id: id } = await newClient({ scope: 'system/*.cruds' });
    const as = { id, role: 'client', scope: 'system/*.cruds' } as const;
    const { id: patient_id } = await make.patient({}, { as });
    const [created] = await ok('GET', `/audit/?entity_id=${patient_id}`, { as: 'admin' });
    expect(created).toMatchObject({ action: 'create', actor: id });
    const look = await call('GET', `/patient/${patient_id}`, { as });
    expect(accessOf(look)).toMatchObject([{ actor: id, role: 'client', patient_id }]);
  });
});

describe('The account of a person', () => {
  it.each<[method: string, path: string, json?: object]>([
    ['GET', ''],
    ['PATCH', '', { name: 'Website', scope: 'system/*.rs' }],
    ['DELETE', ''],
    ['POST', '/secret', { revoke_old: true }],
  ])('is no client: %s /auth/clients/{user}%s', async (method, path, json) => {
    for (const id of [(await account('admin')).id, (await make.doctor()).user.id, actorOf('client').id]) {
      const before = await row('SELECT * FROM user WHERE id = ?', id);
      const refused = await call(method, `/auth/clients/${id}${path}`, { as: 'admin', ...(json && { json }) });
      expect(refused.status).toBe(404);
      expect(await row('SELECT * FROM user WHERE id = ?', id)).toEqual(before);
    }
  });
});
