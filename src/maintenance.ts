import { and, eq, exists, inArray, lt, not, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { archiveTrail } from './audit/archive';
import { type Head, sealTrail } from './audit/seal';
import { DATABASE_MAX, Database } from './db/client';
import { type Query, theRow } from './db/query';
import { idempotencyKey, loginFailure, loginSession, passwordToken, refreshToken, TRAILS } from './db/schema';
import type { SearchRebuild, Step } from './db/search-rebuild';
import { db, type Inputs, rawStatement, statement } from './db/statement';
import { type Bindings, settingsOf } from './env';
import { type Failure, failureOf, log } from './log';
import { removeOrphans } from './orphan-files';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** From here on each run warns: a larger database cannot be had, so something must leave it. */
const DATABASE_FILLING = 7_000_000_000;

/** Bounds of one statement and of one run: the next one continues where it stopped. */
const ROWS_MAX = 5_000;
const ROUNDS_MAX = 10;
/** A million patients take a day. Each step has 5 queries, and D1 allows 1,000 in one run. */
const STEPS_MAX = 100;

const changedRows = rawStatement<unknown, { n: number }>(() => sql`select changes() as n`);

type Before = { before: number };

/**
 * Removes rows whose time lies before a bound, at most `ROWS_MAX` of them: by a subquery, as SQLite has no `DELETE … LIMIT`.
 * @param key the primary key
 */
const removal = (table: SQLiteTable, key: SQLiteColumn, time: SQLiteColumn, condition?: SQL) =>
  statement((p: Inputs<Before>) => {
    const expired = db
      .select({ key })
      .from(table)
      .where(and(lt(time, p.before), condition))
      .limit(ROWS_MAX);
    return db.delete(table).where(inArray(key, expired));
  });

const tokenOfSession = db
  .select({ one: sql`1` })
  .from(refreshToken)
  .where(eq(refreshToken.session_id, loginSession.id));

/** What expires, by name, in the order that foreign keys allow. */
const EXPIRED: Record<string, { age: number; remove: (values: Before) => Query<never[]> }> = {
  refresh_token: { age: DAY, remove: removal(refreshToken, refreshToken.token_hash, refreshToken.expires_at) },
  login_session: {
    age: DAY,
    remove: removal(loginSession, loginSession.id, loginSession.expires_at, not(exists(tokenOfSession))),
  },
  password_token: { age: DAY, remove: removal(passwordToken, passwordToken.user_id, passwordToken.expires_at) },
  login_failure: { age: DAY, remove: removal(loginFailure, loginFailure.email_hash, loginFailure.updated_at) },
  idempotency_key: {
    age: 7 * DAY,
    // Raw: Drizzle has no word for a list of pairs.
    remove: rawStatement<Before, never>(
      (p) => sql`delete from ${idempotencyKey} where (actor, key) in
        (select actor, key from ${idempotencyKey} where created_at < ${p.before} limit ${ROWS_MAX})`,
    ),
  },
};

/** Why parts of a run failed, by their names. */
type Failures = Record<string, Failure>;

/** Fills indexes and derives terms of existing rows again, `STEPS_MAX` steps in all. @returns counts for each that had any left */
async function rebuildSearch(database: Database, rebuilds: readonly SearchRebuild[], failures: Failures) {
  const rebuilt: Record<string, Step | 'failed'> = {};
  let steps = STEPS_MAX;
  for (const { kind, step } of rebuilds) {
    const total = { checked: 0, changed: 0 };
    try {
      for (; steps > 0; steps--) {
        const done = await step(database);
        if (!done) break;
        total.checked += done.checked;
        total.changed += done.changed;
        rebuilt[kind] = { ...total, next: done.next };
      }
    } catch (error) {
      rebuilt[kind] = 'failed';
      failures[`search ${kind}`] = failureOf(error);
    }
  }
  return rebuilt;
}

/** Seals each trail, then archives what is older than the deployment keeps. */
async function keepTrails(env: Bindings, database: Database, now: number, failures: Failures) {
  const sealed: Record<string, Head | 'failed'> = {};
  const archived: Record<string, number | 'failed'> = {};
  const failed = (name: string) => (error: unknown) => {
    failures[name] = failureOf(error);
    return 'failed' as const;
  };
  for (const trail of TRAILS) {
    sealed[trail] = await sealTrail(database, trail, now).catch(failed(`seal ${trail}`));
    archived[trail] = await (async () => {
      const days = settingsOf(env).AUDIT_RETENTION_DAYS;
      return days === undefined ? 0 : archiveTrail(database, env.FILES, trail, { now, days });
    })().catch(failed(`archive ${trail}`));
  }
  return { sealed, archived };
}

/** The hourly housekeeping. If a part fails, the others still run. Counts are logged, and what failed and why. */
export async function sweep(env: Bindings, now: number, rebuilds: readonly SearchRebuild[]): Promise<void> {
  const database = new Database(env.DB, 'first-primary');
  const removed: Record<string, number | 'failed'> = {};
  const failures: Failures = {};
  const part = async (name: string, run: () => Promise<number>) => {
    removed[name] = await run().catch((error) => {
      failures[name] = failureOf(error);
      return 'failed' as const;
    });
  };

  const trails = await keepTrails(env, database, now, failures);
  await part('orphan_file', () => removeOrphans(env.FILES, database, now));
  for (const [name, { age, remove }] of Object.entries(EXPIRED)) {
    await part(name, async () => {
      let removed = 0;
      for (let round = 0; round < ROUNDS_MAX && removed === round * ROWS_MAX; round++) {
        const { changed } = await database.batch({ removed: remove({ before: now - age }), changed: changedRows({}) });
        removed += theRow(changed).n;
      }
      return removed;
    });
  }
  const rebuilt = await rebuildSearch(database, rebuilds, failures);
  const failed = Object.keys(failures).length > 0;
  const { size = 0 } = database;
  const filling = size >= DATABASE_FILLING;
  log(failed ? 'error' : filling ? 'warn' : 'info', 'sweep', {
    removed,
    rebuilt,
    ...trails,
    database_bytes: size,
    ...(filling && { database_filling: `${Math.floor((100 * size) / DATABASE_MAX)} %` }),
    ...(failed && { failures }),
  });
}
