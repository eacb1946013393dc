import { pageOf, type Schema, unwrap } from 'hospital-service-client';
import { asTable, CSV_ROWS, wholeTable } from './csv';
import { hospital } from './session';

export type Report = Schema<'PaymentSummary'>;

/** First and last day, by the clocks of the hospital. Left out: the service's today. */
export interface Period {
  from?: string;
  to?: string;
}

/** What of the period, as an address has it. */
export interface Narrowed {
  method?: string;
  /** id of the account that has recorded it */
  by?: string;
}

export const KINDS = ['payment', 'refund', 'adjustment'] as const;
export type Kind = (typeof KINDS)[number];

/** What of its payments, which no sum is narrowed by. */
export interface PaymentFilter extends Narrowed {
  kind?: Kind;
  /** the exact text */
  reference?: string;
}

export const kindIn = (text: string | null): Kind | undefined => KINDS.find((kind) => kind === text);

const PER_PAGE = 50;
export const loadReport = async (period: Period & Narrowed, signal: AbortSignal): Promise<Report> =>
  unwrap(await hospital.GET('/payment/summary', { params: { query: period }, signal }));

export async function loadPayments(period: Period & PaymentFilter, cursor: string | undefined, signal: AbortSignal) {
  const query = { ...period, limit: PER_PAGE, ...(cursor && { cursor }) };
  return pageOf(await hospital.GET('/payment/', { params: { query }, signal }), query);
}

export const reportCsv = async (period: Period & Narrowed): Promise<Blob> =>
  unwrap(await hospital.GET('/payment/summary', { params: { query: { ...period, ...asTable() } } }));

/** The payments of all pages. */
export const paymentsCsv = (period: Period & PaymentFilter): Promise<Blob> =>
  wholeTable('cursor', (cursor) => {
    const query = { ...period, ...asTable(), limit: CSV_ROWS, ...(cursor && { cursor }) };
    return hospital.GET('/payment/', { params: { query } });
  });

/** With its days, where there are two. */
export const fileOf = (name: string, { from, to }: Required<Period>): string =>
  [name, ...(from === to ? [from] : [from, 'to', to])].join('-');
