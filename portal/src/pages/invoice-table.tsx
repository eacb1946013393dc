import type { ComponentChildren } from 'preact';
import { formatMoney, formatNumber, formatPercent } from '../format';
import { t } from '../i18n';
import type { Invoice } from '../invoices';
import { may } from '../session';
import { doctorText, useStaff } from '../staff';
import { Table } from '../ui/table';

type Item = Invoice['items'][number];

export const discountsOf = ({
  discount_percent,
  discount_amount,
}: Pick<Item, 'discount_percent' | 'discount_amount'>) =>
  [discount_percent > 0 && formatPercent(discount_percent), discount_amount > 0 && formatMoney(discount_amount)]
    .filter(Boolean)
    .join(' + ');

const isTaxed = (item: Item): item is Item & { tax_percent: number } => item.tax_percent !== undefined;

/** The lines of an invoice or a credit note, and below them what they come to. */
export function InvoiceTable({ items, totals }: { items: readonly Item[]; totals: ComponentChildren }) {
  const { data: staff } = useStaff(may('doctor:read') && items.some(({ doctor_id }) => doctor_id));
  const rows = items.map((item, i) => ({ ...item, key: String(i) }));
  return (
    <Table
      compact
      caption={t.invoice.lines}
      rows={rows}
      totals={totals}
      keyOf={({ key }) => key}
      columns={[
        {
          head: t.invoice.service,
          look: 'loose',
          cell: ({ name, code, doctor_id }) => (
            <span>
              <bdi>{name}</bdi> {code && <bdi class="muted">{code}</bdi>}
              {doctor_id && <small class="of-doctor muted no-print">{doctorText(doctor_id, staff)}</small>}
            </span>
          ),
        },
        { head: t.invoice.quantity, numeric: true, look: 'named', cell: ({ quantity }) => formatNumber(quantity) },
        { head: t.invoice.price, numeric: true, look: 'named', cell: ({ unit_price }) => formatMoney(unit_price) },
        ...(items.some((item) => discountsOf(item))
          ? [
              {
                head: t.invoice.discount,
                numeric: true,
                look: 'named' as const,
                cell: (item: Item) => discountsOf(item),
              },
            ]
          : []),
        ...(items.some(isTaxed)
          ? [
              {
                head: t.invoice.tax,
                numeric: true,
                look: 'named' as const,
                cell: (item: Item) => isTaxed(item) && formatPercent(item.tax_percent),
              },
            ]
          : []),
        { head: t.invoice.net, numeric: true, cell: ({ net_amount }) => formatMoney(net_amount) },
      ]}
    />
  );
}
