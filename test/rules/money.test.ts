import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decimalPlaces,
  exponentOf,
  invoiceTotals,
  lineNet,
  MAX_MINOR,
  MoneyError,
  percentOf,
  toAmount,
  toMinor,
} from '../../src/money';

/** An exact fraction, built from decimal text and sharing nothing with the module. */
type Fraction = readonly [numerator: bigint, denominator: bigint];

function fraction(text: string): Fraction {
  const [whole = '', decimals = ''] = text.split('.');
  return [BigInt(whole + decimals), BigInt(`1${'0'.repeat(decimals.length)}`)];
}
const times = (a: Fraction, b: Fraction): Fraction => [a[0] * b[0], a[1] * b[1]];
/** Half up for values >= 0: the next integer if the remainder is at least half of the denominator. */
function rounded([n, d]: Fraction): bigint {
  const rest = n % d;
  return (n - rest) / d + (rest + rest >= d ? 1n : 0n);
}
const share = (of: bigint, percent: string): bigint => rounded(times([of, 1n], times(fraction(percent), [1n, 100n])));

/** Decimal text `units` × 10^-places, e.g. (5, 3) → "0.005". */
function text(units: number | bigint, places: number): string {
  const digits = String(units).padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

const minorUnits = fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: MAX_MINOR }));
const exponents = fc.constantFrom(0, 2, 3, 4);
const quantities = fc.integer({ min: 1, max: 999_999_999 }).map((units) => text(units, 3));
const percents = fc
  .nat({ max: 10 })
  .chain((places) => fc.bigInt({ min: 0n, max: 100n * 10n ** BigInt(places) }).map((units) => text(units, places)));

describe('exponentOf', () => {
  it.each([
    ['JPY', 0],
    ['KRW', 0],
    ['USD', 2],
    ['EUR', 2],
    ['SEK', 2],
    ['KWD', 3],
    ['CLF', 4],
    ['UYW', 4],
  ])('%s has %i', (currency, exponent) => expect(exponentOf(currency)).toBe(exponent));

  it.each([
    ['IQD', 3],
    ['HUF', 2],
    ['PKR', 2],
  ])('%s has the %i of ISO 4217, not the 0 of CLDR', (currency, exponent) =>
    expect(exponentOf(currency)).toBe(exponent),
  );

  it.each(['', 'US', 'usd', 'QQQ', 'USDX', '$', 'ÅÄÖ', 'constructor'])('refuses %j', (currency) =>
    expect(() => exponentOf(currency)).toThrow(RangeError),
  );
});

describe('decimalPlaces', () => {
  it.each([
    [0, 0],
    [-0, 0],
    [100, 0],
    [1.5, 1],
    [-0.29, 2],
    [1e-7, 7],
    [1.25e-7, 9],
    [1e21, 0],
    [1.5e300, 0],
    [5e-324, 324],
    [0.1 + 0.2, 17],
  ])('of %d is %i', (x, places) => expect(decimalPlaces(x)).toBe(places));

  it('agrees with the decimals written', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999_999 }), fc.nat({ max: 6 }), (units, places) => {
        const written = text(units, places);
        const stripped = written.includes('.') ? written.replace(/\.?0+$/, '') : written;
        expect(decimalPlaces(Number(written))).toBe(stripped.split('.')[1]?.length ?? 0);
      }),
    );
  });
});

