import type { ServiceContext } from '../../context';
import { fieldNames, newEntity, type Versioned } from '../../db/entity';
import { createOnce, type Idempotency } from '../../db/idempotency';
import type { InvoiceStatus } from '../../db/schema/invoice';
import type { Target } from '../../db/update-outcome';
import { readThenWrite } from '../../db/update-record';
import { AppError, ConflictError, NotFoundError, RuleError } from '../../errors';
import { isoTime } from '../../rules/datetime';
import { mergeUpdate } from '../../schemas/update';
import { covers } from '../../scopes';
import { newestCreditNotes } from '../credit-note/queries';
import { toCreditNote } from '../credit-note/service';
import { withAdjustment } from '../payment/batch';
import { newestPayments } from '../payment/queries';
import { toPayment } from '../payment/service';
import { asSent, type CatalogRow, computeLines, type InvoiceRow, newDoctors, toColumns, toInvoice } from './amounts';
import type { FullInvoice } from './full';
import * as queries from './queries';
import {
  isFinal,
  isIssued,
  isSameTime,
  type References,
  requireDraft,
  requireDueDate,
  requirePayment,
  requireReferences,
  requireRefunded,
  requireSameDocument,
  requireTransition,
} from './rules';
import { type Invoice, InvoiceInput, type InvoicePatch, type InvoiceUpdate } from './schemas';

const ENTITY = 'Invoice';

const NONE_NAMED: References = { missing: [], doctors: [], further: [] };
const NOTHING_MORE = { credited_amount: 0, issued_to: null };

async function toRow(ctx: ServiceContext, input: InvoiceInput, catalog: readonly CatalogRow[]) {
  const lines = computeLines(input.items, catalog, ctx.settings.CURRENCY.exponent);
  const columns = toColumns(ctx, input, lines, input.issue_date ?? isoTime(ctx.now));
  requirePayment(columns);
  requireRefunded(columns, ctx.settings.CURRENCY.exponent);
  // Without an issue_date it is of now, and a bill may be entered late.
  if (input.issue_date !== null) requireDueDate(columns, ctx.settings.TIME_ZONE);
  return { ...newEntity(ctx), ...columns, ...NOTHING_MORE };
}

/** The insert requires its references; a refused one asks what is missing. @throws NotFoundError, RuleError, ConflictError */
export function createInvoice(
  ctx: ServiceContext,
  input: InvoiceInput,
  idempotency: Idempotency | null,
): Promise<Versioned<Invoice>> {
  return createOnce(ctx, idempotency, {
    create: async () => {
      const catalogQuery = queries.findCatalog(input.items);
      const catalog = catalogQuery ? await ctx.db.run(catalogQuery) : [];
      const refuse = async (error: unknown): Promise<never> => {
        // What is missing is reported before a broken rule.
        if (error instanceof AppError)
          requireReferences(
            input,
            await ctx.db.run(queries.referencesOf({ ...input, id: null }, newDoctors(input.items))),
            catalog,
          );
        throw error;
      };
      const row = await toRow(ctx, input, catalog).catch(refuse);
      const copies_payer = input.payer === undefined ? 1 : 0;
      const write = withAdjustment(
        ctx,
        queries.insert(ctx, { ...row, copies_payer, new_doctors: JSON.stringify(newDoctors(row.items)) }, idempotency),
        row.id,
        row.paid_amount,
      );
      const inserted = await ctx.db.first(write);
      if (!inserted) return refuse(new ConflictError('conflict', 'The appointment has changed meanwhile: try again'));
      // Whose scope has no read is shown the payer that it has sent, not that of the patient.
      const isRead = !ctx.actor || covers(ctx.actor, 'invoice:read');
      const payer = isRead ? inserted.payer : row.payer;
      return { version: row.version, record: toInvoice(ctx, { ...row, ...inserted, payer }) };
    },
    read: (id) => getInvoice(ctx, id),
  });
}

/** @throws NotFoundError */
export async function getInvoice(ctx: ServiceContext, id: string): Promise<Versioned<Invoice>> {
  const row = await ctx.db.first(queries.byId({ id }));
  if (!row) throw new NotFoundError(ENTITY, id);
  return { version: row.version, record: toInvoice(ctx, row) };
}

