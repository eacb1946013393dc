import { Hono } from 'hono';
import type { AppEnv } from '../../http/context';
import { answerCsv, csvHeaders, wantsCsv } from '../../http/csv';
import { endpoint } from '../../http/endpoint';
import { serviceContext } from '../../http/service-context';
import { invoiceSummaryColumns } from './columns';
import { BILLS_MAX, InvoiceSummary, InvoiceSummaryQuery } from './schemas';
import { getInvoiceSummary } from './service';

export const invoiceSummaryRoutes = new Hono<AppEnv>({ strict: false }).get(
  '/summary',
  endpoint({
    operationId: 'getInvoiceSummary',
    summary: 'Sums of invoices, by doctor, service or day',
    description:
      'Of the days on which they were issued (`issue_date`), by default of today. DRAFT and VOID ones are left out, and credit notes of ' +
      'VOID ones; a WRITTEN_OFF one was earned. Discounts and taxes are shared by the lines exactly, so that the rows together are ' +
      'the bills. Credit notes count on their own day, for the lines that they credit. ' +
      `At most ${BILLS_MAX.toLocaleString('en')} invoices and credit notes are added up (422 otherwise).`,
    permission: 'payment:report',
    search: true,
    query: InvoiceSummaryQuery,
    answers: { 200: { description: 'The sums', body: InvoiceSummary, csv: true, headers: csvHeaders } },
  }),
  async (c) => {
    const query = c.req.valid('query');
    const summary = await getInvoiceSummary(serviceContext(c), query);
    if (!wantsCsv(c, query)) return c.json(summary, 200);
    const { rows, group_by } = summary;
    return answerCsv(c, query, summary, { name: 'invoice-summary', columns: invoiceSummaryColumns(group_by), rows });
  },
);
