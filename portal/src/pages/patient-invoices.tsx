import { useState } from 'preact/hooks';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { loadInvoices } from '../invoices';
import { linkTo } from '../router';
import { may } from '../session';
import { Pages } from '../ui/pages';
import { Loading } from '../ui/status';
import { InvoiceList } from './invoice-list';

const PER_PAGE = 20;

/** A patient's invoices, the newest first. */
export function InvoicesSection({ patient }: { patient: string }) {
  const [offset, setOffset] = useState(0);
  const loaded = useLoad((signal) => loadInvoices({ patient }, PER_PAGE, offset, signal), [patient, offset]);
  const page = loaded.data;
  return (
    <section class="card wide" aria-busy={loaded.loading}>
      <div class="heading">
        <h2>{t.patient.invoices}</h2>
        {may('invoice:create') && (
          <a class="button" href={linkTo('/invoices/new', { patient })}>
            {t.patient.newInvoice}
          </a>
        )}
      </div>
      <Loading of={loaded} />
      {page && (
        <>
          {page.items.length === 0 && <p class="muted">{t.patient.noInvoices}</p>}
          {page.items.length > 0 && <InvoiceList caption={t.patient.invoices} invoices={page.items} />}
          <Pages
            label={t.patient.invoices}
            offset={offset}
            count={page.items.length}
            limit={PER_PAGE}
            hasNext={page.next !== undefined}
            onOffset={setOffset}
          />
        </>
      )}
    </section>
  );
}
