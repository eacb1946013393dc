import { Hono } from 'hono';
import { updateAnswers } from '../../http/answers';
import type { AppEnv } from '../../http/context';
import { endpoint } from '../../http/endpoint';
import { ifMatchHeader } from '../../http/headers';
import { serviceContext } from '../../http/service-context';
import { answerRecord, readOf, setETag, targetOf } from '../../http/versions';
import { MessageRules } from './schemas';
import { getMessageRules, updateMessageRules } from './service';

export const messageRulesRoutes = new Hono<AppEnv>({ strict: false })
  .get(
    '/rules',
    endpoint({
      operationId: 'getMessageRules',
      summary: 'What patients are told of their visits',
      description: 'Nothing, and the version is 0, where that was never set.',
      permission: 'messaging:read',
      ...readOf('The rules', MessageRules),
    }),
    async (c) => answerRecord(c, await getMessageRules(serviceContext(c))),
  )
  .put(
    '/rules',
    endpoint({
      operationId: 'updateMessageRules',
      summary: 'Set what patients are told of their visits',
      description:
        'By an admin. From then on each booking plans its messages; those that are planned already go by what the rules say when ' +
        'they are due, or are dropped (`rules_off`), and a visit that was booked before is reminded of once it is moved. Mails ' +
        'are 400 `mail_off` where the deployment sends none.',
      permission: 'messaging:update',
      header: ifMatchHeader,
      json: MessageRules,
      answers: updateAnswers(MessageRules, 'The rules', { etag: 'Their new version' }),
      errors: ['outdated'],
    }),
    async (c) => {
      const { if_version } = targetOf('', c.req.valid('header'));
      const { version, record } = await updateMessageRules(serviceContext(c), if_version, c.req.valid('json'));
      setETag(c, version);
      return c.json(record, 200);
    },
  );
