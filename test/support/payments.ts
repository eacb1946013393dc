import { expect } from 'vitest';
import { type Body, type CallOptions, call, ok, type Result } from './client';
import { make } from './factories';
import { input, type Overrides } from './input';
import { rows } from './rows';

/** An invoice of one line, 100 in total, that can be paid. */
export const owed = (overrides: Overrides = {}): Promise<Body> => make.invoice({ status: 'ISSUED', ...overrides });

export const pay = (
  invoice: string,
  amount: number,
  options: CallOptions & { more?: Overrides } = {},
): Promise<Result> =>
  call('POST', `/invoice/${invoice}/payments`, { json: input.payment({ amount, ...options.more }), ...options });

/** What an invoice says of its money; its payments must add up to it. */
export async function moneyOf(invoice: string): Promise<Body> {
  const { status, total_amount, paid_amount, remaining_amount, ...rest } = await ok('GET', `/invoice/${invoice}`);
  const [stored] = await rows<Body>(
    `SELECT paid_amount, remaining_amount, total_amount, credited_amount,
       (SELECT coalesce(sum(amount), 0) FROM payment WHERE invoice_id = invoice.id) AS sum FROM invoice WHERE id = ?`,
    rest.id,
  );
  expect(stored.paid_amount, 'the sum of the payments').toBe(stored.sum);
  expect(stored.remaining_amount).toBe(stored.total_amount - stored.credited_amount - stored.paid_amount);
  return { status, total_amount, paid_amount, remaining_amount };
}

/** A ledger straight into the table, as it would be recorded: times within seconds of their order. Amounts in minor units. */
export const record = (invoice: string, ledger: { at: number; amount: number; method: string }[]): Promise<unknown> =>
  rows(
    `INSERT INTO payment (id, invoice_id, amount, method, paid_at, created_at, method_total)
      SELECT value ->> 'id', ?, value ->> 'amount', value ->> 'method', '2027-01-01', value ->> 'at',
        sum(value ->> 'amount') OVER (PARTITION BY value ->> 'method' ORDER BY key)
        + coalesce((SELECT method_total FROM payment p WHERE p.method = value ->> 'method' ORDER BY seq DESC LIMIT 1), 0)
      FROM json_each(?) ORDER BY key`,
    invoice,
    JSON.stringify(ledger.map((one) => ({ ...one, id: crypto.randomUUID() }))),
  );
