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
import {
  FullPayment,
  invoiceParam,
  Payment,
  PaymentInput,
  PaymentQuery,
  paymentParam,
  SettledPayment,
} from './schemas';
import { createPayment, getFullPayment, getPayment, listPayments } from './service';

/** Beneath `/invoice`. */
export const paymentRoutes = new Hono<AppEnv>({ strict: false })
  .post(
    '/:id/payments',
    endpoint({
      operationId: 'createPayment',
      summary: 'Record a payment or a refund',
      description:
        'Amounts and status of the invoice follow in the same transaction: PAID if nothing remains, otherwise PARTIALY_PAID if ' +
        'something is paid, otherwise ISSUED. DRAFT, which takes deposits, WRITTEN_OFF, which takes recoveries, and VOID, which ' +
        'takes refunds alone, stay what they are. 400 for a refund above `paid_amount`. With an ' +
        '`Idempotency-Key` a repetition does not pay twice. A payment never changes: a mistake is corrected by another one.',
      permission: 'payment:create',
      param: invoiceParam,
      header: idempotencyHeader,
      json: PaymentInput,
      answers: shownCreateAnswers(SettledPayment, 'The payment, and what it makes of its invoice', {
        location: 'Its address',
      }),
      errors: ['not_found', 'conflict'],
    }),
    async (c) => {
      const idempotency = await idempotencyOf(c, c.req.valid('header'));
      const { id } = c.req.valid('param');
      const made = await createPayment(serviceContext(c), id, c.req.valid('json'), idempotency);
      setLocation(c, made.id);
      return answerJson(c, made, 201);
    },
  )
  .get(
    '/:id/payments',
    endpoint({
      operationId: 'listPayments',
      summary: 'List the payments of an invoice, oldest first',
      accessAction: 'read',
      description: 'As they were recorded. Their sum is `paid_amount`.',
      permission: 'payment:read',
      param: invoiceParam,
      query: PaymentQuery,
      answers: {
        200: {
          description: 'The payments',
          body: z.array(Payment),
          headers: { link: 'rel="next" while there are more' },
        },
      },
      errors: ['not_found'],
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      const { rows, next } = await listPayments(serviceContext(c), id, c.req.valid('query'));
      setNextPage(c, { next });
      return answerJson(c, rows);
    },
  )
  .get(
    '/:id/payments/:payment_id',
    endpoint({
      operationId: 'getPayment',
      summary: 'Payment by id',
      permission: 'payment:read',
      param: paymentParam,
      query: viewQuery.extend({
        view: viewQuery.shape.view.describe(
          '`full` adds what a receipt prints: account, patient, payer, and the tax id of the clinic',
        ),
      }),
      answers: { 200: { description: 'The payment', body: z.union([FullPayment, SettledPayment]) } },
      errors: ['not_found'],
    }),
    async (c) => {
      const { id, payment_id } = c.req.valid('param');
      const read = c.req.valid('query').view === 'full' ? getFullPayment : getPayment;
      return answerJson(c, await read(serviceContext(c), id, payment_id));
    },
  );
