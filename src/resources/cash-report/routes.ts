import { Hono } from 'hono';
import * as z from 'zod';
import { answerJson } from '../../http/answers';
import type { AppEnv } from '../../http/context';
import { answerCsv, csvHeaders, tableLimit, wantsCsv } from '../../http/csv';
import { endpoint } from '../../http/endpoint';
import { setNextPage } from '../../http/lists';
import { serviceContext } from '../../http/service-context';
import { PAYMENT_COLUMNS, SUMMARY_COLUMNS, summaryRows } from './columns';
import { ListedPayment, PaymentSummary, PaymentsQuery, SummaryQuery } from './schemas';
import { getPaymentSummary, listAllPayments } from './service';

const RECORDED = 'A payment belongs to the day on which it was recorded (`created_at`), whatever its `paid_at` says.';

export const cashReportRoutes = new Hono<AppEnv>({ strict: false })
  .get(
    '/',
    endpoint({
      operationId: 'listAllPayments',
      summary: 'List the payments of all invoices, oldest first',
      description:
        `In the order in which they were recorded, by default those of today. ${RECORDED} A page with filters looks at a bounded ` +
        'number of payments: it may be short or empty and still have a next one.',
      permission: 'payment:report',
      query: PaymentsQuery,
      answers: {
        200: {
          description: 'The payments',
          body: z.array(ListedPayment),
          csv: true,
          headers: { link: 'rel="next" while there are more, also on a page that is not full', ...csvHeaders },
        },
      },
    }),
    async (c) => {
      const query = c.req.valid('query');
      const isCsv = wantsCsv(c, query);
      const limit = isCsv ? tableLimit(c, query) : query.limit;
      const { rows, next } = await listAllPayments(serviceContext(c), { ...query, limit });
      setNextPage(c, { next });
      if (!isCsv) return answerJson(c, rows);
      return answerCsv(c, query, rows, { name: 'payments', columns: PAYMENT_COLUMNS, rows });
    },
  )
  .get(
    '/summary',
    endpoint({
      operationId: 'getPaymentSummary',
      summary: 'Cash report: sums by day, method and account',
      description:
        `${RECORDED} So a day that is over keeps its sums, and one closes with what the next one opens with: nobody has to close it. ` +
        'By default the report of today.',
      permission: 'payment:report',
      search: true,
      query: SummaryQuery,
      answers: { 200: { description: 'The report', body: PaymentSummary, csv: true, headers: csvHeaders } },
    }),
    async (c) => {
      const query = c.req.valid('query');
      const summary = await getPaymentSummary(serviceContext(c), query);
      if (!wantsCsv(c, query)) return c.json(summary, 200);
      const table = { name: 'cash-report', columns: SUMMARY_COLUMNS, rows: summaryRows(summary) };
      return answerCsv(c, query, summary, table);
    },
  );
