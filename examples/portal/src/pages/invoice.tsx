import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { hasCode, messageOf } from '../errors';
import { formatDate, nameOf, wallTime } from '../format';
import { t } from '../i18n';
import { type Invoice, useInvoice } from '../invoices';
import { linkTo } from '../router';
import { hospital, may } from '../session';
import { Button } from '../ui/button';
import { Alert, Loading, say } from '../ui/status';
import type { PageProps } from './index';
import { InvoiceStatus } from './invoice-status';
import { InvoiceTable, Sums } from './invoice-table';
import { PaymentDialog, PaymentTable } from './payment';
import './invoice.css';

/** An invoice as it is printed, and what can be done with it. */
export function InvoicePage({ params: { id = '' } }: PageProps) {
  const [paying, setPaying] = useState<'payment' | 'refund'>();
  const issuing = useAction();
  const loaded = useInvoice(id);
  if (!loaded.data) return <Loading page of={loaded} />;
  const { invoice, version } = loaded.data;

  async function issue() {
    const params = { path: { id }, header: { 'if-match': version } };
    try {
      unwrap(await hospital.PATCH('/invoice/{id}', { params, body: { status: 'ISSUED' } }));
      say(t.invoice.wasIssued);
    } catch (error) {
      if (hasCode(error, 'outdated', 'not_editable')) loaded.reload();
      throw error;
    }
    loaded.reload();
  }

  const isDraft = invoice.status === 'DRAFT';
  const takesPayments = ['ISSUED', 'PARTIALY_PAID', 'PAID'].includes(invoice.status);
  return (
    <>
      <div class="row end no-print">
        {isDraft && may('invoice:update') && (
          <>
            <a class="button" href={linkTo(`/invoices/${id}/edit`)}>
              {t.invoice.edit}
            </a>
            <Button look="primary" busy={issuing.busy} onClick={() => issuing.run(issue)}>
              {t.invoice.issue}
            </Button>
          </>
        )}
        {takesPayments && may('payment:create') && (
          <>
            {invoice.paid_amount > 0 && <Button onClick={() => setPaying('refund')}>{t.payment.refund}</Button>}
            {invoice.remaining_amount > 0 && (
              <Button look="primary" onClick={() => setPaying('payment')}>
                {t.payment.record}
              </Button>
            )}
          </>
        )}
        <Button onClick={() => print()}>{t.invoice.print}</Button>
      </div>
      {issuing.error !== undefined && <Alert>{messageOf(issuing.error)}</Alert>}
      {isDraft && may('invoice:update') && <p class="muted no-print">{t.invoice.issueHint}</p>}
      <article class="card sheet">
        <Head invoice={invoice} />
        <InvoiceTable items={invoice.items} />
        <Sums invoice={invoice} />
        {!isDraft && (
          <section class="list">
            <h2>{t.payment.title}</h2>
            <PaymentTable payments={invoice.payments} />
          </section>
        )}
      </article>
      {paying && (
        <PaymentDialog
          invoice={invoice}
          refund={paying === 'refund'}
          onClose={() => setPaying(undefined)}
          onPaid={loaded.reload}
        />
      )}
    </>
  );
}

function Head({ invoice }: { invoice: Invoice }) {
  const { patient, reg_number, issue_date, due_date, status } = invoice;
  return (
    <>
      <header class="letterhead">
        <strong>{t.letterhead.name}</strong>
        <span>{t.letterhead.address}</span>
        <span>{t.letterhead.contact}</span>
      </header>
      <h1>
        {t.invoice.title} <bdi>{reg_number}</bdi>
      </h1>
      <dl class="facts">
        <dt>{t.invoice.patient}</dt>
        <dd>
          <a href={linkTo(`/patients/${invoice.patient_id}`)}>
            <bdi>{nameOf(patient)}</bdi>
          </a>{' '}
          <bdi class="muted">{patient.reg_number}</bdi>
        </dd>
        <dt>{t.invoice.issued}</dt>
        <dd>{formatDate(wallTime(issue_date))}</dd>
        {due_date && (
          <>
            <dt>{t.invoice.due}</dt>
            <dd>{formatDate(wallTime(due_date))}</dd>
          </>
        )}
        <dt>{t.invoice.status}</dt>
        <dd>
          <InvoiceStatus status={status} />
        </dd>
      </dl>
    </>
  );
}
