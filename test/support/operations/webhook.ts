import { input } from '../input.ts';
import type { Operations } from './record.ts';

/** Before the first row of the trail. */
const START = `evt_0_${'0'.repeat(16)}`;

export const webhook: Operations = {
  'POST /webhooks/': {
    as: 'admin',
    // The secret is answered once.
    checksOwnKey: true,
    body: input.webhook,
    cases: { 'a webhook': {} },
  },
  'GET /webhooks/': { as: 'admin', cases: { 'all of them': {} } },
  'GET /webhooks/{id}': {
    as: 'admin',
    cases: { 'a webhook': { request: async ({ newWebhook }) => ({ path: await newWebhook() }) } },
  },
  'PATCH /webhooks/{id}': {
    as: 'admin',
    body: input.webhook,
    cases: {
      'all that it has': {
        request: async ({ newWebhook }) => ({
          path: await newWebhook(),
          json: { url: 'https://other.example/', types: ['patient.*'], description: null, disabled: true },
        }),
      },
      'the types': {
        request: async ({ newWebhook }) => ({ path: await newWebhook(), json: { types: ['patient.merged'] } }),
      },
    },
  },
  'DELETE /webhooks/{id}': {
    as: 'admin',
    repeated: 404,
    cases: { 'a webhook': { request: async ({ newWebhook }) => ({ path: await newWebhook() }) } },
  },
  'POST /webhooks/{id}/secret': {
    as: 'admin',
    checksOwnKey: true,
    body: () => ({ revoke_old: true }),
    cases: {
      'the former one for a day': {
        request: async ({ newWebhook }) => ({ path: `${await newWebhook()}/secret`, json: {} }),
      },
      'the former one no longer': { request: async ({ newWebhook }) => ({ path: `${await newWebhook()}/secret` }) },
    },
  },
  'POST /webhooks/{id}/test': {
    as: 'admin',
    leavesNoTrail: true,
    cases: {
      'a receiver that is not there': { request: async ({ newWebhook }) => ({ path: `${await newWebhook()}/test` }) },
    },
  },
  'GET /webhooks/{id}/deliveries': {
    as: 'admin',
    cases: {
      '10 rows': { request: async ({ newWebhook }) => ({ path: `${await newWebhook(20)}/deliveries?limit=10` }) },
      '50 rows': { request: async ({ newWebhook }) => ({ path: `${await newWebhook(60)}/deliveries?limit=50` }) },
      'those that wait': {
        request: async ({ newWebhook }) => ({ path: `${await newWebhook(20)}/deliveries?state=waiting` }),
      },
    },
  },
  'POST /webhooks/{id}/resend': {
    as: 'admin',
    body: () => ({ after: START }),
    instead: () => ({ from: START }),
    cases: {
      'all of 30 days': { request: async ({ newWebhook }) => ({ path: `${await newWebhook()}/resend` }) },
    },
  },
};
