import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/rules/sha256';
import { ok } from '../support/client';
import { make } from '../support/factories';
import { account, newLogin, refresh } from '../support/logins';
import { rows } from '../support/rows';

const admin = { as: 'admin' } as const;
const audit = (query: string) => ok('GET', `/audit/?${query}`, admin);

describe('The audit trail of accounts', () => {
  it('says before and after of a role and of a disabled account, of nothing else', async () => {
    const { id } = await account('doctor');
    await ok('PATCH', `/auth/users/${id}`, { ...admin, json: { type: 'billing' } });
    await ok('PATCH', `/auth/users/${id}`, { ...admin, json: { type: 'billing', disabled: true } });
    const [disabled, role] = await audit(`entity_id=${id}`);
    expect(role).toMatchObject({ changed: ['type'], detail: { type: ['doctor', 'billing'] } });
    expect(disabled).toMatchObject({ changed: ['disabled_at'], detail: { disabled_at: [null, expect.any(Number)] } });
    const { id: doctor, user } = await make.doctor();
    await ok('PUT', `/doctor/${doctor}`, {
      json: {
        first_name: 'A',
        last_name: 'B',
        license_number: crypto.randomUUID(),
        user: { email: user.email, type: 'staff' },
      },
    });
    const [change] = await audit(`entity_id=${user.id}`);
    expect(change).toMatchObject({ action: 'update', detail: { type: ['doctor', 'staff'] } });
    expect(change.changed).toContain('full_name');
    expect((await audit(`entity_id=${doctor}`))[0].detail).toBeNull();
  });

  it('names account and login of a logout, and of a token that came back', async () => {
    const user = await account();
    const { refresh_token } = (await user.logIn()).body;
    const session = async (token: string) =>
      (
        await rows<{ session_id: string }>(
          'SELECT session_id FROM refresh_token WHERE token_hash = ?',
          await sha256(token),
        )
      )[0]?.session_id;
    const ended = await session(refresh_token);
    await ok('POST', '/auth/logout', { as: null, json: { refresh_token } });
    const stolen = (await user.logIn()).body.refresh_token;
    const family = await session(stolen);
    await refresh(stolen);
    await rows('UPDATE refresh_token SET used_at = 1 WHERE token_hash = ?', await sha256(stolen));
    expect((await refresh(stolen)).status).toBe(401);
    const found = await audit(`entity=login_session&actor=${user.id}`);
    expect(found).toMatchObject([
      { action: 'revoke', entity_id: family },
      { action: 'logout', entity_id: ended },
    ]);
    await ok('POST', '/auth/logout', { as: null, json: { refresh_token: (await newLogin()).refresh_token } });
    expect(await audit(`entity=login_session&actor=${user.id}`)).toHaveLength(2);
  });
});
