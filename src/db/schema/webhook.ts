import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { EventPattern } from '../../events/types';
import { entityColumns, json, live } from './columns';
import { withoutRowid } from './extras';
import { ofHospital } from './whose';

/** Why the service has switched a webhook off: its receiver answered 410, or has failed for five days. */
export type DisabledBecause = 'gone' | 'failing';

/** An address of another system to which events go. */
export const webhook = sqliteTable(
  'webhook',
  {
    ...entityColumns(),
    url: text().notNull(),
    /** types of events, or all of an entity: `appointment.*` */
    types: json<EventPattern[]>(),
    description: text(),
    /** `whsec_…`; readable, as each delivery is signed with it */
    secret: text().notNull(),
    /** the one before, which signs, too, until then */
    former_secret: text(),
    former_secret_until: integer(),
    disabled_at: integer(),
    /** null: an admin has */
    disabled_because: text().$type<DisabledBecause>(),
    /** of the first attempt that failed since the last one that did not */
    failing_since: integer(),
    /** deliveries are due for the events of the trail up to this one */
    cursor: integer().notNull(),
  },
  (t) => [live(index('webhook_live').on(t.seq))],
);

/** That an event goes to a webhook. Its state follows: `next_at` is null once it is delivered, by its `status`, or given up. */
export const webhookDelivery = sqliteTable(
  'webhook_delivery',
  {
    webhook_seq: integer().notNull(),
    /** of its row of the trail */
    event_seq: integer().notNull(),
    attempts: integer().notNull(),
    /** HTTP status of the last answer; null: there was none */
    status: integer(),
    attempted_at: integer(),
    /** from when on the minute's tick sends it; null: it does not */
    next_at: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.webhook_seq, t.event_seq] }),
    index('webhook_delivery_due').on(t.webhook_seq, t.next_at).where(sql`next_at IS NOT NULL`),
  ],
);

export const webhookRows = [ofHospital(webhook), ofHospital(webhookDelivery)];

export const webhookExtras = () => [withoutRowid(webhookDelivery)];
