import { Hono } from 'hono';
import { answerJson, shownAnswers } from '../../http/answers';
import type { AppEnv } from '../../http/context';
import { endpoint } from '../../http/endpoint';
import { ifMatchHeader } from '../../http/headers';
import { serviceContext } from '../../http/service-context';
import { answerRecord, readOf, setETag, targetOf } from '../../http/versions';
import { Closures } from './schemas';
import { getClosures, updateClosures } from './service';

export const closuresRoutes = new Hono<AppEnv>({ strict: false })
  .get(
    '/closures',
    endpoint({
      operationId: 'getClosures',
      summary: 'When no appointments are made: holidays, leaves',
      description: 'The list is empty, and the version is 0, where none were ever set.',
      permission: 'hours:read',
      ...readOf('The closures', Closures),
    }),
    async (c) => answerRecord(c, await getClosures(serviceContext(c))),
  )
  .put(
    '/closures',
    endpoint({
      operationId: 'updateClosures',
      summary: 'Set when no appointments are made',
      description:
        'The whole list is replaced: read it, add to it, and send it with `If-Match`. A closure of neither a department nor a ' +
        'doctor is one of the hospital, one of both closes the doctor there. No free times are listed in it, and with ' +
        '`DOUBLE_BOOKING=reject` no time in it can be booked (409 `closed`). Appointments that are there stay. 404 names every ' +
        'department and doctor that does not exist; one that the list had already may stay.',
      permission: 'hours:update',
      header: ifMatchHeader,
      json: Closures,
      answers: shownAnswers(Closures, 'The closures', { etag: 'Their new version' }),
      errors: ['not_found', 'outdated'],
    }),
    async (c) => {
      const { if_version } = targetOf('', c.req.valid('header'));
      const { version, record } = await updateClosures(serviceContext(c), if_version, c.req.valid('json'));
      setETag(c, version);
      return answerJson(c, record);
    },
  );
