import { formatMoney, formatNumber } from '../format';
import { t } from '../i18n';
import { locale } from '../i18n/locale';
import type { Invoice } from '../invoices';
import { Table } from '../ui/table';

type Item = Invoice['items'][number];

/** A percentage as people write it: 12.5 is 12.5 %. */
const formatPercent = (percent: number): string =>
  (percent / 100).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 6 });

const discountsOf = ({ discount_percent, discount_amount }: Pick<Item, 'discount_percent' | 'discount_amount'>) =>
  [discount_percent > 0 && formatPercent(discount_percent), discount_amount > 0 && formatMoney(discount_amount)]
    .filter(Boolean)
    .join(' + ');

export function InvoiceTable({ items }: { items: readonly Item[] }) {
  const rows = items.map((item, i) => ({ ...item, key: String(i) }));
  return (
    <Table
      caption={t.invoice.lines}
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        {
          head: t.invoice.service,
          cell: ({ name, code }) => (
            <span>
              <bdi>{name}</bdi> {code && <bdi class="muted">{code}</bdi>}
            </span>
          ),
        },
        { head: t.invoice.quantity, numeric: true, cell: ({ quantity }) => formatNumber(quantity) },
        { head: t.invoice.price, numeric: true, cell: ({ unit_price }) => formatMoney(unit_price) },
        ...(items.some((item) => discountsOf(item))
          ? [{ head: t.invoice.discount, numeric: true, cell: (item: Item) => discountsOf(item) }]
          : []),
        { head: t.invoice.net, numeric: true, cell: ({ net_amount }) => formatMoney(net_amount) },
      ]}
    />
  );
}

/** What it comes to, below the column of the amounts. */
export function Sums({ invoice }: { invoice: Invoice }) {
  const { subtotal, total_amount, paid_amount, remaining_amount, discount_percent, status } = invoice;
  const discount = subtotal - total_amount;
  return (
    <dl class="sums">
      {discount > 0 && (
        <>
          <dt>{t.invoice.subtotal}</dt>
          <dd>{formatMoney(subtotal)}</dd>
          <dt>{discount_percent > 0 ? t.invoice.discountOf(discountsOf(invoice)) : t.invoice.discount}</dt>
          <dd>{formatMoney(-discount)}</dd>
        </>
      )}
      <dt class="total">{t.invoice.total}</dt>
      <dd class="total">{formatMoney(total_amount)}</dd>
      {status !== 'DRAFT' && (
        <>
          <dt>{t.invoice.paid}</dt>
          <dd>{formatMoney(paid_amount)}</dd>
          <dt>{remaining_amount < 0 ? t.invoice.credit : t.invoice.remaining}</dt>
          <dd>{formatMoney(Math.abs(remaining_amount))}</dd>
        </>
      )}
    </dl>
  );
}
