import { sql } from 'drizzle-orm';
import { auditEvent, newEntity } from '../../db/audit';
import { createOnce, type Idempotency, rememberCreate } from '../../db/idempotency';
import type { Versioned } from '../../db/reads';
import { appointment } from '../../db/schema/appointment';
import { invoice } from '../../db/schema/invoice';
import { patient } from '../../db/schema/patient';
import { insertionIf } from '../../db/statement';
import { NotFoundError } from '../../errors';
import type { ServiceContext } from '../../http/context';
import { type CatalogRow, catalogIds, linesOf } from './lines';
import { page } from './list';
import { checkReferences, referencesOf } from './references';
import { byId, columnsOf, toInvoice } from './rows';
import type { Invoice, InvoiceInput, InvoicePage, InvoiceQuery } from './schemas';

const insert = insertionIf(
  invoice,
  (p) => sql`EXISTS (SELECT 1 FROM ${patient} WHERE id = ${p.patient_id} AND deleted_at IS NULL)
    AND (${p.appointment_id} IS NULL OR EXISTS (SELECT 1 FROM ${appointment}
      WHERE id = ${p.appointment_id} AND patient_id = ${p.patient_id} AND deleted_at IS NULL))`,
  'reg_number',
);

const newRow = (ctx: ServiceContext, input: InvoiceInput, catalog: readonly CatalogRow[]) => ({
  ...newEntity(ctx),
  ...columnsOf(input, linesOf(input.items, catalog), input.issue_date ?? new Date(ctx.now).toISOString()),
});

/** One round trip, and one before it when lines name catalog items. @throws NotFoundError, RuleError */
export async function createInvoice(
  ctx: ServiceContext,
  input: InvoiceInput,
  idempotency: Idempotency | null,
): Promise<Versioned<Invoice>> {
  const references = referencesOf(input);
  const look = async () => {
    const [[found], catalog = []] = await ctx.db.batch(references);
    checkReferences(input, found, catalog);
    return catalog;
  };
  const create = async () => {
    const catalog = catalogIds(input.items).length > 0 ? await look() : [];
    let row: ReturnType<typeof newRow>;
    try {
      row = newRow(ctx, input, catalog);
    } catch (broken) {
      await look(); // what is missing is told before the rule that is broken
      throw broken;
    }
    const [[found], made] = await ctx.db.batch([
      references[0],
      insert(row),
      ...rememberCreate(ctx, idempotency, row.id),
      auditEvent(ctx, 'create', 'invoice', row.id),
    ] as const);
    checkReferences(input, found, catalog);
    const { reg_number } = made[0] as { reg_number: string };
    return { version: row.version, record: toInvoice({ ...row, reg_number }) };
  };
  return createOnce(ctx, idempotency, create, (id) => getInvoice(ctx, id));
}

/** @throws NotFoundError */
export async function getInvoice(ctx: ServiceContext, id: string): Promise<Versioned<Invoice>> {
  const row = await ctx.db.first(byId({ value: id }));
  if (!row) throw new NotFoundError('Invoice', id);
  return { version: row.version, record: toInvoice(row) };
}

export async function listInvoices(ctx: ServiceContext, query: InvoiceQuery): Promise<InvoicePage> {
  const { patient_id, appointment_id, status, limit, offset } = query;
  const { total, rows } = await page(ctx.db, query, { patient_id, appointment_id, status });
  return { total, offset, limit, data: rows.map(toInvoice) };
}
