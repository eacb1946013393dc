import { Hono } from 'hono';
import type { AppEnv } from '../../http/context';
import { answerCsv, csvHeaders, wantsCsv } from '../../http/csv';
import { endpoint } from '../../http/endpoint';
import { serviceContext } from '../../http/service-context';
import { summaryColumns } from './columns';
import { CalendarSummary, CalendarSummaryQuery, SUMMED_MAX } from './schemas';
import { getCalendarSummary } from './service';

export const calendarSummaryRoutes = new Hono<AppEnv>({ strict: false }).get(
  '/summary',
  endpoint({
    operationId: 'getCalendarSummary',
    summary: 'Sums of appointments, and of the hours of doctors',
    description:
      'By doctor, department, status or day; by default of today. An appointment counts on the day on which it begins, hours too. ' +
      `Those of deleted patients are left out, as of the list. At most ${SUMMED_MAX.toLocaleString('en')} appointments are added up ` +
      '(422 otherwise).',
    permission: 'appointment:read',
    search: true,
    query: CalendarSummaryQuery,
    answers: { 200: { description: 'The sums', body: CalendarSummary, csv: true, headers: csvHeaders } },
  }),
  async (c) => {
    const query = c.req.valid('query');
    const summary = await getCalendarSummary(serviceContext(c), query);
    if (!wantsCsv(c, query)) return c.json(summary, 200);
    const { rows, group_by } = summary;
    return answerCsv(c, query, summary, { name: 'calendar-summary', columns: summaryColumns(group_by), rows });
  },
);
