import { Hono } from 'hono';
import * as z from 'zod';
import { answerJson, shownAnswers } from '../../http/answers';
import type { AppEnv } from '../../http/context';
import { endpoint } from '../../http/endpoint';
import { setNextPage } from '../../http/lists';
import { serviceContext } from '../../http/service-context';
import { idParam } from '../../schemas/requests';
import { ListedMessage, Message, MessageQuery, MessageStatus } from './schemas';
import { getMessage, listMessages, reportMessage } from './service';

export const messageRoutes = new Hono<AppEnv>({ strict: false })
  .get(
    '/',
    endpoint({
      operationId: 'listMessages',
      summary: 'What patients are told of their visits, newest first',
      description: 'Those that wait, and those of the last 90 days.',
      permission: 'appointment:read',
      query: MessageQuery,
      answers: {
        200: {
          description: 'Messages',
          body: z.array(ListedMessage),
          headers: { link: 'rel="next" while there is more, also on a page that is not full' },
        },
      },
    }),
    async (c) => {
      const { rows, next } = await listMessages(serviceContext(c), c.req.valid('query'));
      setNextPage(c, { next });
      return answerJson(c, rows);
    },
  )
  .get(
    '/:id',
    endpoint({
      operationId: 'getMessage',
      summary: 'Message by id, with what a program needs to send it',
      description:
        'Of one that is to go by a program (`channel` is `event`), while it may still be sent: the text, its language, and the ' +
        'phone number or the e-mail, as far as the patient agrees to either. Without an address it is not to be sent.',
      permission: 'appointment:read',
      param: idParam,
      answers: { 200: { description: 'The message', body: Message } },
      errors: ['not_found'],
    }),
    async (c) => answerJson(c, await getMessage(serviceContext(c), c.req.valid('param').id)),
  )
  .post(
    '/:id/status',
    endpoint({
      operationId: 'reportMessage',
      summary: 'Say what became of a message',
      description:
        'By the program that was told by `message.due`. Said again it is the same; 409 `not_waiting` where the message was dropped ' +
        'or moved meanwhile, as the visit was, or is not a program’s to send.',
      permission: 'appointment:update',
      param: idParam,
      json: MessageStatus,
      answers: shownAnswers(ListedMessage, 'The message', {}),
      errors: ['not_found', 'conflict'],
    }),
    async (c) => answerJson(c, await reportMessage(serviceContext(c), c.req.valid('param').id, c.req.valid('json'))),
  );
