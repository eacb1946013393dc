import { unwrap } from 'hospital-service-client';
import { formatDate, formatMoment, formatMoney, joined, nameOf, today, wallTime } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { isDue } from '../invoices';
import { Running } from '../paper';
import { linkTo } from '../router';
import { hospital } from '../session';
import { Loading } from '../ui/status';
import { AddressedTo } from './addressed-to';
import type { PageProps } from './index';
import { InvoiceLink } from './invoice-list';
import { Letterhead } from './letterhead';
import { methodText } from './payment-table';
import { PrintBar } from './print-bar';
import './invoice.css';

/** One payment or refund, as it is handed out on paper. */
export function Receipt({ params: { id = '', payment = '' } }: PageProps) {
  const loaded = useLoad(
    async (signal) => {
      const params = { path: { id, payment_id: payment }, query: { view: 'full' as const } };
      return unwrap(await hospital.GET('/invoice/{id}/payments/{payment_id}', { params, signal }));
    },
    [id, payment],
  );
  if (!loaded.data) return <Loading page of={loaded} />;
  const { receipt_number, amount, method, reference, note, paid_at, payer, account, invoice, patient, tax_id } =
    loaded.data;
  const refund = amount < 0;
  const { remaining_amount: remaining } = invoice;
  return (
    <>
      <PrintBar href={linkTo(`/invoices/${id}`)} text={t.billing.toInvoice} />
      <Running text={joined([receipt_number, nameOf(patient)])} />
      <article class="card sheet">
        <Letterhead taxId={tax_id} />
        <h1>
          {refund ? t.billing.refundReceipt : t.billing.receipt} <bdi>{receipt_number}</bdi>
        </h1>
        <AddressedTo
          id={patient.id}
          patient={patient}
          payer={payer}
          label={refund ? t.billing.paidTo : t.billing.receivedFrom}
        />
        <dl class="facts">
          <dt>{t.payment.amount}</dt>
          <dd class="amount">{formatMoney(Math.abs(amount))}</dd>
          <dt>{t.payment.when}</dt>
          <dd>{formatMoment(wallTime(paid_at))}</dd>
          <dt>{t.payment.method}</dt>
          <dd>
            <bdi>{methodText(method)}</bdi>
          </dd>
          {reference && (
            <>
              <dt>{t.payment.reference}</dt>
              <dd>
                <bdi>{reference}</bdi>
              </dd>
            </>
          )}
          {note && (
            <>
              <dt>{refund ? t.billing.reason : t.billing.note}</dt>
              <dd>
                <bdi>{note}</bdi>
              </dd>
            </>
          )}
          <dt>{t.billing.forInvoice}</dt>
          <dd>
            <InvoiceLink {...invoice} />
          </dd>
          <dt>{t.billing.invoiceTotal}</dt>
          <dd>{formatMoney(invoice.total_amount)}</dd>
          {isDue(invoice) && (
            <>
              <dt>{(remaining < 0 ? t.billing.creditOn : t.billing.remainingOn)(formatDate(today()))}</dt>
              <dd>{formatMoney(Math.abs(remaining))}</dd>
            </>
          )}
          {account && (
            <>
              <dt>{t.billing.recordedBy}</dt>
              <dd>
                <bdi>{account.full_name}</bdi>
              </dd>
            </>
          )}
        </dl>
      </article>
    </>
  );
}
