import type { ServiceContext } from '../../context';
import { type Listed, mapPage, type OffsetPage } from '../../db/offset-list';
import { DAY, firstTimeOf } from '../../rules/clock';
import { dayOfDate, localDay } from '../../rules/datetime';
import { criteriaOf } from '../../rules/search/criteria';
import type { SearchRules } from '../../rules/search/criterion';
import { type InvoiceRow, toInvoice } from './amounts';
import * as queries from './queries';
import type { InvoicePage, InvoiceQuery, NamedInvoicePage } from './schemas';

const SEARCHED_BY: SearchRules = {
  codes: ['INV', 'PAT'],
  phones: false,
  formerNumbers: true,
  dateOfBirth: null,
};

/** Later than any date. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** Days are the hospital's. What was due yesterday is overdue, what is due today is not: most due dates are days alone. */
function filtersOf({ now, settings: { TIME_ZONE } }: ServiceContext, query: InvoiceQuery) {
  const { patient_id, appointment_id, status, issued_from, issued_to, due_before, overdue, unpaid } = query;
  const begins = (day: number) => firstTimeOf(day * DAY, TIME_ZONE);
  const isOverdue = overdue === 'true';
  const isUnpaid = unpaid === 'true';
  const dueDays = [...(due_before ? [dayOfDate(due_before)] : []), ...(isOverdue ? [localDay(now, TIME_ZONE)] : [])];
  return {
    ...{ patient_id, appointment_id, status },
    due_before: dueDays.length > 0 ? begins(Math.min(...dueDays)) : undefined,
    issued_from: issued_from === undefined ? undefined : begins(dayOfDate(issued_from)),
    // What is unpaid is found along a range, which bounds how many of it are read.
    issued_before: issued_to !== undefined ? begins(dayOfDate(issued_to) + 1) : isUnpaid ? NEVER : undefined,
    open: isOverdue || isUnpaid ? 1 : undefined,
  };
}

async function listBy<Row extends InvoiceRow, To>(
  ctx: ServiceContext,
  read: (...args: Parameters<typeof queries.list>) => Promise<OffsetPage<Row>>,
  query: InvoiceQuery,
  to: (row: Row) => To,
) {
  const { limit, offset, search } = query;
  const found = await read(ctx.db, query, filtersOf(ctx, query), criteriaOf(search, SEARCHED_BY));
  const { total, rows, ...more } = mapPage(found, to);
  return { ...more, page: { total, offset, limit, data: rows } };
}

export const listInvoices = (ctx: ServiceContext, query: InvoiceQuery): Promise<Listed<InvoicePage>> =>
  listBy(ctx, queries.list, query, (row) => toInvoice(ctx, row));

export const listNamedInvoices = (ctx: ServiceContext, query: InvoiceQuery): Promise<Listed<NamedInvoicePage>> =>
  listBy(ctx, queries.namedList, query, (row) => ({ ...toInvoice(ctx, row), patient: row.patient }));
