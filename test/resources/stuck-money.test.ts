import { describe, expect, it } from 'vitest';
import { type Body, call, ok, refusal } from '../support/client';
import { make } from '../support/factories';
import { postInvoice, putInvoice, unchanged } from '../support/invoices';
import { moneyOf, owed, pay } from '../support/payments';
import { count, rows, trail } from '../support/rows';

const first = (amount: number) =>
  refusal('refund_first', `Refund ${amount} first: an invoice that is VOID keeps no money`);

describe('VOID with money on it is refused, and says how much', () => {
  it('on a create, with lines and without, which writes nothing', async () => {
    const { id: patient_id } = await make.patient();
    const before = [await count('invoice'), await count('payment')];
    for (const items of [[], [{ name: 'Visit', unit_price: 100 }]]) {
      const { status, body } = await postInvoice({ patient_id, items, status: 'VOID', paid_amount: 12.5 });
      expect([status, body]).toEqual([400, first(12.5)]);
    }
    expect([await count('invoice'), await count('payment')]).toEqual(before);
  });

  it('on a PUT and on a PATCH, until it is refunded', async () => {
    for (const [method, status] of [
      ['PUT', 'ISSUED'],
      ['PATCH', 'DRAFT'],
    ] as const) {
      const { id, patient_id } = await owed({ status });
      await pay(id, 40.25);
      const read = await ok('GET', `/invoice/${id}`);
      const end = () => call(method, `/invoice/${id}`, { json: { patient_id, status: 'VOID' } });
      const refused = await end();
      expect([refused.status, refused.body]).toEqual([400, first(40.25)]);
      expect(await ok('GET', `/invoice/${id}`)).toEqual(read);
      await pay(id, -40.25);
      expect((await end()).body).toMatchObject({ status: 'VOID', paid_amount: 0 });
    }
  });

  it('unless the same PUT takes it back', async () => {
    const { id, patient_id } = await owed({ paid_amount: 40 });
    await ok('PUT', `/invoice/${id}`, { json: { patient_id, status: 'VOID', paid_amount: 0 } });
    expect(await moneyOf(id)).toMatchObject({ status: 'VOID', paid_amount: 0 });
  });
});

it('Money that is on a void bill from before can be refunded, and the bill is sent back unchanged', async () => {
  const { id } = await owed({ paid_amount: 100 });
  await rows("UPDATE invoice SET status = 'VOID' WHERE id = ?", id);
  const old = await ok('GET', `/invoice/${id}`);
  expect((await putInvoice(id, unchanged(old))).status).toBe(200);
  expect((await pay(id, -100.01)).body.code).toBe('amount');
  expect((await pay(id, -60)).body.invoice).toMatchObject({ status: 'VOID', paid_amount: 40 });
  expect((await pay(id, -40)).body.invoice).toMatchObject({ status: 'VOID', paid_amount: 0 });
  expect((await pay(id, 1)).body.code).toBe('not_editable');
  await moneyOf(id);
});

describe.each(['DRAFT', 'WRITTEN_OFF'])('An invoice that is %s', (status) => {
  it('takes payments and refunds, and stays what it is', async () => {
    const { id } = await owed({ status });
    const steps: [amount: number, paid: number][] = [
      [30, 30],
      [70, 100],
      [50, 150],
      [-150, 0],
    ];
    for (const [amount, paid_amount] of steps) {
      expect((await pay(id, amount)).body.invoice).toMatchObject({ status, paid_amount });
      expect(await moneyOf(id)).toMatchObject({ status, remaining_amount: 100 - paid_amount });
    }
    expect((await pay(id, -0.01)).body).toEqual(refusal('amount', 'A refund must not exceed paid_amount'));
    expect(await trail(id)).toEqual(['create 1', ...[2, 3, 4, 5].map((version) => `update ${version} paid_amount`)]);
  });
});

