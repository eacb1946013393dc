import { pageOf, type Schema, unwrap } from 'hospital-service-client';
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
/** As many as the service gives at once. */
const CSV_ROWS = 1000;
/** A file for a spreadsheet, which knows UTF-8 by its first bytes. */
const CSV = { format: 'csv', bom: 'true' } as const;

export const loadReport = async (period: Period & Narrowed, signal: AbortSignal): Promise<Report> =>
  unwrap(await hospital.GET('/payment/summary', { params: { query: period }, signal }));

export async function loadPayments(period: Period & PaymentFilter, cursor: string | undefined, signal: AbortSignal) {
  const query = { ...period, limit: PER_PAGE, ...(cursor && { cursor }) };
  return pageOf(await hospital.GET('/payment/', { params: { query }, signal }), query);
}

export const reportCsv = async (period: Period & Narrowed): Promise<Blob> =>
  unwrap(await hospital.GET('/payment/summary', { params: { query: { ...period, ...CSV } } }));

/** The payments of all pages. Each has its own first line, of which the table needs one. */
export async function paymentsCsv(period: Period & PaymentFilter): Promise<Blob> {
  const parts: (Blob | string)[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...period, ...CSV, limit: CSV_ROWS, ...(cursor && { cursor }) };
    const result = await hospital.GET('/payment/', { params: { query } });
    const table = unwrap(result);
    parts.push(cursor ? withoutHead(await table.text()) : table);
    cursor = nextOf(result.response);
  } while (cursor);
  return new Blob(parts, { type: 'text/csv' });
}

const withoutHead = (table: string): string => table.slice(table.indexOf('\r\n') + 2);

/** Of a table the client does not know where the next page begins: the header does. */
function nextOf(response: Response | undefined): string | undefined {
  const link = response?.headers.get('link') ?? '';
  return /[?&]cursor=([^&>]+)[^>]*>;\s*rel="next"/.exec(link)?.[1];
}
