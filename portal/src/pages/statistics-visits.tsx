import { statusText } from '../appointments';
import { formatMinutes, formatNumber, nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { locale } from '../i18n/locale';
import type { Series, Span } from '../plot';
import { byText, byTime, loadVisits, rowsBy, spanText, type Visits, type VisitsBy, visitsCsv } from '../statistics';
import { Table } from '../ui/table';
import { Figures, Report, SumsPlot } from './statistics-report';

type Sums = Visits['total'];
interface Row extends Sums {
  key: string;
  name: string;
}

/** What became of appointments; each has one of them. */
const OUTCOMES = [
  ['completed', 'first'],
  ['to_come', 'second'],
  ['left_open', 'warn'],
  ['no_show', 'bad'],
  ['cancelled', 'over'],
] as const satisfies (readonly [keyof Sums, Series['colour']])[];

const outcomeTexts = () => ({
  completed: t.status.COMPLETED,
  to_come: t.statistics.toCome,
  left_open: t.statistics.leftOpen,
  no_show: t.status.NO_SHOW,
  cancelled: t.status.CANCELLED,
});

const COUNTED = ['appointments', ...OUTCOMES.map(([name]) => name), 'minutes'] as const;

/** Of several rows together. */
function together(rows: readonly Sums[]): Sums {
  const sum = {
    appointments: 0,
    completed: 0,
    to_come: 0,
    left_open: 0,
    no_show: 0,
    cancelled: 0,
    minutes: 0,
    hours_minutes: 0,
  };
  for (const row of rows) {
    for (const name of COUNTED) sum[name] += row[name];
    sum.hours_minutes += row.hours_minutes ?? 0;
  }
  return sum;
}

function rowsOf({ rows, ...period }: Visits): Row[] {
  if (period.group_by === 'day')
    return byTime(period, rows).map((span) => ({ ...together(span.rows), key: span.from, name: spanText(span) }));
  return rows.map(({ doctor, department, status, ...sums }) => ({
    ...sums,
    key: doctor?.id ?? department?.id ?? status ?? '',
    name: (doctor && nameOf(doctor)) ?? department?.name ?? (status ? statusText(status) : t.none),
  }));
}

/** 0.125 is 13 %. */
const formatShare = (share: number): string => share.toLocaleString(locale, { style: 'percent' });

/** Of many hours nobody asks for the minutes, for which there is little room. */
const inHours = (minutes: number): number => (minutes < 600 ? minutes : Math.round(minutes / 60) * 60);

const used = ({ minutes, hours_minutes = 0 }: Sums): string =>
  hours_minutes > 0 ? formatShare(minutes / hours_minutes) : '–';

/** What became of the appointments of some days, and how much of the doctors' hours they took. */
export function VisitSums({ period, by }: { period: Span; by: VisitsBy }) {
  const loaded = useLoad((signal) => loadVisits(period, by, signal), [period.from, period.to, by]);
  return (
    <Report
      title={t.statistics.sums(t.statistics.visits, byText(loaded.data ? rowsBy(loaded.data) : by))}
      loaded={loaded}
      period={period}
      file={`visits-by-${by}`}
      read={() => visitsCsv(period, by)}
    >
      {loaded.data && <Visited visits={loaded.data} />}
    </Report>
  );
}

function Visited({ visits }: { visits: Visits }) {
  const { total, group_by } = visits;
  const by = rowsBy(visits);
  const title = t.statistics.sums(t.statistics.visits, byText(by));
  const texts = outcomeTexts();
  if (total.appointments === 0 && !total.hours_minutes) return <p class="muted">{t.statistics.none}</p>;
  const rows = rowsOf(visits);
  const isByStatus = group_by === 'status';
  const hasHours = Boolean(total.hours_minutes);
  // What there is none of in all of the period, such as visits to come of last month, needs no column.
  const outcomes = OUTCOMES.filter(([name]) => total[name] > 0);
  const series: Series[] = isByStatus
    ? [{ name: t.today.count, colour: 'first' }]
    : outcomes.map(([name, colour]) => ({ name: texts[name], colour }));
  const share = ({ appointments }: Row) => formatShare(appointments / (total.appointments || 1));
  const number = (head: string, cell: (row: Row) => string) => ({ head, cell, numeric: true, look: 'named' as const });
  return (
    <>
      <Figures
        of={[
          [t.today.count, formatNumber(total.appointments)],
          [t.status.COMPLETED, formatNumber(total.completed)],
          [t.status.NO_SHOW, formatNumber(total.no_show)],
          [t.status.CANCELLED, formatNumber(total.cancelled)],
          [t.statistics.booked, formatMinutes(inHours(total.minutes))],
          ...(hasHours ? [[t.statistics.used, used(total)] as const] : []),
        ]}
      />
      {total.appointments > 0 && (
        <SumsPlot
          caption={title}
          period={group_by === 'day' ? visits : undefined}
          series={series}
          marks={rows.map((row) => ({
            ...row,
            values: isByStatus ? [row.appointments] : outcomes.map(([name]) => row[name]),
          }))}
          format={formatNumber}
        />
      )}
      <Table
        compact
        caption={title}
        rows={rows}
        keyOf={({ key }) => key}
        sum={{ ...total, key: '', name: t.statistics.sum }}
        columns={[
          { head: byText(by), look: 'loose', cell: ({ name }) => <bdi>{name}</bdi> },
          number(t.today.count, ({ appointments }) => formatNumber(appointments)),
          ...(isByStatus
            ? [number(t.statistics.share, share)]
            : outcomes.map(([name]) => number(texts[name], (row) => formatNumber(row[name])))),
          number(t.statistics.booked, ({ minutes }) => formatMinutes(minutes)),
          ...(hasHours
            ? [
                {
                  ...number(t.statistics.hours, ({ hours_minutes = 0 }) => formatMinutes(hours_minutes)),
                  look: 'wide' as const,
                },
                number(t.statistics.used, used),
              ]
            : []),
        ]}
      />
      {total.left_open > 0 && <p class="hint">{t.statistics.leftOpenHint}</p>}
    </>
  );
}
