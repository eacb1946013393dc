import { type Schema, unwrap } from 'hospital-service-client';
import { asTable } from './csv';
import { AS_WRITTEN } from './day-text';
import { addDays, firstOfWeek, formatDate, formatShortDay, today } from './format';
import { t } from './i18n';
import { locale } from './i18n/locale';
import { type Span, spansOf, type Unit, unitOf } from './plot';
import { hospital } from './session';

export type Visits = Schema<'CalendarSummary'>;
export type Revenue = Schema<'InvoiceSummary'>;

/** By what each is added up, the first one unless something else is chosen. */
export const VISITS_BY = ['doctor', 'department', 'status', 'day'] as const;
export const REVENUE_BY = ['doctor', 'service', 'day'] as const;
export type VisitsBy = (typeof VISITS_BY)[number];
export type RevenueBy = (typeof REVENUE_BY)[number];

export const loadVisits = async (period: Span, group_by: VisitsBy, signal: AbortSignal): Promise<Visits> =>
  unwrap(await hospital.GET('/calendar/summary', { params: { query: { ...period, group_by } }, signal }));

export const visitsCsv = async (period: Span, group_by: VisitsBy): Promise<Blob> =>
  unwrap(await hospital.GET('/calendar/summary', { params: { query: { ...period, group_by, ...asTable() } } }));

export const loadRevenue = async (period: Span, group_by: RevenueBy, signal: AbortSignal): Promise<Revenue> =>
  unwrap(await hospital.GET('/invoice/summary', { params: { query: { ...period, group_by } }, signal }));

export const revenueCsv = async (period: Span, group_by: RevenueBy): Promise<Blob> =>
  unwrap(await hospital.GET('/invoice/summary', { params: { query: { ...period, group_by, ...asTable() } } }));

/** By what, in words. */
export const byText = (by: VisitsBy | RevenueBy | Unit): string =>
  ({
    ...t.calendar.colours,
    service: t.invoice.service,
    day: t.cash.day,
    week: t.statistics.week,
    month: t.statistics.month,
  })[by];

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;
/** The first day of the month after, or before, that of a day. */
const monthAfter = (day: string): string => firstOfMonth(addDays(firstOfMonth(day), 31));
const monthBefore = (day: string): string => firstOfMonth(addDays(firstOfMonth(day), -1));
const monthOf = (day: string): Span => ({ from: firstOfMonth(day), to: addDays(monthAfter(day), -1) });

/** Whole ones, as what comes is of interest, too. */
export const periods = () => {
  const [day, year] = [today(), today().slice(0, 4)];
  return {
    thisMonth: monthOf(day),
    lastMonth: monthOf(monthBefore(day)),
    thisYear: { from: `${year}-01-01`, to: `${year}-12-31` },
  };
};

const beginOf: Record<Unit, (day: string) => string> = {
  day: (day) => day,
  week: firstOfWeek,
  month: firstOfMonth,
};

/** What rows are of: those of days are added up where there are many. */
export const rowsBy = <By extends string>({ group_by, ...period }: Span & { group_by: By }): By | Unit =>
  group_by === 'day' ? unitOf(period) : group_by;

/** Days of a period, or weeks or months where days would be too many, with those of the rows that lie in each. */
export const byTime = <Row extends { date?: string }>(period: Span, rows: readonly Row[]) =>
  spansOf(period, beginOf[unitOf(period)]).map((span) => ({
    ...span,
    rows: rows.filter(({ date }) => date !== undefined && span.from <= date && date <= span.to),
  }));

const named = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${day}T00:00Z`).toLocaleDateString(locale, { ...options, ...AS_WRITTEN });

/** What a span is called: by its month, where it is one. */
export function spanText({ from, to }: Span): string {
  if (from === to) return formatShortDay(from);
  const month = monthOf(from);
  if (month.from === from && month.to === to) return named(from, { month: 'long', year: 'numeric' });
  return t.calendar.week(formatDate(from), formatDate(to));
}

/** The same where there is little room. */
export const shortSpanText = (from: string, unit: Unit): string =>
  named(from, unit === 'month' ? { month: 'short' } : { day: 'numeric', month: 'short' });
