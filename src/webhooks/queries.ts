// Raw, where Drizzle has no such statement: upserts from JSON, columns of three tables at once.
import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { auditRows, type Origin } from '../db/audit';
import { batchOf, type Query } from '../db/query';
import { audit, webhook, webhookDelivery } from '../db/schema';
import type { DisabledBecause } from '../db/schema/webhook';
import { asExpression, db, type Inputs, previousChanged, rawStatement, statement } from '../db/statement';
import { type EventRow, eventColumns, eventFields } from '../events/trail';
import { WEBHOOKS_MAX } from './limits';

type WebhookRow = typeof webhook.$inferSelect;
type DeliveryRow = typeof webhookDelivery.$inferSelect;

const isEnabled = and(isNull(webhook.deleted_at), isNull(webhook.disabled_at));

export type Enabled = Pick<WebhookRow, 'seq' | 'types' | 'cursor' | 'failing_since'> & {
  /** number of the trail's last row */
  last: number;
};
/** Reads no row of the trail where there is none. */
export const enabledWebhooks = rawStatement<unknown, Enabled>(
  () =>
    sql`select seq, types, cursor, failing_since, (select coalesce(max(a.seq), 0) from ${audit} a) as last
      from ${webhook} where ${isEnabled} order by seq limit ${sql.raw(String(WEBHOOKS_MAX))}`,
  { types: webhook.types },
);

export type Changed = Pick<typeof audit.$inferSelect, 'seq' | 'action' | 'entity' | 'changed'>;
export const changesBehind = rawStatement<{ cursor: number; limit: number }, Changed>((p) =>
  db
    .select({ seq: audit.seq, action: audit.action, entity: audit.entity, changed: audit.changed })
    .from(audit)
    .where(gt(audit.seq, p.cursor))
    .orderBy(audit.seq)
    .limit(asExpression(p.limit)),
);

interface Step {
  webhook: number;
  /** what was read */
  cursor: number;
  to: number;
}
const isStill = (p: Inputs<Step>) => and(eq(webhook.seq, p.webhook), eq(webhook.cursor, p.cursor), isEnabled);

/**
 * An event that is sent again has a delivery already, which begins anew if it is settled or would wait for longer.
 * @param events JSON of their numbers
 */
const insertDeliveries = rawStatement<Step & { events: string; next_at: number }, Pick<DeliveryRow, 'event_seq'>>(
  (p) => sql`insert into ${webhookDelivery} (webhook_seq, event_seq, attempts, next_at)
    select seq, e.value, 0, ${p.next_at} from ${webhook} join json_each(${p.events}) e where ${isStill(p)}
    on conflict do update set attempts = 0, status = null, attempted_at = null, next_at = excluded.next_at
      where next_at is null or next_at > excluded.next_at
    returning event_seq`,
);
const moveCursor = statement((p: Inputs<Step>) =>
  db
    .update(webhook)
    .set({ cursor: sql`${p.to}` })
    .where(isStill(p)),
);

/** Both or none: of several that hand out at once, one does. @returns what is due by it */
export const handOut = (
  step: Step,
  events: readonly number[],
  next_at: number,
): Query<Pick<DeliveryRow, 'event_seq'>[]> => {
  const due = events.length > 0 ? insertDeliveries({ ...step, events: JSON.stringify(events), next_at }) : undefined;
  const { statements, read } = batchOf({ due, moved: moveCursor(step) });
  return { statements, read: (rows) => read(rows).due ?? [] };
};

export type Due = Pick<DeliveryRow, 'webhook_seq' | 'event_seq' | 'attempts'>;
/** Takes those that have waited longest: until `lease` nobody else does. */
export const takeDue = rawStatement<{ webhook: number; now: number; lease: number; limit: number }, Due>(
  (p) => sql`update ${webhookDelivery} set next_at = ${p.lease}
    where webhook_seq = ${p.webhook} and event_seq in (${db
      .select({ event_seq: webhookDelivery.event_seq })
      .from(webhookDelivery)
      .where(and(eq(webhookDelivery.webhook_seq, p.webhook), lte(webhookDelivery.next_at, p.now)))
      .orderBy(webhookDelivery.next_at)
      .limit(asExpression(p.limit))})
    returning webhook_seq, event_seq, attempts`,
);

interface Key {
  webhook: number;
  event: number;
}

/** The row of the trail is null where it is there no more. */
export type Outstanding = EventRow &
  Pick<WebhookRow, 'url' | 'secret' | 'former_secret' | 'former_secret_until' | 'failing_since'> &
  Pick<DeliveryRow, 'attempts'> & {
    event_at: number | null;
    /** whether others wait for the receiver, too */
    has_others: 0 | 1;
  };

