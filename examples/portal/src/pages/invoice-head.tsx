import { formatDate, nameOf, wallTime } from '../format';
import { t } from '../i18n';
import type { Invoice } from '../invoices';
import { linkTo } from '../router';
import { InvoiceStatus } from './invoice-status';
import { PayerText } from './payer';

/** What stands above the lines of an invoice. */
export function InvoiceHead({ invoice }: { invoice: Invoice }) {
  const { patient, payer, reg_number, issue_date, due_date, status, tax_id } = invoice;
  return (
    <>
      <header class="letterhead">
        <strong>{t.letterhead.name}</strong>
        <span>{t.letterhead.address}</span>
        <span>{t.letterhead.contact}</span>
        {tax_id && (
          <span>
            {t.invoice.taxId} <bdi>{tax_id}</bdi>
          </span>
        )}
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
          <bdi class="muted unbroken">{patient.reg_number}</bdi>
        </dd>
        {payer && (
          <>
            <dt>{t.payer.billTo}</dt>
            <dd>
              <PayerText payer={payer} />
            </dd>
          </>
        )}
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
