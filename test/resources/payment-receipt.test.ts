import { describe, expect, it } from 'vitest';
import { accessSent, type Body, call, ok } from '../support/client';
import { credit } from '../support/credit-notes';
import { make } from '../support/factories';
import { merge, pairOf } from '../support/merges';
import { multiply, UUID } from '../support/multiply';
import { owed, pay } from '../support/payments';
import { row, rows } from '../support/rows';
import { actorOf, insertUser } from '../support/users';

const env = { TAX_ID: 'DE 123/456/789' };
const payer = { name: 'AOK', kind: 'insurance', member_number: 'A1', tax_id: null };

const named = ({ id, reg_number, first_name, last_name }: Body) => ({ id, reg_number, first_name, last_name });
const pathOf = ({ invoice_id, id }: Body) => `/invoice/${invoice_id}/payments/${id}`;
const receiptOf = (payment: Body): Promise<Body> => ok('GET', `${pathOf(payment)}?view=full`);

describe('GET /invoice/{id}/payments/{payment_id}?view=full', () => {
  it('is what a receipt prints, in one read: who took it, invoice, patient, payer, and the tax id of the clinic', async () => {
    const patient = await make.patient();
    const { id, issue_date } = await owed({ patient_id: patient.id, payer });
    const { body: payment } = await pay(id, 30, { as: 'billing' });
    const path = pathOf(payment);
    const { body, cost, headers } = await call('GET', `${path}?view=full`, { env });
    const { full_name } = (await row('SELECT full_name FROM user WHERE id = ?', actorOf('billing').id)) ?? {};
    expect(full_name).toEqual(expect.any(String));
    expect(body).toEqual({
      ...payment,
      account: { id: actorOf('billing').id, full_name },
      invoice: { ...payment.invoice, issue_date, payer },
      patient: named(patient),
      tax_id: env.TAX_ID,
    });
    expect([cost.trips, cost.rows_written]).toEqual([1, 0]);
    // As without `view`: what it makes of the invoice may change later, so there is no version that a tag could name.
    expect([headers.get('etag'), (await call('GET', path)).headers.get('etag')]).toEqual([null, null]);
    expect(await ok('GET', path)).toEqual(payment);
  });

  it('leaves out payer and tax id where there are none, and says what of the invoice is paid by now', async () => {
    const { id } = await owed();
    const { body: payment } = await pay(id, 30);
    await pay(id, 20);
    await credit(id, 10);
    const { invoice, tax_id } = await receiptOf(payment);
    expect([invoice.payer, tax_id]).toEqual([undefined, undefined]);
    expect(invoice).toMatchObject({ total_amount: 100, paid_amount: 50, credited_amount: 10, remaining_amount: 40 });
  });

  it('is there for refunds, and for what was set with the invoice', async () => {
    const { id } = await owed({ paid_amount: 50 });
    const { body: refund } = await pay(id, -20);
    expect(await receiptOf(refund)).toMatchObject({ amount: -20, invoice: { paid_amount: 30 } });
    const [adjustment] = await ok('GET', `/invoice/${id}/payments`);
    expect(await receiptOf(adjustment)).toMatchObject({ amount: 50, method: 'adjustment' });
  });

  it('names the account by its username, where it has no full name, and also once it is disabled', async () => {
    const { id: account } = await insertUser('billing');
    await rows("UPDATE user SET full_name = NULL, username = 'till-2' WHERE id = ?", account);
    const { body: payment } = await pay((await owed()).id, 1, { as: { id: account, role: 'billing' } });
    await rows('UPDATE user SET disabled_at = 1 WHERE id = ?', account);
    expect((await receiptOf(payment)).account).toEqual({ id: account, full_name: 'till-2' });
  });

  it('has null for the account where nobody was logged in', async () => {
    const { body: payment } = await pay((await owed()).id, 1);
    await multiply('payment', { key: 'id', value: payment.id }, 1, { id: UUID, created_by: 'NULL' });
    const [, unnamed] = await ok('GET', `/invoice/${payment.invoice_id}/payments`);
    expect(await receiptOf(unnamed)).toMatchObject({ id: unnamed.id, account: null });
  });

  it('names a deleted patient', async () => {
    const patient = await make.patient();
    const { body: payment } = await pay((await owed({ patient_id: patient.id })).id, 1);
    await ok('DELETE', `/patient/${patient.id}`);
    expect((await receiptOf(payment)).patient).toEqual(named(patient));
  });

  it('names the record that the invoice names, where that was merged into another one since', async () => {
    const { id, from, bill } = await pairOf({ last_name: 'Lind' }, { last_name: 'Lindh' });
    const other = await ok('GET', `/patient/${from}`);
    const { body: payment } = await pay(bill.id, 1);
    expect((await merge(id, from)).status).toBe(200);
    expect((await receiptOf(payment)).patient).toEqual(named(other));
    expect((await ok('GET', `/invoice/${bill.id}`)).patient_id).toBe(id);
  });

  it('is a look at the invoice', async () => {
    const { id } = await owed();
    const { body: payment } = await pay(id, 1);
    const { headers } = await call('GET', `${pathOf(payment)}?view=full`);
    const request_id = headers.get('x-request-id');
    expect(accessSent.filter((look) => look.request_id === request_id)).toMatchObject([
      { action: 'read', entity: 'invoice', entity_id: id, owner_id: id, actor: actorOf('staff').id },
    ]);
  });

  it('is not found under another invoice', async () => {
    const { body: payment } = await pay((await owed()).id, 1);
    const { id: invoice_id } = await owed();
    const elsewhere = await call('GET', `${pathOf({ ...payment, invoice_id })}?view=full`);
    expect([elsewhere.status, elsewhere.body.detail]).toEqual([404, `Payment not found: ${payment.id}`]);
    const unknown = pathOf({ ...payment, invoice_id: crypto.randomUUID() });
    expect((await call('GET', `${unknown}?view=full`)).status).toBe(404);
  });

  it('is no other than before without view, or with an empty one', async () => {
    const { body: payment } = await pay((await owed()).id, 1);
    const plain = await call('GET', pathOf(payment));
    for (const query of ['?view=reduced', '?view=', '?unknown=1'])
      expect((await call('GET', `${pathOf(payment)}${query}`)).bytes).toEqual(plain.bytes);
  });
});
