-- Records a paid_amount that no payments add up to as a payment with method `adjustment`: an older version of the service,
-- to which a rollback went, writes none (docs/operations.md). It counts as recorded now, so that the days that are over keep their
-- sums. Then derives the totals by method again, of which that version
-- knows nothing. Run again, it changes nothing.
INSERT INTO payment (id, invoice_id, amount, method, paid_at, created_at)
SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
  id, paid_amount - payments, 'adjustment', strftime('%Y-%m-%dT%H:%M:%fZ', updated_at / 1000.0, 'unixepoch'), unixepoch() * 1000
FROM (
  SELECT id, paid_amount, updated_at,
    (SELECT coalesce(sum(amount), 0) FROM payment WHERE invoice_id = invoice.id) AS payments
  FROM invoice
)
WHERE paid_amount <> payments;
DROP TRIGGER payment_keep_update;
UPDATE payment SET method_total = running.total
FROM (SELECT seq, sum(amount) OVER (PARTITION BY method ORDER BY seq) AS total FROM payment) AS running
WHERE payment.seq = running.seq AND payment.method_total IS NOT running.total;
CREATE TRIGGER payment_keep_update BEFORE UPDATE ON payment BEGIN SELECT RAISE(ABORT, 'payment is append-only'); END;
