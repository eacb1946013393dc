// Exact money: a JSON number in major units (12.34) is an integer of minor units (1234). BigInt inside. Rules: docs/money.md.

/** Largest single amount accepted, in minor units: 200 of them still add up below 2^53. */
export const MAX_MINOR = 10_000_000_000_000;

/** The message is fit for the client. */
export class MoneyError extends Error {
  override name = 'MoneyError';
}

/** `digits / 10^scale`, `scale` >= 0. */
interface Decimal {
  digits: bigint;
  scale: number;
}

/** The shortest decimal that JSON writes for `x`: what the client sent, not the binary number nearest to it. */
export function decimal(x: number): Decimal {
  if (!Number.isFinite(x)) throw new RangeError('Not a finite number');
  const [mantissa = '', power = '0'] = String(x).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = BigInt(whole + fraction);
  const scale = fraction.length - Number(power);
  return scale < 0 ? { digits: digits * pow10(-scale), scale: 0 } : { digits, scale };
}

export function pow10(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

/** A half is rounded upwards. `denominator` > 0. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const n = 2n * numerator + denominator;
  const d = 2n * denominator;
  // BigInt division cuts towards zero; rounding up from a half needs the floor.
  return n < 0n && n % d !== 0n ? n / d - 1n : n / d;
}

/**
 * `x` in units of 10^-places, if it is a whole number of them but for floating-point noise: at 2 places 0.1 + 0.2 is 30, and
 * 1234.567 undefined. Noise is up to a millionth of the unit. Above 7 × 10^7 units it is up to 2^-46 of the value, which is
 * more than the sum of 200 amounts collects, but at most a hundredth of the unit.
 */
export function wholeUnits(x: number, places: number): bigint | undefined {
  const { digits, scale } = decimal(x);
  const [numerator, denominator] = [digits * pow10(places), pow10(scale)];
  const units = divideHalfUp(numerator, denominator);
  const noise = magnitude(numerator - units * denominator);
  const isNoise =
    noise * 1_000_000n <= denominator || (noise * 2n ** 46n <= magnitude(numerator) && noise * 100n <= denominator);
  return isNoise ? units : undefined;
}

const magnitude = (n: bigint) => (n < 0n ? -n : n);

/** @throws RangeError if not finite, not a whole number of minor units (`wholeUnits`), or beyond ±MAX_MINOR */
export function toMinor(amount: number, exponent: number): number {
  const minor = wholeUnits(amount, exponent);
  if (minor === undefined) throw new RangeError(`At most ${exponent} decimals are allowed`);
  if (minor > MAX_MINOR || minor < -MAX_MINOR) throw new RangeError('Amount is too large');
  return Number(minor);
}

/** Both operands are exact, so JSON writes the intended decimal up to 5e15; beyond, doubles cannot tell minor units apart. */
export function toAmount(minor: number, exponent: number): number {
  return minor / 10 ** exponent;
}

/** `percent` (0–100) is exact on its shortest decimal; the result is rounded half up to the minor unit. */
export function percentOf(minor: bigint, percent: number): bigint {
  const { digits, scale } = decimal(percent);
  return divideHalfUp(minor * digits, pow10(scale + 2));
}

/** @throws MoneyError beyond ±(2^53 − 1) minor units */
export function safe(minor: bigint, what: string): number {
  const value = Number(minor);
  if (!Number.isSafeInteger(value)) throw new MoneyError(`${what} is too large`);
  return value;
}
