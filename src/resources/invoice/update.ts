import { and, eq, isNull, not, or } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { auditedUpdate, type Target } from '../../db/audited-update';
import { existsLive, type Versioned } from '../../db/entity';
import { appointment } from '../../db/schema/appointment';
import { type InvoiceLine, type InvoiceStatus, invoice } from '../../db/schema/invoice';
import { patient } from '../../db/schema/patient';
import type { Inputs } from '../../db/statement';
import { readThenWrite } from '../../db/update-record';
import { NotFoundError, RuleError } from '../../errors';
import { mergeUpdate } from '../../schemas/update';
import { withAdjustment } from '../payment/record';
import { type CatalogRow, computeAmounts, computeLines, givenAmounts, sameLines } from './lines';
import { findCatalog, findReferences, hasFiles, requireReferences } from './references';
import { byId, type InvoiceRow, toColumns, toInvoice } from './rows';
import { isFinal, isIssued, requireDraft, requirePayment, requireTransition } from './rules';
import { type Invoice, InvoiceInput, type InvoicePatch, type InvoiceUpdate } from './schemas';

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

const update = auditedUpdate(invoice, [...GIVEN, ...DERIVED], {
  derived: DERIVED,
  // Since the references were checked the patient may have been deleted, the appointment given to another patient, and a file
  // uploaded; the next attempt finds that out.
  where: (p: Inputs<{ patient_id: string; appointment_id: string | null }>) =>
    and(
      or(eq(invoice.patient_id, p.patient_id), and(existsLive(patient, p.patient_id), not(hasFiles(invoice.id)))),
      or(
        isNull(p.appointment_id),
        eq(invoice.appointment_id, p.appointment_id),
        existsLive(appointment, p.appointment_id, eq(appointment.patient_id, p.patient_id)),
      ),
    ),
});

/** The lines of an issued invoice, if the input leaves its patient, lines and discounts alone. @throws RuleError */
function keepLines(input: InvoiceInput, row: InvoiceRow, exponent: number): InvoiceLine[] {
  const { discount_percent, discount_amount } = givenAmounts(input, exponent);
  const changed = [
    input.patient_id !== row.patient_id && 'patient_id',
    !sameLines(input.items, row.items, exponent) && 'items',
    discount_percent !== row.discount_percent && 'discount_percent',
    discount_amount !== row.discount_amount && 'discount_amount',
  ].filter(Boolean);
  if (changed.length === 0) return row.items;
  throw new RuleError(
    'not_editable',
    `An invoice that has left DRAFT is a document; these fields cannot change: ${changed.join(', ')}`,
  );
}

/** The columns as the update makes them; null: nothing is to be written. @throws RuleError */
function columnsAfter(ctx: ServiceContext, sent: InvoicePatch, row: InvoiceRow, catalog: readonly CatalogRow[]) {
  const { CURRENCY, TIME_ZONE } = ctx.settings;
  const input = mergeUpdate(InvoiceInput, sent, toInvoice(row, CURRENCY.exponent));
  requireTransition(row.status, input.status);
  const linesOf = () => (sent.items ? computeLines(sent.items, catalog, CURRENCY.exponent, row.items) : row.items);
  const lines = isIssued(row.status) ? keepLines(input, row, CURRENCY.exponent) : linesOf();
  const amounts = computeAmounts(input, lines, CURRENCY.exponent);
  requirePayment(input.status, lines, amounts);
  const next = { ...toColumns(input, lines, input.issue_date ?? row.issue_date, TIME_ZONE), ...amounts };
  if (!isFinal(row.status)) return next;
  const changed = GIVEN.filter((name) => JSON.stringify(next[name]) !== JSON.stringify(row[name]));
  if (changed.length === 0) return null;
  throw new RuleError(
    'not_editable',
    `An invoice that is ${row.status} is final: ${changed.join(', ')} cannot be changed`,
  );
}

/**
 * Two round trips: what there is, then a write that takes place only if it still is. What the input leaves out stays as it
 * is, also on an invoice whose lines and amounts may not change any more.
 * @param check of its status, before any other rule
 * @throws NotFoundError, OutdatedError, RuleError, ConflictError
 */
function merge(
  ctx: ServiceContext,
  target: Target,
  sent: InvoicePatch,
  check?: (status: InvoiceStatus) => void,
): Promise<Versioned<Invoice>> {
  const { id } = target;
  const { exponent } = ctx.settings.CURRENCY;
  const { patient_id = null, appointment_id = null, items = [] } = sent;
  const read = async () => {
    const { invoices, references, catalog } = await ctx.db.batch({
      invoices: byId({ id }),
      references: patient_id || appointment_id ? findReferences({ id, patient_id, appointment_id }) : undefined,
      catalog: findCatalog(items),
    });
    const [row] = invoices;
    if (!row) throw new NotFoundError('Invoice', id);
    return { version: row.version, record: { row, references: references?.[0], catalog: catalog ?? [] } };
  };
  return readThenWrite('Invoice', target, read, async ({ row, references, catalog }, to) => {
    const { patient_id = row.patient_id, appointment_id = row.appointment_id } = sent;
    requireReferences({ patient_id, appointment_id, items }, references, catalog, row);
    check?.(row.status);
    const next = columnsAfter(ctx, sent, row, catalog);
    if (next === null) return { version: row.version, record: toInvoice(row, exponent) };
    const write = withAdjustment(ctx, update(ctx, to, next), id, next.paid_amount - row.paid_amount);
    const { row: written } = await ctx.db.run(write);
    return (
      written && {
        version: written.version,
        record: toInvoice({ ...row, ...next, updated_at: ctx.now }, exponent),
      }
    );
  });
}

export const updateInvoice = (ctx: ServiceContext, target: Target, sent: InvoiceUpdate) => merge(ctx, target, sent);

/** Only drafts: an invoice that has left DRAFT is a document. */
export const patchDraft = (ctx: ServiceContext, target: Target, sent: InvoicePatch) =>
  merge(ctx, target, sent, requireDraft);
