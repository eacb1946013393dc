// What each line of a bill has of its total, in minor units, and what each loses by credit notes. Rules: docs/money.md.
import { type InvoiceTax, spread } from './taxes';

export interface SharedLine {
  net_amount: number;
  /** undefined or null: it is in no rate */
  tax_percent?: number | null | undefined;
}

export interface SharedBill {
  total_amount: number;
  tax_included: boolean;
  taxes: readonly InvoiceTax[] | null;
}

/** Of a line, after all discounts. */
export interface Share {
  net: number;
  tax: number;
}

const NOTHING: Share = { net: 0, tax: 0 };

/** Most bills have nothing to spread: one line of a rate, or no discount. */
function shared(amount: number, weights: readonly number[]): readonly number[] {
  if (weights.length === 1) return [amount];
  if (amount === weights.reduce((sum, weight) => sum + weight, 0)) return weights;
  return spread(BigInt(amount), weights.map(BigInt)).map(Number);
}

/**
 * The lines of a rate share what the bill says of it: first the amount that is priced in the proportion of their `net_amount`,
 * then its tax in the proportion of that. So the lines together are the bill, and without discounts each is what it is priced.
 */
export function lineShares(lines: readonly SharedLine[], { total_amount, tax_included, taxes }: SharedBill): Share[] {
  const shares = lines.map((): Share => ({ net: 0, tax: 0 }));
  const share = (rate: number | null, net: number, tax: number) => {
    const ofRate = [...lines.entries()].filter(([, { tax_percent = null }]) => tax_percent === rate);
    const weights = ofRate.map(([, { net_amount }]) => net_amount);
    const priced = shared(tax_included ? net + tax : net, weights);
    const taxOf = tax === 0 ? [] : shared(tax, priced);
    ofRate.forEach(([i], n) => {
      const [amount, itsTax] = [priced[n] ?? 0, taxOf[n] ?? 0];
      shares[i] = { net: tax_included ? amount - itsTax : amount, tax: itsTax };
    });
  };
  let untaxed = total_amount;
  for (const { tax_percent, net_amount, tax_amount } of taxes ?? []) {
    share(tax_percent, net_amount, tax_amount);
    untaxed -= net_amount + tax_amount;
  }
  share(null, untaxed, 0);
  return shares;
}

export interface CreditedLine extends SharedLine {
  catalog_id: string | null;
  name: string;
  doctor_id?: string | undefined;
}

export interface Note {
  amount: number;
  taxes: readonly InvoiceTax[] | null;
  /** none where the note says only an amount */
  lines: readonly CreditedLine[];
}

const isOf = (credited: CreditedLine, line: CreditedLine): boolean =>
  credited.catalog_id === line.catalog_id &&
  credited.name === line.name &&
  (credited.doctor_id === undefined || credited.doctor_id === line.doctor_id);

/**
 * What each line of an invoice loses by a credit note. A line of the note is taken from the invoice's lines of its name, catalog
 * item and, where it names one, doctor; what these do not have, and a note of an amount, from all lines: always in the
 * proportion of what is left of them. So no line loses more than it has, and notes of all of an invoice leave 0 of each.
 * @param left of each line, with its tax, together at least the amount of the note
 */
export function creditShares(
  note: Note,
  lines: readonly CreditedLine[],
  left: readonly number[],
  tax_included: boolean,
): number[] {
  const lost = lines.map(() => 0);
  const take = (amount: number, from: readonly number[]): number => {
    const weights = from.map((i) => (left[i] ?? 0) - (lost[i] ?? 0));
    const whole = weights.reduce((sum, weight) => sum + weight, 0);
    const taken = Math.min(amount, whole);
    if (taken === 0) return amount;
    const shares = shared(taken, weights);
    from.forEach((i, n) => {
      lost[i] = (lost[i] ?? 0) + (shares[n] ?? 0);
    });
    return amount - taken;
  };
  const credited = lineShares(note.lines, { total_amount: note.amount, tax_included, taxes: note.taxes });
  const rest = note.lines.reduce(
    (sum, item, n) => {
      const { net, tax } = credited[n] ?? NOTHING;
      const its = [...lines.entries()].flatMap(([i, line]) => (isOf(item, line) ? [i] : []));
      return sum + take(net + tax, its);
    },
    note.lines.length === 0 ? note.amount : 0,
  );
  take(rest, [...lines.keys()]);
  return lost;
}