describe('toMinor and toAmount', () => {
  it.each([
    [0.29, 2, 29],
    [1.15, 2, 115],
    [8.2e-1, 2, 82],
    [4.35, 2, 435],
    [1.005, 3, 1005],
    [1e-4, 4, 1],
    [500, 0, 500],
    [1.234, 3, 1234],
    [-0.29, 2, -29],
    [0, 2, 0],
    [100_000_000_000, 2, MAX_MINOR],
    [MAX_MINOR, 0, MAX_MINOR],
  ])('%d at %i decimals is %i', (amount, exponent, minor) => expect(toMinor(amount, exponent)).toBe(minor));

  it('makes no negative zero', () => expect(Object.is(toMinor(-0, 2), 0)).toBe(true));

  it.each([
    [0.1 + 0.2, 2],
    [1.005, 2],
    [0.5, 0],
    [1.2345, 3],
    [1e-7, 2],
    [5e-324, 2],
    [Number.NaN, 2],
    [Number.POSITIVE_INFINITY, 2],
    [Number.NEGATIVE_INFINITY, 2],
    [100_000_000_000.01, 2],
    [-100_000_000_000.01, 2],
    [MAX_MINOR + 1, 0],
    [1e21, 2],
    [Number.MAX_VALUE, 0],
  ])('refuses %d at %i decimals', (amount, exponent) => expect(() => toMinor(amount, exponent)).toThrow(RangeError));

  it('say what is wrong', () => {
    expect(() => toMinor(1.005, 2)).toThrow('At most 2 decimals are allowed');
    expect(() => toMinor(Number.NaN, 2)).toThrow('Not a finite number');
    expect(() => toMinor(1e21, 2)).toThrow('Amount is too large');
  });

  it('are inverse for every amount in range', () => {
    fc.assert(
      fc.property(minorUnits, exponents, fc.boolean(), (units, exponent, negative) => {
        const sign = negative && units > 0 ? '-' : '';
        const amount = Number(sign + text(units, exponent));
        const minor = toMinor(amount, exponent);
        expect(minor).toBe(Number(sign + units));
        expect(toAmount(minor, exponent)).toBe(amount);
      }),
      { numRuns: 2000 },
    );
  });

  it('writes sums up to 5e15 minor units as the intended decimal', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 5_000_000_000_000_000n }), exponents, (units, exponent) => {
        const written = JSON.stringify(toAmount(Number(units), exponent));
        const [n, d] = fraction(written.includes('e') ? Number(written).toFixed(exponent) : written);
        expect(n * 10n ** BigInt(exponent)).toBe(units * d);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('percentOf', () => {
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
  ])('%d minor × %d %% is %d', (minor, percent, expected) => expect(percentOf(minor, percent)).toBe(expected));

  it('is the exact share, rounded half up', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 53n }), percents, (minor, percent) => {
        expect(percentOf(minor, Number(percent))).toBe(share(minor, percent));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('lineNet', () => {
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

describe('invoiceTotals', () => {
  const none = { discount_percent: 0, discount_amount: 0, paid_amount: 0 };
  const totals = (subtotal: number, total_amount: number, remaining_amount: number) => ({
    subtotal,
    total_amount,
    remaining_amount,
  });

  it('adds, discounts and subtracts what is paid', () => {
    expect(invoiceTotals([], none)).toEqual(totals(0, 0, 0));
    expect(invoiceTotals([10, 20], none)).toEqual(totals(30, 30, 30));
    const invoice = { discount_percent: 10, discount_amount: 200, paid_amount: 1000 };
    expect(invoiceTotals([1005, 1000], invoice)).toEqual(totals(2005, 1604, 604));
  });

  it('lets an overpaid invoice become a credit', () => {
    expect(invoiceTotals([], { ...none, paid_amount: 5 })).toEqual(totals(0, 0, -5));
    expect(invoiceTotals([100], { ...none, paid_amount: MAX_MINOR })).toEqual(totals(100, 100, 100 - MAX_MINOR));
  });

  it('refuses a negative total', () => {
    expect(() => invoiceTotals([], { ...none, discount_amount: 1 })).toThrow(/^total_amount must not be negative/);
    expect(() => invoiceTotals([100], { ...none, discount_percent: 99.5, discount_amount: 1 })).toThrow(MoneyError);
  });

  it('stays in the safe range', () => {
    const max = Number.MAX_SAFE_INTEGER;
    expect(invoiceTotals([max - 1, 1], none)).toEqual(totals(max, max, max));
    expect(() => invoiceTotals([max, 1], none)).toThrow('subtotal is too large');
    expect(() => invoiceTotals([max, max], { ...none, discount_percent: 100 })).toThrow(MoneyError);
    expect(() => invoiceTotals([], { ...none, paid_amount: max + 1 })).toThrow('remaining_amount is too large');
  });

  it('holds 200 lines of the largest amount', () => {
    const sum = 200 * MAX_MINOR;
    expect(invoiceTotals(Array(200).fill(MAX_MINOR), none)).toEqual(totals(sum, sum, sum));
  });

  it('is exact for every invoice', () => {
    const nets = fc.array(minorUnits, { maxLength: 200 });
    fc.assert(
      fc.property(nets, percents, minorUnits, minorUnits, (lines, percent, amount, paid) => {
        const subtotal = lines.map(BigInt).reduce((a, b) => a + b, 0n);
        const total = subtotal - share(subtotal, percent) - BigInt(amount);
        const invoice = { discount_percent: Number(percent), discount_amount: amount, paid_amount: paid };
        if (total < 0n) expect(() => invoiceTotals(lines, invoice)).toThrow(MoneyError);
        else {
          const expected = totals(Number(subtotal), Number(total), Number(total - BigInt(paid)));
          expect(invoiceTotals(lines, invoice)).toEqual(expected);
        }
      }),
      { numRuns: 500 },
    );
  });
});
