import type { ServiceContext } from '../../context';
import { actingOf, currentActor, requireCurrentActor } from '../../db/current-actor';
import { newEntity, type Versioned } from '../../db/entity';
import { createOnce, type Idempotency, rememberKey } from '../../db/idempotency';
import { cutPage, type KeysetQuery } from '../../db/keyset-list';
import { onlyRow, withFollowers } from '../../db/query';
import { requireWritten, type Target } from '../../db/update-outcome';
import { NotFoundError } from '../../errors';
import { isoTime, isoTimeOrNull } from '../../rules/datetime';
import { FORMER_LIFETIME, formerUntil } from '../../rules/former-secret';
import { webhooksChanged } from '../../webhooks/nudge';
import { newSecret } from '../../webhooks/signature';
import { forAdmin } from '../audit/service';
import * as queries from './queries';
import { requireUrl, tooMany } from './rules';
import type { Renewal, Webhook, WebhookInput, WebhookPatch, WebhookWithSecret } from './schemas';

export const ENTITY = 'Webhook';

/** Names by which the service is reached: no webhook leads there. */
type OwnHosts = readonly string[];

const surroundingsOf = ({ settings: { WEBHOOK_LOOPBACK } }: ServiceContext, ownHosts: OwnHosts) => ({
  ownHosts,
  loopback: WEBHOOK_LOOPBACK === 'yes',
});

/** As it is called, in whichever spelling it was sent. @throws InvalidError */
function urlOf(ctx: ServiceContext, url: string, ownHosts: OwnHosts): string {
  requireUrl(url, surroundingsOf(ctx, ownHosts));
  return new URL(url).href;
}

const toWebhook = ({ now }: ServiceContext, row: queries.WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  types: row.types,
  description: row.description,
  disabled_at: isoTimeOrNull(row.disabled_at),
  disabled_because: row.disabled_because,
  failing_since: isoTimeOrNull(row.failing_since),
  former_secret_until: isoTimeOrNull(formerUntil(row.former_secret_until, now)),
  behind: row.disabled_at === null ? row.behind : null,
  created_at: isoTime(row.created_at),
});

export function asVersioned(ctx: ServiceContext, { version, ...row }: queries.WebhookRow & { version: number }) {
  return { version, record: toWebhook(ctx, row) };
}

/** Is told of what happens from now on. @throws UnauthenticatedError, InvalidError, RuleError where there are as many as there may be */
export async function createWebhook(
  ctx: ServiceContext,
  { url, types, description, disabled }: WebhookInput,
  ownHosts: OwnHosts,
  idempotency: Idempotency | null,
): Promise<Versioned<WebhookWithSecret>> {
  const secret = newSecret();
  const row = {
    ...{ ...newEntity(ctx), url: urlOf(ctx, url, ownHosts), types, description, secret },
    ...{ former_secret: null, former_secret_until: null },
    ...{ disabled_at: disabled ? ctx.now : null, disabled_because: null, failing_since: null, cursor: 0 },
  };
  return createOnce<Versioned<WebhookWithSecret>>(ctx, idempotency, {
    create: async () => {
      const { actor, inserted, webhooks } = await ctx.db.batch({
        actor: currentActor(ctx),
        inserted: queries.insert(ctx, { ...row, ...actingOf(ctx) }, idempotency),
        webhooks: queries.byId({ id: row.id }),
      });
      requireCurrentActor(actor);
      if (inserted.length === 0) throw tooMany();
      webhooksChanged();
      const { version, record } = asVersioned(ctx, onlyRow(webhooks));
      return { version, record: { ...record, secret } };
    },
    read: (id) => getWebhook(ctx, id),
  });
}

/** @throws UnauthenticatedError */
export async function listWebhooks(
  ctx: ServiceContext,
  { limit, cursor = Number.MAX_SAFE_INTEGER }: Omit<KeysetQuery, 'offset'>,
) {
  const webhooks = await forAdmin(ctx, queries.webhooksBefore({ cursor, limit: limit + 1 }));
  const { rows, next } = cutPage(webhooks, limit);
  return { rows: rows.map((row) => toWebhook(ctx, row)), next };
}

/** @throws UnauthenticatedError, NotFoundError */
export async function getWebhook(ctx: ServiceContext, id: string): Promise<Versioned<Webhook>> {
  const [row] = await forAdmin(ctx, queries.byId({ id }));
  if (!row) throw new NotFoundError(ENTITY, id);
  return asVersioned(ctx, row);
}

/** @throws UnauthenticatedError, NotFoundError, OutdatedError, InvalidError */
export async function updateWebhook(
  ctx: ServiceContext,
  target: Target,
  { url, types, description, disabled }: WebhookPatch,
  ownHosts: OwnHosts,
): Promise<Versioned<Webhook>> {
  const changes = {
    new_url: url === undefined ? null : urlOf(ctx, url, ownHosts),
    new_types: types ? JSON.stringify(types) : null,
    ...{ new_description: description ?? null, names_description: Number(description !== undefined) },
    new_disabled: disabled === undefined ? null : Number(disabled),
    now: ctx.now,
  };
  const { outcome, webhooks } = await ctx.db.batch({
    outcome: queries.update(ctx, target, changes),
    webhooks: queries.byId({ id: target.id }),
  });
  requireWritten(ENTITY, target.id, outcome);
  webhooksChanged();
  return asVersioned(ctx, onlyRow(webhooks));
}

/** @throws UnauthenticatedError, NotFoundError */
export function renewSecret(
  ctx: ServiceContext,
  id: string,
  { revoke_old }: Renewal,
  idempotency: Idempotency | null,
): Promise<Versioned<WebhookWithSecret>> {
  return createOnce<Versioned<WebhookWithSecret>>(ctx, idempotency, {
    create: async () => {
      const secret = newSecret();
      const renewing = { revoke_old: Number(revoke_old), former_until: ctx.now + FORMER_LIFETIME };
      const { outcome, webhooks } = await ctx.db.batch({
        outcome: withFollowers(
          queries.renewSecret(ctx, { id, if_version: null }, { secret, ...renewing }),
          ...rememberKey(ctx, idempotency, id),
        ),
        webhooks: queries.byId({ id }),
      });
      requireWritten(ENTITY, id, outcome);
      const { version, record } = asVersioned(ctx, onlyRow(webhooks));
      return { version, record: { ...record, secret } };
    },
    read: (webhook_id) => getWebhook(ctx, webhook_id),
  });
}

/** Nothing more is sent to it. @throws UnauthenticatedError, NotFoundError, OutdatedError */
export async function deleteWebhook(ctx: ServiceContext, target: Target): Promise<void> {
  requireWritten(ENTITY, target.id, await ctx.db.run(queries.remove(ctx, target, { deleted_at: ctx.now })));
}