/** @throws NotFoundError */
export async function getFullInvoice(ctx: ServiceContext, id: string): Promise<Versioned<FullInvoice>> {
  const { invoices, patients, appointments, doctors, payments, notes } = await ctx.db.batch({
    invoices: queries.byId({ id }),
    patients: queries.patientOf({ id }),
    appointments: queries.appointmentOf({ id }),
    doctors: queries.doctorOf({ id }),
    payments: newestPayments(id),
    notes: newestCreditNotes(id),
  });
  const [[row], [patient], [appointment], [doctor]] = [invoices, patients, appointments, doctors];
  if (!row || !patient) throw new NotFoundError(ENTITY, id);
  return {
    version: row.version,
    record: {
      ...toInvoice(ctx, row),
      patient,
      appointment: appointment && doctor ? { ...appointment, doctor } : null,
      payments: payments.map((payment) => toPayment(ctx, payment)).reverse(),
      ...(notes.length > 0 && { credit_notes: notes.map((note) => toCreditNote(ctx, note)).reverse() }),
      tax_id: ctx.settings.TAX_ID,
    },
  };
}

/** Null: nothing is to be written. */
function columnsAfter(ctx: ServiceContext, sent: InvoicePatch, row: InvoiceRow, catalog: readonly CatalogRow[]) {
  const { CURRENCY, TIME_ZONE } = ctx.settings;
  const { exponent } = CURRENCY;
  const input = mergeUpdate(InvoiceInput, sent, asSent(ctx, row));
  requireTransition(row.status, input.status);
  const isDocument = isIssued(row.status);
  if (isDocument) requireSameDocument(input, row, ctx.settings);
  const lines = sent.items && !isDocument ? computeLines(sent.items, catalog, exponent, row.items) : row.items;
  // Sent in another form, that of a document could be printed as another day.
  const issue_date = isDocument ? row.issue_date : (input.issue_date ?? row.issue_date);
  const next = toColumns(ctx, input, lines, issue_date, row.credited_amount);
  requirePayment(next);
  if (!isFinal(row.status)) {
    requireRefunded(next, exponent);
    const isSame = (date: 'issue_date' | 'due_date') => isSameTime(next[date], row[date], TIME_ZONE);
    if (!isSame('issue_date') || !isSame('due_date')) requireDueDate(next, TIME_ZONE);
    return next;
  }
  const changed = fieldNames(InvoiceInput).filter((name) => JSON.stringify(next[name]) !== JSON.stringify(row[name]));
  if (changed.length === 0) return null;
  throw new RuleError(
    'not_editable',
    `An invoice that is ${row.status} is final: ${changed.join(', ')} cannot be changed`,
  );
}

/** @param requireStatus before any other rule @throws NotFoundError, OutdatedError, RuleError, ConflictError */
function change(
  ctx: ServiceContext,
  target: Target,
  sent: InvoicePatch,
  requireStatus?: (status: InvoiceStatus) => void,
): Promise<Versioned<Invoice>> {
  const { id } = target;
  const { patient_id = null, appointment_id = null, items = [] } = sent;
  const doctors = newDoctors(items);
  const isReferring = patient_id !== null || appointment_id !== null || doctors.length > 0;
  const read = async () => {
    const { invoices, references, catalog } = await ctx.db.batch({
      invoices: queries.byId({ id }),
      references: isReferring ? queries.referencesOf({ id, patient_id, appointment_id }, doctors) : undefined,
      catalog: queries.findCatalog(items),
    });
    const [row] = invoices;
    if (!row) throw new NotFoundError(ENTITY, id);
    return { version: row.version, record: { row, references, catalog: catalog ?? [] } };
  };
  return readThenWrite(ENTITY, target, read, async ({ row, references = NONE_NAMED, catalog }, to) => {
    const { patient_id = row.patient_id, appointment_id = row.appointment_id } = sent;
    requireReferences({ patient_id, appointment_id, items }, references, catalog, row);
    requireStatus?.(row.status);
    const next = columnsAfter(ctx, sent, row, catalog);
    if (next === null) return { version: row.version, record: toInvoice(ctx, row) };
    // Another patient's bill goes to another payer.
    const copies_payer = sent.payer === undefined && patient_id !== row.patient_id ? 1 : 0;
    const new_doctors = JSON.stringify(newDoctors(next.items, row.items));
    const write = withAdjustment(
      ctx,
      queries.update(ctx, to, { ...next, copies_payer, new_doctors }),
      id,
      next.paid_amount - row.paid_amount,
    );
    const { row: written } = await ctx.db.run(write);
    return written && { ...written, record: toInvoice(ctx, { ...row, ...next, ...written }) };
  });
}

export const updateInvoice = (ctx: ServiceContext, target: Target, sent: InvoiceUpdate) => change(ctx, target, sent);

export const patchInvoice = (ctx: ServiceContext, target: Target, sent: InvoicePatch) =>
  change(ctx, target, sent, requireDraft);
