import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationsOf } from '../../openapi/operations';
import { app } from '../../src/app';
import type { ErrorCode } from '../../src/error-codes';
import { type CallOptions, call, refusal } from '../support/client';
import { badCredentials, goodCredentials } from '../support/forged-tokens';

const protectedOperations = operationsOf(app.routes).flatMap(({ method, path, spec }) =>
  spec.permission ? [[method.toUpperCase(), path, spec] as const] : [],
);

/** Where it is not `token_invalid`. */
const codes: Record<string, ErrorCode> = {
  'an expired token': 'token_expired',
  ...{ 'no header': 'unauthenticated', 'no token': 'unauthenticated', 'another scheme': 'unauthenticated' },
  ...{ 'a token without a scheme': 'unauthenticated', 'two tokens': 'unauthenticated' },
};

let forged: Record<string, string> = {};
let refused = 0;
beforeAll(async () => {
  forged = await badCredentials();
});
afterAll(() => console.log(`tokens: ${refused} requests with ${Object.keys(forged).length} kinds of bad credentials`));

it('takes tokens that are made as the forged ones are, but for what is forged', async () => {
  for (const authorization of await goodCredentials()) {
    const { status } = await call('GET', '/auth/users/me', { as: null, headers: { authorization } });
    expect(status).toBe(200);
  }
});

describe.each(protectedOperations)('%s %s', (method, template, spec) => {
  // Every input is invalid, too: the token is checked before anything else.
  const path = `${template.replace(/\{\w+\}/g, 'wrong')}?limit=wrong&view=wrong`;
  const wrong: CallOptions = spec.json ? { json: 'not an object' } : {};

  it('answers 401 without a valid token', async () => {
    for (const [what, authorization] of Object.entries({ 'no header': '', ...forged })) {
      const headers: Record<string, string> = authorization ? { authorization } : {};
      const { status, headers: answered, body } = await call(method, path, { ...wrong, as: null, headers });
      expect(status, what).toBe(401);
      expect(answered.get('www-authenticate'), what).toMatch(/^Bearer/);
      expect(body, what).toEqual(refusal(codes[what] ?? 'token_invalid'));
      refused++;
    }
  });
});
