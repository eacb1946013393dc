import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';

import { askToken, basic, insertClient } from '../support/clients';
import { rows, trail } from '../support/rows';

const sessionsOf = (client_id: string) =>
  rows<{ id: string; expires_at: number; revoked_at: number | null; scope: string | null }>(
    'SELECT id, expires_at, revoked_at, scope FROM login_session WHERE user_id = ?',
    client_id,
  );

describe('A client with the right secret', () => {
  it.each([
    ['in the form', (client: Awaited<ReturnType<typeof insertClient>>) => askToken({ ...client })],
    ['by HTTP Basic', (client) => askToken({}, { headers: basic(client) })],
    [
      'by HTTP Basic, with its id in the form, too',
      (client) => askToken({ client_id: client.client_id }, { headers: basic(client) }),
    ],
  ])(
    'gets a token %s',
    async (_, ask: (client: Awaited<ReturnType<typeof insertClient>>) => ReturnType<typeof askToken>) => {
      const client = await insertClient({ scope: 'system/Patient.r system/Appointment.rs' });
      const { status, body, headers } = await ask(client);
      expect(status).toBe(200);
      expect(body).toEqual({
        access_token: expect.any(String),
        token_type: 'bearer',
        expires_in: 900,
        scope: 'system/Patient.r system/Appointment.rs',
      });
      expect([headers.get('cache-control'), headers.get('pragma'), headers.get('set-cookie')]).toEqual([
        ...['no-store', 'no-cache', null],
      ]);
      const [session, ...others] = await sessionsOf(client.client_id);
      expect(others).toEqual([]);
      expect(decodeJwt(body.access_token)).toMatchObject({
        ...{ sub: client.client_id, client_id: client.client_id, role: 'client', sid: session?.id },
        scope: body.scope,
      });
      expect(session).toMatchObject({ expires_at: 8_640_000_000_000_000, revoked_at: null, scope: null });
      expect(await trail(client.client_id)).toEqual(['login 1']);
    },
  );
});
