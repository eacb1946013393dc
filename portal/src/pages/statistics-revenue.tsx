import { formatMoney, formatNumber, nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { together } from '../invoices';
import type { Span } from '../plot';
import { byText, byTime, loadRevenue, type Revenue, type RevenueBy, revenueCsv, rowsBy, spanText } from '../statistics';
import { Table } from '../ui/table';
import { Figures, Report, SumsPlot } from './statistics-report';

type Sums = Revenue['total'];
interface Row extends Sums {
  key: string;
  name: string;
  /** of a service */
  quantity?: number | undefined;
}

// What services have together is of no use.
const quantityText = ({ quantity }: Row): string => (quantity === undefined ? '' : formatNumber(quantity));
const invoicesText = ({ invoices }: Row): string => formatNumber(invoices);

const AMOUNTS = ['net_amount', 'tax_amount', 'total_amount', 'credited_amount', 'earned_amount'] as const;

/** Of several days together, to the minor unit. */
function sumOf(rows: readonly Sums[]): Sums {
  const sum = {
    invoices: 0,
    lines: 0,
    net_amount: 0,
    tax_amount: 0,
    total_amount: 0,
    credited_amount: 0,
    earned_amount: 0,
  };
  for (const row of rows) {
    sum.invoices += row.invoices;
    sum.lines += row.lines;
  }
  for (const name of AMOUNTS) sum[name] = together(rows.map((row) => row[name]));
  return sum;
}

function rowsOf({ rows, ...period }: Revenue): Row[] {
  if (period.group_by === 'day')
    return byTime(period, rows).map((span) => ({ ...sumOf(span.rows), key: span.from, name: spanText(span) }));
  return rows.map(({ doctor, service, ...sums }) => ({
    ...sums,
    key: doctor?.id ?? `${service?.catalog_id} ${service?.code} ${service?.name}`,
    name: service ? service.name || t.none : doctor ? nameOf(doctor) : t.statistics.nobody,
  }));
}

/** What was billed on some days, less what was credited. */
export function RevenueSums({ period, by }: { period: Span; by: RevenueBy }) {
  const loaded = useLoad((signal) => loadRevenue(period, by, signal), [period.from, period.to, by]);
  return (
    <Report
      title={t.statistics.sums(t.statistics.revenue, byText(loaded.data ? rowsBy(loaded.data) : by))}
      loaded={loaded}
      period={period}
      file={`revenue-by-${by}`}
      read={() => revenueCsv(period, by)}
    >
      {loaded.data && <Earned revenue={loaded.data} />}
    </Report>
  );
}

function Earned({ revenue }: { revenue: Revenue }) {
  const { total, group_by } = revenue;
  const by = rowsBy(revenue);
  const title = t.statistics.sums(t.statistics.revenue, byText(by));
  if (revenue.rows.length === 0) return <p class="muted">{t.statistics.none}</p>;
  const rows = rowsOf(revenue);
  // Who uses no tax sees none.
  const isTaxed = total.tax_amount !== 0;
  const amount = (head: string, name: (typeof AMOUNTS)[number], look: 'named' | 'wide' = 'named') => ({
    head,
    cell: (row: Row) => formatMoney(row[name]),
    numeric: true,
    look,
  });
  return (
    <>
      <Figures
        of={[
          [t.statistics.revenue, formatMoney(total.earned_amount)],
          [t.statistics.billed, formatMoney(total.total_amount)],
          [t.invoice.credited, formatMoney(total.credited_amount)],
          [t.billing.title, formatNumber(total.invoices)],
        ]}
      />
      <SumsPlot
        caption={title}
        period={group_by === 'day' ? revenue : undefined}
        series={[{ name: t.statistics.revenue, colour: 'first' }]}
        marks={rows.map((row) => ({ ...row, values: [row.earned_amount] }))}
        format={formatMoney}
      />
      <Table
        compact
        caption={title}
        rows={rows}
        keyOf={({ key }) => key}
        sum={{ ...total, key: '', name: t.statistics.sum }}
        columns={[
          { head: byText(by), look: 'loose', cell: ({ name }) => <bdi>{name}</bdi> },
          ...(group_by === 'service'
            ? [{ head: t.invoice.quantity, numeric: true, look: 'named' as const, cell: quantityText }]
            : [{ head: t.billing.title, numeric: true, look: 'named' as const, cell: invoicesText }]),
          ...(isTaxed
            ? [amount(t.statistics.net, 'net_amount', 'wide'), amount(t.invoice.tax, 'tax_amount', 'wide')]
            : []),
          amount(t.statistics.billed, 'total_amount'),
          amount(t.invoice.credited, 'credited_amount'),
          amount(t.statistics.revenue, 'earned_amount'),
        ]}
      />
      <p class="hint">{t.statistics.revenueHint}</p>
    </>
  );
}
