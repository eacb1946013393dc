/** An exact fraction, to check amounts with. It shares no code with the service. */
export type Fraction = readonly [numerator: bigint, denominator: bigint];

/** The value of a decimal text. */
export function fraction(text: string): Fraction {
  const [whole = '', decimals = ''] = text.split('.');
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
}

export const times = (a: Fraction, b: Fraction): Fraction => [a[0] * b[0], a[1] * b[1]];

/** The nearest integer of a fraction >= 0, a half upwards. */
export function rounded([n, d]: Fraction): bigint {
  const rest = n % d;
  return (n - rest) / d + (rest + rest >= d ? 1n : 0n);
}

/** So many percent of an amount in its smallest unit. */
export const share = (of: bigint, percent: string): bigint => rounded(times([of, 100n], fraction(percent)));

/** The decimal text of `units` × 10^-places: (5, 3) is "0.005". */
export function decimalText(units: number | bigint, places: number): string {
  const digits = String(units).padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
