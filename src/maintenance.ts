import { sql } from 'drizzle-orm';
import { Database } from './db/client';
import { type Query, theRow } from './db/query';
import { file, idempotencyKey, loginFailure, loginSession, refreshToken } from './db/schema';
import { rawStatement } from './db/statement';
import type { Bindings } from './env';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** D1's Time Travel reaches 30 days back: a database that was restored must still find the bytes of its files. */
const ORPHAN_AGE = 31 * DAY;

/** Bounds of one statement and of one run: the next one continues where it stopped. */
const ROWS_MAX = 5_000;
const ROUNDS_MAX = 10;
const PAGES_MAX = 50;
const LIMIT = sql.raw(`LIMIT ${ROWS_MAX}`);

const FILE_KEY = /^[0-9a-f-]{36}\/([0-9a-f-]{36})\.[a-z]+$/;
const DIGITS = [...'0123456789abcdef'];

const changedRows = rawStatement<unknown, { n: number }>(() => sql`select changes() as n`);

const idsWithoutRow = rawStatement<{ ids: string }, { id: string }>(
  (p) =>
    sql`select value as id from json_each(${p.ids}) where not exists (select 1 from ${file} where ${file.id} = value)`,
);

type Before = { before: number };

/**
 * What has expired, by name, in the order that foreign keys allow. Raw: SQLite has no `DELETE … LIMIT`, so each names
 * its rows by a subquery.
 */
const EXPIRED: Record<string, { age: number; remove: (values: Before) => Query<never[]> }> = {
  refresh_token: {
    age: DAY,
    remove: rawStatement<Before, never>(
      (p) => sql`DELETE FROM ${refreshToken} WHERE token_hash IN
        (SELECT token_hash FROM ${refreshToken} WHERE expires_at < ${p.before} ${LIMIT})`,
    ),
  },
  login_session: {
    age: DAY,
    remove: rawStatement<Before, never>(
      (p) => sql`DELETE FROM ${loginSession} WHERE id IN (SELECT id FROM ${loginSession} WHERE expires_at < ${p.before}
        AND NOT EXISTS (SELECT 1 FROM ${refreshToken} WHERE session_id = ${loginSession.id}) ${LIMIT})`,
    ),
  },
  login_failure: {
    age: DAY,
    remove: rawStatement<Before, never>(
      (p) => sql`DELETE FROM ${loginFailure} WHERE email_hash IN
        (SELECT email_hash FROM ${loginFailure} WHERE updated_at < ${p.before} ${LIMIT})`,
    ),
  },
  idempotency_key: {
    age: 7 * DAY,
    remove: rawStatement<Before, never>(
      (p) => sql`DELETE FROM ${idempotencyKey} WHERE (actor, key) IN
        (SELECT actor, key FROM ${idempotencyKey} WHERE created_at < ${p.before} ${LIMIT})`,
    ),
  },
};

async function* pages(bucket: R2Bucket, prefixes: readonly string[], max: number): AsyncGenerator<R2Object[]> {
  let left = max;
  for (const prefix of prefixes) {
    for (let cursor: string | undefined, more = true; more && left > 0; left--) {
      const page = await bucket.list({ prefix, ...(cursor && { cursor }) });
      yield page.objects;
      more = page.truncated;
      cursor = page.truncated ? page.cursor : undefined;
    }
  }
}

/**
 * Removes bytes that crashes left without a row. Each hour looks at another 16th of the keys, and begins each round at
 * another place in it, so that every key has its turn however many there are.
 */
async function removeOrphans(env: Bindings, db: Database, now: number): Promise<number> {
  const hour = Math.floor(now / HOUR);
  const from = Math.floor(hour / 16) % 16;
  const prefixes = [...DIGITS.slice(from), ...DIGITS.slice(0, from)].map((digit) => `${DIGITS[hour % 16]}${digit}`);
  let removed = 0;
  for await (const objects of pages(env.FILES, prefixes, PAGES_MAX)) {
    const keys = new Map<string, string>();
    for (const { key, uploaded } of objects) {
      const id = FILE_KEY.exec(key)?.[1];
      // Its upload may still be under way.
      if (id && uploaded.getTime() < now - ORPHAN_AGE) keys.set(id, key);
    }
    if (keys.size === 0) continue;
    const orphans = await db.run(idsWithoutRow({ ids: JSON.stringify([...keys.keys()]) }));
    if (orphans.length === 0) continue;
    await env.FILES.delete(orphans.flatMap(({ id }) => keys.get(id) ?? []));
    removed += orphans.length;
  }
  return removed;
}

/** The hourly housekeeping. If a part fails, the others still run. Only counts are logged. */
export async function sweep(env: Bindings, now: number): Promise<void> {
  const db = new Database(env.DB, 'first-primary');
  const removed: Record<string, number | 'failed'> = {};
  const part = async (name: string, run: () => Promise<number>) => {
    removed[name] = await run().catch(() => 'failed' as const);
  };

  await part('orphan_file', () => removeOrphans(env, db, now));
  for (const [name, { age, remove }] of Object.entries(EXPIRED)) {
    await part(name, async () => {
      let removed = 0;
      for (let round = 0; round < ROUNDS_MAX && removed === round * ROWS_MAX; round++) {
        const { changed } = await db.batch({ removed: remove({ before: now - age }), changed: changedRows({}) });
        removed += theRow(changed).n;
      }
      return removed;
    });
  }
  const level = Object.values(removed).includes('failed') ? 'error' : 'info';
  console.log(JSON.stringify({ level, event: 'sweep', removed }));
}
