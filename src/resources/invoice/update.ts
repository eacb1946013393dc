import { sql } from 'drizzle-orm';
import { auditedUpdate, type Target } from '../../db/audit';
import type { Versioned } from '../../db/reads';
import { invoice, type StoredLine } from '../../db/schema/invoice';
import { patient } from '../../db/schema/patient';
import { AppError, NotFoundError, PreconditionFailedError, RuleError } from '../../errors';
import type { ServiceContext } from '../../http/context';
import { type CatalogRow, linesOf, sameLines } from './lines';
import { checkReferences, referencesOf } from './references';
import { byId, columnsOf, moneyOf, type Row, toInvoice } from './rows';
import type { Invoice, InvoiceInput } from './schemas';
import { checkTransition, isFinal, isIssued } from './transitions';

const GIVEN = [
  'issue_date',
  'due_date',
  'status',
  'discount_amount',
  'discount_percent',
  'paid_amount',
  'appointment_id',
  'patient_id',
  'items',
  'tags',
] as const;
const DERIVED = ['issue_at', 'due_at', 'subtotal', 'total_amount', 'remaining_amount', 'terms'] as const;
const ATTEMPTS = 3;

const update = auditedUpdate(invoice, [...GIVEN, ...DERIVED], {
  derived: DERIVED,
  // A patient who was deleted after the check; the next attempt tells.
  where: () => sql`(${invoice.patient_id} = ${sql.placeholder('patient_id')}
    OR EXISTS (SELECT 1 FROM ${patient} WHERE ${patient.id} = ${sql.placeholder('patient_id')} AND ${patient.deleted_at} IS NULL))`,
});

/** The lines of an issued invoice, if the input leaves its patient, lines and discounts alone. @throws RuleError */
function issuedLines(input: InvoiceInput, row: Row): StoredLine[] {
  const lines = JSON.parse(row.items) as StoredLine[];
  const { discount_percent, discount_amount } = moneyOf(input);
  const changed = [
    input.patient_id !== row.patient_id && 'patient_id',
    !sameLines(input.items, lines) && 'items',
    discount_percent !== row.discount_percent && 'discount_percent',
    discount_amount !== row.discount_amount && 'discount_amount',
  ].filter(Boolean);
  if (changed.length === 0) return lines;
  throw new RuleError(`An invoice that has left DRAFT is a document, these stay as they are: ${changed.join(', ')}`);
}

/** The columns as the input makes them; null: nothing is to be written. @throws RuleError */
function replacementOf(input: InvoiceInput, row: Row, catalog: readonly CatalogRow[]) {
  checkTransition(row.status, input.status);
  const lines = isIssued(row.status) ? issuedLines(input, row) : linesOf(input.items, catalog);
  const next = columnsOf(input, lines, input.issue_date ?? row.issue_date);
  if (!isFinal(row.status)) return next;
  const changed = GIVEN.filter((name) => next[name] !== row[name]);
  if (changed.length === 0) return null;
  throw new RuleError(`An invoice that is ${row.status} is final: ${changed.join(', ')} cannot be changed`);
}

/**
 * Two round trips: what there is, then a write that only takes place if it still is. A client that did not say which
 * version it means (`If-Match`) gets its rules checked anew against what another one wrote in between.
 * @throws NotFoundError, PreconditionFailedError, RuleError, AppError conflict
 */
export async function updateInvoice(
  ctx: ServiceContext,
  target: Target,
  input: InvoiceInput,
): Promise<Versioned<Invoice>> {
  const { id, if_version } = target;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [[row], [found], catalog] = await ctx.db.batch([byId({ value: id }), ...referencesOf(input)] as const);
    if (!row) throw new NotFoundError('Invoice', id);
    if (if_version !== null && if_version !== row.version) throw new PreconditionFailedError('Invoice');
    checkReferences(input, found, catalog, row);
    const next = replacementOf(input, row, catalog ?? []);
    if (next === null) return { version: row.version, record: toInvoice(row) };
    const [, , [written]] = await ctx.db.batch(update(ctx, { id, if_version: row.version }, next));
    if (written) return { version: written.version, record: toInvoice({ ...row, ...next, updated_at: ctx.now }) };
  }
  throw new AppError('conflict', 'The invoice is being changed by others at the same time: try again');
}
