import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { auditedInsert } from '../../db/audit';
import { auditedUpdate } from '../../db/audited-update';
import { type Acting, isCurrentActor } from '../../db/current-actor';
import { isLive } from '../../db/entity';
import { audit, webhook, webhookDelivery } from '../../db/schema';
import { asExpression, db, type Inputs, rawStatement, statement } from '../../db/statement';
import { firstSince } from '../../events/since';
import { WEBHOOKS_MAX } from '../../webhooks/limits';
import { inTwoSteps, type Scanned } from '../audit/trail-page';
import type { DeliveryState } from './schemas';

/** Number of the trail's last row. */
const lastOfTrail = sql`(select coalesce(max(seq), 0) from ${audit})`;

const columns = {
  id: webhook.id,
  url: webhook.url,
  types: webhook.types,
  description: webhook.description,
  disabled_at: webhook.disabled_at,
  disabled_because: webhook.disabled_because,
  failing_since: webhook.failing_since,
  former_secret_until: webhook.former_secret_until,
  behind: sql<number>`${lastOfTrail} - ${webhook.cursor}`.as('behind'),
  created_at: webhook.created_at,
};
export type WebhookRow = Pick<typeof webhook.$inferSelect, Exclude<keyof typeof columns, 'behind'>> & {
  behind: number;
};

export const webhooksBefore = statement((p: Inputs<{ cursor: number; limit: number }>) =>
  db
    .select({ ...columns, seq: webhook.seq })
    .from(webhook)
    .where(and(lt(webhook.seq, p.cursor), isNull(webhook.deleted_at)))
    .orderBy(desc(webhook.seq))
    .limit(asExpression(p.limit)),
);

export const byId = statement((p: Inputs<{ id: string }>) =>
  db
    .select({ ...columns, version: webhook.version })
    .from(webhook)
    .where(isLive(webhook, p.id)),
);

/** What the signature of a test needs. */
export const toTest = statement((p: Inputs<{ id: string }>) =>
  db
    .select({
      ...{ url: webhook.url, version: webhook.version, secret: webhook.secret },
      ...{ former_secret: webhook.former_secret, former_secret_until: webhook.former_secret_until },
    })
    .from(webhook)
    .where(isLive(webhook, p.id)),
);

/** The last one that there may be. */
const last = sql`(select 1 from ${webhook} where ${isNull(webhook.deleted_at)}
  order by ${webhook.seq} limit 1 offset ${sql.raw(String(WEBHOOKS_MAX - 1))})`;

/** Its first event is its own creation, if it asks for such. */
export const insert = auditedInsert(webhook, {
  where: (p: Inputs<Acting>) => and(isCurrentActor(p), isNull(last)),
  computed: { cursor: () => lastOfTrail },
  returning: ['id'],
});

/** Null: stays as it is; of `description` a 0 or 1 says that. */
interface Changes {
  new_url: string | null;
  /** as they are stored */
  new_types: string | null;
  new_description: string | null;
  names_description: number;
  /** 0 or 1 */
  new_disabled: number | null;
  now: number;
}

const isEnabling = (p: Inputs<Changes>) => sql`(${p.new_disabled} = 0 and ${webhook.disabled_at} is not null)`;
const isElsewhere = (p: Inputs<Changes>) => sql`${webhook.url} <> ${p.new_url}`;

/** One that is enabled again begins with what comes then: what was in between is asked for by `resend`. */
export const update = auditedUpdate<typeof webhook, never, 'version', Changes>(webhook, [], {
  guarded: true,
  computed: {
    url: (p) => sql`coalesce(${p.new_url}, ${webhook.url})`,
    types: (p) => sql`coalesce(${p.new_types}, ${webhook.types})`,
    description: (p) => sql`iif(${p.names_description}, ${p.new_description}, ${webhook.description})`,
    disabled_at: (p) => sql`case ${p.new_disabled} when 0 then null
      when 1 then coalesce(${webhook.disabled_at}, ${p.now}) else ${webhook.disabled_at} end`,
    disabled_because: (p) => sql`iif(${isEnabling(p)}, null, ${webhook.disabled_because})`,
    // Another address has not failed yet.
    failing_since: (p) => sql`iif(${isEnabling(p)} or ${isElsewhere(p)}, null, ${webhook.failing_since})`,
    cursor: (p) => sql`iif(${isEnabling(p)}, ${lastOfTrail}, ${webhook.cursor})`,
  },
  derived: ['disabled_because', 'failing_since', 'cursor'],
});

