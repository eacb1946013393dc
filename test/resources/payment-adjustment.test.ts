import { describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { make } from '../support/factories';
import { input } from '../support/input';
import { putInvoice, unchanged } from '../support/invoices';
import { moneyOf, owed, pay } from '../support/payments';
import { count, row, trail } from '../support/rows';
import { actorOf } from '../support/users';

const paymentsOf = async (id: string): Promise<[amount: number, method: string][]> =>
  (await ok('GET', `/invoice/${id}/payments`)).map(({ amount, method }: Body) => [amount, method]);

describe('A paid_amount', () => {
  it('that a create sets is a payment with method adjustment', async () => {
    const { id, created_at } = await make.invoice({ paid_amount: 40 }, { as: 'billing' });
    const [made] = await ok('GET', `/invoice/${id}/payments`);
    expect(made).toEqual({
      ...{
        id: expect.any(String),
        receipt_number: expect.stringMatching(/^RCP-\d{8}$/),
        invoice_id: id,
        amount: 40,
        method: 'adjustment',
      },
      ...{ reference: null, note: null, paid_at: created_at, created_at },
    });
    expect(await trail(made.id)).toEqual(['create 1']);
    expect(await row('SELECT created_by FROM payment WHERE id = ?', made.id)).toEqual({
      created_by: actorOf('billing').id,
    });
    await moneyOf(id);
  });

  it('of nothing is none', async () => {
    const { id, patient_id } = await make.invoice();
    await ok('PUT', `/invoice/${id}`, { json: { patient_id, paid_amount: 0 } });
    expect(await paymentsOf(id)).toEqual([]);
  });

  it('that a PUT or PATCH changes is a payment of the difference', async () => {
    const invoice = await make.invoice({ paid_amount: 40 });
    const { id } = invoice;
    await ok('PATCH', `/invoice/${id}`, { json: { paid_amount: 50.5 } });
    await putInvoice(id, { ...unchanged(invoice), status: 'PARTIALY_PAID', paid_amount: 20 });
    expect(await paymentsOf(id)).toEqual([
      [40, 'adjustment'],
      [10.5, 'adjustment'],
      [-30.5, 'adjustment'],
    ]);
    expect(await moneyOf(id)).toMatchObject({ paid_amount: 20, status: 'PARTIALY_PAID' });
  });

  it('that a PUT leaves or repeats is no payment', async () => {
    const invoice = await owed();
    const { id, patient_id } = invoice;
    await pay(id, 40);
    const read = await ok('GET', `/invoice/${id}`);
    await putInvoice(id, { ...unchanged(read), tags: ['a'] });
    await putInvoice(id, { patient_id, tags: ['b'] });
    await putInvoice(id, { patient_id, status: 'WRITTEN_OFF' });
    await putInvoice(id, { ...unchanged(read), tags: ['b'], status: 'WRITTEN_OFF' });
    expect(await paymentsOf(id)).toEqual([[40, 'cash']]);
    expect(await moneyOf(id)).toMatchObject({ paid_amount: 40, status: 'WRITTEN_OFF' });
  });

  it('that was read before a payment takes the payment back, unless If-Match says when', async () => {
    const invoice = await owed();
    const { id } = invoice;
    await pay(id, 40);
    const stale = { ...unchanged(invoice), due_date: '2027-01-01' };
    expect((await putInvoice(id, stale, { 'if-match': '"1"' })).status).toBe(412);
    expect(await paymentsOf(id)).toEqual([[40, 'cash']]);
    expect((await putInvoice(id, { ...stale, status: 'PARTIALY_PAID', paid_amount: 1 })).status).toBe(200);
    expect(await paymentsOf(id)).toEqual([
      [40, 'cash'],
      [-39, 'adjustment'],
    ]);
    await moneyOf(id);
  });

  it('is not recorded where the invoice is not written', async () => {
    const before = await count('payment');
    const { id } = await owed();
    const wrong = { ...input.invoice({ paid_amount: 40 }), patient_id: crypto.randomUUID() };
    expect((await call('POST', '/invoice/', { json: wrong })).status).toBe(404);
    const patient_id = (await ok('GET', `/invoice/${id}`)).patient_id;
    expect((await putInvoice(id, { patient_id, status: 'PAID', paid_amount: 1 })).status).toBe(400);
    const headers = { 'if-match': '"7"' };
    expect((await putInvoice(id, { patient_id, paid_amount: 1 }, headers)).status).toBe(412);
    expect(await count('payment')).toBe(before);
  });

  it('is recorded once, however often a create is repeated with its key', async () => {
    const json = input.invoice({ patient_id: (await make.patient()).id, paid_amount: 40 });
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', '/invoice/', { json, headers })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await paymentsOf(answers[0]?.body.id)).toEqual([[40, 'adjustment']]);
  });
});
