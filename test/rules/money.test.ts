import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exponentOf } from '../../src/rules/currency';
import { decimalPlaces, MAX_MINOR, toAmount, toMinor } from '../../src/rules/money';
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

describe('decimalPlaces()', () => {
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

  it('agrees with the decimals as they are written', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999_999 }), fc.nat({ max: 6 }), (units, places) => {
        const written = decimalText(units, places);
        const stripped = written.includes('.') ? written.replace(/\.?0+$/, '') : written;
        expect(decimalPlaces(Number(written))).toBe(stripped.split('.')[1]?.length ?? 0);
      }),
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
