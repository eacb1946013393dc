import { type AnyResult, unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { useReopen } from '../drafts';
import { hasCode, messageOf } from '../errors';
import { joined, nameOf } from '../format';
import { t } from '../i18n';
import { type Invoice, useInvoice } from '../invoices';
import { Running } from '../paper';
import { linkTo } from '../router';
import { hospital, may } from '../session';
import { Button } from '../ui/button';
import { Alert, Loading, say } from '../ui/status';
import { CreditNoteDialog, CreditNoteTable, creditable, creditDraft } from './credit-note';
import type { PageProps } from './index';
import { type End, EndDialog } from './invoice-end';
import { InvoiceHead } from './invoice-head';
import { Sums } from './invoice-sums';
import { InvoiceTable } from './invoice-table';
import { PaymentDialog, type PaymentKind, paymentDraft } from './payment';
import { PaymentTable } from './payment-table';
import './invoice.css';

type Opened = PaymentKind | 'credit' | End;

/** What the status and the amounts of an invoice allow, for an account that may do all of it. */
function allowedOf(invoice: Invoice) {
  const { status, paid_amount, remaining_amount } = invoice;
  const isOpen = ['ISSUED', 'PARTIALY_PAID', 'PAID'].includes(status);
  return {
    // A draft takes a deposit, also one that nobody has written a line of yet; what was written off may come after all.
    payment: status === 'DRAFT' || (status !== 'VOID' && remaining_amount > 0),
    // A bill of nothing, which no payment settles.
    settle: status === 'ISSUED' && remaining_amount <= 0,
    refund: paid_amount > 0,
    credit: isOpen && creditable(invoice) > 0,
    void: isOpen || status === 'DRAFT',
    writeOff: isOpen && remaining_amount > 0,
  };
}

/** The status of a draft that is issued, which may have a deposit. */
function issuedStatus({ paid_amount, remaining_amount }: Invoice) {
  if (paid_amount <= 0) return 'ISSUED';
  return remaining_amount > 0 ? 'PARTIALY_PAID' : 'PAID';
}

/** An invoice as it is printed, and what can be done with it. */
export function InvoicePage({ params: { id = '' } }: PageProps) {
  const [opened, setOpened] = useState<Opened>();
  const changing = useAction();
  useReopen(paymentDraft(id, false), () => setOpened('payment'));
  useReopen(paymentDraft(id, true), () => setOpened('refund'));
  useReopen(creditDraft(id), () => setOpened('credit'));
  const loaded = useInvoice(id);
  if (!loaded.data) return <Loading page of={loaded} />;
  const { invoice, version } = loaded.data;
  const close = () => setOpened(undefined);

  const params = { path: { id }, header: { 'if-match': version } };
  const change = (send: () => Promise<AnyResult>, done: string) =>
    changing.run(async () => {
      try {
        unwrap(await send());
        say(done);
      } catch (error) {
        if (hasCode(error, 'outdated', 'not_editable')) loaded.reload();
        throw error;
      }
      loaded.reload();
    });
  const issue = () =>
    change(
      () => hospital.PATCH('/invoice/{id}', { params, body: { status: issuedStatus(invoice) } }),
      t.invoice.wasIssued,
    );
  const settle = () => {
    const body = { patient_id: invoice.patient_id, status: 'PAID' as const };
    return change(() => hospital.PUT('/invoice/{id}', { params, body }), t.invoice.wasSettled);
  };

  const isDraft = invoice.status === 'DRAFT';
  const allowed = allowedOf(invoice);
  const { credit_notes = [], payments } = invoice;
  return (
    <>
      <div class="row end no-print">
        {may('invoice:update') && (
          <>
            {allowed.void && (
              <Button look="quiet" onClick={() => setOpened('VOID')}>
                {t.invoice.void}
              </Button>
            )}
            {allowed.writeOff && (
              <Button look="quiet" onClick={() => setOpened('WRITTEN_OFF')}>
                {t.billing.writeOff}
              </Button>
            )}
            {allowed.credit && <Button onClick={() => setOpened('credit')}>{t.credit.make}</Button>}
            {isDraft && (
              <a class="button" href={linkTo(`/invoices/${id}/edit`)}>
                {t.invoice.edit}
              </a>
            )}
          </>
        )}
        {may('payment:create') && (
          <>
            {allowed.refund && <Button onClick={() => setOpened('refund')}>{t.payment.refund}</Button>}
            {allowed.payment && (
              <Button {...(!isDraft && { look: 'primary' })} onClick={() => setOpened('payment')}>
                {t.payment.record}
              </Button>
            )}
          </>
        )}
        {isDraft && may('invoice:update') && (
          <Button look="primary" busy={changing.busy} onClick={issue}>
            {t.invoice.issue}
          </Button>
        )}
        {allowed.settle && may('invoice:update') && (
          <Button look="primary" busy={changing.busy} onClick={settle}>
            {t.invoice.settle}
          </Button>
        )}
        <Button onClick={() => print()}>{t.invoice.print}</Button>
      </div>
      {changing.error !== undefined && <Alert>{messageOf(changing.error)}</Alert>}
      {isDraft && may('invoice:update') && <p class="muted no-print">{t.invoice.issueHint}</p>}
      <Running text={joined([invoice.reg_number, nameOf(invoice.issued_to ?? invoice.patient)])} />
      <article class="card sheet">
        <InvoiceHead invoice={invoice} />
        <InvoiceTable items={invoice.items} totals={<Sums invoice={invoice} />} />
        {credit_notes.length > 0 && (
          <section class="list">
            <h2>{t.credit.title}</h2>
            <CreditNoteTable notes={credit_notes} />
          </section>
        )}
        {(!isDraft || payments.length > 0) && (
          <section class="list">
            <h2>{t.payment.title}</h2>
            <PaymentTable payments={payments} />
          </section>
        )}
      </article>
      {(opened === 'payment' || opened === 'refund' || opened === 'refund-all') && (
        <PaymentDialog key={opened} invoice={invoice} kind={opened} onClose={close} onPaid={loaded.reload} />
      )}
      {opened === 'credit' && <CreditNoteDialog invoice={invoice} onClose={close} onMade={loaded.reload} />}
      {(opened === 'VOID' || opened === 'WRITTEN_OFF') && (
        <EndDialog
          end={opened}
          invoice={invoice}
          version={version}
          onClose={close}
          onChanged={loaded.reload}
          onRefund={may('payment:create') ? () => setOpened('refund-all') : undefined}
        />
      )}
    </>
  );
}
