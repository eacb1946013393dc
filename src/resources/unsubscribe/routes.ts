import { Hono } from 'hono';
import * as z from 'zod';
import { verifyUnsubscribe } from '../../auth/unsubscribe';
import { settingsOf } from '../../env';
import { NotFoundError } from '../../errors';
import type { AppContext, AppEnv } from '../../http/context';
import { endpoint } from '../../http/endpoint';
import { limitUnsubscribe } from '../../http/limits';
import { serviceContext } from '../../http/service-context';
import { askingPage, donePage, PAGE_POLICY } from './page';
import { linkParam } from './schemas';
import { withdrawEmail } from './service';

const MEDIA_TYPE = 'text/html';
const page = (description: string) => ({ description, body: { media: [MEDIA_TYPE], of: z.string() } });

/** @throws NotFoundError, ThrottledError */
async function open(c: AppContext, token: string) {
  const link = await verifyUnsubscribe(settingsOf(c.env), token);
  // Providers of mail post for many from one address, so an address is counted only where it guesses.
  await limitUnsubscribe(c, link);
  if (!link) throw new NotFoundError('Link');
  return link;
}

const answer = (c: AppContext, html: string) =>
  c.body(html, 200, { 'content-type': `${MEDIA_TYPE}; charset=utf-8`, 'content-security-policy': PAGE_POLICY });

export const unsubscribeRoutes = new Hono<AppEnv>({ strict: false })
  .get(
    '/:token',
    endpoint({
      operationId: 'getUnsubscribePage',
      summary: 'The page to which a mail links: no more mails',
      description: 'It changes nothing: scanners open links, too. Its button sends the POST.',
      param: linkParam,
      answers: { 200: page('A page with a button, in the language of the mail') },
      errors: ['not_found', 'throttled'],
    }),
    async (c) => answer(c, askingPage((await open(c, c.req.valid('param').token)).language)),
  )
  .post(
    '/:token',
    endpoint({
      operationId: 'unsubscribe',
      summary: 'Take the consent to mails back, without a login',
      description:
        'As `List-Unsubscribe-Post` has it (RFC 8058): `contact.email` of the patient becomes false; of one who was merged, of the ' +
        'record that stays. Whatever is sent along is not read. The link holds for 400 days, or until the key that signed it is ' +
        'removed: then it is 404, and the patient has to tell the clinic. It has nothing of the patient in it but the id of the record.',
      param: linkParam,
      answers: { 200: page('A page that says so') },
      errors: ['not_found', 'throttled'],
    }),
    async (c) => {
      const link = await open(c, c.req.valid('param').token);
      await withdrawEmail(serviceContext(c), link);
      return answer(c, donePage(link.language));
    },
  );
