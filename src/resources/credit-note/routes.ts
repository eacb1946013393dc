import { Hono } from 'hono';
import * as z from 'zod';
import { answerJson, shownCreateAnswers } from '../../http/answers';
import type { AppEnv } from '../../http/context';
import { idempotencyOf, setLocation } from '../../http/created';
import { endpoint } from '../../http/endpoint';
import { idempotencyHeader } from '../../http/headers';
import { setNextPage } from '../../http/lists';
import { serviceContext } from '../../http/service-context';
import { viewQuery } from '../../schemas/requests';
import { invoiceParam } from '../payment/schemas';
import {
  CreditNote,
  CreditNoteInput,
  CreditNoteQuery,
  creditNoteParam,
  FullCreditNote,
  SettledCreditNote,
} from './schemas';
import { createCreditNote, getCreditNote, getFullCreditNote, listCreditNotes } from './service';

/** Beneath `/invoice`. */
export const creditNoteRoutes = new Hono<AppEnv>({ strict: false })
  .post(
    '/:id/credit-note',
    endpoint({
      operationId: 'createCreditNote',
      summary: 'Credit an invoice, in part or whole',
      description:
        'A document of its own number that lowers what is due: by lines, or by an amount, which has its taxes in it. The status of ' +
        'the invoice follows in the same transaction: PAID if nothing remains. What was paid too much by then is a credit, to be ' +
        'refunded. 400 unless the invoice is ISSUED, PARTIALY_PAID or PAID, and above what is not credited yet, in all or, of ' +
        'lines, at one rate of tax. With an ' +
        '`Idempotency-Key` a repetition does not credit twice. A credit note never changes.',
      permission: 'invoice:update',
      param: invoiceParam,
      header: idempotencyHeader,
      json: CreditNoteInput,
      answers: shownCreateAnswers(SettledCreditNote, 'The credit note, and what it makes of its invoice', {
        location: 'Its address',
      }),
      errors: ['not_found', 'conflict'],
    }),
    async (c) => {
      const idempotency = await idempotencyOf(c, c.req.valid('header'));
      const { id } = c.req.valid('param');
      const made = await createCreditNote(serviceContext(c), id, c.req.valid('json'), idempotency);
      setLocation(c, made.id);
      return answerJson(c, made, 201);
    },
  )
  .get(
    '/:id/credit-note',
    endpoint({
      operationId: 'listCreditNotes',
      summary: 'List the credit notes of an invoice, oldest first',
      accessAction: 'read',
      description: 'Without their lines. Their sum is `credited_amount`.',
      permission: 'invoice:read',
      param: invoiceParam,
      query: CreditNoteQuery,
      answers: {
        200: {
          description: 'The credit notes',
          body: z.array(CreditNote),
          headers: { link: 'rel="next" while there are more' },
        },
      },
      errors: ['not_found'],
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      const { rows, next } = await listCreditNotes(serviceContext(c), id, c.req.valid('query'));
      setNextPage(c, { next });
      return answerJson(c, rows);
    },
  )
  .get(
    '/:id/credit-note/:note_id',
    endpoint({
      operationId: 'getCreditNote',
      summary: 'Credit note by id',
      permission: 'invoice:read',
      param: creditNoteParam,
      query: viewQuery.extend({
        view: viewQuery.shape.view.describe(
          '`full` adds what is printed: patient, payer, and the tax id of the clinic',
        ),
      }),
      answers: { 200: { description: 'The credit note', body: z.union([FullCreditNote, SettledCreditNote]) } },
      errors: ['not_found'],
    }),
    async (c) => {
      const { id, note_id } = c.req.valid('param');
      const read = c.req.valid('query').view === 'full' ? getFullCreditNote : getCreditNote;
      return answerJson(c, await read(serviceContext(c), id, note_id));
    },
  );
