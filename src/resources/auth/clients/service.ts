import { CLIENT_ROLE } from '../../../auth/permissions';
import { newOpaqueToken } from '../../../auth/tokens';
import type { ServiceContext } from '../../../context';
import { actingOf, currentActor, requireCurrentActor } from '../../../db/current-actor';
import { newEntity, type Versioned } from '../../../db/entity';
import { createOnce, type Idempotency, rememberKey } from '../../../db/idempotency';
import { cutPage, type KeysetQuery } from '../../../db/keyset-list';
import { onlyRow, withFollowers } from '../../../db/query';
import { isRefused, requireWritten, type Target } from '../../../db/update-outcome';
import { ConflictError, NotFoundError } from '../../../errors';
import { instant, isoTime, isoTimeOrNull } from '../../../rules/datetime';
import { FORMER_LIFETIME, formerUntil } from '../../../rules/former-secret';
import { sha256 } from '../../../rules/sha256';
import { newUser } from '../accounts/service';
import { requireUsable } from './keys';
import * as queries from './queries';
import type { Client, ClientInput, ClientPatch, ClientWithSecret, Renewal } from './schemas';

const ENTITY = 'Client';

/** 256 random bits, which need no slow hash. The prefix tells people, and programs that look for leaks, what it is. */
async function newSecret() {
  const client_secret = `hs_${newOpaqueToken()}`;
  return { client_secret, secret_hash: await sha256(client_secret) };
}

const toClient = ({ now }: ServiceContext, row: queries.ClientRow): Client => ({
  client_id: row.id,
  name: row.name,
  scope: row.scope,
  jwks: row.jwks,
  expires_at: isoTimeOrNull(row.expires_at),
  former_secret_until: isoTimeOrNull(formerUntil(row.former_secret_until, now)),
  last_used_at: isoTimeOrNull(row.last_used_at),
  created_at: isoTime(row.created_at),
});

const endOf = ({ settings }: ServiceContext, sent: string | null) =>
  sent === null ? null : instant(sent, settings.TIME_ZONE);

/** Both client and account, or neither. @throws UnauthenticatedError, InvalidError */
export async function createClient(
  ctx: ServiceContext,
  { name, scope, secret, jwks, expires_at }: ClientInput,
  idempotency: Idempotency | null,
): Promise<Versioned<ClientWithSecret>> {
  if (jwks) await requireUsable(jwks);
  const entity = newEntity(ctx);
  // No e-mail: nobody can sign up by it, nor log in.
  const login = `client:${entity.id}`;
  const names = { email: login, username: login, full_name: name, phone_number: null };
  const account = { ...(await newUser(ctx, { ...names, type: CLIENT_ROLE, password: null })), ...entity };
  const { client_secret, secret_hash } = secret ? await newSecret() : { secret_hash: null };
  const row = {
    ...{ ...entity, name, scope, jwks, expires_at: endOf(ctx, expires_at), secret_hash },
    ...{ former_secret_hash: null, former_secret_until: null, last_used_at: null },
  };
  return createOnce<Versioned<ClientWithSecret>>(ctx, idempotency, {
    create: async () => {
      const { actor } = await ctx.db.batch({
        actor: currentActor(ctx),
        account: queries.insertAccount(ctx, { ...account, ...actingOf(ctx) }),
        client: queries.insert(ctx, row, idempotency),
      });
      requireCurrentActor(actor);
      return { version: row.version, record: { ...toClient(ctx, row), ...(client_secret && { client_secret }) } };
    },
    read: (id) => getClient(ctx, id),
  });
}

/** @throws UnauthenticatedError */
export async function listClients(
  ctx: ServiceContext,
  { limit, cursor = Number.MAX_SAFE_INTEGER }: Omit<KeysetQuery, 'offset'>,
) {
  const { actor, clients } = await ctx.db.batch({
    actor: currentActor(ctx),
    clients: queries.clientsBefore({ cursor, limit: limit + 1 }),
  });
  requireCurrentActor(actor);
  const { rows, next } = cutPage(clients, limit);
  return { rows: rows.map((row) => toClient(ctx, row)), next };
}

function asVersioned(ctx: ServiceContext, { version, ...row }: queries.ClientRow & { version: number }) {
  return { version, record: toClient(ctx, row) };
}

/** @throws NotFoundError */
export async function getClient(ctx: ServiceContext, id: string): Promise<Versioned<Client>> {
  const row = await ctx.db.first(queries.byId({ id }));
  if (!row) throw new NotFoundError(ENTITY, id);
  return asVersioned(ctx, row);
}

/** Another scope, end or key ends its tokens, by a trigger. @throws UnauthenticatedError, NotFoundError, OutdatedError, ConflictError, InvalidError */
export async function updateClient(
  ctx: ServiceContext,
  target: Target,
  patch: ClientPatch,
): Promise<Versioned<Client>> {
  const { name = null, scope = null, jwks, expires_at } = patch;
  if (jwks) await requireUsable(jwks);
  const changes = {
    ...{ new_name: name, new_scope: scope, new_jwks: jwks ? JSON.stringify(jwks) : null },
    ...{ new_end: endOf(ctx, expires_at ?? null), names_end: Number(expires_at !== undefined) },
  };
  const { outcome, clients } = await ctx.db.batch({
    outcome: queries.update(ctx, target, changes),
    account: queries.renameAccount(ctx, { id: target.id, if_version: null }, {}),
    clients: queries.byId({ id: target.id }),
  });
  if (isRefused(outcome, target)) throw new ConflictError('other_credentials', 'The client has a secret, and no keys');
  requireWritten(ENTITY, target.id, outcome);
  return asVersioned(ctx, onlyRow(clients));
}

/** @throws UnauthenticatedError, NotFoundError, ConflictError where it has keys */
export function renewSecret(
  ctx: ServiceContext,
  id: string,
  { revoke_old }: Renewal,
  idempotency: Idempotency | null,
): Promise<Versioned<ClientWithSecret>> {
  return createOnce<Versioned<ClientWithSecret>>(ctx, idempotency, {
    create: async () => {
      const { client_secret, secret_hash } = await newSecret();
      const target = { id, if_version: null };
      const renewing = { revoke_old: Number(revoke_old), former_until: ctx.now + FORMER_LIFETIME };
      const { outcome, clients } = await ctx.db.batch({
        outcome: withFollowers(
          queries.renewSecret(ctx, target, { secret_hash, ...renewing }),
          ...rememberKey(ctx, idempotency, id),
          ...(revoke_old ? [queries.endTokens({ id, now: ctx.now })] : []),
        ),
        clients: queries.byId({ id }),
      });
      if (isRefused(outcome, target))
        throw new ConflictError('other_credentials', 'The client has keys, and no secret');
      requireWritten(ENTITY, id, outcome);
      const { version, record } = asVersioned(ctx, onlyRow(clients));
      return { version, record: { ...record, client_secret } };
    },
    read: (client_id) => getClient(ctx, client_id),
  });
}

/** Its account and its tokens end with it. @throws UnauthenticatedError, NotFoundError, OutdatedError */
export async function deleteClient(ctx: ServiceContext, target: Target): Promise<void> {
  const { outcome } = await ctx.db.batch({
    outcome: queries.remove(ctx, target, { deleted_at: ctx.now }),
    account: queries.removeAccount(ctx, { id: target.id, if_version: null }, { deleted_at: ctx.now }),
  });
  requireWritten(ENTITY, target.id, outcome);
}