/** What of the row a renewal needs besides the new secret. */
interface Renewing {
  /** 0 or 1 */
  revoke_old: number;
  former_until: number;
}
const unlessRevoked = (p: Inputs<Renewing>, value: SQL) => sql`iif(${p.revoke_old}, null, ${value})`;

/** Two secrets sign at most: the one before the former ends. */
export const renewSecret = auditedUpdate<typeof webhook, 'secret', 'version', Renewing>(webhook, ['secret'], {
  guarded: true,
  computed: {
    former_secret: (p) => unlessRevoked(p, sql`${webhook.secret}`),
    former_secret_until: (p) => unlessRevoked(p, sql`${p.former_until}`),
  },
  derived: ['former_secret', 'former_secret_until'],
});

interface Resending {
  /** number of a row of the trail */
  after: number;
  /** nothing that is older is sent */
  since: number;
}

/** Never forward, which would leave out what has not been looked at. */
export const resend = auditedUpdate(webhook, [], {
  guarded: true,
  computed: {
    cursor: (p: Inputs<Resending>) =>
      sql`min(${webhook.cursor}, max(${p.after}, coalesce(${firstSince(p.since)} - 1, 0)))`,
  },
  where: (_: Inputs<Resending>) => isNull(webhook.disabled_at),
});

/** Nothing is signed any more. */
export const remove = auditedUpdate(webhook, ['deleted_at'], {
  action: 'delete',
  computed: { secret: () => sql`''`, former_secret: () => sql`null`, former_secret_until: () => sql`null` },
  derived: ['secret', 'former_secret', 'former_secret_until'],
});

interface DeliveriesPage {
  id: string;
  /** null: of any */
  state: DeliveryState | null;
  cursor: number;
  scan: number;
  limit: number;
}

type Change = Pick<typeof audit.$inferSelect, 'seq' | 'at' | 'request_id' | 'entity' | 'action' | 'changed'>;
export type DeliveryRow = Scanned &
  Pick<typeof webhookDelivery.$inferSelect, 'attempts' | 'status' | 'attempted_at' | 'next_at'> & {
    state: DeliveryState;
    /** all null where the trail no longer has the row */
  } & { [Column in keyof Change]: Change[Column] | null };

const scannedDeliveries = (p: Inputs<DeliveriesPage>) =>
  db
    .select({
      event_seq: webhookDelivery.event_seq,
      attempts: webhookDelivery.attempts,
      status: webhookDelivery.status,
      attempted_at: webhookDelivery.attempted_at,
      next_at: webhookDelivery.next_at,
      state: sql`case when ${webhookDelivery.next_at} is not null then 'waiting'
        when ${webhookDelivery.status} between 200 and 299 then 'delivered' else 'failed' end`.as('state'),
    })
    .from(webhookDelivery)
    .where(
      and(
        eq(webhookDelivery.webhook_seq, sql`(select ${webhook.seq} from ${webhook} where ${isLive(webhook, p.id)})`),
        lt(webhookDelivery.event_seq, p.cursor),
      ),
    )
    .orderBy(desc(webhookDelivery.event_seq))
    .limit(asExpression(p.scan));

/** The newest first. */
export const deliveries = rawStatement<DeliveriesPage, DeliveryRow>(
  (p) =>
    inTwoSteps({
      scanned: sql`scanned as materialized ${scannedDeliveries(p)}`,
      reached: sql`min(event_seq)`,
      matching: sql`select * from scanned where ${p.state} is null or state = ${p.state}
        order by event_seq desc limit ${asExpression(p.limit)}`,
      answered: sql`f.event_seq as key, f.attempts, f.status, f.attempted_at, f.next_at, f.state,
        t.seq, t.at, t.request_id, t.entity, t.action, t.changed`,
      along: sql`left join ${audit} t on t.seq = f.event_seq`,
    }),
  { changed: audit.changed },
);
