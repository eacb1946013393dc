import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { type CallOptions, call, ok } from '../support/client';
import { account, refresh } from '../support/logins';
import { row, rows, trail } from '../support/rows';
import { bearer, begin, confirm, enrolled, freezeTime, loggedIn, status } from '../support/totp';
import { codeOf } from '../support/totp-codes';
import { insertUser } from '../support/users';

beforeEach(freezeTime);

const ADMIN: CallOptions['env'] = { REQUIRE_TOTP: 'admin' };
const ALL: CallOptions['env'] = { REQUIRE_TOTP: 'all' };
const roleOf = ({ access_token }: { access_token: string }) => decodeJwt(access_token).role;

describe('REQUIRE_TOTP=admin', () => {
  it('lets an admin without a second factor log in to set one up, and do nothing else', async () => {
    const { logInWith, user } = await loggedIn('admin');
    const { status: code, body } = await logInWith(null, { env: ADMIN });
    expect([code, body.totp_enrolment_required, roleOf(body)]).toEqual([200, true, 'none']);
    const headers = bearer(body);
    for (const path of ['/patient/', '/auth/users', '/audit/', '/department/'])
      expect((await call('GET', path, { headers, env: ADMIN })).status, path).toBe(403);
    expect((await call('PATCH', `/auth/users/${user.id}`, { headers, json: { type: 'admin' } })).status).toBe(403);
    expect((await call('GET', '/auth/users/me', { headers })).body).toMatchObject({ id: user.id, type: 'admin' });
    expect((await call('GET', '/auth/sessions', { headers })).body).toContainEqual(
      expect.objectContaining({ current: true }),
    );
    const { secret } = (await begin(body)).body;
    expect((await confirm(body, codeOf(secret), { env: ADMIN })).status).toBe(200);
    const full = (await refresh(body.refresh_token, { env: ADMIN })).body;
    expect([full.totp_enrolment_required, roleOf(full)]).toEqual([undefined, 'admin']);
    expect((await call('GET', '/auth/users', { headers: bearer(full), env: ADMIN })).status).toBe(200);
    const next = (await logInWith(codeOf(secret, 1), { env: ADMIN })).body;
    expect([next.totp_enrolment_required, roleOf(next)]).toEqual([undefined, 'admin']);
  });

  it('takes the rights of logins that are there at their next refresh', async () => {
    const { tokens } = await loggedIn('admin');
    const { body } = await refresh(tokens.refresh_token, { env: ADMIN });
    expect([body.totp_enrolment_required, roleOf(body)]).toEqual([true, 'none']);
    const again = (await refresh(body.refresh_token, { env: { REQUIRE_TOTP: 'none' } })).body;
    expect([again.totp_enrolment_required, roleOf(again)]).toEqual([undefined, 'admin']);
  });

  it('asks nothing of other roles', async () => {
    const { logInWith } = await loggedIn('doctor');
    const { body } = await logInWith(null, { env: ADMIN });
    expect([body.totp_enrolment_required, roleOf(body)]).toEqual([undefined, 'doctor']);
  });
});

describe('REQUIRE_TOTP', () => {
  it.each(['staff', 'doctor', 'billing', 'none'] as const)('all: asks it of %s', async (role) => {
    const { body } = await (await loggedIn(role)).logInWith(null, { env: ALL });
    expect([body.totp_enrolment_required, roleOf(body)]).toEqual([true, 'none']);
  });

  it('none, or left out: asks it of nobody', async () => {
    for (const REQUIRE_TOTP of ['none', '']) {
      const { body } = await (await account('admin')).logIn({ env: { REQUIRE_TOTP } });
      expect([body.totp_enrolment_required, roleOf(body)]).toEqual([undefined, 'admin']);
    }
  });

  it('with another value stops the service, which names it', async () => {
    const { status: code, body } = await (await account()).logIn({ env: { REQUIRE_TOTP: 'admins' } });
    expect([code, body.detail]).toEqual([503, expect.stringContaining('REQUIRE_TOTP must be one of none, admin, all')]);
  });
});

describe('DELETE /auth/users/{id}/totp', () => {
  const reset = (id: string, options: CallOptions = {}) =>
    call('DELETE', `/auth/users/${id}/totp`, { as: 'admin', ...options });
  const secretOf = (id: string) => row('SELECT totp_secret, totp_pending, recovery_codes FROM user WHERE id = ?', id);

  it('takes the second factor off, ends the logins, and is on record', async () => {
    const { user, tokens, logInWith, recovery_codes } = await enrolled();
    const isEnabled = async () => {
      const accounts: { id: string; totp_enabled: boolean }[] = await ok('GET', '/auth/users', { as: 'admin' });
      return accounts.find(({ id }) => id === user.id)?.totp_enabled;
    };
    expect(await isEnabled()).toBe(true);
    const { status: code, bytes } = await reset(user.id);
    expect(await isEnabled()).toBe(false);
    expect([code, bytes.length]).toEqual([204, 0]);
    expect(await secretOf(user.id)).toEqual({ totp_secret: null, totp_pending: null, recovery_codes: null });
    expect((await refresh(tokens.refresh_token)).status).toBe(401);
    const after = await logInWith(recovery_codes[0] ?? '');
    expect(after.status).toBe(200);
    expect((await status(after.body)).enabled).toBe(false);
    expect((await trail(user.id))[2]).toBe('totp_reset 1');
  });

  it('takes one away that waits for its first code, and finds none without an audit row', async () => {
    const { user, tokens } = await loggedIn();
    await begin(tokens);
    expect((await reset(user.id)).status).toBe(204);
    expect(await secretOf(user.id)).toMatchObject({ totp_pending: null });
    expect((await reset(user.id)).status).toBe(204);
    expect(await trail(user.id)).toEqual(['totp_begin 1', 'totp_reset 1']);
  });

  it('is not for one’s own, nor for a deleted account', async () => {
    const { user, tokens } = await enrolled('admin');
    expect((await reset(user.id, { headers: bearer(tokens) })).status).toBe(400);
    const gone = await insertUser('staff');
    await rows('UPDATE user SET deleted_at = 1 WHERE id = ?', gone.id);
    expect((await reset(gone.id)).status).toBe(404);
    expect(await status(tokens)).toMatchObject({ enabled: true });
  });

  it('is refused to an admin who is none any more', async () => {
    const { user, secret } = await enrolled();
    const former = await insertUser('admin');
    await rows("UPDATE user SET type = 'staff' WHERE id = ?", former.id);
    expect((await reset(user.id, { as: former })).status).toBe(401);
    expect(await secretOf(user.id)).toMatchObject({ totp_secret: secret });
  });
});
