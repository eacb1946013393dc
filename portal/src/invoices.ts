import { etagOf, pageOf, type Schema, unwrap } from 'hospital-service-client';
import { useLoad } from './hooks';
import { t } from './i18n';
import { sumOf } from './money';
import { hospital, session } from './session';

export type Invoice = Schema<'FullInvoice'>;
export type ListedInvoice = Schema<'NamedInvoice'>;
export type InvoiceStatus = Invoice['status'];

const STATUSES: readonly InvoiceStatus[] = ['DRAFT', 'ISSUED', 'PARTIALY_PAID', 'PAID', 'VOID', 'WRITTEN_OFF'];
/** What money is still waited for, besides the statuses. */
const OWED = ['unpaid', 'overdue'] as const;

/** What a list can be narrowed to, as it stands in an address. */
export type Shown = '' | (typeof OWED)[number] | InvoiceStatus;

export const SHOWN: readonly Shown[] = ['', ...OWED, ...STATUSES];
export const shownIn = (text: string | null): Shown => SHOWN.find((one) => one === text) ?? '';

export function shownText(shown: Shown): string {
  if (shown === '') return t.all;
  return shown === 'unpaid' || shown === 'overdue' ? t.billing[shown] : t.invoice.statuses[shown];
}

export const isOwed = (shown: Shown): boolean => OWED.some((one) => one === shown);

export interface InvoiceFilter {
  shown?: Shown;
  search?: string;
  /** days of issue */
  from?: string | undefined;
  to?: string | undefined;
  patient?: string;
  appointment?: string;
}

/** A page of invoices: what is overdue the longest comes first, otherwise the newest. */
export async function loadInvoices(filter: InvoiceFilter, limit: number, offset: number, signal: AbortSignal) {
  const { shown = '', search, from, to, patient, appointment } = filter;
  // A search puts in order no more than it has found, unless the order is that of creation.
  const newest = search || patient || appointment ? ('-created_at' as const) : ('-issue_date' as const);
  const query = {
    view: 'full' as const,
    order_by: shown === 'overdue' && !search ? ('due_date' as const) : newest,
    limit,
    offset,
    ...(shown === 'unpaid' && { unpaid: 'true' as const }),
    ...(shown === 'overdue' && { overdue: 'true' as const }),
    ...(shown && shown !== 'unpaid' && shown !== 'overdue' && { status: shown }),
    ...(search && { search }),
    ...(from && { issued_from: from }),
    ...(to && { issued_to: to }),
    ...(patient && { patient_id: patient }),
    ...(appointment && { appointment_id: appointment }),
  };
  return pageOf(await hospital.GET('/invoice/', { params: { query }, signal }), query);
}

/** So many are added up in one answer. */
const ADDED_UP = 500;

/** How many invoices are unpaid, and how much of them, where they are few enough to be added up. Whose they are is not asked. */
export async function loadUnpaid(signal: AbortSignal) {
  const query = { unpaid: 'true' as const, limit: ADDED_UP };
  const {
    items,
    total = 0,
    incomplete,
  } = pageOf(await hospital.GET('/invoice/', { params: { query }, signal }), query);
  const isAll = items.length === total && !incomplete;
  const amount = isAll ? together(items.map(({ remaining_amount }) => remaining_amount)) : undefined;
  return { count: total, isMore: Boolean(incomplete), amount };
}

/** An invoice with all that it refers to, and the version that a change of it names. */
export async function loadInvoice(id: string, signal: AbortSignal) {
  const params = { path: { id }, query: { view: 'full' as const } };
  const result = await hospital.GET('/invoice/{id}', { params, signal });
  return { invoice: unwrap(result), version: etagOf(result) };
}

export const useInvoice = (id: string) => useLoad((signal) => loadInvoice(id, signal), [id]);

/** What was paid beyond the total, after credit notes. */
export const creditOf = ({ remaining_amount }: Pick<Invoice, 'remaining_amount'>): number =>
  Math.max(-remaining_amount, 0);

/** What people are still asked for: of a draft nobody is, and of a void invoice the service still says what would remain. */
export const isDue = ({ status }: Pick<Invoice, 'status'>): boolean => status !== 'VOID' && status !== 'DRAFT';

export const together = (amounts: readonly number[]): number => sumOf(amounts, session().settings.currency_decimals);
