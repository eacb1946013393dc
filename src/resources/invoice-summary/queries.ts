import { and, asc, eq, gte, inArray, isNull, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { creditNote } from '../../db/schema/credit-note';
import { doctor } from '../../db/schema/doctor';
import { type InvoiceStatus, invoice } from '../../db/schema/invoice';
import { db, type Inputs, statement } from '../../db/statement';
import { BILLS_MAX, LINES_MAX_BYTES } from './schemas';
import type { SummedLine } from './sums';

/** A DRAFT is no bill yet, and a VOID one never was one; what is WRITTEN_OFF was earned and not paid. */
const EARNED = ['ISSUED', 'PARTIALY_PAID', 'PAID', 'WRITTEN_OFF'] as const satisfies InvoiceStatus[];

interface Period {
  from: number;
  to: number;
}

// The unary plus keeps SQLite from the index of statuses, which has most bills that there have ever been.
const isEarned = and(isNull(invoice.deleted_at), inArray(sql`+${invoice.status}`, [...EARNED]));
const isIssued = (p: Inputs<Period>) => and(isEarned, gte(invoice.issue_at, p.from), lt(invoice.issue_at, p.to));
const isOfPeriod = (p: Inputs<Period>) => and(gte(creditNote.created_at, p.from), lt(creditNote.created_at, p.to));

/** Of this row and of those before it: who adds up the bytes of JSON reads only how long it is. */
const bytesSoFar = (items: SQLWrapper) =>
  sql<number>`sum(octet_length(${items})) over (rows between unbounded preceding and current row)`.as('bytes');

/** The first row that is too much is still there, so that it is seen. */
const untilTooMuch = (table: { items: SQLWrapper; bytes: SQLWrapper }) =>
  sql`${table.bytes} - octet_length(${table.items}) <= ${sql.raw(String(LINES_MAX_BYTES))}`;

/** @param lines SQL of what is needed of the lines: all that they have could take more than an isolate does */
const issuedWith = <Lines>(lines: (items: SQLWrapper) => SQL<Lines>) =>
  statement((p: Inputs<Period>) => {
    const bill = db
      .select({
        issue_at: invoice.issue_at,
        total_amount: invoice.total_amount,
        tax_amount: invoice.tax_amount,
        tax_included: invoice.tax_included,
        taxes: invoice.taxes,
        items: invoice.items,
        bytes: bytesSoFar(invoice.items),
      })
      .from(invoice)
      .where(isIssued(p))
      .orderBy(asc(invoice.issue_at))
      .limit(BILLS_MAX + 1)
      .as('bill');
    const { issue_at, total_amount, tax_amount, tax_included, taxes, bytes } = bill;
    return db
      .select({ issue_at, total_amount, tax_amount, tax_included, taxes, bytes, lines: lines(bill.items).as('lines') })
      .from(bill)
      .where(untilTooMuch(bill));
  });

const FIELDS = ['net_amount', 'quantity', 'catalog_id', 'code', 'name', 'tax_percent', 'doctor_id'] as const;

type Values = [number, number, string | null, string | null, string, number | null, string | null];

const toLines = (json: string): SummedLine[] => {
  const lines: Values[] = JSON.parse(json);
  return lines.map(([net_amount, quantity, catalog_id, code, name, tax_percent, doctor_id]) => ({
    ...{ net_amount, quantity, catalog_id, code, name },
    ...(tax_percent !== null && { tax_percent }),
    ...(doctor_id !== null && { doctor_id }),
  }));
};

const linesOf = (items: SQLWrapper) => {
  const values = FIELDS.map((name) => sql`value ->> ${sql.raw(`'${name}'`)}`);
  return sql<
    SummedLine[]
  >`(select json_group_array(json_array(${sql.join(values, sql`, `)})) from json_each(${items}))`.mapWith(toLines);
};

export const issued = issuedWith(linesOf);
export const issuedByDay = issuedWith((items) => sql<number>`json_array_length(${items})`);

const notedIn = (p: Inputs<Period>) =>
  db
    .select({ id: creditNote.invoice_id })
    .from(creditNote)
    .where(isOfPeriod(p))
    .limit(BILLS_MAX + 1);
const isCredited = (p: Inputs<Period>) => and(isEarned, inArray(invoice.id, notedIn(p)));

/** Invoices that have credit notes of the period, whenever they were issued. */
export const credited = statement((p: Inputs<Period>) => {
  const { id, total_amount, tax_included, taxes, items } = invoice;
  const bill = db
    .select({ id, total_amount, tax_included, taxes, items, bytes: bytesSoFar(items) })
    .from(invoice)
    .where(isCredited(p))
    .as('bill');
  return db
    .select({
      ...{ id: bill.id, total_amount: bill.total_amount, tax_included: bill.tax_included, taxes: bill.taxes },
      ...{ bytes: bill.bytes, lines: linesOf(bill.items).as('lines') },
    })
    .from(bill)
    .where(untilTooMuch(bill));
});

/** All credit notes of these: what one takes from a line follows from those before it. */
export const notes = statement((p: Inputs<Period>) => {
  const { seq, invoice_id, created_at, amount, taxes, items } = creditNote;
  const credit = db
    .select({ seq, invoice_id, created_at, amount, taxes, items, bytes: bytesSoFar(items) })
    .from(creditNote)
    .where(inArray(invoice_id, db.select({ id: invoice.id }).from(invoice).where(isCredited(p))))
    .limit(BILLS_MAX + 1)
    .as('credit');
  return db
    .select({
      ...{ invoice_id: credit.invoice_id, created_at: credit.created_at, amount: credit.amount, taxes: credit.taxes },
      ...{ bytes: credit.bytes, lines: linesOf(credit.items).as('lines') },
    })
    .from(credit)
    .where(untilTooMuch(credit))
    .orderBy(asc(credit.seq));
});

export const notesByDay = statement((p: Inputs<Period>) =>
  db
    .select({ created_at: creditNote.created_at, amount: creditNote.amount, bytes: sql<number>`0`.as('bytes') })
    .from(creditNote)
    .innerJoin(invoice, eq(invoice.id, creditNote.invoice_id))
    .where(and(isOfPeriod(p), isEarned))
    .limit(BILLS_MAX + 1),
);

/** Whom the lines of these bills name, deleted or not. */
export const doctors = statement((p: Inputs<Period>) => {
  const named = (condition: SQL | undefined) =>
    sql`select value ->> 'doctor_id' from ${invoice}, json_each(${invoice.items}) where ${condition}`;
  return db
    .select({
      id: doctor.id,
      reg_number: doctor.reg_number,
      first_name: doctor.first_name,
      last_name: doctor.last_name,
    })
    .from(doctor)
    .where(sql`${doctor.id} in (${named(isIssued(p))} union ${named(isCredited(p))})`);
});
