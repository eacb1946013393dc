import { loadReport, type Report, reportCsv } from '../cash';
import { today } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { setQuery } from '../router';
import { DateField } from '../ui/date-field';
import { Loading } from '../ui/status';
import { DownloadCsv } from './cash-download';
import { CashPayments } from './cash-payments';
import { Balances, DaySums } from './cash-sums';
import type { PageProps } from './index';

/** Before it, a year is one that somebody is still typing. */
const FIRST_DAY = '2000-01-01';

/** A day of the address, which somebody may have mistyped. */
const dayIn = (text: string | null): string | undefined =>
  text && /^\d{4}-\d\d-\d\d$/.test(text) && Date.parse(text) ? text : undefined;

/** What the till took: the day that the service calls today, or the days of the address. */
export function CashReport({ query }: PageProps) {
  const to = dayIn(query.get('to'));
  const from = dayIn(query.get('from')) ?? to;
  const cursor = query.get('cursor') || undefined;
  const period = { ...(from && { from }), ...(to && { to }) };
  const report = useLoad((signal) => loadReport(period, signal), [from, to]);
  const shown = { from: from ?? report.data?.from ?? today(), to: to ?? report.data?.to ?? today() };

  /** The other day follows where the period would end before it begins. */
  function show(change: Partial<typeof shown>) {
    const next = { ...shown, ...change };
    if (next.to < next.from) Object.assign(next, change.from ? { to: next.from } : { from: next.to });
    setQuery({ ...next, cursor: undefined });
  }
  const dayField = (end: 'from' | 'to') => ({
    min: FIRST_DAY,
    value: shown[end],
    onChange: (day: string, isGiven: boolean) => isGiven && show({ [end]: day }),
  });

  return (
    <>
      <h1>{t.cash.title}</h1>
      <div class="filters days">
        <DateField label={t.cash.from} {...dayField('from')} />
        <DateField label={t.cash.to} {...dayField('to')} />
      </div>
      <Loading of={report} />
      {report.data && <Sums report={report.data} busy={report.loading} />}
      {report.data && <CashPayments period={{ from: report.data.from, to: report.data.to }} cursor={cursor} />}
    </>
  );
}

function Sums({ report, busy }: { report: Report; busy: boolean }) {
  const period = { from: report.from, to: report.to };
  return (
    <>
      <section class="card" aria-busy={busy}>
        <div class="heading">
          <h2>{t.cash.balances}</h2>
          <DownloadCsv what={t.cash.title} name="cash-report" period={period} read={reportCsv} />
        </div>
        {report.methods.length > 0 ? <Balances report={report} /> : <p class="muted">{t.cash.none}</p>}
      </section>
      {report.days.length > 0 && (
        <section class="card" aria-busy={busy}>
          <div class="heading">
            <h2>{t.cash.days}</h2>
          </div>
          <DaySums report={report} />
        </section>
      )}
    </>
  );
}
