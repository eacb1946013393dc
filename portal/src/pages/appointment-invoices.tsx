import { formatMoney } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { loadInvoices } from '../invoices';
import { linkTo } from '../router';
import { may } from '../session';
import { Loading } from '../ui/status';
import { InvoiceLink } from './invoice-list';
import { InvoiceStatus } from './invoice-status';

const SHOWN = 10;

interface Props {
  id: string;
  patient: string;
  /** on the page of a new invoice, which is no place to begin another one */
  only?: boolean;
}

/** The invoices of a visit, and a way to one more. */
export function AppointmentInvoices({ id, patient, only = false }: Props) {
  const loaded = useLoad((signal) => loadInvoices({ appointment: id }, SHOWN, 0, signal), [id]);
  const invoices = loaded.data?.items;
  if (only && !invoices?.length) return <Loading of={loaded} />;
  return (
    <section class={only ? 'list told' : 'list'} aria-label={t.billing.ofVisit}>
      <Loading of={loaded} />
      {invoices && invoices.length > 0 && (
        <>
          {only && <h2>{t.billing.ofVisit}</h2>}
          <ul class="plain">
            {invoices.map((invoice) => (
              <li key={invoice.id} class="row">
                <InvoiceLink {...invoice} />
                <span>{formatMoney(invoice.total_amount)}</span>
                <InvoiceStatus status={invoice.status} />
              </li>
            ))}
          </ul>
        </>
      )}
      {invoices && !only && may('invoice:create') && (
        <div class="row">
          <a class="button" href={linkTo('/invoices/new', { patient, appointment: id })}>
            {invoices.length > 0 ? t.billing.invoiceAgain : t.billing.invoiceVisit}
          </a>
        </div>
      )}
    </section>
  );
}
