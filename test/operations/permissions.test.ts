import { beforeAll, describe, expect, it } from 'vitest';
import { operationsOf } from '../../openapi/operations';
import { app } from '../../src/app';
import { ROLE_PERMISSIONS, ROLES } from '../../src/auth/permissions';
import { type CallOptions, call, refusal } from '../support/client';
import { badCredentials } from '../support/forged-tokens';
import { OPERATIONS } from '../support/operations';

const protectedOperations = operationsOf(app.routes).flatMap(({ method, path, spec }) =>
  spec.permission ? [[method.toUpperCase(), path, spec] as const] : [],
);

it('Every operation asks for a token, but for those that its record calls without one', () => {
  const open = Object.entries(OPERATIONS).flatMap(([name, { as }]) => (as === null ? [name] : []));
  const unprotected = operationsOf(app.routes).flatMap(({ method, path, spec }) =>
    spec.permission ? [] : [`${method.toUpperCase()} ${path}`],
  );
  expect(unprotected.sort()).toEqual(open.sort());
});

/** What is answered to each header; test/system/tokens.test.ts sends every operation all kinds of forged tokens. */
let codes: [authorization: string | undefined, code: 'unauthenticated' | 'token_invalid' | 'token_expired'][];
beforeAll(async () => {
  codes = [
    [undefined, 'unauthenticated'],
    ['Bearer x', 'token_invalid'],
    [(await badCredentials())['an expired token'], 'token_expired'],
  ];
});

describe.each(protectedOperations)('%s %s', (method, template, spec) => {
  // Every input is invalid: an answer other than 401 and 403 shows that permissions were checked, and checked first.
  const path = `${template.replace(/\{\w+\}/g, 'wrong')}?limit=wrong&view=wrong`;
  const wrong: CallOptions = spec.json ? { json: 'not an object' } : {};

  it('answers 401 to who sends no token, or not a valid one', async () => {
    for (const [authorization, code] of codes) {
      const headers: Record<string, string> = authorization ? { authorization } : {};
      const { status, body, headers: answered } = await call(method, path, { ...wrong, as: null, headers });
      expect([status, body, answered.get('www-authenticate')]).toEqual([
        401,
        refusal(code),
        expect.stringMatching(authorization ? /^Bearer error="invalid_token"/ : /^Bearer$/),
      ]);
    }
  });

  it.each(ROLES)('answers 403 to %s exactly when the role table says so, before it validates', async (role) => {
    const allowed = spec.permission === 'account' || (spec.permission && ROLE_PERMISSIONS[role].has(spec.permission));
    const { status, body } = await call(method, path, { ...wrong, as: role });
    if (!allowed) return expect([status, body]).toEqual([403, refusal('forbidden')]);
    expect([200, 400, 404, 411, 415, 422]).toContain(status);
    if (spec.param || spec.json) expect(status).toBe(422);
  });
});
