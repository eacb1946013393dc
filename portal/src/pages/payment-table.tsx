import { formatDate, formatMoney, wallTime } from '../format';
import { t } from '../i18n';
import type { Invoice } from '../invoices';
import { linkTo } from '../router';
import { Table } from '../ui/table';

type Payment = Invoice['payments'][number];

export const methodText = (method: string): string => (t.payment.methods as Record<string, string>)[method] ?? method;

/** The payments of an invoice, each with its receipt. Who paid has a column where that was not always the patient. */
export function PaymentTable({ payments }: { payments: readonly Payment[] }) {
  if (payments.length === 0) return <p class="muted">{t.payment.none}</p>;
  return (
    <Table
      compact
      caption={t.payment.title}
      rows={payments}
      keyOf={({ id }) => id}
      columns={[
        { head: t.payment.when, look: 'unbroken', cell: ({ paid_at }) => formatDate(wallTime(paid_at)) },
        {
          head: t.payment.receipt,
          look: 'unbroken',
          cell: ({ id, invoice_id, receipt_number }) => (
            <a href={linkTo(`/invoices/${invoice_id}/payments/${id}`)}>
              <bdi>{receipt_number}</bdi>
            </a>
          ),
        },
        { head: t.payment.method, cell: ({ method }) => <bdi>{methodText(method)}</bdi> },
        { head: t.payment.reference, look: 'loose', cell: referenceOf },
        ...(payments.some(({ payer }) => payer)
          ? [
              {
                head: t.payer.paidBy,
                look: 'loose' as const,
                cell: ({ payer }: Payment) =>
                  payer ? <bdi>{payer.name}</bdi> : <span class="muted">{t.payer.patient}</span>,
              },
            ]
          : []),
        { head: t.payment.amount, numeric: true, cell: ({ amount }) => formatMoney(amount) },
      ]}
    />
  );
}

/** The number of a transfer, and the reason of a refund. */
const referenceOf = ({ reference, note }: Pick<Payment, 'reference' | 'note'>) =>
  (reference || note) && (
    <>
      {reference && <bdi>{reference}</bdi>}
      {note && (
        <div class="muted">
          <bdi>{note}</bdi>
        </div>
      )}
    </>
  );
