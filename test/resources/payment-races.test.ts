import { describe, expect, it } from 'vitest';
import { call, ok } from '../support/client';
import { make } from '../support/factories';
import { input } from '../support/input';
import { moneyOf, owed, pay } from '../support/payments';
import { count, row, rows, trail } from '../support/rows';

const AT_ONCE = 50;
const all = <T>(n: number, one: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => one(i)));
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status);

describe('At once,', () => {
  it(`${AT_ONCE} payments are all counted`, async () => {
    const { id } = await owed({ items: [{ name: 'Surgery', unit_price: AT_ONCE }] });
    const answers = await all(AT_ONCE, () => pay(id, 1));
    expect(statuses(answers)).toEqual(new Array(AT_ONCE).fill(201));
    const seen = answers.map(({ body }) => body.invoice.paid_amount).sort((a, b) => a - b);
    expect(seen, 'each answer has another sum').toEqual(Array.from({ length: AT_ONCE }, (_, i) => i + 1));
    expect(answers.filter(({ body }) => body.invoice.status === 'PAID')).toHaveLength(1);
    expect(await moneyOf(id)).toMatchObject({ status: 'PAID', paid_amount: AT_ONCE, remaining_amount: 0 });
    expect(await trail(id)).toHaveLength(AT_ONCE + 1);
  });

  it(`of ${AT_ONCE} refunds only as many succeed as there is money`, async () => {
    const { id } = await owed();
    await pay(id, 70);
    const answers = await all(AT_ONCE, () => pay(id, -10));
    expect(statuses(answers).filter((status) => status === 201)).toHaveLength(7);
    expect(statuses(answers).filter((status) => status === 400)).toHaveLength(AT_ONCE - 7);
    expect(await moneyOf(id)).toMatchObject({ status: 'ISSUED', paid_amount: 0, remaining_amount: 100 });
  });

  it(`${AT_ONCE} payments and refunds among PUTs that leave paid_amount out lose nothing`, async () => {
    const { id, patient_id } = await owed({ items: [{ name: 'Surgery', unit_price: 1000 }] });
    await pay(id, 100);
    const amount = (i: number): number => (i % 5 === 0 ? -2 : 10);
    const [paid, put] = await Promise.all([
      all(AT_ONCE, (i) => pay(id, amount(i))),
      all(10, (i) => call('PUT', `/invoice/${id}`, { json: { patient_id, tags: [`t${i}`] } })),
    ]);
    expect(statuses(paid)).toEqual(new Array(AT_ONCE).fill(201));
    // A PUT among so many writers may give up, but never half-way.
    for (const { status } of put) expect([200, 409]).toContain(status);
    const sum = 100 + Array.from({ length: AT_ONCE }, (_, i) => amount(i)).reduce((a, b) => a + b, 0);
    expect(await moneyOf(id)).toMatchObject({ status: 'PARTIALY_PAID', paid_amount: sum });
    expect(await count(`payment WHERE invoice_id = ? AND method = 'adjustment'`, id)).toBe(0);
  });

  it('payments and PUTs that set paid_amount leave the sum right, whoever comes last', async () => {
    const { id, patient_id } = await owed({ items: [{ name: 'Surgery', unit_price: 1000 }] });
    const [paid, put] = await Promise.all([
      all(30, () => pay(id, 10)),
      all(10, (i) => call('PUT', `/invoice/${id}`, { json: { patient_id, paid_amount: i + 1 } })),
    ]);
    expect(statuses(paid)).toEqual(new Array(30).fill(201));
    for (const { status } of put) expect([200, 409]).toContain(status);
    await moneyOf(id);
  });

  it('payments and one PUT to VOID: either is refused, and no money stays on a void bill', async () => {
    const { id, patient_id } = await owed({ items: [{ name: 'Surgery', unit_price: 1000 }] });
    const [answers, voided] = await Promise.all([
      all(20, () => pay(id, 1)),
      call('PUT', `/invoice/${id}`, { json: { patient_id, status: 'VOID' } }),
    ]);
    const isVoid = voided.status === 200;
    expect([voided.status, voided.body.code]).toEqual(isVoid ? [200, undefined] : [400, 'refund_first']);
    expect(statuses(answers)).toEqual(new Array(20).fill(isVoid ? 400 : 201));
    expect(await moneyOf(id)).toMatchObject(
      isVoid ? { status: 'VOID', paid_amount: 0 } : { status: 'PARTIALY_PAID', paid_amount: 20 },
    );
  });
});

