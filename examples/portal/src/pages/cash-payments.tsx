import type { Schema } from 'hospital-service-client';
import { loadPayments, type Period, paymentsCsv } from '../cash';
import { formatMoment, formatMoney, formatTime, nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { go, linkTo } from '../router';
import { may } from '../session';
import { Button } from '../ui/button';
import { Loading } from '../ui/status';
import { Table } from '../ui/table';
import { DownloadCsv } from './cash-download';
import { methodText } from './payment-table';

type Payment = Schema<'ListedPayment'>;

interface Props {
  period: Required<Period>;
  /** where the page begins, if it is not the first one */
  cursor: string | undefined;
}

/** The payments behind the sums, in the order in which they were recorded. */
export function CashPayments({ period, cursor }: Props) {
  const { from, to } = period;
  const found = useLoad((signal) => loadPayments(period, cursor, signal), [from, to, cursor]);
  const page = found.data;
  const next = page?.next?.cursor;
  return (
    <section class="card" aria-busy={found.loading}>
      <div class="heading">
        <h2>{t.cash.payments}</h2>
        {page && page.items.length > 0 && (
          <DownloadCsv what={t.cash.payments} name="payments" period={period} read={paymentsCsv} />
        )}
      </div>
      <Loading of={found} />
      {page && (
        <p class="muted" role="status">
          {page.items.length > 0 ? t.cash.shown(page.items.length) : t.cash.none}
        </p>
      )}
      {page && page.items.length > 0 && <PaymentList payments={page.items} oneDay={from === to} />}
      {(cursor || next) && (
        <nav class="row end" aria-label={t.cash.payments}>
          {cursor && (
            <Button look="quiet" onClick={() => go('/cash', period)}>
              {t.patients.firstPage}
            </Button>
          )}
          {next && <Button onClick={() => go('/cash', { ...period, cursor: next })}>{t.patients.nextPage}</Button>}
        </nav>
      )}
    </section>
  );
}

function PaymentList({ payments, oneDay }: { payments: readonly Payment[]; oneDay: boolean }) {
  const timeOf = oneDay ? formatTime : formatMoment;
  return (
    <Table
      caption={t.cash.payments}
      rows={payments}
      keyOf={({ id }) => id}
      columns={[
        { head: t.cash.when, look: 'unbroken', cell: ({ created_at }) => timeOf(created_at) },
        { head: t.payment.receipt, look: 'unbroken', cell: ({ receipt_number }) => <bdi>{receipt_number}</bdi> },
        { head: t.cash.invoice, look: 'unbroken', cell: ({ invoice }) => <InvoiceLink invoice={invoice} /> },
        { head: t.cash.patient, look: 'loose', cell: (payment) => <Payers payment={payment} /> },
        { head: t.cash.method, look: 'loose', cell: ({ method }) => <bdi>{methodText(method)}</bdi> },
        { head: t.payment.reference, look: 'loose', cell: ({ reference }) => <bdi>{reference}</bdi> },
        {
          head: t.cash.account,
          look: 'loose',
          cell: ({ account }) => <bdi>{account?.full_name ?? t.cash.nobody}</bdi>,
        },
        { head: t.payment.amount, numeric: true, cell: ({ amount }) => formatMoney(amount) },
      ]}
    />
  );
}

/** The patient, and who paid in their stead. */
function Payers({ payment: { patient, payer } }: { payment: Payment }) {
  return (
    <span>
      <bdi>{nameOf(patient)}</bdi>
      {payer && (
        <div class="muted">
          {t.payer.paidBy}: <bdi>{payer.name}</bdi>
        </div>
      )}
    </span>
  );
}

function InvoiceLink({ invoice: { id, reg_number } }: Pick<Payment, 'invoice'>) {
  if (!may('invoice:read')) return <bdi>{reg_number}</bdi>;
  return (
    <a href={linkTo(`/invoices/${id}`)}>
      <bdi>{reg_number}</bdi>
    </a>
  );
}