it('A deposit counts when the draft is issued', async () => {
  const draft = await owed({ status: 'DRAFT' });
  await pay(draft.id, 30);
  const read = await ok('GET', `/invoice/${draft.id}`);
  const issued = await ok('PATCH', `/invoice/${draft.id}`, { json: { status: 'PARTIALY_PAID' } });
  expect(issued).toMatchObject({ ...read, status: 'PARTIALY_PAID', updated_at: issued.updated_at });
  expect((await pay(draft.id, 70)).body.invoice).toMatchObject({ status: 'PAID', remaining_amount: 0 });
});

describe('A due date', () => {
  const issue_date = '2026-12-01T10:00:00';
  const refused = refusal('inconsistent', 'due_date must not be before issue_date');

  it('before the date of issue is refused on a create that has both', async () => {
    const { id: patient_id } = await make.patient();
    const post = (dates: object) => postInvoice({ patient_id, items: [], ...dates });
    const wrong = await post({ issue_date, due_date: '2026-11-30' });
    expect([wrong.status, wrong.body]).toEqual([400, refused]);
    expect((await post({ issue_date, due_date: '2026-12-01' })).status, 'of the same day').toBe(201);
    expect((await post({ due_date: '2020-01-01' })).status, 'of a bill that is entered late').toBe(201);
  });

  it('counts by the days of the hospital', async () => {
    const { id: patient_id } = await make.patient();
    const env = { TIME_ZONE: 'Pacific/Auckland' };
    const dates = { issue_date: '2026-11-30T12:00:00Z', due_date: '2026-11-30' };
    expect((await call('POST', '/invoice/', { json: { patient_id, ...dates } })).status).toBe(201);
    expect((await call('POST', '/invoice/', { json: { patient_id, ...dates }, env })).body).toEqual(refused);
  });

  it('is held against what is stored, where an update changes either date', async () => {
    const invoice = await make.invoice({ issue_date, due_date: '2026-12-20' });
    const patch = (json: object) => call('PATCH', `/invoice/${invoice.id}`, { json });
    expect((await patch({ due_date: '2026-11-30' })).body).toEqual(refused);
    expect((await patch({ issue_date: '2026-12-21' })).body).toEqual(refused);
    expect((await patch({ issue_date: '2026-12-21', due_date: '2026-12-22' })).status).toBe(200);
    const issued = await owed({ issue_date, due_date: '2026-12-20' });
    const put = await putInvoice(issued.id, { ...unchanged(issued), due_date: '2026-11-30' });
    expect([put.status, put.body]).toEqual([400, refused]);
  });

  it('from before this rule does not keep a bill from being changed otherwise', async () => {
    const { id } = await owed({ issue_date });
    await rows("UPDATE invoice SET due_date = '2026-01-01', due_at = 1767225600000 WHERE id = ?", id);
    const old: Body = await ok('GET', `/invoice/${id}`);
    for (const due_date of ['2026-01-01', '2026-01-01T00:00:00.000Z'])
      expect((await putInvoice(id, { ...unchanged(old), due_date, tags: ['late'] })).status, due_date).toBe(200);
    expect((await putInvoice(id, { ...unchanged(old), due_date: '2026-01-02' })).body).toEqual(refused);
  });
});

describe('An invoice without lines', () => {
  it('takes discounts, of which it has nothing to take off', async () => {
    const { id: patient_id } = await make.patient();
    const { status, body } = await postInvoice({ patient_id, items: [], discount_amount: 5, discount_percent: 10 });
    expect([status, body]).toMatchObject([
      201,
      { discount_amount: 5, discount_percent: 10, subtotal: 0, total_amount: 0, remaining_amount: 0 },
    ]);
    expect(await putInvoice(body.id, unchanged(body))).toMatchObject({ status: 200, body: { total_amount: 0 } });
    const line = { name: 'Visit', unit_price: 4 };
    const less = await call('PATCH', `/invoice/${body.id}`, { json: { items: [line] } });
    expect([less.status, less.body.code], 'less than the discount').toEqual([400, 'amount']);
    const more = await ok('PATCH', `/invoice/${body.id}`, { json: { items: [{ ...line, unit_price: 100 }] } });
    expect(more.total_amount).toBe(85);
  });
});
