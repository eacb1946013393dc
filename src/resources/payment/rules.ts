import type { InvoiceStatus } from '../../db/schema/invoice';
import { RuleError } from '../../errors';

/** Statuses that no payment leads to or away from. */
export const UNPAYABLE = ['DRAFT', 'VOID', 'WRITTEN_OFF'] as const satisfies InvoiceStatus[];

export function refusalOf(status: InvoiceStatus, amount: number): RuleError {
  if (UNPAYABLE.some((one) => one === status))
    return new RuleError('not_editable', `An invoice that is ${status} takes no payments`);
  return new RuleError(
    'amount',
    amount < 0 ? 'A refund must not exceed paid_amount' : 'paid_amount would be too large',
  );
}
