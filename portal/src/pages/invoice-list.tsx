import { formatDate, formatMoney, nameOf, wallTime } from '../format';
import { t } from '../i18n';
import { isDue, type ListedInvoice, together } from '../invoices';
import { linkTo } from '../router';
import { Table } from '../ui/table';
import { InvoiceStatus } from './invoice-status';

type Row = Pick<ListedInvoice, 'id' | 'reg_number'> & Partial<ListedInvoice>;

interface Props {
  caption: string;
  invoices: readonly ListedInvoice[];
  /** whose they are, where that is not the same for all */
  named?: boolean;
  /** whether it matters more when they are due than when they were issued */
  byDue?: boolean;
  /** whether the last line says what they come to */
  summed?: boolean;
}

export const InvoiceLink = ({ id, reg_number }: Pick<ListedInvoice, 'id' | 'reg_number'>) => (
  <a href={linkTo(`/invoices/${id}`)}>
    <bdi>{reg_number}</bdi>
  </a>
);

/** Invoices, each with what is still due of it. */
export function InvoiceList({ caption, invoices, named = false, byDue = false, summed = false }: Props) {
  const day = (date: string | null | undefined) => date && formatDate(wallTime(date));
  const sum: Row = {
    id: '',
    reg_number: '',
    total_amount: together(invoices.map(({ total_amount }) => total_amount)),
    remaining_amount: together(invoices.map(({ remaining_amount }) => remaining_amount)),
  };
  return (
    <Table<Row>
      compact
      caption={caption}
      rows={invoices}
      keyOf={({ id }) => id}
      sum={summed ? sum : undefined}
      columns={[
        {
          head: t.invoice.number,
          look: 'unbroken',
          cell: (row) => (row.id ? <InvoiceLink {...row} /> : t.billing.together),
        },
        ...(named
          ? [
              {
                head: t.invoice.patient,
                look: 'loose' as const,
                cell: ({ patient, issued_to, payer }: Row) => <Whose {...{ patient, issued_to, payer }} />,
              },
            ]
          : []),
        {
          head: t.invoice.issued,
          look: byDue ? 'wide' : 'unbroken',
          cell: ({ issue_date }) => day(issue_date),
        },
        { head: t.invoice.due, look: byDue ? 'named' : 'wide', cell: ({ due_date }) => day(due_date) },
        { head: t.invoice.status, cell: ({ status }) => status && <InvoiceStatus status={status} /> },
        { head: t.invoice.total, numeric: true, cell: ({ total_amount = 0 }) => formatMoney(total_amount) },
        { head: t.invoice.remaining, numeric: true, look: 'named', cell: (row) => <Remaining row={row} /> },
      ]}
    />
  );
}

/** On a phone it is not said where the status says it: nothing remains, or all of it. */
function Remaining({ row: { status, total_amount, remaining_amount = 0 } }: { row: Row }) {
  if (status && !isDue({ status })) return <span class="implied">–</span>;
  const isImplied = remaining_amount === 0 || remaining_amount === total_amount;
  return <span class={isImplied ? 'implied' : undefined}>{formatMoney(remaining_amount)}</span>;
}

/** The patient, as the invoice names them, and who pays in their stead. */
function Whose({ patient, issued_to, payer }: Partial<Pick<ListedInvoice, 'patient' | 'issued_to' | 'payer'>>) {
  const whose = issued_to ?? patient;
  return (
    <>
      {whose && <bdi>{nameOf(whose)}</bdi>}
      {payer && (
        <div class="muted">
          {t.payer.billTo}: <bdi>{payer.name}</bdi>
        </div>
      )}
    </>
  );
}
