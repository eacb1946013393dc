import { type Missing, requireThere } from '../../db/references';
import type { InvoiceLine, InvoiceStatus } from '../../db/schema/invoice';
import type { Settings } from '../../env';
import { ReferenceNotFoundError, RuleError } from '../../errors';
import { instant, localDay } from '../../rules/datetime';
import { namesOf } from '../../rules/fields-of';
import { toAmount } from '../../rules/money';
import {
  type CatalogRow,
  catalogIds,
  fillIn,
  givenAmounts,
  type InvoiceRow,
  isTaxIncluded,
  WITHOUT_CATALOG,
  withStored,
} from './amounts';
import type { InvoiceInput, InvoiceItemInput } from './schemas';

const MAY_BECOME: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  DRAFT: ['DRAFT', 'ISSUED', 'PARTIALY_PAID', 'PAID', 'VOID', 'WRITTEN_OFF'],
  ISSUED: ['ISSUED', 'PARTIALY_PAID', 'PAID', 'VOID', 'WRITTEN_OFF'],
  PARTIALY_PAID: ['PARTIALY_PAID', 'PAID', 'VOID', 'WRITTEN_OFF'],
  PAID: ['PAID', 'VOID'],
  VOID: ['VOID'],
  WRITTEN_OFF: ['WRITTEN_OFF'],
};

/** An issued invoice is a document: its date, patient, payer, lines, discounts and taxes stay as they are. */
export const isIssued = (status: InvoiceStatus): boolean => status !== 'DRAFT';

/** Of which something may be unpaid. */
export const OPEN_STATUSES = ['ISSUED', 'PARTIALY_PAID'] as const satisfies InvoiceStatus[];

export const isFinal = (status: InvoiceStatus): boolean => status === 'VOID' || status === 'WRITTEN_OFF';

export function requireTransition(from: InvoiceStatus, to: InvoiceStatus): void {
  if (!MAY_BECOME[from].includes(to))
    throw new RuleError('transition', `An invoice that is ${from} cannot become ${to}`);
}

/** Clients of the interface send no lines: then any status will do. @throws RuleError where amounts contradict the status */
export function requirePayment({
  status,
  items,
  paid_amount,
  remaining_amount,
}: Pick<InvoiceRow, 'status' | 'items' | 'paid_amount' | 'remaining_amount'>): void {
  if (items.length === 0) return;
  if (status === 'PAID' && remaining_amount > 0) {
    throw new RuleError('amount', 'An invoice is PAID only when remaining_amount is 0 or less');
  }
  if (status === 'PARTIALY_PAID' && !(paid_amount > 0 && remaining_amount > 0)) {
    throw new RuleError('amount', 'An invoice is PARTIALY_PAID only when something is paid and something remains');
  }
}

/** Nobody looks for money on a bill that is cancelled. @throws RuleError */
export function requireRefunded({ status, paid_amount }: Pick<InvoiceRow, 'status' | 'paid_amount'>, exponent: number) {
  if (status !== 'VOID' || paid_amount === 0) return;
  const amount = toAmount(paid_amount, exponent);
  throw new RuleError('refund_first', `Refund ${amount} first: an invoice that is VOID keeps no money`);
}

/** By days, as most due dates are dates alone: what is due on the day of its issue is due at once. @throws RuleError */
export function requireDueDate({ issue_at, due_at }: { issue_at: number; due_at: number | null }, timeZone: string) {
  if (due_at !== null && localDay(due_at, timeZone) < localDay(issue_at, timeZone))
    throw new RuleError('inconsistent', 'due_date must not be before issue_date');
}

export function requireDraft(status: InvoiceStatus): void {
  if (isIssued(status)) {
    throw new RuleError(
      'not_editable',
      `An invoice that is ${status} is not changed by PATCH, only a DRAFT: use PUT, or its payments`,
    );
  }
}

/** What a catalog line leaves out stays: the catalog may have changed since the invoice was issued. */
function sameLines(items: readonly InvoiceItemInput[], stored: readonly InvoiceLine[], exponent: number): boolean {
  if (items.length !== stored.length) return false;
  return items.every((given, i) => {
    const line = stored[i];
    if (!line) return false;
    const defaults = given.catalog_id === null ? WITHOUT_CATALOG : line;
    const name = given.name ?? defaults.name;
    const asSent = fillIn(withStored({ ...given, name }, line), defaults, exponent);
    return namesOf(asSent).every((key) => asSent[key] === line[key]);
  });
}

/** Also in another form, as a `Date` of JavaScript writes it. */
export const isSameTime = (a: string | null, b: string | null, timeZone: string): boolean =>
  a === b || (a !== null && b !== null && instant(a, timeZone) === instant(b, timeZone));

/** @throws RuleError where the input changes what stays on an issued invoice */
export function requireSameDocument(input: InvoiceInput, issued: InvoiceRow, settings: Settings): void {
  const { CURRENCY, TIME_ZONE } = settings;
  const { exponent } = CURRENCY;
  const { discount_percent, discount_amount } = givenAmounts(input, exponent);
  const changed = [
    !isSameTime(input.issue_date ?? issued.issue_date, issued.issue_date, TIME_ZONE) && 'issue_date',
    input.patient_id !== issued.patient_id && 'patient_id',
    !sameLines(input.items, issued.items, exponent) && 'items',
    discount_percent !== issued.discount_percent && 'discount_percent',
    discount_amount !== issued.discount_amount && 'discount_amount',
    isTaxIncluded(input, settings) !== issued.tax_included && 'tax_included',
    JSON.stringify(input.payer ?? null) !== JSON.stringify(issued.payer) && 'payer',
  ].filter(Boolean);
  if (changed.length === 0) return;
  throw new RuleError(
    'not_editable',
    `An invoice that has left DRAFT is a document; these fields cannot change: ${changed.join(', ')}`,
  );
}

export interface Referring {
  patient_id: string;
  appointment_id: string | null;
}

export interface References {
  missing: readonly Missing[] | undefined;
  /** of the lines */
  doctors: readonly Missing[] | undefined;
  further: readonly {
    /** whose the appointment is; null: there is none */
    appointment_of: string | null;
    /** whether the invoice has files, which are its patient's */
    has_files: 0 | 1;
  }[];
}

/**
 * Reports what is missing before a rule that is broken. What the invoice already has is not looked for again: the invoices of a
 * deleted patient can still be settled. @throws ReferenceNotFoundError, MergedError, RuleError
 */
export function requireReferences(
  { patient_id, appointment_id, items }: Referring & Pick<InvoiceInput, 'items'>,
  { missing = [], doctors = [], further: [found] }: References,
  catalog: readonly CatalogRow[],
  before?: Referring & { items: readonly InvoiceLine[] },
): void {
  const named = (before?.items ?? []).map((line) => line.doctor_id ?? null);
  requireThere([...missing, ...doctors], before && [before.patient_id, before.appointment_id, ...named]);
  const known = new Set([...catalog.map(({ id }) => id), ...(before?.items ?? []).map(({ catalog_id }) => catalog_id)]);
  const unknown = catalogIds(items).find((id) => !known.has(id));
  if (unknown !== undefined) throw new ReferenceNotFoundError(['Catalog item', unknown]);
  const appointmentOf = appointment_id === before?.appointment_id ? before.patient_id : found?.appointment_of;
  if (appointment_id !== null && appointmentOf !== patient_id)
    throw new RuleError('inconsistent', 'The appointment belongs to another patient');
  if (before && patient_id !== before.patient_id && found?.has_files)
    throw new RuleError('in_use', 'An invoice that has files stays with its patient');
}
