import { Hono } from 'hono';
import type { AppEnv } from '../../../http/context';
import { endpoint } from '../../../http/endpoint';
import { serviceContext } from '../../../http/service-context';
import { Forgot } from './schemas';
import { mailForgotToken } from './service';

export const forgotRoutes = new Hono<AppEnv>({ strict: false }).post(
  '/forgot',
  endpoint({
    operationId: 'forgotPassword',
    summary: 'Have a link mailed by which one sets another password',
    description:
      'Always 202, whether or not an account has the e-mail. The link leads to the portal’s page, which passes its token on ' +
      'to `POST /auth/password-token`: it works once, within an hour, and until then nothing changes. Three are sent in an ' +
      'hour at most. None is sent to an account that is disabled or has no password yet, nor to an e-mail that somebody ' +
      'else has chosen: an admin resets such a password. Where the deployment sends no mail (`mail` of `GET /settings`), it ' +
      'is 400 `mail_off` for everybody.',
    json: Forgot,
    answers: { 202: { description: 'If there is such an account, the mail is on its way' } },
    errors: ['rule', 'throttled'],
  }),
  (c) => {
    mailForgotToken(serviceContext(c), c.req.valid('json'));
    return c.body(null, 202);
  },
);
