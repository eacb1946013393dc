/**
 * What the service sends by itself (docs/events.md). One entry stands for all types, which differ in `type` alone: of one for each that
 * shares a path item, openapi-typescript makes nothing, and Redocly complains of each.
 */
import { WebhookEvent } from '../src/schemas/event';
import { event } from './examples/visit';
import type { Components, JsonObject } from './json-schema';

const header = (name: string, description: string, example: string) => ({
  ...{ name, in: 'header', required: true, description, example },
  schema: { type: 'string' },
});

const HEADERS = [
  header('webhook-id', 'The event’s id, the same whenever it is sent', event.id),
  header(
    'webhook-timestamp',
    'When it is sent: seconds since 1970. A receiver refuses what is minutes old',
    '1803304503',
  ),
  header(
    'webhook-signature',
    '`v1,` and in base64 the HMAC-SHA256 of id, timestamp and body, joined by dots; two, separated by a space, for a day after ' +
      'the secret was renewed',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

export const webhooks = (schemas: Components): JsonObject => ({
  event: {
    post: {
      operationId: 'receiveEvent',
      summary: 'Something has changed',
      description:
        'Sent to the webhooks of admins, by Standard Webhooks: at least once, in no certain order. A receiver verifies the ' +
        'signature, answers within 15 seconds and then reads the record; an event that it has had, it knows by its id.',
      parameters: HEADERS,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: schemas.schema(WebhookEvent, 'output'),
            example: { type: event.type, timestamp: event.at, data: event },
          },
        },
      },
      responses: {
        '204': { description: 'Received. So is any other status from 200 to 299; all others are tried again' },
        '410': { description: 'Not wanted any more: disables the webhook' },
      },
      security: [],
    },
  },
});
