import { formatDate, formatMoney, wallTime } from '../format';
import { t } from '../i18n';
import type { Invoice } from '../invoices';
import { Table } from '../ui/table';

type Payment = Invoice['payments'][number];

export const methodText = (method: string): string => (t.payment.methods as Record<string, string>)[method] ?? method;

/** The payments of an invoice. Who paid has a column where that was not always the patient. */
export function PaymentTable({ payments }: { payments: readonly Payment[] }) {
  if (payments.length === 0) return <p class="muted">{t.payment.none}</p>;
  return (
    <Table
      caption={t.payment.title}
      rows={payments}
      keyOf={({ id }) => id}
      columns={[
        { head: t.payment.when, look: 'unbroken', cell: ({ paid_at }) => formatDate(wallTime(paid_at)) },
        { head: t.payment.receipt, look: 'unbroken', cell: ({ receipt_number }) => <bdi>{receipt_number}</bdi> },
        { head: t.payment.method, cell: ({ method }) => <bdi>{methodText(method)}</bdi> },
        { head: t.payment.reference, look: 'loose', cell: ({ reference }) => <bdi>{reference}</bdi> },
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
