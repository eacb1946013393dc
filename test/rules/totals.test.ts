import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_MINOR, MoneyError, percentOf } from '../../src/rules/money';
import { invoiceTotals, lineNet } from '../../src/rules/totals';
import { decimalText, fraction, rounded, share, times } from '../support/fractions';

const minorUnits = fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: MAX_MINOR }));
const quantities = fc.integer({ min: 1, max: 999_999_999 }).map((units) => decimalText(units, 3));
const percents = fc
  .nat({ max: 10 })
  .chain((places) =>
    fc.bigInt({ min: 0n, max: 100n * 10n ** BigInt(places) }).map((units) => decimalText(units, places)),
  );

describe('percentOf()', () => {
  it.each<[bigint, number, bigint]>([
    [1n, 50, 1n],
    [1n, 49.999999, 0n],
    [3n, 50, 2n],
    [10n, 5, 1n],
    [10n, 4.9, 0n],
    [100n, 33.333333, 33n],
    [300n, 33.333333, 100n],
    [10_000_000_000n, 33.333333, 3_333_333_300n],
    [1000n, 1.15, 12n],
    [0n, 100, 0n],
    [12_345n, 0, 0n],
    [12_345n, 100, 12_345n],
    [1n, 1e-7, 0n],
    [1n, 5e-324, 0n],
    [5_000_000_000n, 1e-8, 1n],
    [9_007_199_254_740_993n, 100, 9_007_199_254_740_993n],
    [-1n, 50, 0n],
    [-3n, 50, -1n],
    [-3n, 49, -1n],
    [-2n, 100, -2n],
  ])('of %d units and %d percent is %d', (minor, percent, expected) =>
    expect(percentOf(minor, percent)).toBe(expected),
  );

  it('is the exact share, rounded half up', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 53n }), percents, (minor, percent) => {
        expect(percentOf(minor, Number(percent))).toBe(share(minor, percent));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('lineNet()', () => {
  const line = { quantity: 1, unit_price: 0, discount_percent: 0, discount_amount: 0 };

  it.each([
    [{ unit_price: 1000 }, 1000],
    [{ quantity: 0.5, unit_price: 1 }, 1],
    [{ quantity: 0.499, unit_price: 1 }, 0],
    [{ quantity: 1.5, unit_price: 333 }, 500],
    [{ quantity: 12.345, unit_price: 100 }, 1235],
    [{ quantity: 12.345, unit_price: 1000 }, 12_345],
    [{ quantity: 1.005, unit_price: 100 }, 101],
    [{ quantity: 3, unit_price: 999, discount_percent: 10 }, 2697],
    [{ quantity: 2, unit_price: 1250, discount_percent: 12.5, discount_amount: 188 }, 1999],
    [{ unit_price: 1, discount_percent: 50 }, 0],
    [{ unit_price: 100, discount_percent: 50, discount_amount: 50 }, 0],
    [{ quantity: 900, unit_price: MAX_MINOR }, 9_000_000_000_000_000],
    [{ quantity: 1e21, unit_price: 0 }, 0],
    [{ quantity: 1e21, unit_price: MAX_MINOR, discount_percent: 100 }, 0],
  ])('of %o is %i', (given, net) => expect(lineNet({ ...line, ...given })).toBe(net));

  it.each([
    { unit_price: 100, discount_amount: 101 },
    { unit_price: 1, discount_percent: 50, discount_amount: 1 },
    { quantity: 901, unit_price: MAX_MINOR },
    { quantity: Number.MAX_VALUE, unit_price: 1 },
  ])('refuses %o', (given) => expect(() => lineNet({ ...line, ...given })).toThrow(MoneyError));

  it('names what is wrong', () => {
    expect(() => lineNet({ ...line, discount_amount: 1 })).toThrow(/^net_amount must not be negative/);
    expect(() => lineNet({ ...line, quantity: 1e9, unit_price: MAX_MINOR })).toThrow('net_amount is too large');
    expect(new MoneyError('x').name).toBe('MoneyError');
  });

  it('is exact for every line', () => {
    fc.assert(
      fc.property(quantities, minorUnits, percents, minorUnits, (quantity, price, percent, amount) => {
        const gross = rounded(times(fraction(quantity), [BigInt(price), 1n]));
        const net = gross - share(gross, percent) - BigInt(amount);
        const given = { quantity: Number(quantity), unit_price: price, discount_percent: Number(percent) };
        const compute = () => lineNet({ ...given, discount_amount: amount });
        if (net < 0n || net > BigInt(Number.MAX_SAFE_INTEGER)) expect(compute).toThrow(MoneyError);
        else expect(BigInt(compute())).toBe(net);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('invoiceTotals() without taxes', () => {
  const none = { discount_percent: 0, discount_amount: 0, paid_amount: 0 };
  const totals = (subtotal: number, total_amount: number, remaining_amount: number) => ({
    subtotal,
    taxes: null,
    tax_amount: 0,
    total_amount,
    remaining_amount,
  });
  const ofNets = (nets: number[], invoice: typeof none) =>
    invoiceTotals(
      nets.map((net_amount) => ({ net_amount })),
      invoice,
    );

  it('adds the lines and subtracts the discounts and the payment', () => {
    expect(ofNets([], none)).toEqual(totals(0, 0, 0));
    expect(ofNets([10, 20], none)).toEqual(totals(30, 30, 30));
    const invoice = { discount_percent: 10, discount_amount: 200, paid_amount: 1000 };
    expect(ofNets([1005, 1000], invoice)).toEqual(totals(2005, 1604, 604));
  });

  it('makes an overpaid invoice a credit', () => {
    expect(ofNets([], { ...none, paid_amount: 5 })).toEqual(totals(0, 0, -5));
    expect(ofNets([100], { ...none, paid_amount: MAX_MINOR })).toEqual(totals(100, 100, 100 - MAX_MINOR));
  });

  it('takes off what is credited', () => {
    const credited = { ...none, paid_amount: 10, credited_amount: 25 };
    expect(invoiceTotals([{ net_amount: 30 }], credited)).toEqual(totals(30, 30, -5));
  });

  it('is the same for prices that would have the tax in them', () => {
    const included = { ...none, discount_percent: 3, tax_included: true };
    expect(invoiceTotals([{ net_amount: 30 }], included)).toEqual(totals(30, 29, 29));
  });

  it('refuses a negative total', () => {
    expect(() => ofNets([], { ...none, discount_amount: 1 })).toThrow(/^total_amount must not be negative/);
    expect(() => ofNets([100], { ...none, discount_percent: 99.5, discount_amount: 1 })).toThrow(MoneyError);
  });

  it('refuses what is not a safe integer', () => {
    const max = Number.MAX_SAFE_INTEGER;
    expect(ofNets([max - 1, 1], none)).toEqual(totals(max, max, max));
    expect(() => ofNets([max, 1], none)).toThrow('subtotal is too large');
    expect(() => ofNets([max, max], { ...none, discount_percent: 100 })).toThrow(MoneyError);
    expect(() => ofNets([], { ...none, paid_amount: max + 1 })).toThrow('remaining_amount is too large');
  });

  it('takes 200 lines of the largest amount', () => {
    const sum = 200 * MAX_MINOR;
    expect(ofNets(Array(200).fill(MAX_MINOR), none)).toEqual(totals(sum, sum, sum));
  });

  it('is exact for every invoice', () => {
    const nets = fc.array(minorUnits, { maxLength: 200 });
    fc.assert(
      fc.property(nets, percents, minorUnits, minorUnits, (lines, percent, amount, paid) => {
        const subtotal = lines.map(BigInt).reduce((a, b) => a + b, 0n);
        const total = subtotal - share(subtotal, percent) - BigInt(amount);
        const invoice = { discount_percent: Number(percent), discount_amount: amount, paid_amount: paid };
        if (total < 0n) expect(() => ofNets(lines, invoice)).toThrow(MoneyError);
        else {
          const expected = totals(Number(subtotal), Number(total), Number(total - BigInt(paid)));
          expect(ofNets(lines, invoice)).toEqual(expected);
        }
      }),
      { numRuns: 500 },
    );
  });
});
