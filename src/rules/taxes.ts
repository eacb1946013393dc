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

/**
 * The taxes of a credit note that says only an amount, which has the tax in it: it is spread over the invoice's rates, and what
 * has no tax, in proportion to what of each is not credited yet. So notes that credit all of an invoice together have exactly
 * its taxes, however many they are.
 *
 *     const { taxes, tax_amount } = creditedTaxes(invoiceRow, creditNoteRows, amount);
 *
 * Rates of which nothing is credited are left out; `taxes` is null where none is left. What is credited at no rate is `amount`
 * less all `net_amount` and `tax_amount`.
 * @param invoice its columns `total_amount` and `taxes`
 * @param notes all of the invoice's credit notes so far, those of lines, too: their columns `amount` and `taxes`
 * @param amount above 0, in minor units
 * @throws MoneyError above total_amount less the notes
 */
export function creditedTaxes(
  invoice: { total_amount: number; taxes: readonly InvoiceTax[] | null },
  notes: readonly Credit[],
  amount: number,
): Taxed {
  const left = (invoice.taxes ?? []).map(({ tax_percent, net_amount, tax_amount }): Part => {
    const before = notes.flatMap(({ taxes }) => taxes?.find((tax) => tax.tax_percent === tax_percent) ?? []);
    // Notes of lines may have credited a rate more than the invoice has of it.
    return {
      tax_percent,
      net: most(BigInt(net_amount) - sum(before.map((tax) => BigInt(tax.net_amount))), 0n),
      tax: most(BigInt(tax_amount) - sum(before.map((tax) => BigInt(tax.tax_amount))), 0n),
    };
  });
  const untaxed = ({ amount, taxes }: Credit) => BigInt(amount) - grossOf(taxes);
  const withoutTax = untaxed({ amount: invoice.total_amount, taxes: invoice.taxes }) - sum(notes.map(untaxed));
  const weights = [most(withoutTax, 0n), ...left.map(({ net, tax }) => net + tax)];
  if (BigInt(amount) > sum(weights)) throw new MoneyError('amount is more than what is not credited yet');

  const [, ...shares] = spread(BigInt(amount), weights);
  const parts = left.map(({ tax_percent, net, tax }, i): Part => {
    const share = shares[i] ?? 0n;
    const credited = most(least(taxWithin(share, tax_percent), tax), share - net);
    return { tax_percent, net: share - credited, tax: credited };
  });
  return taxed(parts.filter(({ net, tax }) => net + tax > 0n));
}
