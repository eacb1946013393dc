import { describe, expect, it } from 'vitest';
import { call } from '../support/client';
import { make } from '../support/factories';
import { input } from '../support/input';
import { operations } from '../support/openapi';

const headers = { prefer: 'return=representation' };
const applied = (answer: { headers: Headers }) => answer.headers.get('preference-applied');

describe('Prefer', () => {
  it('is documented where it has an effect: on creates and replacements that confirm it', () => {
    const documented = operations.filter(({ operation }) =>
      operation.parameters?.some(({ name }) => name === 'prefer'),
    );
    const kinds = ['patient', 'doctor', 'invoice', 'catalog'];
    expect(documented.map(({ name }) => name).sort()).toEqual(
      kinds.flatMap((kind) => [`POST /${kind}/`, `PUT /${kind}/{id}`, `PATCH /${kind}/{id}`]).sort(),
    );
  });

  it('is not confirmed by creates and deletions that answer the same in any case', async () => {
    const department = await call('POST', '/department/', { json: input.department(), headers });
    const deletion = await call('DELETE', `/patient/${(await make.patient()).id}`, { headers });
    expect([department.status, applied(department)]).toEqual([201, null]);
    expect([deletion.status, applied(deletion)]).toEqual([200, null]);
  });

  it.each([
    ['patient', make.patient, input.patient],
    ['doctor', make.doctor, input.doctor],
    ['invoice', make.invoice, input.invoice],
    ['catalog', make.catalogItem, input.catalogItem],
  ])('is confirmed by a PUT that succeeds, and by no error: %s', async (path, create, body) => {
    const record = await create();
    const json = body(path === 'invoice' ? { patient_id: record.patient_id } : {});
    const put = (id: string, sent: object, more = {}) =>
      call('PUT', `/${path}/${id}`, { json: sent, headers: { ...headers, ...more } });
    const errors = [
      await put(crypto.randomUUID(), json),
      await put(record.id, json, { 'if-match': '"9"' }),
      await put(record.id, {}),
    ];
    expect(errors.map((answer) => [answer.status, applied(answer)])).toEqual([404, 412, 422].map((s) => [s, null]));
    const written = await put(record.id, json);
    expect([written.status, applied(written)]).toEqual([200, 'return=representation']);
  });
});
