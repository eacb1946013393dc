/*
 * The batches that give a client a token. What only one that is let in writes comes in `admitted`, behind a statement that asks
 * whether it is: so a token that fails writes nothing of it, and two at once begin one session.
 */
import { and, eq, exists, gt, gte, isNull, lte, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { CLIENT_ROLE } from '../../../auth/permissions';
import type { ServiceContext } from '../../../context';
import { auditRow } from '../../../db/audit';
import { existsLive, isLive } from '../../../db/entity';
import { insertion, type NewRow } from '../../../db/insert';
import { batchOf, type Query, withFollowers } from '../../../db/query';
import { client, clientAssertion } from '../../../db/schema/client';
import { loginFailure, loginSession } from '../../../db/schema/user';
import { db, type Inputs, previousChanged, rawStatement, statement } from '../../../db/statement';
import { countWrongOf, stateOf } from '../attempts/queries';

interface Asking {
  client_id: string;
  now: number;
}

/** Milliseconds that a token lives at least: a client that ends before has ended. */
const SHORTEST = 1_000;
const goesOn = (now: SQLWrapper): SQL | undefined =>
  or(isNull(client.expires_at), gte(client.expires_at, sql`${now} + ${SHORTEST}`));

/** Of a session whose client has no end: the last time of a Date. */
const NO_END = 8_640_000_000_000_000;

const openSession = (client_id: SQLWrapper, now: SQLWrapper) =>
  db
    .select({ id: loginSession.id })
    .from(loginSession)
    .where(and(eq(loginSession.user_id, client_id), isNull(loginSession.revoked_at), gt(loginSession.expires_at, now)));

const beginSession = insertion(loginSession, {
  computed: {
    expires_at: (p) => {
      const until = sql`coalesce(${client.expires_at}, ${sql.raw(String(NO_END))})`;
      return sql`(${db.select({ until }).from(client).where(eq(client.id, p.user_id))})`;
    },
  },
  where: (p: Inputs<NewRow<typeof loginSession>>) =>
    and(previousChanged, not(exists(openSession(p.user_id, p.created_at)))),
});

/** For right behind the write of a client that is let in. On record as a login, when there was none. */
function beginning(ctx: ServiceContext, { client_id, now }: Asking): Query<unknown> {
  const actor = { id: client_id, role: CLIENT_ROLE } as const;
  return withFollowers(
    beginSession({
      ...{ id: crypto.randomUUID(), user_id: client_id, created_at: now, expires_at: NO_END, revoked_at: null },
      ...{ last_used_at: now, device: null, address: ctx.address, scope: null },
    }),
    auditRow({ ...ctx, actor }, { action: 'login', entity: 'user', entity_id: client_id }),
  );
}

const use = (p: Inputs<Asking>, ...conditions: (SQL | undefined)[]) =>
  db
    .update(client)
    .set({ last_used_at: sql`${p.now}` })
    .where(and(isLive(client, p.client_id), goesOn(p.now), ...conditions))
    .returning({ scope: client.scope, expires_at: client.expires_at });

/** No row where there is no such client; without a session where none is open. */
const sessionOf = statement((p: Inputs<Asking>) =>
  db
    .select({ session: sql<string | null>`${openSession(client.id, p.now).limit(1)}`.as('session') })
    .from(client)
    .where(isLive(client, p.client_id)),
);

// By a secret: one batch, which compares it, too.

interface Tried extends Asking {
  secret_hash: string;
  counter: string;
}

const isSecret = (p: Inputs<Tried>): SQL | undefined =>
  or(
    eq(client.secret_hash, p.secret_hash),
    and(eq(client.former_secret_hash, p.secret_hash), gt(client.former_secret_until, p.now)),
  );
const isRight = (p: Inputs<Tried>): SQL => existsLive(client, p.client_id, goesOn(p.now), isSecret(p));

const waits = (p: Inputs<Tried>): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(loginFailure)
      .where(and(eq(loginFailure.email_hash, p.counter), gt(loginFailure.wait_until, p.now))),
  );

const countWrong = countWrongOf((p: Inputs<Tried>) => not(isRight(p)));
const useBySecret = statement((p: Inputs<Tried>) => use(p, isSecret(p), not(waits(p))));
const clearWrong = statement((p: Inputs<Tried>) =>
  db
    .delete(loginFailure)
    .where(and(eq(loginFailure.email_hash, p.counter), lte(loginFailure.wait_until, p.now), isRight(p))),
);

/** A wrong secret writes that it is one, a right one that the client was let in; while the counter waits, neither does. */
export const admitBySecret = (ctx: ServiceContext, tried: Tried) =>
  batchOf({
    wrong: countWrong(tried),
    used: withFollowers(useBySecret(tried), beginning(ctx, tried)),
    cleared: clearWrong(tried),
    state: stateOf(tried),
    known: sessionOf(tried),
  });

// By an assertion: a batch with the keys by which it is verified, then one that uses it up.

/** Also as the text that is stored, for which the second batch asks. */
export const keysOf = statement((p: Inputs<{ client_id: string }>) =>
  db
    .select({ jwks: client.jwks, stored: sql<string | null>`${client.jwks}`.as('stored') })
    .from(client)
    .where(isLive(client, p.client_id)),
);

interface Verified extends Asking {
  /** the keys by which it was verified, as `keysOf` has them */
  stored: string;
  /** SHA-256 of the client and the assertion's `jti` */
  hash: string;
  expires_at: number;
}

/** Raw: Drizzle's `insert().select()` takes no `on conflict`. */
const spend = rawStatement<Verified, never>(
  (p) => sql`insert into ${clientAssertion} (hash, expires_at) select ${p.hash}, ${p.expires_at}
    where ${existsLive(client, p.client_id, goesOn(p.now), sql`${client.jwks} = ${p.stored}`)} on conflict (hash) do nothing`,
);
const useVerified = statement((p: Inputs<Asking>) => use(p, previousChanged));

/** Nothing is written where the assertion was used before, or the client is no longer what it was verified by. */
export const admitByAssertion = (ctx: ServiceContext, verified: Verified) =>
  batchOf({
    spent: spend(verified),
    used: withFollowers(useVerified(verified), beginning(ctx, verified)),
    known: sessionOf(verified),
  });

/** Of either batch. */
export type Outcome = ReturnType<ReturnType<typeof admitByAssertion>['read']>;
