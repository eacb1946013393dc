// Totals of an invoice while it is typed, by the rules of the service: whole minor units (cents), each step rounded half up.
// What is shown after saving is the service's own.

export interface LineAmounts {
  quantity: number;
  unit_price: number;
  discount_percent: number;
  discount_amount: number;
}

export interface Totals {
  /** of each line; undefined where its discounts are larger than it */
  nets: (number | undefined)[];
  subtotal: number;
  total: number | undefined;
}

/** 10 to this: quantities have at most three decimals, percentages here at most six. */
const QUANTITY_DECIMALS = 3;
const PERCENT_DECIMALS = 6;

const whole = (value: number, decimals: number): bigint => BigInt(Math.round(value * 10 ** decimals));
const divideHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);
const percentOf = (minor: bigint, percent: number): bigint =>
  divideHalfUp(minor * whole(percent, PERCENT_DECIMALS), 10n ** BigInt(PERCENT_DECIMALS + 2));

/** `decimals` are those of the currency. */
export function totalsOf(
  lines: readonly LineAmounts[],
  discount: Pick<LineAmounts, 'discount_percent' | 'discount_amount'>,
  decimals: number,
): Totals {
  const minor = (amount: number) => whole(amount, decimals);
  const major = (amount: bigint) => Number(amount) / 10 ** decimals;
  const nets = lines.map((line) => {
    const gross = divideHalfUp(
      whole(line.quantity, QUANTITY_DECIMALS) * minor(line.unit_price),
      10n ** BigInt(QUANTITY_DECIMALS),
    );
    const net = gross - percentOf(gross, line.discount_percent) - minor(line.discount_amount);
    return net < 0n ? undefined : net;
  });
  const subtotal = nets.reduce<bigint>((sum, net) => sum + (net ?? 0n), 0n);
  const total = subtotal - percentOf(subtotal, discount.discount_percent) - minor(discount.discount_amount);
  return {
    nets: nets.map((net) => (net === undefined ? undefined : major(net))),
    subtotal: major(subtotal),
    total: total < 0n || nets.includes(undefined) ? undefined : major(total),
  };
}
