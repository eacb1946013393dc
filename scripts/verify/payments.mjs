import { select, selectAll } from '../storage/pages.mjs';
import { ranges } from './declared.mjs';

/** Invoices of a range, each with the sum of its payments. */
const SUMMED = `SELECT id, total_amount, paid_amount, remaining_amount,
    (SELECT coalesce(sum(amount), 0) FROM payment WHERE invoice_id = invoice.id) AS payments
  FROM invoice WHERE seq > ? AND seq <= ?`;

/** The payments of each invoice add up to what is paid of it, and what remains is the rest. */
export async function payments({ DB }, wrong) {
  let invoices = 0;
  for await (const range of ranges(DB, 'invoice')) {
    const [found, [{ n }]] = await selectAll(DB, [
      [
        `SELECT * FROM (${SUMMED}) WHERE paid_amount <> payments OR remaining_amount <> total_amount - paid_amount`,
        ...range,
      ],
      ['SELECT count(*) AS n FROM invoice WHERE seq > ? AND seq <= ?', ...range],
    ]);
    invoices += n;
    for (const { id, total_amount, paid_amount, remaining_amount, payments } of found) {
      if (paid_amount !== payments)
        wrong(`invoice ${id}: its payments are ${payments}, its paid_amount ${paid_amount}`);
      if (remaining_amount !== total_amount - paid_amount) {
        wrong(`invoice ${id}: its remaining_amount is ${remaining_amount} of ${total_amount} less ${paid_amount}`);
      }
    }
  }
  const [{ n }] = await select(DB, 'SELECT count(*) AS n FROM payment');
  return `${invoices} invoices, ${n} payments`;
}
