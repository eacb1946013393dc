import { formatDate, joined } from '../format';
import { t } from '../i18n';
import { Running } from '../paper';
import type { Span } from '../plot';
import { dayIn, linkTo, setQuery } from '../router';
import { may } from '../session';
import { byText, periods, REVENUE_BY, VISITS_BY } from '../statistics';
import { Button } from '../ui/button';
import { DateField } from '../ui/date-field';
import { Select } from '../ui/field';
import type { PageProps } from './index';
import { RevenueSums } from './statistics-revenue';
import { VisitSums } from './statistics-visits';
import './statistics.css';

/** Before it, a year is one that somebody is still typing. */
const FIRST_DAY = '2000-01-01';

const KINDS = ['visits', 'revenue'] as const;
const PERIODS = ['thisMonth', 'lastMonth', 'thisYear'] as const;

/** The days of an address, if it has both. */
function periodIn(query: URLSearchParams): Span | undefined {
  const [from, to] = [dayIn(query.get('from')), dayIn(query.get('to'))];
  return from && to && from <= to ? { from, to } : undefined;
}

const oneOf = <T extends string>(names: readonly [T, ...T[]], given: string | null): T =>
  names.find((name) => name === given) ?? names[0];

/** How many came, and what was earned, of the days in the address. One of the two, and by one thing, at a time. */
export function Statistics({ query }: PageProps) {
  const kinds = KINDS.filter((kind) => may(kind === 'visits' ? 'appointment:read' : 'payment:report'));
  const of = kinds.find((kind) => kind === query.get('of')) ?? kinds[0];
  const names = of === 'revenue' ? REVENUE_BY : VISITS_BY;
  const by = oneOf<(typeof names)[number]>(names, query.get('by'));
  const whole = periods();
  const period = periodIn(query) ?? whole.thisMonth;

  const show = (next: Span) => setQuery({ from: next.from, to: next.to });
  const dayField = (end: 'from' | 'to') => ({
    min: FIRST_DAY,
    value: period[end],
    onChange: (day: string, isGiven: boolean) => {
      if (!isGiven) return;
      // The other day follows where the period would end before it begins.
      const next = { ...period, [end]: day };
      show(next.from <= next.to ? next : { from: day, to: day });
    },
  });
  const days =
    period.from === period.to
      ? formatDate(period.from)
      : t.calendar.week(formatDate(period.from), formatDate(period.to));
  return (
    <>
      <Running text={joined([t.statistics.title, days])} internal />
      <div class="heading">
        <h1>{t.statistics.title}</h1>
        {kinds.length > 1 && (
          <nav class="stats-kinds" aria-label={t.statistics.title}>
            {kinds.map((kind) => (
              <a
                key={kind}
                class="button"
                href={linkTo('/statistics', { ...Object.fromEntries(query), of: kind, by: undefined })}
                aria-current={kind === of ? 'page' : undefined}
              >
                {t.statistics[kind]}
              </a>
            ))}
          </nav>
        )}
      </div>
      <p class="print-only">{days}</p>
      <div class="filters days stats-terms">
        <DateField label={t.cash.from} {...dayField('from')} />
        <DateField label={t.cash.to} {...dayField('to')} />
        <Select
          label={t.statistics.by}
          value={by}
          onChange={(next) => setQuery({ by: next })}
          options={names.map((name) => ({ value: name, text: byText(name) }))}
        />
        <div class="stats-periods">
          {PERIODS.map((name) => {
            const one = whole[name];
            const isShown = one.from === period.from && one.to === period.to;
            return (
              <Button key={name} look="quiet" aria-pressed={isShown} onClick={() => show(one)}>
                {t.statistics[name]}
              </Button>
            );
          })}
        </div>
      </div>
      {of === 'visits' && <VisitSums period={period} by={oneOf(VISITS_BY, by)} />}
      {of === 'revenue' && <RevenueSums period={period} by={oneOf(REVENUE_BY, by)} />}
    </>
  );
}
