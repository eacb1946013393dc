// Bills added up, in minor units, by whatever a key says of a line or a day.
import type { InvoiceLine } from '../../db/schema/invoice';
import { creditShares, lineShares, type Note, type SharedBill } from '../../rules/line-shares';

export interface Sum {
  invoices: number;
  lines: number;
  /** thousandths */
  quantity: number;
  net: number;
  tax: number;
  credited: number;
}

export const nothing = (): Sum => ({ invoices: 0, lines: 0, quantity: 0, net: 0, tax: 0, credited: 0 });

export type Sums<Key> = Map<Key, Sum>;

export function sumAt<Key>(sums: Sums<Key>, key: Key): Sum {
  const sum = sums.get(key) ?? nothing();
  sums.set(key, sum);
  return sum;
}

/** What is needed of a line. */
export type SummedLine = Pick<
  InvoiceLine,
  'net_amount' | 'quantity' | 'catalog_id' | 'code' | 'name' | 'tax_percent' | 'doctor_id'
>;
type KeyOf = (line: SummedLine) => string;
type Bill = SharedBill & { lines: readonly SummedLine[] };

export function addBill(sums: Sums<string>, bill: Bill, keyOf: KeyOf): void {
  const shares = lineShares(bill.lines, bill);
  const keys = bill.lines.map(keyOf);
  bill.lines.forEach(({ quantity }, i) => {
    const sum = sumAt(sums, keys[i] ?? '');
    sum.lines += 1;
    sum.quantity += Math.round(quantity * 1_000);
    sum.net += shares[i]?.net ?? 0;
    sum.tax += shares[i]?.tax ?? 0;
  });
  for (const key of new Set(keys)) sumAt(sums, key).invoices += 1;
}

/** @param notes all of the invoice, in their order @param isSummed whether one is of the period */
export function addCredits<N extends Note>(
  sums: Sums<string>,
  bill: Bill,
  notes: readonly N[],
  isSummed: (note: N) => boolean,
  keyOf: KeyOf,
): void {
  let left = lineShares(bill.lines, bill).map(({ net, tax }) => net + tax);
  for (const note of notes) {
    const lost = creditShares(note, bill.lines, left, bill.tax_included);
    left = left.map((amount, i) => amount - (lost[i] ?? 0));
    if (!isSummed(note)) continue;
    bill.lines.forEach((line, i) => {
      if (lost[i]) sumAt(sums, keyOf(line)).credited += lost[i];
    });
  }
}
