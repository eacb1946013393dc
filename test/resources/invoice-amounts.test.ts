import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Body } from '../support/client';
import { make } from '../support/factories';
import { fraction, rounded, share, times } from '../support/fractions';
import { postInvoice, putInvoice, STATUSES, unchanged } from '../support/invoices';

const patient_id = (await make.patient()).id;
const line = { name: 'Visit', quantity: 2, unit_price: 50 };
const post = (json: object) => postInvoice({ patient_id, items: [line], ...json });
const create = async (json: object): Promise<Body> => {
  const { status, body } = await post(json);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};

describe('A payment', () => {
  it.each([
    ['PAID', 100, 201],
    ['PAID', 100.01, 201],
    ['PAID', 99.99, 400],
    ['PAID', 0, 400],
    ['PARTIALY_PAID', 0.01, 201],
    ['PARTIALY_PAID', 99.99, 201],
    ['PARTIALY_PAID', 100, 400],
    ['PARTIALY_PAID', 0, 400],
    ['ISSUED', 100, 201],
    ['DRAFT', 100, 201],
    ['VOID', 0, 201],
    ['WRITTEN_OFF', 50, 201],
  ])('to an invoice that is %s, of %d out of 100, is answered with %i', async (status, paid_amount, expected) => {
    const made = await post({ status, paid_amount });
    expect(made.status).toBe(expected);
    const draft = await create({});
    const replaced = await putInvoice(draft.id, { ...unchanged(draft), status, paid_amount });
    expect(replaced.status).toBe(expected === 201 ? 200 : 400);
    if (expected === 400) expect(made.body.detail).toContain(`An invoice is ${status} only when`);
  });

  it('that is too high becomes a credit', async () => {
    expect(await create({ paid_amount: 100.25 })).toMatchObject({ remaining_amount: -0.25 });
  });
});

describe('The statuses PAID and PARTIALY_PAID', () => {
  it.each(STATUSES)('demand nothing of an invoice without lines: %s', async (status) => {
    for (const paid_amount of status === 'VOID' ? [0] : [0, 50]) {
      const made = await create({ items: [], status, paid_amount });
      expect(made).toMatchObject({ status, paid_amount, total_amount: 0, remaining_amount: 0 - paid_amount });
      const draft = await create({ items: [] });
      const { body } = await putInvoice(draft.id, { patient_id, status, paid_amount });
      expect(body).toMatchObject({ status, paid_amount });
    }
  });

  it('demand it as soon as there is a line', async () => {
    const draft = await create({ items: [], status: 'DRAFT' });
    const { status, body } = await putInvoice(draft.id, { patient_id, status: 'PAID', items: [line] });
    expect([status, body.detail]).toEqual([400, 'An invoice is PAID only when remaining_amount is 0 or less']);
  });
});

describe('An amount of money', () => {
  it('is rounded first in the gross of a line, then in each percentage', async () => {
    const items = [{ name: 'x', quantity: 1.5, unit_price: 0.15, discount_percent: 10 }];
    expect(await create({ items, discount_percent: 50 })).toMatchObject({ subtotal: 0.21, total_amount: 0.1 });
  });

  it('is never a floating-point sum: 0.1 and 0.2 add up to 0.3', async () => {
    const items = [0.1, 0.2].map((unit_price) => ({ name: 'x', unit_price }));
    expect(await create({ items })).toMatchObject({ subtotal: 0.3, total_amount: 0.3, remaining_amount: 0.3 });
  });

  it.each([
    // percentage of the amount, in cents, rounded half up
    [1, 50, 0],
    [1, 49.999, 1],
    [3, 50, 1],
    [45, 10, 40],
    [44, 10, 40],
    [1005, 0.5, 1000],
    [115, 30, 80],
    [100, 100, 0],
    [9999, 1e-7, 9999],
  ])('of %i cents less %d percent is %i cents', async (cents, discount_percent, left) => {
    const items = [{ name: 'x', unit_price: cents / 100, discount_percent }];
    expect((await create({ items })).items[0].net_amount).toBe(left / 100);
    const plain = [{ name: 'x', unit_price: cents / 100 }];
    expect((await create({ items: plain, discount_percent })).total_amount).toBe(left / 100);
  });

  it.each([
    ['a line', { items: [line, { ...line, discount_amount: 100.01 }] }, 'Line 2: net_amount'],
    [
      'a line after its percentage',
      { items: [{ ...line, discount_percent: 50, discount_amount: 50.01 }] },
      'Line 1: net_amount',
    ],
    ['the total', { discount_amount: 100.01 }, 'total_amount'],
    ['the total after its percentage', { discount_percent: 99, discount_amount: 1.01 }, 'total_amount'],
  ])('is refused when discounts make %s negative', async (_, fields, what) => {
    const { status, body } = await post(fields);
    expect([status, body.detail]).toEqual([400, `${what} must not be negative: the discounts are too large`]);
    const draft = await create({});
    expect((await putInvoice(draft.id, { ...unchanged(draft), ...fields })).status).toBe(400);
  });

  it('is refused when it is too large to be exact', async () => {
    const items = [{ name: 'x', unit_price: 1e11, quantity: 1e6 }];
    const { status, body } = await post({ items });
    expect([status, body.detail]).toEqual([400, 'Line 1: net_amount is too large']);
  });
});

