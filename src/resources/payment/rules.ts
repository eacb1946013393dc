import type { InvoiceStatus } from '../../db/schema/invoice';
import { RuleError } from '../../errors';

/** What is paid before an invoice is issued, recovered once it is written off, or paid back once it is void changes none of these. */
export const STAYS = ['DRAFT', 'VOID', 'WRITTEN_OFF'] as const satisfies InvoiceStatus[];

export function refusalOf(status: InvoiceStatus, amount: number): RuleError {
  if (status === 'VOID' && amount > 0)
    return new RuleError('not_editable', 'An invoice that is VOID takes no payments, only refunds');
  return new RuleError(
    'amount',
    amount < 0 ? 'A refund must not exceed paid_amount' : 'paid_amount would be too large',
  );
}
