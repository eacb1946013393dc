import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/rules/sha256';
import { call, ok } from '../support/client';
import { make } from '../support/factories';
import { databaseWith } from '../support/fakes';
import { PNG } from '../support/files';
import { input, unique } from '../support/input';
import { logIn } from '../support/logins';
import { count, row, rows } from '../support/rows';
import { insertUser } from '../support/users';

/** A database whose sessions run their n-th batch through `act`. */
function interposed(n: number, act: (run: () => Promise<D1Result[]>) => Promise<D1Result[]>): D1Database {
  let batches = 0;
  return databaseWith((session) => ({
    batch: (statements: D1PreparedStatement[]) => {
      const run = () => session.batch(statements);
      return ++batches === n ? act(run) : run();
    },
  }));
}

describe('An admin', () => {
  it('who was disabled cannot create or change an admin with a token that is still valid', async () => {
    const [former, other] = [await insertUser('admin'), await insertUser('admin')];
    await ok('PATCH', `/auth/users/${former.id}`, { as: 'admin', json: { disabled: true, type: 'none' } });
    const json = input.doctor({ user: { type: 'admin' } });
    expect((await call('POST', '/doctor/', { as: former, json })).status).toBe(401);
    expect((await call('PATCH', `/auth/users/${other.id}`, { as: former, json: { type: 'none' } })).status).toBe(401);
    expect(await count('user WHERE email = ?', json.user.email)).toBe(0);
    expect(await row('SELECT type FROM user WHERE id = ?', other.id)).toEqual({ type: 'admin' });
  });

  it('whose token still says staff changes no other admin, and leaves nothing written', async () => {
    const promoted = { ...(await insertUser('admin')), role: 'staff' } as const;
    const json = input.doctor({ user: { type: 'admin' } });
    const doctor = await ok('POST', '/doctor/', { as: 'admin', json });
    const path = `/doctor/${doctor.id}`;
    const demoted = { ...json, user: { ...json.user, type: 'doctor', password: undefined } };
    expect((await call('PUT', path, { as: promoted, json: demoted })).status).toBe(401);
    expect((await call('DELETE', path, { as: promoted })).status).toBe(401);
    expect(await ok('GET', `${path}?view=full`)).toEqual(doctor);
  });

  it('who is a doctor cannot give up their own role or account', async () => {
    const json = input.doctor({ user: { type: 'admin' } });
    const doctor = await ok('POST', '/doctor/', { as: 'admin', json });
    const self = { id: doctor.user.id, role: 'admin' } as const;
    const user = { ...json.user, password: undefined };
    const path = `/doctor/${doctor.id}`;
    expect((await call('PUT', path, { as: self, json: { ...json, user: { ...user, type: 'doctor' } } })).status).toBe(
      403,
    );
    expect((await call('DELETE', path, { as: self })).status).toBe(403);
    expect((await call('PUT', path, { as: self, json: { ...json, bio: 'new', user } })).status).toBe(200);
    expect((await call('DELETE', path, { as: 'admin' })).status).toBe(200);
  });

  it('remains when two admins demote each other at the same time', async () => {
    const [a, b] = [await insertUser('admin'), await insertUser('admin')];
    const remove = (as: typeof a, who: typeof a) =>
      call('PATCH', `/auth/users/${who.id}`, { as, json: { type: 'none' } });
    const answers = await Promise.all([remove(a, b), remove(b, a)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});

describe('A login', () => {
  const account = async () => {
    const email = `${unique('login')}@test.example`;
    const { id } = await insertUser('staff', { email, password: 'correct horse' });
    return { id, email };
  };

  it('gets one attempt after a wait, even if many requests come at the same time', async () => {
    const { email } = await account();
    const failures = 'INSERT INTO login_failure (email_hash, failures, wait_until, updated_at) VALUES (?, 12, 0, 0)';
    await rows(failures, await sha256(email));
    const answers = await Promise.all(Array.from({ length: 8 }, () => logIn({ email, password: 'wrong horse' })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(1);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
    await rows('UPDATE login_failure SET wait_until = 0 WHERE email_hash = ?', await sha256(email));
    expect((await logIn({ email, password: 'correct horse' })).status).toBe(200);
    expect((await logIn({ email, password: 'correct horse' })).status).toBe(200);
  });

  it.each([
    ['the password changes', "UPDATE user SET password_hash = 'other' WHERE id = ?"],
    ['the role changes', "UPDATE user SET type = 'billing' WHERE id = ?"],
    ['the account is disabled', 'UPDATE user SET disabled_at = 1 WHERE id = ?'],
    ['the account is deleted', 'UPDATE user SET deleted_at = 1 WHERE id = ?'],
  ])('fails when %s meanwhile', async (_, sql) => {
    const { id, email } = await account();
    const DB = interposed(2, async (batch) => {
      await rows(sql, id);
      return batch();
    });
    expect((await logIn({ email, password: 'correct horse' }, { env: { DB } })).status).toBe(401);
    expect(await count('login_session WHERE user_id = ?', id)).toBe(0);
  });
});

describe('An upload', () => {
  it('keeps its bytes when the answer of the database is lost, as the row may be stored', async () => {
    const patient = await make.patient();
    const DB = interposed(1, async (batch) => {
      await batch();
      throw new Error('D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.');
    });
    const path = `/static/upload_file?entity_id=${patient.id}&filename=a.png`;
    const headers = { 'content-type': 'image/png', 'content-length': String(PNG.length) };
    const { status, headers: answered } = await call('POST', path, { headers, body: PNG, env: { DB } });
    expect(status).toBe(503);
    expect(answered.get('retry-after')).toBeTruthy();
    const [file] = (await ok('GET', `/patient/${patient.id}`)).files;
    const { bytes } = await call('GET', new URL(file.url).pathname, { as: null });
    expect(bytes).toEqual(PNG);
  });
});

describe('The fingerprint that is stored with an Idempotency-Key', () => {
  it('is not a hash of the request alone, against which a password could be guessed', async () => {
    const key = unique('key');
    const json = input.doctor();
    await ok('POST', '/doctor/', { json, headers: { 'idempotency-key': key } });
    const stored = await row<{ fingerprint: string }>('SELECT fingerprint FROM idempotency_key WHERE key = ?', key);
    expect(stored?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(stored?.fingerprint).not.toBe(await sha256(`/doctor\n${JSON.stringify(json)}`));
  });
});
