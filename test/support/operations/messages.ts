import { input } from '../input.ts';
import type { Operations } from './record.ts';

/** Others each time. */
let hours = 24;

/** What patients are told of their visits. The rules last: from then on a booking costs more. */
export const messages: Operations = {
  'GET /messages/': {
    cases: {
      'of a visit': { request: ({ appointment }) => ({ path: `/messages/?appointment_id=${appointment.id}` }) },
      'of a state': { request: () => ({ path: '/messages/?state=sent&limit=10' }) },
      '10 rows': { request: () => ({ path: '/messages/?limit=10' }) },
    },
  },
  'GET /messages/{id}': {
    cases: { 'that is to be sent': { request: async ({ newMessage }) => ({ path: await newMessage() }) } },
  },
  'POST /messages/{id}/status': {
    body: () => ({ state: 'failed', reason: 'unreachable' }),
    cases: {
      'that it was sent': {
        isOnce: true,
        request: async ({ newMessage }) => ({ path: `${await newMessage()}/status`, json: { state: 'sent' } }),
      },
    },
  },
  'GET /unsubscribe/{token}': {
    as: null,
    cases: {
      'the page': { request: async ({ newUnsubscribeLink }) => ({ path: await newUnsubscribeLink() }) },
    },
  },
  'POST /unsubscribe/{token}': {
    as: null,
    cases: {
      'with one click': {
        isOnce: true,
        request: async ({ newUnsubscribeLink }) => ({ path: await newUnsubscribeLink() }),
      },
    },
  },
  'GET /messages/rules': { as: 'admin', cases: { 'the rules': {} } },
  'PUT /messages/rules': {
    as: 'admin',
    body: () => input.messageRules(),
    cases: {
      'for a program': {},
      'with other reminders': { request: () => ({ json: input.messageRules({ reminders: [++hours] }) }) },
    },
  },
};
