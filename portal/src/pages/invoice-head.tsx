import { formatDate, formatMoment, nameOf, wallTime } from '../format';
import { t } from '../i18n';
import type { Invoice } from '../invoices';
import { AddressedTo } from './addressed-to';
import { InvoiceStatus } from './invoice-status';
import { Letterhead } from './letterhead';

/** What stands above the lines of an invoice. */
export function InvoiceHead({ invoice }: { invoice: Invoice }) {
  const { patient_id, patient, issued_to, payer, reg_number, issue_date, due_date, status, tax_id, appointment } =
    invoice;
  return (
    <>
      <Letterhead taxId={tax_id} />
      <h1>
        {t.invoice.title} <bdi>{reg_number}</bdi>
      </h1>
      <div class="sheet-head">
        <AddressedTo id={patient_id} patient={issued_to ?? patient} payer={payer} />
        <dl class="facts">
          <dt>{t.invoice.issued}</dt>
          <dd>{formatDate(wallTime(issue_date))}</dd>
          {due_date && (
            <>
              <dt>{t.invoice.due}</dt>
              <dd>{formatDate(wallTime(due_date))}</dd>
            </>
          )}
          {appointment && (
            <>
              <dt>{t.billing.visit}</dt>
              <dd>
                {formatMoment(appointment.schedule)}
                <br />
                <bdi>{nameOf(appointment.doctor)}</bdi>
              </dd>
            </>
          )}
          <dt>{t.invoice.status}</dt>
          <dd>
            <InvoiceStatus status={status} />
          </dd>
        </dl>
      </div>
    </>
  );
}