describe('Receipts', () => {
  const receiptOf = (n: number) => `RCP-${String(n).padStart(8, '0')}`;

  it(`of ${AT_ONCE} payments, refunds and refused ones at once have no gap, and each total by method follows from the one before`, async () => {
    const { id } = await owed({ items: [{ name: 'Surgery', unit_price: 1000 }] });
    await pay(id, 100);
    const before = Number(await count('payment'));
    const amount = (i: number) => (i % 10 === 0 ? -100_000 : i % 3 === 0 ? -1 : 7);
    const methods = ['card', 'cash', 'till 3'];
    const [answers] = await Promise.all([
      all(AT_ONCE, (i) => pay(id, amount(i), { more: { method: methods[i % 3] } })),
      all(5, () => make.invoice({ paid_amount: 3 })),
    ]);
    const taken = answers.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(AT_ONCE - AT_ONCE / 10);
    const ofAll = (await rows<{ receipt_number: string }>('SELECT receipt_number FROM payment ORDER BY seq')).map(
      ({ receipt_number }) => receipt_number,
    );
    expect(ofAll).toEqual(Array.from({ length: before + taken.length + 5 }, (_, n) => receiptOf(n + 1)));
    for (const { body } of taken) {
      expect(await row('SELECT receipt_number FROM payment WHERE id = ?', body.id)).toEqual({
        receipt_number: body.receipt_number,
      });
    }
    expect(
      await rows(`SELECT * FROM (SELECT method, method_total, sum(amount) OVER (PARTITION BY method ORDER BY seq) AS sum
        FROM payment) WHERE sum <> method_total`),
    ).toEqual([]);
  });
});

describe('A payment with an Idempotency-Key', () => {
  const once = (id: string, key: string, amount = 30) =>
    call('POST', `/invoice/${id}/payments`, { json: input.payment({ amount }), headers: { 'idempotency-key': key } });

  it(`that a client sends ${AT_ONCE} times is paid once`, async () => {
    const { id } = await owed();
    const key = crypto.randomUUID();
    const answers = await all(AT_ONCE, () => once(id, key));
    expect(statuses(answers)).toEqual(new Array(AT_ONCE).fill(201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await moneyOf(id)).toMatchObject({ paid_amount: 30, status: 'PARTIALY_PAID' });
    expect(await count('payment WHERE invoice_id = ?', id)).toBe(1);
  });

  it('is answered with its invoice as it is by then', async () => {
    const { id } = await owed();
    const key = crypto.randomUUID();
    const first = await once(id, key);
    await pay(id, 70);
    const again = await once(id, key);
    expect([again.status, again.body]).toEqual([
      201,
      { ...first.body, invoice: { ...first.body.invoice, status: 'PAID', paid_amount: 100, remaining_amount: 0 } },
    ]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
  });

  it('is the same payment even if it would be refused by now', async () => {
    const { id, patient_id } = await owed({ paid_amount: 30 });
    const key = crypto.randomUUID();
    const refund = await once(id, key, -30);
    expect([refund.status, (await once(id, key, -30)).body.id]).toEqual([201, refund.body.id]);
    await ok('PUT', `/invoice/${id}`, { json: { patient_id, status: 'VOID' } });
    expect((await once(id, key, -30)).body.id).toBe(refund.body.id);
    expect((await moneyOf(id)).paid_amount).toBe(0);
  });

  it('is a conflict with another amount or on another invoice', async () => {
    const [one, other] = [await owed(), await owed()];
    const key = crypto.randomUUID();
    await once(one.id, key);
    expect((await once(one.id, key, 31)).status).toBe(409);
    expect((await once(other.id, key)).status).toBe(409);
    expect(await moneyOf(other.id)).toMatchObject({ paid_amount: 0, status: 'ISSUED' });
  });

  it('can be sent again with the same key if it was refused', async () => {
    const { id } = await owed();
    const key = crypto.randomUUID();
    expect((await once(id, key, -30)).status).toBe(400);
    await pay(id, 30);
    expect((await once(id, key, -30)).status).toBe(201);
  });
});
