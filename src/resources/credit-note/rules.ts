import type { InvoiceStatus } from '../../db/schema/invoice';
import { RuleError } from '../../errors';
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

/** In minor units. @throws RuleError */
export function requireWithin(amount: number, invoice: { total_amount: number; credited_amount: number }): void {
  if (amount <= 0) throw new RuleError('amount', 'A credit note must not be of nothing');
  if (amount > invoice.total_amount - invoice.credited_amount)
    throw new RuleError('amount', 'Credit notes must not exceed total_amount');
}