const cents = (text: string): bigint => rounded(times([100n, 1n], fraction(text)));

const decimal = (max: number, places: number) =>
  fc.integer({ min: 0, max: max * 10 ** places }).map((n) => (n / 10 ** places).toFixed(places));
const percent = fc.oneof(fc.constantFrom('0', '50', '100', '33.3333', '0.005'), decimal(100, 2));
const money = fc.oneof(decimal(3, 2), decimal(1_000_000, 2));
const lines = fc.array(
  fc.record({
    quantity: fc.oneof(
      fc.constant('1'),
      fc.constant('0.001'),
      fc.integer({ min: 1, max: 20_000 }).map((n) => (n / 1000).toFixed(3)),
    ),
    unit_price: money,
    discount_percent: percent,
    discount_amount: fc.oneof({ weight: 4, arbitrary: fc.constant('0') }, decimal(1, 2)),
  }),
  { maxLength: 8 },
);

describe('The totals of an invoice', () => {
  it('are those of exact arithmetic', async () => {
    const discount_amount = fc.oneof({ weight: 4, arbitrary: fc.constant('0') }, decimal(5, 2));
    const invoices = fc.record({ lines, discount_percent: percent, discount_amount, paid_amount: money });
    await fc.assert(
      fc.asyncProperty(invoices, async ({ lines, ...invoice }) => {
        const nets = lines.map((each) => {
          const gross = rounded(times(times(fraction(each.quantity), fraction(each.unit_price)), [100n, 1n]));
          return gross - share(gross, each.discount_percent) - cents(each.discount_amount);
        });
        const subtotal = nets.reduce((sum, net) => sum + net, 0n);
        const off = lines.length === 0 ? 0n : cents(invoice.discount_amount);
        const total = subtotal - share(subtotal, invoice.discount_percent) - off;
        const numbers = (texts: object) =>
          Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, Number(text)]));
        const { status, body } = await post({
          ...numbers(invoice),
          items: lines.map((each) => ({ name: 'x', ...numbers(each) })),
        });
        expect(status).toBe(nets.some((net) => net < 0n) || total < 0n ? 400 : 201);
        if (status === 400) return;
        const inCents = (amount: number) => BigInt(Math.round(amount * 100));
        expect(body.items.map((item: Body) => inCents(item.net_amount))).toEqual(nets);
        expect(inCents(body.subtotal)).toBe(subtotal);
        expect(inCents(body.total_amount)).toBe(total);
        expect(inCents(body.remaining_amount)).toBe(total - cents(invoice.paid_amount));
        for (const amount of [body.subtotal, body.total_amount, body.remaining_amount]) {
          expect(String(amount)).toMatch(/^-?\d+(\.\d{1,2})?$/);
        }
      }),
      { numRuns: 60 },
    );
  });
});
