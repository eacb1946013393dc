import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Body } from '../support/client';
import { decimalText, fraction, rounded, share, times } from '../support/fractions';

const original = env.CURRENCY;
afterAll(() => {
  Object.assign(env, { CURRENCY: original });
  vi.resetModules();
});

/** Loads the service again, as a new isolate does: the currency is read when the modules are loaded. */
async function deployedWith(currency: string) {
  Object.assign(env, { CURRENCY: currency });
  vi.resetModules();
  return { ...(await import('../support/client')), ...(await import('../support/factories')) };
}

const decimal = (units: number, places: number) =>
  fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: units })).map((n) => decimalText(n, places));
const rates = fc.oneof(fc.constantFrom('0', '5', '7', '8', '8.875', '10', '19'), decimal(10_000, 2));

const invoices = (places: number) =>
  fc.record({
    lines: fc.array(
      fc.record({
        quantity: fc.oneof(
          fc.constant('1'),
          fc.integer({ min: 1, max: 9999 }).map((n) => decimalText(n, 3)),
        ),
        unit_price: decimal(10_000_000, places),
        tax_percent: fc.option(rates, { freq: 4, nil: undefined }),
      }),
      { maxLength: 8 },
    ),
    discount_percent: fc.oneof(fc.constant('0'), decimal(10_000, 2)),
    tax_included: fc.boolean(),
  });

describe.each([
  ['JPY', 0],
  ['USD', 2],
  ['KWD', 3],
] as const)('The taxes of random invoices in %s', (currency, places) => {
  const scale = 10n ** BigInt(places);
  /** Of a number that JSON has written, exactly. */
  const minor = (amount: number) => {
    const [units, of] = times(fraction(amount.toFixed(places)), [scale, 1n]);
    expect(units % of).toBe(0n);
    expect(Number((units / of).toString()) / Number(scale)).toBe(amount);
    return units / of;
  };
  const sum = (amounts: bigint[]) => amounts.reduce((all, amount) => all + amount, 0n);

  it('follow from the bill as it is printed, and change nothing else of it', async () => {
    const { call, make } = await deployedWith(currency);
    const patient_id = (await make.patient()).id;
    const post = async (json: Body): Promise<Body> => (await call('POST', '/invoice/', { json })).body;
    await fc.assert(
      fc.asyncProperty(invoices(places), async ({ lines, discount_percent, tax_included }) => {
        const items = lines.map(({ quantity, unit_price, tax_percent }) => ({
          ...{ name: 'x', quantity: Number(quantity), unit_price: Number(unit_price) },
          tax_percent: tax_percent === undefined ? undefined : Number(tax_percent),
        }));
        const given = { patient_id, discount_percent: Number(discount_percent) };
        const bill = await post({ ...given, items, tax_included });
        const plain = await post({ ...given, items: items.map((line) => ({ ...line, tax_percent: undefined })) });

        const nets = lines.map(({ quantity, unit_price }) =>
          rounded(times(times(fraction(quantity), fraction(unit_price)), [scale, 1n])),
        );
        const discounted = sum(nets) - share(sum(nets), discount_percent);
        expect([minor(plain.subtotal), minor(plain.total_amount)]).toEqual([sum(nets), discounted]);
        expect(Object.keys(plain).filter((name) => name.startsWith('tax'))).toEqual([]);
        expect(bill.items.map(({ tax_percent: _, ...line }: Body) => line)).toEqual(plain.items);
        expect(bill.subtotal).toBe(plain.subtotal);

        const taxed = lines.filter(({ tax_percent }) => tax_percent !== undefined);
        if (taxed.length === 0) {
          expect(Object.keys(bill)).toEqual(Object.keys(plain));
          expect(bill.total_amount).toBe(plain.total_amount);
          return;
        }
        const taxes = (bill.taxes as Body[]).map((tax) => ({
          rate: fraction(String(tax.tax_percent)),
          net: minor(tax.net_amount),
          tax: minor(tax.tax_amount),
        }));
        for (const {
          rate: [n, d],
          net,
          tax,
        } of taxes) {
          const part = tax_included ? net + tax : net;
          expect(tax).toBe(rounded([part * n, tax_included ? 100n * d + n : 100n * d]));
        }
        const tax = sum(taxes.map((each) => each.tax));
        expect(minor(bill.tax_amount)).toBe(tax);
        expect(minor(bill.total_amount)).toBe(tax_included ? discounted : discounted + tax);
        expect(bill.remaining_amount).toBe(bill.total_amount);
        if (taxed.length < lines.length) return;
        expect(minor(bill.total_amount)).toBe(sum(taxes.map((each) => each.net + each.tax)));
      }),
      { numRuns: 40 },
    );
  });
});