/** A delivery that is due, of a webhook that goes on. */
export const outstanding = rawStatement<Key, Outstanding>(
  (p) => sql`select w.url, w.secret, w.former_secret, w.former_secret_until, w.failing_since, d.attempts,
      t.at as event_at, exists (select 1 from ${webhookDelivery} o
        where o.webhook_seq = d.webhook_seq and o.next_at is not null and o.event_seq <> d.event_seq) as has_others,
      ${eventColumns}
    from ${webhookDelivery} d
    join ${webhook} w on w.seq = d.webhook_seq and w.deleted_at is null and w.disabled_at is null
    left join ${audit} t on t.seq = d.event_seq
    where d.webhook_seq = ${p.webhook} and d.event_seq = ${p.event} and d.next_at is not null`,
  eventFields,
);

type Attempt = Key &
  Pick<DeliveryRow, 'attempts' | 'status' | 'attempted_at' | 'next_at'> & {
    /** whose answer it is: of another address, given meanwhile, it says nothing */
    url: string;
  };
const isOf = (p: Inputs<Key>) =>
  and(eq(webhookDelivery.webhook_seq, p.webhook), eq(webhookDelivery.event_seq, p.event));

const recordAttempt = statement((p: Inputs<Attempt>) =>
  db
    .update(webhookDelivery)
    .set({
      attempts: sql`${p.attempts} + 1`,
      status: sql`${p.status}`,
      attempted_at: sql`${p.attempted_at}`,
      next_at: sql`${p.next_at}`,
    })
    .where(and(isOf(p), eq(webhookDelivery.attempts, p.attempts))),
);

/** There is nothing to send any more. */
export const dropDelivery = statement((p: Inputs<Key>) => db.delete(webhookDelivery).where(isOf(p)));

const isAsked = (p: Inputs<{ webhook: number; url: string }>) =>
  and(eq(webhook.seq, p.webhook), eq(webhook.url, p.url), isEnabled);

const beginFailing = statement((p: Inputs<Attempt & { failing_since: number }>) =>
  db
    .update(webhook)
    .set({ failing_since: sql`${p.failing_since}` })
    .where(isAsked(p)),
);
const endFailing = statement((p: Inputs<Attempt>) =>
  db
    .update(webhook)
    .set({ failing_since: null })
    .where(and(isAsked(p), lte(webhook.failing_since, p.attempted_at))),
);

/** Of those that are not deleted: which the service has disabled, and which are failing. */
export const troubled = rawStatement<unknown, { disabled: number; failing: number }>(
  () => sql`select count(disabled_because) as disabled, count(iif(disabled_at is null, failing_since, null)) as failing
    from (select disabled_because, disabled_at, failing_since from ${webhook}
      where deleted_at is null order by seq limit ${sql.raw(String(WEBHOOKS_MAX))})`,
);

type Disabling = Origin & { webhook: number; url: string; because: DisabledBecause };
const auditDisabling = rawStatement<Disabling, never>((p) =>
  auditRows(p, webhook, {
    action: 'update',
    changed: sql`json_array('disabled_at', 'disabled_because')`,
    where: isAsked(p),
  }),
);
const disable = statement((p: Inputs<Disabling>) =>
  db
    .update(webhook)
    .set({
      disabled_at: sql`${p.at}`,
      disabled_because: sql`${p.because}`,
      version: sql`${webhook.version} + 1`,
      updated_at: sql`${p.at}`,
      updated_by: null,
    })
    .where(and(isAsked(p), previousChanged))
    .returning({ seq: webhook.seq }),
);

/** Of what follows an attempt, only what changes is written. */
export interface Consequence {
  recovers?: true;
  failing_since?: number;
  disabled?: { at: number; because: DisabledBecause; request_id: string };
}

/** @returns whether it is this attempt that has disabled the webhook */
export function attempted(attempt: Attempt, { recovers, failing_since, disabled }: Consequence): Query<boolean> {
  const { webhook, url } = attempt;
  const disabling = disabled && { webhook, url, ...disabled, actor: null, address: null };
  const { statements, read } = batchOf({
    attempt: recordAttempt(attempt),
    recovered: recovers && endFailing(attempt),
    failing: failing_since === undefined ? undefined : beginFailing({ ...attempt, failing_since }),
    audit: disabling && auditDisabling(disabling),
    disabled: disabling && disable(disabling),
  });
  return { statements, read: (rows) => (read(rows).disabled ?? []).length > 0 };
}
