import { eq, or } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { auditedUpdate, type Target } from '../../db/audited-update';
import { existsLive, type Versioned } from '../../db/entity';
import { type InvoiceLine, invoice } from '../../db/schema/invoice';
import { patient } from '../../db/schema/patient';
import type { Inputs } from '../../db/statement';
import { ConflictError, NotFoundError, OutdatedError, RuleError } from '../../errors';
import { type CatalogRow, computeAmounts, computeLines, givenAmounts, sameLines } from './lines';
import { findCatalog, findReferences, requireReferences } from './references';
import { byId, type InvoiceRow, toColumns, toInvoice } from './rows';
import { isFinal, isIssued, requirePayment, requireTransition } from './rules';
import type { Invoice, InvoiceInput } from './schemas';

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
  // The patient may have been deleted since the references were checked; the next attempt finds that out.
  where: (p: Inputs<{ patient_id: string }>) =>
    or(eq(invoice.patient_id, p.patient_id), existsLive(patient, p.patient_id)),
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
  throw new RuleError(`An invoice that has left DRAFT is a document, these stay as they are: ${changed.join(', ')}`);
}

/** The columns as the input makes them; null: nothing is to be written. @throws RuleError */
function replace(ctx: ServiceContext, input: InvoiceInput, row: InvoiceRow, catalog: readonly CatalogRow[]) {
  const { exponent } = ctx.settings.CURRENCY;
  requireTransition(row.status, input.status);
  const lines = isIssued(row.status) ? keepLines(input, row, exponent) : computeLines(input.items, catalog, exponent);
  const amounts = computeAmounts(input, lines, exponent);
  requirePayment(input.status, lines, amounts);
  const next = { ...toColumns(input, lines, input.issue_date ?? row.issue_date, ctx.settings.TIME_ZONE), ...amounts };
  if (!isFinal(row.status)) return next;
  const changed = GIVEN.filter((name) => JSON.stringify(next[name]) !== JSON.stringify(row[name]));
  if (changed.length === 0) return null;
  throw new RuleError(`An invoice that is ${row.status} is final: ${changed.join(', ')} cannot be changed`);
}

/**
 * Two round trips: what there is, then a write that takes place only if it still is. A client that does not name a
 * version (`If-Match`) has its input checked again against what another one wrote in between.
 * @throws NotFoundError, OutdatedError, RuleError, ConflictError
 */
export async function updateInvoice(
  ctx: ServiceContext,
  target: Target,
  input: InvoiceInput,
): Promise<Versioned<Invoice>> {
  const { id, if_version } = target;
  const { exponent } = ctx.settings.CURRENCY;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const {
      invoices,
      references,
      catalog = [],
    } = await ctx.db.batch({
      invoices: byId({ id }),
      references: findReferences(input),
      catalog: findCatalog(input.items),
    });
    const [row] = invoices;
    if (!row) throw new NotFoundError('Invoice', id);
    if (if_version !== null && if_version !== row.version) throw new OutdatedError('Invoice');
    requireReferences(input, references[0], catalog, row);
    const next = replace(ctx, input, row, catalog);
    if (next === null) return { version: row.version, record: toInvoice(row, exponent) };
    const { row: written } = await ctx.db.run(update(ctx, { id, if_version: row.version }, next));
    if (!written) continue;
    return { version: written.version, record: toInvoice({ ...row, ...next, updated_at: ctx.now }, exponent) };
  }
  throw new ConflictError('The invoice is being changed by others at the same time: try again');
}
