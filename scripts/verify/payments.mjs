import { select, selectAll } from '../storage/pages.mjs';
import { ranges } from './declared.mjs';

/** Invoices of a range, each with the sums of its payments and of its credit notes. */
const SUMMED = `SELECT id, total_amount, credited_amount, paid_amount, remaining_amount,
    (SELECT coalesce(sum(amount), 0) FROM payment WHERE invoice_id = invoice.id) AS payments,
    (SELECT coalesce(sum(amount), 0) FROM credit_note WHERE invoice_id = invoice.id) AS credit_notes
  FROM invoice WHERE seq > ? AND seq <= ?`;

/** Payments of a range whose total by the method is not that of the payment before with this one. Some have none:
 * src/db/schema/payment.ts. */
const TOTALLED = `SELECT receipt_number FROM payment WHERE seq > ? AND seq <= ? AND method_total <> amount + coalesce((
    SELECT coalesce(before.method_total, (SELECT sum(s.amount) FROM payment AS s
        WHERE s.method = before.method AND s.seq <= before.seq))
      FROM payment AS before WHERE before.method = payment.method AND before.seq < payment.seq
      ORDER BY before.seq DESC LIMIT 1), 0)`;

/** What adds up to other than the invoice says. */
const WRONG = `paid_amount <> payments OR credited_amount <> credit_notes
  OR remaining_amount <> total_amount - credited_amount - paid_amount`;

/** The payments and credit notes of each invoice add up to what is paid and credited of it, and what remains is the
 * rest; and so do totals by method. */
export async function payments({ DB }, wrong) {
  let invoices = 0;
  for await (const range of ranges(DB, 'invoice')) {
    const [found, [{ n }]] = await selectAll(DB, [
      [`SELECT * FROM (${SUMMED}) WHERE ${WRONG}`, ...range],
      ['SELECT count(*) AS n FROM invoice WHERE seq > ? AND seq <= ?', ...range],
    ]);
    invoices += n;
    for (const { id, total_amount, credited_amount, paid_amount, remaining_amount, ...sums } of found) {
      if (paid_amount !== sums.payments)
        wrong(`invoice ${id}: its payments are ${sums.payments}, its paid_amount ${paid_amount}`);
      if (credited_amount !== sums.credit_notes)
        wrong(`invoice ${id}: its credit notes are ${sums.credit_notes}, its credited_amount ${credited_amount}`);
      if (remaining_amount !== total_amount - credited_amount - paid_amount) {
        const less = credited_amount === 0 ? paid_amount : `${credited_amount} and ${paid_amount}`;
        wrong(`invoice ${id}: its remaining_amount is ${remaining_amount} of ${total_amount} less ${less}`);
      }
    }
  }
  for await (const range of ranges(DB, 'payment')) {
    for (const { receipt_number } of await select(DB, TOTALLED, ...range))
      wrong(`payment ${receipt_number}: its total by the method is not that of the payment before with this one`);
  }
  const [{ n }] = await select(DB, 'SELECT count(*) AS n FROM payment');
  return `${invoices} invoices, ${n} payments`;
}
