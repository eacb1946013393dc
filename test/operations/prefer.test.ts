import { beforeAll, describe, expect, it } from 'vitest';
import { call, ok, type Result } from '../support/client';
import { make } from '../support/factories';
import { newFixtures } from '../support/fixtures';
import { input } from '../support/input';
import { operations } from '../support/openapi';
import type { Fixtures } from '../support/operations/record';
import { CASES, type Called, requestOf, takes, withHeaders } from '../support/requests';

let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await newFixtures();
});

const FULL = 'return=representation';
const applied = ({ headers }: Result) => headers.get('preference-applied');
const preferring = CASES.filter(([, { name }]) => takes(name, 'prefer'));

async function send(one: Called, prefer: string | undefined, headers: Record<string, string> = {}) {
  const given = withHeaders(await requestOf(one, fixtures), { ...headers, ...(prefer !== undefined && { prefer }) });
  const { path, ...options } = given;
  return { path, answer: await call(one.method, path, options) };
}

describe('Prefer', () => {
  it('is taken by whatever confirms it', () => {
    const confirming = operations.filter(({ operation }) =>
      Object.values(operation.responses).some(({ headers }) => headers?.['preference-applied']),
    );
    expect(new Set(preferring.map(([, { name }]) => name))).toEqual(new Set(confirming.map(({ name }) => name)));
  });

  it.each(preferring)('return=representation is confirmed, and answers the full record: %s', async (_, one) => {
    const { path, answer } = await send(one, `respond-async, ${FULL}; x=1`);
    expect([answer.status < 300, applied(answer)]).toEqual([true, FULL]);
    const at = one.method === 'POST' ? `${path}${answer.body.id}` : path;
    expect(await ok('GET', `${at}?view=full`)).toMatchObject(answer.body);
  });

  it.each(preferring)('asks for nothing else: %s', async (_, one) => {
    for (const other of [undefined, 'return=minimal', `x${FULL}`, `${FULL}s`, '']) {
      const { answer } = await send(one, other);
      expect([answer.status < 300, applied(answer)], other).toEqual([true, null]);
    }
  });

  it.each(preferring.filter(([, { name }]) => takes(name, 'if-match')))(
    'is confirmed by no error: %s',
    async (_, one) => {
      const { answer } = await send(one, FULL, { 'if-match': '"99"' });
      expect([answer.status, applied(answer)]).toEqual([412, null]);
    },
  );

  it('is not confirmed by creates and deletions that answer the same in any case', async () => {
    const headers = { prefer: FULL };
    const department = await call('POST', '/department/', { json: input.department(), headers });
    const deletion = await call('DELETE', `/patient/${(await make.patient()).id}`, { headers });
    expect([department.status, applied(department)]).toEqual([201, null]);
    expect([deletion.status, applied(deletion)]).toEqual([200, null]);
  });
});
