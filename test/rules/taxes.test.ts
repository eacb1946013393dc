import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_MINOR, MoneyError } from '../../src/rules/money';
import { creditedTaxes, type InvoiceTax, leftOf } from '../../src/rules/taxes';
import { invoiceTotals } from '../../src/rules/totals';
import { decimalText, fraction, rounded, share } from '../support/fractions';

const none = { discount_percent: 0, discount_amount: 0, paid_amount: 0 };
const tax = (tax_percent: number, net_amount: number, tax_amount: number): InvoiceTax => ({
  tax_percent,
  net_amount,
  tax_amount,
});
const line = (net_amount: number, tax_percent?: number) => ({ net_amount, tax_percent });

describe('invoiceTotals() with taxes', () => {
  it('adds the tax of each rate, rounded once, to prices without it', () => {
    const lines = [line(3), line(1003, 19), line(1002, 19), line(1000, 7), line(500, 0)];
    expect(invoiceTotals(lines, none)).toEqual({
      subtotal: 3508,
      taxes: [tax(0, 500, 0), tax(7, 1000, 70), tax(19, 2005, 381)],
      tax_amount: 451,
      total_amount: 3959,
      remaining_amount: 3959,
    });
    // Rounded line by line it would be 0.
    expect(invoiceTotals([line(2, 20), line(2, 20), line(2, 20)], none).tax_amount).toBe(1);
  });

  it('finds the tax in prices that have it', () => {
    expect(invoiceTotals([line(11_900, 19), line(110, 10)], { ...none, tax_included: true })).toEqual({
      subtotal: 12_010,
      taxes: [tax(10, 100, 10), tax(19, 10_000, 1900)],
      tax_amount: 1910,
      total_amount: 12_010,
      remaining_amount: 12_010,
    });
  });

  it.each([
    [5, 10, false, 1],
    [4, 10, false, 0],
    [1, 50, false, 1],
    [3, 100, true, 2],
    [1, 19, true, 0],
    [12_345, 8.875, false, 1096],
    [1000, 12.5, true, 111],
  ])('of %i at %d percent, included: %s, has a tax of %i', (net, percent, tax_included, expected) => {
    expect(invoiceTotals([line(net, percent)], { ...none, tax_included }).tax_amount).toBe(expected);
  });

  it('spreads a discount over the rates, the odd units to who has lost most by rounding down', () => {
    const lines = [line(100), line(100, 7), line(101, 19)];
    const { taxes, total_amount } = invoiceTotals(lines, { ...none, discount_amount: 100 });
    expect(taxes).toEqual([tax(7, 67, 5), tax(19, 67, 13)]);
    expect(total_amount).toBe(219);
    // Of equals, the lower rate.
    const { taxes: equals } = invoiceTotals([line(10, 19), line(10, 7)], { ...none, discount_amount: 3 });
    expect(equals).toEqual([tax(7, 8, 1), tax(19, 9, 2)]);
  });

  it('keeps a rate of which nothing is left', () => {
    const free = invoiceTotals([line(100, 19), line(0, 7)], { ...none, discount_percent: 100 });
    expect(free).toMatchObject({ taxes: [tax(7, 0, 0), tax(19, 0, 0)], tax_amount: 0, total_amount: 0 });
  });

  it('refuses discounts above the sum of the lines, even where the tax would make up for them', () => {
    const refused = () => invoiceTotals([line(100, 19)], { ...none, discount_amount: 101 });
    expect(refused).toThrow(/^total_amount must not be negative/);
  });

  it('refuses what is not a safe integer', () => {
    const most = [line(Number.MAX_SAFE_INTEGER, 1)];
    expect(() => invoiceTotals(most, none)).toThrow('total_amount is too large');
    expect(invoiceTotals(most, { ...none, tax_included: true }).total_amount).toBe(Number.MAX_SAFE_INTEGER);
  });
});

// Few rates and small amounts, so that rates meet and rounding shows; or any.
const rates = fc.oneof(
  fc.constantFrom('0', '5', '7', '8', '10', '19', '8.875', '12.5'),
  fc.nat({ max: 10_000 }).map((units) => decimalText(units, 2)),
);
const amounts = fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: MAX_MINOR }));
const invoices = fc.record({
  lines: fc.array(fc.record({ net: amounts, rate: fc.option(rates, { freq: 4 }) }), { maxLength: 12 }),
  percent: fc.oneof(fc.constant('0'), rates),
  amount: fc.oneof(fc.constant(0), fc.nat({ max: 500 })),
  included: fc.boolean(),
});
type Random = typeof invoices extends fc.Arbitrary<infer T> ? T : never;

const compute = ({ lines, percent, amount, included }: Random) => {
  const given = lines.map(({ net, rate }) => line(net, rate === null ? undefined : Number(rate)));
  const terms = { ...none, discount_percent: Number(percent), discount_amount: amount, tax_included: included };
  return invoiceTotals(given, terms);
};
const total = (values: readonly number[]) => values.reduce((all, value) => all + BigInt(value), 0n);

