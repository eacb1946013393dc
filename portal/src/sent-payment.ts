import { session } from './session';
import { newKey } from './unanswered';

// The payment of an invoice whose answer was lost. What is kept of it survives a new load of the page, in this tab alone: the key
// and an id, nothing of what was typed. Another payment of the invoice is sent with the same key, so only one is recorded.

/** A payment on its way, or without an answer. */
export interface SentPayment {
  key: string;
  /** the newest payment of the invoice before it */
  after: string | null;
}

const stored = (invoice: string) => `portal.payment.${session().user.id}.${invoice}`;

/** The payment of an invoice of which it is not known whether it arrived. */
export function sentPayment(invoice: string): SentPayment | undefined {
  const text = sessionStorage.getItem(stored(invoice));
  return text ? JSON.parse(text) : undefined;
}

/** To be called before a payment is sent. @param after the newest payment of the invoice */
export function beginPayment(invoice: string, after: string | null): SentPayment {
  const sent = { key: newKey(), after };
  sessionStorage.setItem(stored(invoice), JSON.stringify(sent));
  return sent;
}

/** It is known what became of it. */
export const settlePayment = (invoice: string): void => sessionStorage.removeItem(stored(invoice));
