import { describe, expect, it } from 'vitest';
import { operationsOf } from '../../openapi/operations';
import { app } from '../../src/app';
import { ROLE_PERMISSIONS, ROLES } from '../../src/auth/permissions';
import { type CallOptions, call } from '../support/client';

const protectedOperations = operationsOf(app.routes).flatMap(({ method, path, spec }) =>
  spec.permission ? [[method.toUpperCase(), path, spec] as const] : [],
);

describe.each(protectedOperations)('%s %s', (method, template, spec) => {
  // Every input is invalid: an answer other than 401 and 403 shows that permissions were checked, and checked first.
  const path = `${template.replace(/\{\w+\}/g, 'wrong')}?limit=wrong&view=wrong`;
  const wrong: CallOptions = spec.json ? { json: 'not an object' } : {};

  it.each(ROLES)('answers 403 to %s exactly when the role table says so, before it validates', async (role) => {
    const allowed = spec.permission === 'account' || (spec.permission && ROLE_PERMISSIONS[role].has(spec.permission));
    const { status } = await call(method, path, { ...wrong, as: role });
    if (!allowed) return expect(status).toBe(403);
    expect([200, 400, 404, 411, 415, 422]).toContain(status);
    if (spec.param || spec.json) expect(status).toBe(422);
  });
});
