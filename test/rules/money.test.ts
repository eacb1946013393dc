import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exponentOf } from '../../src/rules/currency';
import { MAX_MINOR, toAmount, toMinor, wholeUnits } from '../../src/rules/money';
import { decimalText, fraction } from '../support/fractions';

const minorUnits = fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: MAX_MINOR }));
const exponents = fc.constantFrom(0, 2, 3, 4);

describe('exponentOf()', () => {
  it.each([
    ['JPY', 0],
    ['KRW', 0],
    ['USD', 2],
    ['EUR', 2],
    ['SEK', 2],
    ['KWD', 3],
    ['CLF', 4],
    ['UYW', 4],
  ])('of %s is %i', (currency, exponent) => expect(exponentOf(currency)).toBe(exponent));

  it.each([
    ['IQD', 3],
    ['HUF', 2],
    ['PKR', 2],
  ])('of %s is the %i of ISO 4217, not the 0 of CLDR', (currency, exponent) =>
    expect(exponentOf(currency)).toBe(exponent),
  );

  it.each(['', 'US', 'usd', 'QQQ', 'USDX', '$', 'ÅÄÖ', 'constructor'])('refuses %j', (currency) =>
    expect(() => exponentOf(currency)).toThrow(RangeError),
  );
});

describe('wholeUnits()', () => {
  it.each([
    [0, 2, 0n],
    [-0, 2, 0n],
    [1.5, 2, 150n],
    [-0.29, 2, -29n],
    [0.1 + 0.2, 2, 30n],
    [1.005 * 3, 3, 3015n],
    [0.3 - 0.1 - 0.2, 2, 0n],
    [1_000_000.1 - 1_000_000, 2, 10n],
    [4.35 * 100, 0, 435n],
    [12.34 - 9e-9, 2, 1234n],
    [12.34 + 9e-9, 2, 1234n],
    [1e21, 2, 10n ** 23n],
  ])('takes %d with %i decimals as %i units', (x, places, units) => expect(wholeUnits(x, places)).toBe(units));

  it.each([
    [1234.567, 2],
    [1.005 * 3, 2],
    [0.5, 0],
    [0.001, 2],
    [12.34 - 2e-8, 2],
    [12.34 + 2e-8, 2],
    [1e-7, 2],
    [1e-5, 4],
    [99_999_999_999.999, 2],
    [9_999_999_999_999.1, 0],
  ])('finds no whole units in %d with %i decimals', (x, places) => expect(wholeUnits(x, places)).toBeUndefined());

  const noisy = (places: number) => fc.integer({ min: 0, max: 1_000_000 * 10 ** places });

  it('takes every sum, difference and product of amounts as their exact result', () => {
    const cases = exponents.chain((places) =>
      fc.record({
        places: fc.constant(places),
        units: fc.array(noisy(places), { minLength: 1, maxLength: 200 }),
        factor: fc.integer({ min: 1, max: 1000 }),
      }),
    );
    fc.assert(
      fc.property(cases, ({ places, units, factor }) => {
        const amounts = units.map((n) => n / 10 ** places);
        const total = units.reduce((sum, n) => sum + BigInt(n), 0n);
        expect(
          wholeUnits(
            amounts.reduce((sum, x) => sum + x),
            places,
          ),
        ).toBe(total);
        expect(
          wholeUnits(
            amounts.reduce((sum, x) => sum - x, 0),
            places,
          ),
        ).toBe(-total);
        expect(wholeUnits((amounts[0] ?? 0) * factor, places)).toBe(BigInt(units[0] ?? 0) * BigInt(factor));
      }),
      { numRuns: 2000 },
    );
  });

  it('takes no amount with further decimals, down to a hundred-thousandth of a unit, for a whole one', () => {
    const upTo = fc.integer({ min: 0, max: 100_000_000 });
    fc.assert(
      fc.property(exponents, upTo, fc.integer({ min: 1, max: 99_999 }), (places, units, more) => {
        const written = decimalText(BigInt(units) * 100_000n + BigInt(more), places + 5);
        expect(wholeUnits(Number(written), places)).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });

  it('is exact for every amount in range, and for its neighbours among the doubles', () => {
    fc.assert(
      fc.property(minorUnits, exponents, fc.integer({ min: -4, max: 4 }), (units, exponent, steps) => {
        const amount = Number(decimalText(units, exponent));
        const neighbour = amount * (1 + steps * Number.EPSILON);
        expect(wholeUnits(neighbour, exponent)).toBe(BigInt(units));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('toMinor() and toAmount()', () => {
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
  ])('convert %d with %i decimals to %i', (amount, exponent, minor) => expect(toMinor(amount, exponent)).toBe(minor));

  it('never return a negative zero', () => expect(Object.is(toMinor(-0, 2), 0)).toBe(true));

  it.each([
    [1.005, 2],
    [0.5, 0],
    [1.2345, 3],
    [1e-7, 2],
    [Number.NaN, 2],
    [Number.POSITIVE_INFINITY, 2],
    [Number.NEGATIVE_INFINITY, 2],
    [100_000_000_000.01, 2],
    [-100_000_000_000.01, 2],
    [MAX_MINOR + 1, 0],
    [1e21, 2],
    [Number.MAX_VALUE, 0],
  ])('refuse %d with %i decimals', (amount, exponent) => expect(() => toMinor(amount, exponent)).toThrow(RangeError));

  it('say what is wrong', () => {
    expect(() => toMinor(1.005, 2)).toThrow('At most 2 decimals are allowed');
    expect(() => toMinor(Number.NaN, 2)).toThrow('Not a finite number');
    expect(() => toMinor(1e21, 2)).toThrow('Amount is too large');
  });

  it('are the inverse of each other for every amount in range', () => {
    fc.assert(
      fc.property(minorUnits, exponents, fc.boolean(), (units, exponent, negative) => {
        const sign = negative && units > 0 ? '-' : '';
        const amount = Number(sign + decimalText(units, exponent));
        const minor = toMinor(amount, exponent);
        expect(minor).toBe(Number(sign + units));
        expect(toAmount(minor, exponent)).toBe(amount);
      }),
      { numRuns: 2000 },
    );
  });

  it('write sums up to 5e15 minor units as the intended decimal', () => {
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
