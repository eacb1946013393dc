// Taxes by rate, in minor units. Rules: docs/money.md.
import { decimal, divideHalfUp, MoneyError, pow10, safe } from './money';

/** What is taxed at one rate. */
export interface InvoiceTax {
  tax_percent: number;
  /** without the tax */
  net_amount: number;
  tax_amount: number;
}

export interface Taxed {
  /** null: no line has a tax */
  taxes: InvoiceTax[] | null;
  tax_amount: number;
}

export interface Part {
  tax_percent: number;
  net: bigint;
  tax: bigint;
}

export const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, amount) => all + amount, 0n);
const most = (a: bigint, b: bigint) => (a > b ? a : b);
const least = (a: bigint, b: bigint) => (a < b ? a : b);

/**
 * In proportion to the weights, and exactly `amount` together: what rounding down leaves goes, a unit each, to those who have
 * lost most by it, of equals to the first. With `amount` up to their sum, nobody gets more than the weight.
 */
export function spread(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = most(sum(weights), 1n);
  const shares = weights.map((weight) => (amount * weight) / whole);
  const lost = weights.map((weight, i) => ({ i, part: (amount * weight) % whole }));
  const byLoss = lost.toSorted((a, b) => (a.part === b.part ? 0 : a.part < b.part ? 1 : -1));
  const next = new Set(byLoss.slice(0, Number(amount - sum(shares))).map(({ i }) => i));
  return shares.map((share, i) => (next.has(i) ? share + 1n : share));
}

/** How much of a price with the tax in it is the tax. */
export function taxWithin(gross: bigint, percent: number): bigint {
  const { digits, scale } = decimal(percent);
  return divideHalfUp(gross * digits, pow10(scale + 2) + digits);
}

export function taxed(parts: readonly Part[]): Taxed {
  const taxes = parts.map(({ tax_percent, net, tax }) => ({
    tax_percent,
    net_amount: safe(net, 'net_amount'),
    tax_amount: safe(tax, 'tax_amount'),
  }));
  return { taxes: taxes.length > 0 ? taxes : null, tax_amount: safe(sum(parts.map(({ tax }) => tax)), 'tax_amount') };
}

interface Credit {
  amount: number;
  taxes: readonly InvoiceTax[] | null;
}

const grossOf = (taxes: readonly InvoiceTax[] | null): bigint =>
  sum((taxes ?? []).map(({ net_amount, tax_amount }) => BigInt(net_amount) + BigInt(tax_amount)));
const untaxedOf = ({ amount, taxes }: Credit): bigint => BigInt(amount) - grossOf(taxes);

/** What of an invoice is not credited yet: of each of its rates, and of what is in none. */
export interface Left {
  untaxed: bigint;
  rates: Part[];
}

/**
 * Nowhere below 0: notes of lines were not always held to the rates, and may have credited one more than the invoice has of it.
 * @param invoice its columns `total_amount` and `taxes`
 * @param notes all of the invoice's credit notes so far: their columns `amount` and `taxes`
 */
export function leftOf(
  invoice: { total_amount: number; taxes: readonly InvoiceTax[] | null },
  notes: readonly Credit[],
): Left {
  const rates = (invoice.taxes ?? []).map(({ tax_percent, net_amount, tax_amount }): Part => {
    const before = notes.flatMap(({ taxes }) => taxes?.filter((tax) => tax.tax_percent === tax_percent) ?? []);
    return {
      tax_percent,
      net: most(BigInt(net_amount) - sum(before.map((tax) => BigInt(tax.net_amount))), 0n),
      tax: most(BigInt(tax_amount) - sum(before.map((tax) => BigInt(tax.tax_amount))), 0n),
    };
  });
  const untaxed = untaxedOf({ amount: invoice.total_amount, taxes: invoice.taxes }) - sum(notes.map(untaxedOf));
  return { untaxed: most(untaxed, 0n), rates };
}

/**
 * The taxes of a credit note that says only an amount, which has the tax in it: it is spread over the invoice's rates, and what
 * has no tax, in proportion to what of each is not credited yet. So notes that credit all of an invoice together have exactly
 * its taxes, however many they are.
 *
 *     const { taxes, tax_amount } = creditedTaxes(leftOf(invoiceRow, creditNoteRows), amount);
 *
 * Rates of which nothing is credited are left out; `taxes` is null where none is left. What is credited at no rate is `amount`
 * less all `net_amount` and `tax_amount`.
 * @param left by `leftOf`
 * @param amount above 0, in minor units
 * @throws MoneyError above what is left
 */
export function creditedTaxes({ untaxed, rates }: Left, amount: number): Taxed {
  const weights = [untaxed, ...rates.map(({ net, tax }) => net + tax)];
  if (BigInt(amount) > sum(weights)) throw new MoneyError('amount is more than what is not credited yet');

  const [, ...shares] = spread(BigInt(amount), weights);
  const parts = rates.map(({ tax_percent, net, tax }, i): Part => {
    const share = shares[i] ?? 0n;
    const priced = taxWithin(share, tax_percent);
    return creditedPart({ tax_percent, net: share - priced, tax: priced }, { tax_percent, net, tax }, true);
  });
  return taxed(parts.filter(({ net, tax }) => net + tax > 0n));
}

/**
 * Of lines at one rate: each note is rounded for itself, so that the taxes of several may be a unit more or less than that of
 * the invoice. What is more is cut, and who credits the last of a rate credits all of its tax.
 * @param priced net and tax by the prices of the note's lines, of which no more than `left` is credited
 * @param tax_included whether these have the tax in them: then what they make together stays, otherwise the net
 */
export function creditedPart(priced: Part, left: Part, tax_included: boolean): Part {
  const { tax_percent, net, tax } = priced;
  if (!tax_included) return { tax_percent, net, tax: net === left.net ? left.tax : least(tax, left.tax) };
  const credited = most(least(tax, left.tax), net + tax - left.net);
  return { tax_percent, net: net + tax - credited, tax: credited };
}
