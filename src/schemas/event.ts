import * as z from 'zod';
import { EVENT_ID } from '../events/id';
import { EVENT_PATTERNS, EVENT_TYPES } from '../events/types';
import { fault } from './fields';

export const EventType = z.enum(EVENT_TYPES).meta({ id: 'EventType' });

/** What a webhook, or a query, may name. */
export const eventPattern = z.enum(EVENT_PATTERNS);

/** Of an event, or where a page of them has ended. */
export const eventCursor = z
  .string()
  .regex(EVENT_ID, fault('value_error', 'value should be the id of an event, or the cursor of a Link header'));

/** Names of fields, and never a value. Without marks for the access log: whoever wants the record reads it, and that is on record. */
export const Event = z
  .object({
    id: z.string().describe('`evt_…`, the same whenever the event is answered or delivered'),
    type: EventType.describe('What has happened'),
    at: z.iso.datetime().describe('When its request came, in UTC'),
    entity: z.string().describe('What kind of record, as in the audit trail'),
    entity_id: z.string().describe('Id of the record'),
    version: z
      .int()
      .describe('Version of the record, which the change has made: of two events of a record the higher is the later'),
    changed: z.array(z.string()).describe('Names of the fields that changed; empty where it was created'),
    patient_id: z
      .string()
      .optional()
      .describe(
        'Whose the record is now; left out where it is nobody’s. After a merge it is the patient who has stayed',
      ),
  })
  .meta({ id: 'Event' });
export type Event = z.output<typeof Event>;

/** What a webhook is sent: the envelope of Standard Webhooks. */
export const WebhookEvent = z
  .object({
    type: EventType.describe('What has happened'),
    timestamp: z.iso.datetime().describe('When, in UTC: `at` of the event'),
    data: Event.describe('As `GET /events/` answers it'),
  })
  .meta({ id: 'WebhookEvent' });
export type WebhookEvent = z.output<typeof WebhookEvent>;
