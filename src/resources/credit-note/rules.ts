import type { InvoiceStatus } from '../../db/schema/invoice';
import { RuleError } from '../../errors';
import { creditedPart, type InvoiceTax, type Left, type Part, sum, type Taxed, taxed } from '../../rules/taxes';
import type { CreditNoteInput } from './schemas';

/** Statuses of bills that are owed, or were. */
export const CREDITABLE = ['ISSUED', 'PARTIALY_PAID', 'PAID'] as const satisfies InvoiceStatus[];

/** @throws RuleError */
export function requireCreditable(status: InvoiceStatus): void {
  if (!CREDITABLE.some((one) => one === status))
    throw new RuleError('not_editable', `An invoice that is ${status} has no credit notes`);
}

/** @throws RuleError */
export function requireOneOf({ items, amount }: Pick<CreditNoteInput, 'items' | 'amount'>): void {
  if (items.length > 0 === (amount !== null)) throw new RuleError('inconsistent', 'Either items or amount is needed');
}

/** A sum in minor units, as the client has it. */
type Show = (minor: bigint) => number;

const exceeds = (what: string, left: string) =>
  new RuleError('amount', `Credit notes must not exceed ${what}: ${left}`);

/** In minor units. @throws RuleError */
export function requireWithin(
  amount: number,
  invoice: { total_amount: number; credited_amount: number },
  show: Show,
): void {
  if (amount <= 0) throw new RuleError('amount', 'A credit note must not be of nothing');
  const left = invoice.total_amount - invoice.credited_amount;
  if (amount > left) throw exceeds('total_amount', `${show(BigInt(left))} is left`);
}

const exceedsRate = (left: string) => exceeds('a rate of the invoice', left);

/**
 * No note of lines credits more of a rate, or without a tax, than is not credited yet. In minor units.
 * @param note by the prices of its lines
 * @throws RuleError
 */
export function heldToRates(
  note: { total_amount: number; taxes: InvoiceTax[] | null },
  { untaxed, rates }: Left,
  tax_included: boolean,
  show: Show,
): Taxed & { amount: number } {
  const priced = (note.taxes ?? []).map(
    (tax): Part => ({ ...tax, net: BigInt(tax.net_amount), tax: BigInt(tax.tax_amount) }),
  );
  const gross = ({ net, tax }: Part) => net + tax;
  const worth = (part: Part) => (tax_included ? gross(part) : part.net);
  const withoutTax = BigInt(note.total_amount) - sum(priced.map(gross));
  if (withoutTax > untaxed) throw exceedsRate(`${show(untaxed)} is left without a tax`);
  const parts = priced.map((part) => {
    const { tax_percent } = part;
    const left = rates.find((rate) => rate.tax_percent === tax_percent) ?? { tax_percent, net: 0n, tax: 0n };
    if (worth(part) > worth(left))
      throw exceedsRate(
        `${show(worth(left))} is left at ${tax_percent} %, ${tax_included ? 'with' : 'without'} the tax`,
      );
    return creditedPart(part, left, tax_included);
  });
  return { ...taxed(parts), amount: Number(withoutTax + sum(parts.map(gross))) };
}