describe('The taxes of any invoice', () => {
  it('add up, each rate rounded once, on its part of what the discounts leave', () => {
    const property = fc.property(invoices, (invoice) => {
      const { lines, percent, amount, included } = invoice;
      const subtotal = total(lines.map(({ net }) => net));
      const discounted = subtotal - share(subtotal, percent) - BigInt(amount);
      if (discounted < 0n) {
        expect(() => compute(invoice)).toThrow(MoneyError);
        return;
      }
      const { taxes, tax_amount, total_amount } = compute(invoice);
      const sums = (taxes ?? []).map(({ net_amount, tax_amount }) => ({ net: net_amount, tax: tax_amount }));
      expect(BigInt(tax_amount)).toBe(total(sums.map(({ tax }) => tax)));
      expect(BigInt(total_amount)).toBe(included ? discounted : discounted + BigInt(tax_amount));

      const distinct = [...new Set(lines.map(({ rate }) => (rate === null ? undefined : Number(rate))))];
      const named = distinct.filter((rate) => rate !== undefined).sort((a, b) => a - b);
      expect(taxes).toEqual(
        named.length === 0 ? null : named.map((rate) => expect.objectContaining({ tax_percent: rate })),
      );

      let taxedParts = 0n;
      for (const { tax_percent, net_amount, tax_amount } of taxes ?? []) {
        const part = BigInt(net_amount) + (included ? BigInt(tax_amount) : 0n);
        taxedParts += part;
        const [n, d] = fraction(String(tax_percent));
        expect(BigInt(tax_amount)).toBe(rounded(included ? [part * n, 100n * d + n] : [part * n, 100n * d]));
        const before = total(lines.filter(({ rate }) => Number(rate ?? -1) === tax_percent).map(({ net }) => net));
        // Within a unit of its exact share.
        const apart = part * subtotal - before * discounted;
        expect(apart < 0n ? -apart : apart).toBeLessThanOrEqual(subtotal);
        expect(part <= before).toBe(true);
      }
      const untaxed = total(lines.filter(({ rate }) => rate === null).map(({ net }) => net));
      const rest = discounted - taxedParts;
      expect(rest >= 0n && rest <= untaxed).toBe(true);
    });
    fc.assert(property, { numRuns: 3000 });
  });
});

describe('creditedTaxes()', () => {
  const invoice = { total_amount: 22_600, taxes: [tax(7, 10_000, 700), tax(19, 10_000, 1900)] };

  it('spreads an amount over the rates and what has no tax', () => {
    expect(creditedTaxes(leftOf(invoice, []), 11_300)).toEqual({
      taxes: [tax(7, 5000, 350), tax(19, 5000, 950)],
      tax_amount: 1300,
    });
    expect(creditedTaxes(leftOf({ ...invoice, total_amount: 45_200 }, []), 22_600)).toEqual({
      taxes: [tax(7, 5000, 350), tax(19, 5000, 950)],
      tax_amount: 1300,
    });
    expect(creditedTaxes(leftOf({ total_amount: 100, taxes: null }, []), 40)).toEqual({ taxes: null, tax_amount: 0 });
  });

  it('leaves out a rate of which nothing is credited, and takes what other notes have left', () => {
    const lines = { amount: 10_700, taxes: [tax(7, 10_000, 700)] };
    expect(creditedTaxes(leftOf(invoice, [lines]), 1190)).toEqual({ taxes: [tax(19, 1000, 190)], tax_amount: 190 });
    expect(
      creditedTaxes(
        leftOf({ ...invoice, total_amount: 22_700 }, [lines, { amount: 11_900, taxes: [tax(19, 10_000, 1900)] }]),
        50,
      ),
    ).toEqual({ taxes: null, tax_amount: 0 });
  });

  it('refuses more than is left', () => {
    expect(() => creditedTaxes(leftOf(invoice, []), 22_601)).toThrow(MoneyError);
    expect(() => creditedTaxes(leftOf(invoice, [{ amount: 22_600, taxes: invoice.taxes }]), 1)).toThrow(
      'not credited yet',
    );
  });

  it('never makes a negative part where notes of lines have credited a rate too much', () => {
    const over = { amount: 14_280, taxes: [tax(19, 12_000, 2280)] };
    expect(creditedTaxes(leftOf(invoice, [over]), 8320).taxes).toEqual([tax(7, 7776, 544)]);
    const roundedUp = { amount: 11_900, taxes: [tax(19, 10_001, 1899)] };
    expect(creditedTaxes(leftOf(invoice, [roundedUp]), 10_700).taxes).toEqual([tax(7, 9999, 700), tax(19, 0, 1)]);
  });

  it('adds up to the amount each time, and to the invoice once all of it is credited', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 8 });
    const property = fc.property(invoices, steps, (random, parts) => {
      fc.pre(random.lines.length > 0);
      let issued: ReturnType<typeof compute>;
      try {
        issued = compute(random);
      } catch {
        return;
      }
      const notes: { amount: number; taxes: InvoiceTax[] | null }[] = [];
      let left = issued.total_amount;
      for (const [i, part] of parts.entries()) {
        const amount = i === parts.length - 1 ? left : Math.min(left, Math.ceil((left / 1000) * part));
        if (amount === 0) break;
        const { taxes, tax_amount } = creditedTaxes(leftOf(issued, notes), amount);
        const gross = total((taxes ?? []).flatMap((of) => [of.net_amount, of.tax_amount]));
        expect(gross <= BigInt(amount)).toBe(true);
        expect(total((taxes ?? []).map((of) => of.tax_amount))).toBe(BigInt(tax_amount));
        expect((taxes ?? []).every((of) => of.net_amount >= 0 && of.tax_amount >= 0)).toBe(true);
        notes.push({ amount, taxes });
        left -= amount;
      }
      expect(left).toBe(0);
      for (const { tax_percent, net_amount, tax_amount } of issued.taxes ?? []) {
        const of = notes.flatMap(({ taxes }) => taxes ?? []).filter((credited) => credited.tax_percent === tax_percent);
        expect(total(of.map((credited) => credited.net_amount))).toBe(BigInt(net_amount));
        expect(total(of.map((credited) => credited.tax_amount))).toBe(BigInt(tax_amount));
      }
    });
    fc.assert(property, { numRuns: 2000 });
  });
});
