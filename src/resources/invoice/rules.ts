import type { InvoiceLine, InvoiceStatus } from '../../db/schema/invoice';
import { RuleError } from '../../errors';

/** Which status may follow which on an update. */
const NEXT: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  DRAFT: ['DRAFT', 'ISSUED', 'PARTIALY_PAID', 'PAID', 'VOID', 'WRITTEN_OFF'],
  ISSUED: ['ISSUED', 'PARTIALY_PAID', 'PAID', 'VOID', 'WRITTEN_OFF'],
  PARTIALY_PAID: ['PARTIALY_PAID', 'PAID', 'VOID', 'WRITTEN_OFF'],
  PAID: ['PAID', 'VOID'],
  VOID: ['VOID'],
  WRITTEN_OFF: ['WRITTEN_OFF'],
};

/** An issued invoice is a document: its patient, lines and discounts stay as they are. */
export const isIssued = (status: InvoiceStatus): boolean => status !== 'DRAFT';

/** Nothing of the invoice may change any more. */
export const isFinal = (status: InvoiceStatus): boolean => status === 'VOID' || status === 'WRITTEN_OFF';

/** @throws RuleError where the one status may not follow the other */
export function requireTransition(from: InvoiceStatus, to: InvoiceStatus): void {
  if (!NEXT[from].includes(to)) throw new RuleError('transition', `An invoice that is ${from} cannot become ${to}`);
}

/**
 * An invoice without lines may have any status: the interface does not say what a line is, so its client sends none.
 * @throws RuleError where the amounts contradict the status
 */
export function requirePayment(
  status: InvoiceStatus,
  lines: readonly InvoiceLine[],
  { paid_amount, remaining_amount }: { paid_amount: number; remaining_amount: number },
): void {
  if (lines.length === 0) return;
  if (status === 'PAID' && remaining_amount > 0) {
    throw new RuleError('amount', 'An invoice is PAID only when remaining_amount is 0 or less');
  }
  if (status === 'PARTIALY_PAID' && !(paid_amount > 0 && remaining_amount > 0)) {
    throw new RuleError('amount', 'An invoice is PARTIALY_PAID only when something is paid and something remains');
  }
}

/** @throws RuleError for an invoice that has left DRAFT */
export function requireDraft(status: InvoiceStatus): void {
  if (isIssued(status)) {
    throw new RuleError(
      'not_editable',
      `An invoice that is ${status} is not changed by PATCH, only a DRAFT: use PUT, or its payments`,
    );
  }
}
