import * as z from 'zod';
import { WEBHOOK_URL_MAX } from '../../rules/webhook-url';
import { EventType, eventCursor, eventPattern } from '../../schemas/event';
import { listOf, optional, optionalText, text, withDefault } from '../../schemas/fields';
import { keysetQuery } from '../../schemas/listing';
import { patchOf } from '../../schemas/update';
import { ATTEMPTS_MAX } from '../../webhooks/schedule';

const EventPattern = eventPattern.meta({
  id: 'EventPattern',
  description: 'A type of events, or all types of a record, also those that are added later',
});

/** What else is wrong with it, the service says, as it depends on where that is. */
const url = text(WEBHOOK_URL_MAX, 1)
  .meta({ format: 'uri', examples: ['https://partner.example/hook'] })
  .describe(
    'Where events are sent: `https://`, port 443, a host of the public internet by its name, without a user or a password. ' +
      'Answered in its normal form',
  );
const types = listOf(EventPattern)
  .min(1)
  .overwrite((given) => [...new Set(given)])
  .describe('The events that are sent to it');
const description = optionalText;
const disabled = withDefault(z.boolean(), false).describe('true: nothing is sent until it is enabled');

/** Strict: what was not set must not look as if it were. */
export const WebhookInput = z.strictObject({ url, types, description, disabled }).meta({ id: 'WebhookInput' });
export type WebhookInput = z.output<typeof WebhookInput>;

export const WebhookPatch = patchOf(WebhookInput).strict().meta({ id: 'WebhookPatchInput' });
export type WebhookPatch = z.output<typeof WebhookPatch>;

const time = z.iso.datetime();

export const Webhook = z
  .object({
    id: z.uuid(),
    url: z.string().describe('Where events are sent'),
    types: z.array(EventPattern).describe('The events that are sent to it'),
    description: z.string().nullable(),
    disabled_at: time.nullable().describe('Since when nothing is sent, in UTC; null: it is enabled'),
    disabled_because: z
      .enum(['gone', 'failing'])
      .nullable()
      .describe(
        'Why the service has disabled it: its receiver answered 410, or has failed for five days; null: an admin has',
      ),
    failing_since: time
      .nullable()
      .describe(
        'Since when attempts have failed, in UTC; null: the last one has not. It begins anew where all events had been given up before',
      ),
    former_secret_until: time
      .nullable()
      .describe('Until when the secret before this one signs, too, in UTC; null: none does'),
    behind: z
      .int()
      .nullable()
      .describe(
        'Rows of the audit trail, at most, that were not looked at for it yet. Fewer than 100 are as good as none: they are looked at ' +
          'within a minute; null: it is disabled',
      ),
    created_at: time,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.output<typeof Webhook>;

export const WebhookWithSecret = z
  .object({
    ...Webhook.shape,
    secret: z
      .string()
      .optional()
      .describe(
        '`whsec_…`, by which deliveries are signed (Standard Webhooks). It is answered here only, and once: left out where an ' +
          '`Idempotency-Key` comes again',
      ),
  })
  .meta({ id: 'WebhookWithSecret' });
export type WebhookWithSecret = z.output<typeof WebhookWithSecret>;

export const Renewal = z
  .strictObject({
    revoke_old: withDefault(z.boolean(), false).describe('true: the former secret signs no more'),
  })
  .meta({ id: 'WebhookSecretInput' });
export type Renewal = z.output<typeof Renewal>;

export const Resend = z
  .strictObject({
    after: optional(eventCursor).describe(
      'Id of an event, or a cursor of `GET /events`: what came after it is sent again. This, or `from`',
    ),
    from: optional(eventCursor).describe('Id of an event: it is sent again, and what came after it. This, or `after`'),
  })
  .meta({ id: 'WebhookResendInput' });
export type Resend = z.output<typeof Resend>;

export const WebhookTest = z
  .object({
    delivered: z.boolean().describe('Whether the receiver answered 2xx within 15 seconds'),
    status: z.int().nullable().describe('HTTP status of its answer; null: there was none'),
    ms: z.int().describe('Milliseconds that it took'),
  })
  .meta({ id: 'WebhookTest' });
export type WebhookTest = z.output<typeof WebhookTest>;

const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const WebhookDelivery = z
  .object({
    event_id: z.string().nullable().describe('Its `webhook-id`; null: the trail no longer has the event'),
    type: EventType.nullable().describe('Of the event; null: the trail no longer has it'),
    state: z
      .enum(DELIVERY_STATES)
      .describe(`\`waiting\` for an attempt, \`delivered\`, or \`failed\`: given up after ${ATTEMPTS_MAX} attempts`),
    attempts: z.int().describe('So far'),
    status: z.int().nullable().describe('HTTP status of the last answer; null: there was none'),
    attempted_at: time.nullable().describe('When it was last tried, in UTC; null: not yet'),
    next_at: time.nullable().describe('When it is tried next, in UTC; null: it is not'),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

export const DeliveriesQuery = z.object({
  state: z.enum(DELIVERY_STATES).optional().describe('Only those of this state'),
  limit: keysetQuery.shape.limit,
  cursor: keysetQuery.shape.cursor,
});
export type DeliveriesQuery = z.output<typeof DeliveriesQuery>;
