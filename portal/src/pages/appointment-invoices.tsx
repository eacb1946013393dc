import { formatMoney } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { type ListedInvoice, loadInvoices } from '../invoices';
import { linkTo } from '../router';
import { may } from '../session';
import { Loading } from '../ui/status';
import { InvoiceLink } from './invoice-list';
import { InvoiceStatus } from './invoice-status';

/** Of a visit, which mostly has one. */
export const SHOWN = 10;

interface Props {
  id: string;
  patient: string;
  /** an invoice is what comes next, if there is none */
  isNext: boolean;
}

/** The invoices of a visit, and a way to one more. */
export function AppointmentInvoices({ id, patient, isNext }: Props) {
  const loaded = useLoad((signal) => loadInvoices({ appointment: id }, SHOWN, 0, signal), [id]);
  const invoices = loaded.data?.items;
  return (
    <section class="list" aria-label={t.billing.ofVisit}>
      <Loading of={loaded} />
      {invoices && invoices.length > 0 && <ShortInvoices invoices={invoices} />}
      {invoices && may('invoice:create') && (
        <div class="row">
          <a
            class={isNext && invoices.length === 0 ? 'button primary' : 'button'}
            href={linkTo('/invoices/new', { patient, appointment: id })}
          >
            {invoices.length > 0 ? t.billing.invoiceAgain : t.billing.invoiceVisit}
          </a>
        </div>
      )}
    </section>
  );
}

/** Each in a line. */
export function ShortInvoices({ invoices }: { invoices: readonly ListedInvoice[] }) {
  return (
    <ul class="plain">
      {invoices.map((invoice) => (
        <li key={invoice.id} class="row">
          <InvoiceLink {...invoice} />
          <span>{formatMoney(invoice.total_amount)}</span>
          <InvoiceStatus status={invoice.status} />
        </li>
      ))}
    </ul>
  );
}
