import { and, eq, isNull, or } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { auditedInsert } from '../../db/audit';
import { existsLive, newEntity, type Versioned } from '../../db/entity';
import { createOnce, type Idempotency } from '../../db/idempotency';
import { type Listed, mapPage } from '../../db/offset-list';
import { appointment } from '../../db/schema/appointment';
import { invoice } from '../../db/schema/invoice';
import { patient } from '../../db/schema/patient';
import { AppError, ConflictError, NotFoundError } from '../../errors';
import { isoTime } from '../../rules/datetime';
import { criteriaOf } from '../../rules/search/criteria';
import type { SearchRules } from '../../rules/search/criterion';
import { withAdjustment } from '../payment/record';
import { type CatalogRow, computeAmounts, computeLines } from './lines';
import { list } from './list';
import { findCatalog, findReferences, requireReferences } from './references';
import { byId, toColumns, toInvoice } from './rows';
import { requirePayment } from './rules';
import type { Invoice, InvoiceInput, InvoicePage, InvoiceQuery } from './schemas';

const insert = auditedInsert(invoice, {
  where: (p) =>
    and(
      existsLive(patient, p.patient_id),
      or(isNull(p.appointment_id), existsLive(appointment, p.appointment_id, eq(appointment.patient_id, p.patient_id))),
    ),
  returning: ['reg_number'],
});

/** @throws NotFoundError for a catalog item, RuleError */
function toRow(ctx: ServiceContext, input: InvoiceInput, catalog: readonly CatalogRow[]) {
  const { CURRENCY, TIME_ZONE } = ctx.settings;
  const lines = computeLines(input.items, catalog, CURRENCY.exponent);
  const amounts = computeAmounts(input, lines, CURRENCY.exponent);
  requirePayment(input.status, lines, amounts);
  const issue_date = input.issue_date ?? isoTime(ctx.now);
  return { ...newEntity(ctx), ...toColumns(input, lines, issue_date, TIME_ZONE), ...amounts };
}

/** The row, or the error that its computation ends in, which is reported only if no reference is missing. */
function tryRow(...given: Parameters<typeof toRow>): ReturnType<typeof toRow> | AppError {
  try {
    return toRow(...given);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

const SEARCHED_BY: SearchRules = { codes: ['INV', 'PAT'], phones: false, dateOfBirth: null };

/**
 * One round trip, and one before it when lines name catalog items. What the invoice refers to is a condition of the insert;
 * only where that writes nothing is it asked what is missing.
 * @throws NotFoundError, RuleError, ConflictError
 */
export function createInvoice(
  ctx: ServiceContext,
  input: InvoiceInput,
  idempotency: Idempotency | null,
): Promise<Versioned<Invoice>> {
  return createOnce(ctx, idempotency, {
    create: async () => {
      const catalogQuery = findCatalog(input.items);
      const catalog = catalogQuery ? await ctx.db.run(catalogQuery) : [];
      const row = tryRow(ctx, input, catalog);
      const requireAll = async () =>
        requireReferences(input, await ctx.db.one(findReferences({ ...input, id: null })), catalog);
      if (row instanceof AppError) {
        await requireAll();
        throw row;
      }
      const write = withAdjustment(ctx, insert(ctx, row, idempotency), row.id, row.paid_amount);
      const inserted = await ctx.db.first(write);
      if (inserted)
        return { version: row.version, record: toInvoice({ ...row, ...inserted }, ctx.settings.CURRENCY.exponent) };
      await requireAll();
      throw new ConflictError('conflict', 'The appointment has changed meanwhile: try again');
    },
    read: (id) => getInvoice(ctx, id),
  });
}

/** @throws NotFoundError */
export async function getInvoice(ctx: ServiceContext, id: string): Promise<Versioned<Invoice>> {
  const row = await ctx.db.first(byId({ id }));
  if (!row) throw new NotFoundError('Invoice', id);
  return { version: row.version, record: toInvoice(row, ctx.settings.CURRENCY.exponent) };
}

export async function listInvoices(ctx: ServiceContext, query: InvoiceQuery): Promise<Listed<InvoicePage>> {
  const { patient_id, appointment_id, status, limit, offset, search } = query;
  const criteria = criteriaOf(search, SEARCHED_BY);
  const found = await list(ctx.db, query, { patient_id, appointment_id, status }, criteria);
  const { total, rows, ...more } = mapPage(found, (row) => toInvoice(row, ctx.settings.CURRENCY.exponent));
  return { ...more, page: { total, offset, limit, data: rows } };
}
