import { and, desc, eq, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { auditedInsert } from '../../../db/audit';
import { auditedUpdate } from '../../../db/audited-update';
import { type Acting, isCurrentActor } from '../../../db/current-actor';
import { isLive } from '../../../db/entity';
import { client } from '../../../db/schema/client';
import { loginSession, user } from '../../../db/schema/user';
import { asExpression, db, type Inputs, previousChanged, statement } from '../../../db/statement';

/** Never a hash. */
const columns = {
  id: client.id,
  name: client.name,
  scope: client.scope,
  jwks: client.jwks,
  expires_at: client.expires_at,
  former_secret_until: client.former_secret_until,
  last_used_at: client.last_used_at,
  created_at: client.created_at,
};
export type ClientRow = Pick<typeof client.$inferSelect, keyof typeof columns>;

export const clientsBefore = statement((p: Inputs<{ cursor: number; limit: number }>) =>
  db
    .select({ ...columns, seq: client.seq })
    .from(client)
    .where(and(lt(client.seq, p.cursor), isNull(client.deleted_at)))
    .orderBy(desc(client.seq))
    .limit(asExpression(p.limit)),
);

export const byId = statement((p: Inputs<{ id: string }>) =>
  db
    .select({ ...columns, version: client.version })
    .from(client)
    .where(isLive(client, p.id)),
);

export const insertAccount = auditedInsert(user, { where: (p: Inputs<Acting>) => isCurrentActor(p) });
/** For right behind its account. */
export const insert = auditedInsert(client, { where: () => previousChanged });

/** Null: stays as it is; of `expires_at` a 0 or 1 says that. */
interface Changes {
  new_name: string | null;
  new_scope: string | null;
  /** as it is stored */
  new_jwks: string | null;
  new_end: number | null;
  names_end: number;
}

/** A secret is not replaced by keys: whoever has it would go on with its tokens. */
export const update = auditedUpdate(client, [], {
  guarded: true,
  computed: {
    name: (p: Inputs<Changes>) => sql`coalesce(${p.new_name}, ${client.name})`,
    scope: (p: Inputs<Changes>) => sql`coalesce(${p.new_scope}, ${client.scope})`,
    jwks: (p: Inputs<Changes>) => sql`coalesce(${p.new_jwks}, ${client.jwks})`,
    expires_at: (p: Inputs<Changes>) => sql`iif(${p.names_end}, ${p.new_end}, ${client.expires_at})`,
  },
  detailed: ['scope', 'expires_at'],
  where: (p: Inputs<Changes>) => or(isNull(p.new_jwks), isNotNull(client.jwks)),
});

/** For right behind a write of the client: its account has the same name. */
export const renameAccount = auditedUpdate(user, [], {
  computed: { full_name: () => sql`(select ${client.name} from ${client} where ${eq(client.id, user.id)})` },
  where: () => previousChanged,
  // The write before it has a version, and this one does nothing without that.
  isOfOneVersion: () => true,
});

/** What of the row a renewal needs besides the new hash. */
interface Renewing {
  /** 0 or 1 */
  revoke_old: number;
  former_until: number;
}
const unlessRevoked = (p: Inputs<Renewing>, value: SQL) => sql`iif(${p.revoke_old}, null, ${value})`;

/** Two secrets work at most: the one before the former ends. */
export const renewSecret = auditedUpdate(client, ['secret_hash'], {
  guarded: true,
  computed: {
    former_secret_hash: (p: Inputs<Renewing>) => unlessRevoked(p, sql`${client.secret_hash}`),
    former_secret_until: (p: Inputs<Renewing>) => unlessRevoked(p, sql`${p.former_until}`),
  },
  derived: ['former_secret_hash', 'former_secret_until'],
  where: (_: Inputs<Renewing>) => isNotNull(client.secret_hash),
});

/** For right behind a renewal. */
export const endTokens = statement((p: Inputs<{ id: string; now: number }>) =>
  db
    .update(loginSession)
    .set({ revoked_at: sql`${p.now}` })
    .where(and(eq(loginSession.user_id, p.id), isNull(loginSession.revoked_at), previousChanged)),
);

export const remove = auditedUpdate(client, ['deleted_at'], { action: 'delete' });
/** For right behind that of the client. A trigger ends its tokens. */
export const removeAccount = auditedUpdate(user, ['deleted_at'], {
  action: 'delete',
  guarded: false,
  where: () => previousChanged,
});
