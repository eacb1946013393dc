import { Hono } from 'hono';
import * as z from 'zod';
import { type AppEnv, serviceContext } from '../../http/context';
import { endpoint } from '../../http/endpoint';
import { answerJson, setPage } from '../../http/representation';
import { AccessEntry, AccessQuery, AuditEntry, AuditQuery } from './schemas';
import { listAccess, listAudit } from './service';

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
      answers: { 200: { description: 'Rows of the trail', body: z.array(AuditEntry), headers } },
    }),
    async (c) => {
      const { rows, next } = await listAudit(serviceContext(c), c.req.valid('query'));
      setPage(c, { next });
      return answerJson(c, rows);
    },
  )
  .get(
    '/access',
    endpoint({
      operationId: 'listAccessLog',
      summary: 'Access log, newest first',
      description: `Who read which patients’ data, failed to log in or was refused. ${BOUNDED}`,
      permission: 'audit:read',
      query: AccessQuery,
      answers: { 200: { description: 'Rows of the log', body: z.array(AccessEntry), headers } },
    }),
    async (c) => {
      const { rows, next } = await listAccess(serviceContext(c), c.req.valid('query'));
      setPage(c, { next });
      return answerJson(c, rows);
    },
  );
