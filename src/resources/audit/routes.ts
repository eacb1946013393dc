import { Hono } from 'hono';
import * as z from 'zod';
import { answerJson } from '../../http/answers';
import type { AppEnv } from '../../http/context';
import { endpoint } from '../../http/endpoint';
import { setNextPage } from '../../http/lists';
import { serviceContext } from '../../http/service-context';
import { listAccessEntries } from './access-entries';
import {
  AccessDay,
  AccessDayQuery,
  AccessEntry,
  AccessQuery,
  AuditEntry,
  AuditQuery,
  dayParam,
  NamedAuditEntry,
} from './schemas';
import { listAccessDays, listChanges, listNamedChanges } from './service';

const headers = { link: 'rel="next" while there is more, also on a page that is not full' };
const BOUNDED =
  'A page looks at a bounded number of rows: where the filters leave few of these, it may be short or empty and still have a next one.';

export const auditRoutes = new Hono<AppEnv>({ strict: false })
  .get(
    '/',
    endpoint({
      operationId: 'listAuditTrail',
      summary: 'Audit trail, newest first',
      description: `Who created, updated and deleted what, logged in and out. ${BOUNDED}`,
      permission: 'audit:read',
      query: AuditQuery,
      answers: {
        200: {
          description: 'Rows of the trail; with what the records are called with view=full',
          body: z.array(z.union([NamedAuditEntry, AuditEntry])),
          headers,
        },
      },
    }),
    async (c) => {
      const { view, ...query } = c.req.valid('query');
      const { rows, next } = await (view === 'full' ? listNamedChanges : listChanges)(serviceContext(c), query);
      setNextPage(c, { next });
      return answerJson(c, rows);
    },
  )
  .get(
    '/access',
    endpoint({
      operationId: 'listAccessDays',
      summary: 'Access log: who looked at whom, day by day, newest first',
      description: `A row for each patient, account and day on which there was a look. ${BOUNDED}`,
      permission: 'audit:read',
      query: AccessDayQuery,
      answers: { 200: { description: 'Days of the log', body: z.array(AccessDay), headers } },
    }),
    async (c) => {
      const { rows, next } = await listAccessDays(serviceContext(c), c.req.valid('query'));
      setNextPage(c, { next });
      return answerJson(c, rows);
    },
  )
  .get(
    '/access/:day',
    endpoint({
      operationId: 'listLooks',
      summary: 'Access log: every look of a day, oldest first',
      description:
        'Who read which patients’ data, failed to log in or was refused, nearly in the order of time. What is put on record while ' +
        'pages are read may belong before them, and is then not shown. A page reads a bounded part of the day: where the filters ' +
        'leave little of it, it may be short or empty and still have a next one. Looks that are lost or damaged in the storage are one ' +
        'entry, whatever the filters: `action` is `damaged`, `count` says how many, `at` is the time of the last one.',
      permission: 'audit:read',
      param: dayParam,
      query: AccessQuery,
      answers: { 200: { description: 'Looks of the day', body: z.array(AccessEntry), headers } },
    }),
    async (c) => {
      const { rows, next } = await listAccessEntries(serviceContext(c), c.req.valid('param').day, c.req.valid('query'));
      setNextPage(c, { next });
      return answerJson(c, rows);
    },
  );
