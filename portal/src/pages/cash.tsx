import { fileOf, loadReport, type Narrowed, type Report, reportCsv } from '../cash';
import { formatDate, joined, today } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { Running } from '../paper';
import { dayIn, idOf, setQuery } from '../router';
import { DateField } from '../ui/date-field';
import { DownloadCsv } from '../ui/download-csv';
import { Select } from '../ui/field';
import { Loading } from '../ui/status';
import { CashPayments } from './cash-payments';
import { Balances, DaySums } from './cash-sums';
import type { PageProps } from './index';
import { METHODS } from './payment-fields';
import { methodText } from './payment-table';

/** Before it, a year is one that somebody is still typing. */
const FIRST_DAY = '2000-01-01';

/** What the till took: the day that the service calls today, or the days of the address. */
export function CashReport({ query, notes }: PageProps) {
  const to = dayIn(query.get('to'));
  const from = dayIn(query.get('from')) ?? to;
  const [method, by] = [query.get('method') || undefined, idOf(query.get('by')) || undefined];
  const period = { ...(from && { from }), ...(to && { to }) };
  const narrowed = { ...(method && { method }), ...(by && { by }) };
  const whole = useLoad((signal) => loadReport(period, signal), [from, to]);
  const part = useLoad(
    async (signal) => (method || by ? loadReport({ ...period, ...narrowed }, signal) : null),
    [from, to, method, by],
  );
  const report = method || by ? part.data : whole.data;
  const shown = { from: from ?? whole.data?.from ?? today(), to: to ?? whole.data?.to ?? today() };

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
  const narrow = (change: { method: string } | { by: string }) => setQuery({ ...change, cursor: undefined });
  const days =
    shown.from === shown.to ? formatDate(shown.from) : t.calendar.week(formatDate(shown.from), formatDate(shown.to));
  const accounts = accountsOf(whole.data, by);
  const nameOfAccount = accounts.find(({ value }) => value === by)?.text;

  return (
    <>
      <Running text={joined([t.cash.title, days])} internal />
      <h1>{t.cash.title}</h1>
      <p class="print-only">{joined([days, method && methodText(method), nameOfAccount])}</p>
      <div class="filters days">
        <DateField label={t.cash.from} {...dayField('from')} />
        <DateField label={t.cash.to} {...dayField('to')} />
        <Select
          label={t.cash.method}
          value={method ?? ''}
          onChange={(next) => narrow({ method: next })}
          options={withAll(methodsOf(whole.data, method).map((value) => ({ value, text: methodText(value) })))}
        />
        <Select
          label={t.cash.account}
          value={by ?? ''}
          onChange={(next) => narrow({ by: next })}
          options={withAll(accounts)}
        />
      </div>
      <Loading of={whole} />
      <Loading of={{ ...part, loading: part.loading && !whole.loading }} />
      {report && <Sums report={report} narrowed={narrowed} busy={whole.loading || part.loading} />}
      {/* Loaded beside the report, of the days that it will have: of others, where the service's today is another one, again. */}
      <div hidden={!report}>
        <CashPayments period={shown} narrowed={narrowed} query={query} notes={notes} />
      </div>
    </>
  );
}

interface Option {
  value: string;
  text: string;
}

const withAll = (options: Option[]): Option[] => [{ value: '', text: t.all }, ...options];

const methodsOf = (report: Report | undefined, chosen: string | undefined): string[] => [
  ...new Set([...METHODS, ...(report?.methods ?? []).map(({ method }) => method), ...(chosen ? [chosen] : [])]),
];

/** Who has recorded something in the period, and who is chosen although they have not. */
function accountsOf(report: Report | undefined, chosen: string | undefined): Option[] {
  const names = new Map(report?.days.flatMap(({ account }) => (account ? [[account.id, account.full_name]] : [])));
  if (chosen && !names.has(chosen)) names.set(chosen, t.cash.someone);
  return [...names].map(([value, text]) => ({ value, text })).sort((a, b) => a.text.localeCompare(b.text));
}

function Sums({ report, narrowed, busy }: { report: Report; narrowed: Narrowed; busy: boolean }) {
  const period = { from: report.from, to: report.to };
  return (
    <>
      <section class="card" aria-busy={busy}>
        <div class="heading">
          <h2>{t.cash.balances}</h2>
          <DownloadCsv
            what={t.cash.title}
            name={fileOf('cash-report', period)}
            read={() => reportCsv({ ...period, ...narrowed })}
          />
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
