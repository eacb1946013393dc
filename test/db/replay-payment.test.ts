import { describe, expect, it } from 'vitest';
import { call, ok } from '../support/client';
import { make } from '../support/factories';
import { faultyDatabase } from '../support/faulty';
import { input, unique } from '../support/input';
import { withoutPauses } from '../support/pauses';
import { moneyOf, owed } from '../support/payments';
import { count, trail } from '../support/rows';

withoutPauses();

describe.each(['before', 'after'] as const)('Where the connection breaks %s the batch took effect', (when) => {
  const through = (
    method: string,
    path: string,
    json: object,
    options: { headers?: Record<string, string>; batches?: number[] } = {},
  ) => {
    const { headers = {}, ...which } = options;
    const { DB } = faultyDatabase({ when, ...which });
    return call(method, path, { json, headers, env: { DB } });
  };

  it.each([false, true])('a payment is recorded once, with a key: %s', async (isKeyed) => {
    const { id } = await owed();
    const headers: Record<string, string> = isKeyed ? { 'idempotency-key': unique('key') } : {};
    const json = input.payment({ amount: 30 });
    const path = `/invoice/${id}/payments`;
    const { status, body } = await through('POST', path, json, { headers });
    expect(status).toBe(201);
    const { invoice, ...payment } = body;
    expect(invoice).toMatchObject({ status: 'PARTIALY_PAID', paid_amount: 30, remaining_amount: 70 });
    expect(await ok('GET', path)).toEqual([payment]);
    expect(await moneyOf(id)).toMatchObject({ paid_amount: 30 });
    expect([await trail(id), await trail(payment.id)]).toEqual([
      ['create 1', 'update 2 status,paid_amount'],
      ['create 1'],
    ]);
    if (isKeyed) expect((await call('POST', path, { json, headers })).body).toEqual(body);
  });

  it('a payment that is refused is refused', async () => {
    const { id } = await owed();
    const { status, body } = await through('POST', `/invoice/${id}/payments`, input.payment({ amount: -1 }));
    expect([status, body.detail]).toEqual([400, 'A refund must not exceed paid_amount']);
    expect(await count('payment WHERE invoice_id = ?', id)).toBe(0);
  });

  it('the paid_amount of a create is recorded once', async () => {
    const json = input.invoice({ patient_id: (await make.patient()).id, paid_amount: 30 });
    const { status, body } = await through('POST', '/invoice/', json);
    expect([status, await count('payment WHERE invoice_id = ?', body.id)]).toEqual([201, 1]);
    await moneyOf(body.id);
  });

  it('the paid_amount of a PUT is recorded once', async () => {
    const { id, patient_id } = await owed();
    const json = { patient_id, status: 'PARTIALY_PAID', paid_amount: 30 };
    const { status, headers } = await through('PUT', `/invoice/${id}`, json, { batches: [2] });
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    expect(await count('payment WHERE invoice_id = ?', id)).toBe(1);
    await moneyOf(id);
  });
});
