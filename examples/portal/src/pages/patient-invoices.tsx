import { unwrap } from 'hospital-service-client';
import { formatDate, formatMoney, wallTime } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { linkTo } from '../router';
import { hospital, may } from '../session';
import { Loading } from '../ui/status';
import { Table } from '../ui/table';
import { InvoiceStatus } from './invoice-status';

const SHOWN = 100;

/** A patient's invoices, the newest first. */
export function InvoicesSection({ patient }: { patient: string }) {
  const loaded = useLoad(
    async (signal) => {
      const query = { patient_id: patient, order_by: '-created_at' as const, limit: SHOWN };
      return unwrap(await hospital.GET('/invoice/', { params: { query }, signal }));
    },
    [patient],
  );
  const invoices = loaded.data?.data;
  return (
    <section class="card wide">
      <div class="heading">
        <h2>{t.patient.invoices}</h2>
        {may('invoice:create') && (
          <a class="button" href={linkTo('/invoices/new', { patient })}>
            {t.patient.newInvoice}
          </a>
        )}
      </div>
      <Loading of={loaded} />
      {invoices?.length === 0 && <p class="muted">{t.patient.noInvoices}</p>}
      {invoices && invoices.length > 0 && (
        <Table
          caption={t.patient.invoices}
          rows={invoices}
          keyOf={({ id }) => id}
          columns={[
            {
              head: t.invoice.number,
              cell: ({ id, reg_number }) => (
                <a href={linkTo(`/invoices/${id}`)}>
                  <bdi>{reg_number}</bdi>
                </a>
              ),
            },
            { head: t.invoice.issued, cell: ({ issue_date }) => formatDate(wallTime(issue_date)) },
            { head: t.invoice.status, cell: ({ status }) => <InvoiceStatus status={status} /> },
            { head: t.invoice.total, numeric: true, cell: ({ total_amount }) => formatMoney(total_amount) },
            {
              head: t.invoice.remaining,
              numeric: true,
              // Of a void invoice the service still says what would remain.
              cell: ({ status, remaining_amount }) => (status === 'VOID' ? '–' : formatMoney(remaining_amount)),
            },
          ]}
        />
      )}
    </section>
  );
}
