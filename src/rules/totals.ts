// From the lines of an invoice to what is due, in minor units. Rules: docs/money.md.
import { decimal, divideHalfUp, MoneyError, percentOf, pow10, safe } from './money';
import { type Part, spread, sum, type Taxed, taxed, taxWithin } from './taxes';

function notNegative(minor: bigint, what: string): bigint {
  if (minor < 0n) throw new MoneyError(`${what} must not be negative: the discounts are too large`);
  return minor;
}

/** quantity × unit_price is rounded before the percent. @throws MoneyError below 0 or beyond 2^53 − 1 */
export function lineNet(line: {
  quantity: number;
  unit_price: number;
  discount_percent: number;
  discount_amount: number;
}): number {
  const quantity = decimal(line.quantity);
  const gross = divideHalfUp(quantity.digits * BigInt(line.unit_price), pow10(quantity.scale));
  const net = gross - percentOf(gross, line.discount_percent) - BigInt(line.discount_amount);
  return safe(notNegative(net, 'net_amount'), 'net_amount');
}

export interface TotalLine {
  net_amount: number;
  /** null or left out: it is in no rate, which is not 0 % */
  tax_percent?: number;
}

export interface InvoiceTerms {
  discount_percent: number;
  discount_amount: number;
  /** whether prices have the tax in them */
  tax_included?: boolean;
  paid_amount: number;
  /** the sum of its credit notes */
  credited_amount?: number;
}

export interface Totals extends Taxed {
  subtotal: number;
  total_amount: number;
  /** negative: a credit */
  remaining_amount: number;
}

/**
 * The invoice's discounts are spread over its rates, and each rate is rounded once, not each line. Credit notes of lines are
 * made by this, too, with neither `discount_amount` nor what is paid. @throws MoneyError below 0 or beyond ±(2^53 − 1)
 */
export function invoiceTotals(lines: readonly TotalLine[], invoice: InvoiceTerms): Totals {
  const subtotal = sum(lines.map(({ net_amount }) => BigInt(net_amount)));
  const discounts = percentOf(subtotal, invoice.discount_percent) + BigInt(invoice.discount_amount);
  const discounted = notNegative(subtotal - discounts, 'total_amount');

  const byRate = Map.groupBy(lines, ({ tax_percent }) => tax_percent);
  // Lines without a tax come first, as if at less than 0 %.
  const rates = [...byRate].toSorted(([a], [b]) => (a ?? -1) - (b ?? -1));
  const nets = rates.map(([, ofRate]) => sum(ofRate.map(({ net_amount }) => BigInt(net_amount))));
  const off = spread(discounts, nets);
  const parts = rates.flatMap(([tax_percent], i): Part[] => {
    if (tax_percent === undefined) return [];
    const amount = (nets[i] ?? 0n) - (off[i] ?? 0n);
    if (!invoice.tax_included) return [{ tax_percent, net: amount, tax: percentOf(amount, tax_percent) }];
    const tax = taxWithin(amount, tax_percent);
    return [{ tax_percent, net: amount - tax, tax }];
  });

  const { taxes, tax_amount } = taxed(parts);
  const total = invoice.tax_included ? discounted : discounted + BigInt(tax_amount);
  const due = total - BigInt(invoice.credited_amount ?? 0) - BigInt(invoice.paid_amount);
  return {
    subtotal: safe(subtotal, 'subtotal'),
    taxes,
    tax_amount,
    total_amount: safe(total, 'total_amount'),
    remaining_amount: safe(due, 'remaining_amount'),
  };
}
