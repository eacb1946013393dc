// Totals of an invoice while it is typed, by the rules of the service: whole minor units (cents), each step rounded half up.
// What is shown after saving is the service's own.

export interface LineAmounts {
  quantity: number;
  unit_price: number;
  discount_percent: number;
  discount_amount: number;
  /** null: the line is at no rate, which is not 0 % */
  tax_percent: number | null;
}

export interface Terms {
  discount_percent: number;
  discount_amount: number;
  /** whether prices have the tax in them */
  tax_included: boolean;
}

export interface Tax {
  tax_percent: number;
  net_amount: number;
  tax_amount: number;
}

export interface Totals {
  /** of each line; undefined where its discounts are larger than it */
  nets: (number | undefined)[];
  subtotal: number;
  /** by rate, the lowest first */
  taxes: Tax[];
  total: number | undefined;
}

/** Quantities have at most three decimals. */
const QUANTITY_DECIMALS = 3;

const power = (exponent: number): bigint => 10n ** BigInt(exponent);
const whole = (value: number, decimals: number): bigint => BigInt(Math.round(value * 10 ** decimals));
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, amount) => all + amount, 0n);
const divideHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

/** A percentage has any number of decimals: as a fraction, by the digits with which it is sent. */
function fractionOf(percent: number): { part: bigint; of: bigint } {
  const [digits = '', exponent] = String(percent).split('e');
  const [before = '', after = ''] = digits.split('.');
  const places = after.length - Number(exponent ?? 0);
  return { part: BigInt(before + after), of: power(places + 2) };
}

function percentOf(minor: bigint, percent: number): bigint {
  const { part, of } = fractionOf(percent);
  return divideHalfUp(minor * part, of);
}

/** How much of a price with the tax in it is the tax. */
function taxWithin(minor: bigint, percent: number): bigint {
  const { part, of } = fractionOf(percent);
  return divideHalfUp(minor * part, of + part);
}

/** In proportion to the weights, and exactly `amount` together: who has lost most by rounding down gets a unit more. */
function spread(amount: bigint, weights: readonly bigint[]): bigint[] {
  const all = sum(weights) || 1n;
  const shares = weights.map((weight) => (amount * weight) / all);
  const lost = weights.map((weight, i) => ({ i, part: (amount * weight) % all }));
  lost.sort((a, b) => (a.part === b.part ? a.i - b.i : a.part < b.part ? 1 : -1));
  for (const { i } of lost.slice(0, Number(amount - sum(shares)))) shares[i] = (shares[i] ?? 0n) + 1n;
  return shares;
}

/** `decimals` are those of the currency. */
export function totalsOf(lines: readonly LineAmounts[], terms: Terms, decimals: number): Totals {
  const minor = (amount: number) => whole(amount, decimals);
  const major = (amount: bigint) => Number(amount) / 10 ** decimals;
  const nets = lines.map((line) => {
    const gross = divideHalfUp(
      whole(line.quantity, QUANTITY_DECIMALS) * minor(line.unit_price),
      power(QUANTITY_DECIMALS),
    );
    const net = gross - percentOf(gross, line.discount_percent) - minor(line.discount_amount);
    return net < 0n ? undefined : net;
  });
  const subtotal = sum(nets.map((net) => net ?? 0n));
  // Where there is nothing yet, the service takes nothing off.
  const discount = lines.length === 0 ? 0n : percentOf(subtotal, terms.discount_percent) + minor(terms.discount_amount);
  const known = {
    nets: nets.map((net) => (net === undefined ? undefined : major(net))),
    subtotal: major(subtotal),
  };
  if (discount > subtotal || nets.includes(undefined)) return { ...known, taxes: [], total: undefined };

  // The discounts are spread over the rates, and each rate is rounded once. Lines without a tax come first.
  const rateOf = ({ tax_percent }: LineAmounts) => tax_percent ?? -1;
  const rates = [...new Set(lines.map(rateOf))].sort((a, b) => a - b);
  const sums = rates.map((rate) => sum(lines.map((line, i) => (rateOf(line) === rate ? (nets[i] ?? 0n) : 0n))));
  const off = spread(discount, sums);
  const taxes = rates.flatMap((tax_percent, i) => {
    if (tax_percent < 0) return [];
    const amount = (sums[i] ?? 0n) - (off[i] ?? 0n);
    if (!terms.tax_included) return [{ tax_percent, net: amount, tax: percentOf(amount, tax_percent) }];
    const tax = taxWithin(amount, tax_percent);
    return [{ tax_percent, net: amount - tax, tax }];
  });
  const onTop = terms.tax_included ? 0n : sum(taxes.map(({ tax }) => tax));
  return {
    ...known,
    taxes: taxes.map(({ tax_percent, net, tax }) => ({ tax_percent, net_amount: major(net), tax_amount: major(tax) })),
    total: major(subtotal - discount + onTop),
  };
}

interface Summed {
  subtotal: number;
  total_amount: number;
  tax_amount?: number;
  tax_included?: boolean;
}

export const sumOf = (amounts: readonly number[], decimals: number): number =>
  Number(sum(amounts.map((amount) => whole(amount, decimals)))) / 10 ** decimals;

/** To the minor unit: 0.3 − 0.2 is 0.1. */
export const differenceOf = (amount: number, less: number, decimals: number): number =>
  Number(whole(amount - less, decimals)) / 10 ** decimals;

/** What the discounts of an invoice have taken off. */
export function discountOf({ subtotal, total_amount, tax_amount = 0, tax_included }: Summed, decimals: number): number {
  return differenceOf(subtotal, tax_included ? total_amount : total_amount - tax_amount, decimals);
}
