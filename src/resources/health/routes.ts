import { Hono } from 'hono';
import { may } from '../../auth/permissions';
import { authenticate } from '../../http/authenticate';
import type { AppContext, AppEnv } from '../../http/context';
import { endpoint } from '../../http/endpoint';
import { beginAtPrimary, database } from '../../http/service-context';
import { covers } from '../../scopes';
import { Health, Readiness } from './schemas';
import { readinessOf } from './service';

const RETRY_AFTER = 5; // seconds, as long as an answer is valid

/** A monitor's check must not fail by a token that is not valid: to that it is everybody. */
async function isForAdmins(c: AppContext): Promise<boolean> {
  const actor = await authenticate(c).catch(() => undefined);
  return actor !== undefined && may(actor.role, 'audit:read') && covers(actor, 'audit:read');
}

export const healthRoutes = new Hono<AppEnv>({ strict: false })
  .get(
    '/',
    endpoint({
      operationId: 'getHealth',
      summary: 'Whether the process answers',
      answers: { 200: { description: 'It does; the storage was not asked', body: Health } },
    }),
    (c) => c.json({ status: 'ok' } as const, 200),
  )
  .get(
    '/ready',
    endpoint({
      operationId: 'getReadiness',
      summary: 'Whether the service can do its work',
      description:
        'Asks D1, R2 and the queue, within a second. An answer holds for 5 seconds. To an access token with the permission `audit:read` it ' +
        'also names the version and the last migration; any other token, a wrong one, too, is as none.',
      answers: {
        200: { description: 'It can', body: Readiness },
        503: { description: 'It cannot: `checks` names what failed', body: Readiness },
      },
    }),
    async (c) => {
      // Ignores the client's bookmark: the answer is for everybody.
      beginAtPrimary(c);
      const { version, migration, ...forAll } = await readinessOf(c.env, database(c), Date.now());
      const readiness = (await isForAdmins(c)) ? { ...forAll, version, migration } : forAll;
      if (readiness.status === 'ok') return c.json(readiness, 200);
      const failed = Object.entries(readiness.checks).flatMap(([name, state]) =>
        state === 'ok' || state === 'none' ? [] : [`${name} ${state}`],
      );
      const missing = readiness.missing?.map((name) => `${name} missing`) ?? [];
      c.set('failure', {
        level: 'warn',
        error: 'unavailable',
        cause: `not ready: ${[...failed, ...missing, ...(readiness.reason ? [readiness.reason] : [])].join(', ')}`,
      });
      return c.json(readiness, 503, { 'retry-after': String(RETRY_AFTER) });
    },
  );
