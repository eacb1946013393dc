/** What nobody can use any more: tokens, logins, counts of failures, idempotency keys, holds, and what came of deliveries and messages. */
import { and, eq, exists, inArray, lt, not, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '../db/client';
import { onlyRow, type Query } from '../db/query';
import {
  clientAssertion,
  forgotToken,
  hold,
  idempotencyKey,
  loginFailure,
  loginSession,
  mailCount,
  message,
  passwordToken,
  refreshToken,
  webhook,
  webhookDelivery,
} from '../db/schema';
import { changedRows, db, type Inputs, rawStatement, statement } from '../db/statement';
import { EVENTS_LIFETIME, firstSince } from '../events/since';
import { DAY, HOUR } from '../rules/clock';

/** Rows of one statement, and statements of one run: the next run goes on where it stopped. */
const ROWS_MAX = 5_000;
const ROUNDS_MAX = 10;

/** From the end of a message on. */
const MESSAGES_KEPT = 90 * DAY;

type Before = { before: number };

/** By a subquery, as D1's SQLite has no `DELETE … LIMIT`. @param key the primary key */
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

/** @param age milliseconds for which a row is kept beyond its time. @returns what removes the older ones, and says how many */
const olderThan =
  (age: number, remove: (values: Before) => Query<never[]>) =>
  async (database: Database, now: number): Promise<number> => {
    let removed = 0;
    for (let round = 0; round < ROUNDS_MAX && removed === round * ROWS_MAX; round++) {
      const { changed } = await database.batch({ removed: remove({ before: now - age }), changed: changedRows({}) });
      removed += onlyRow(changed).n;
    }
    return removed;
  };

/** By their tables, in the order that foreign keys allow. */
export const EXPIRED_ROWS = {
  refresh_token: olderThan(DAY, removal(refreshToken, refreshToken.token_hash, refreshToken.expires_at)),
  login_session: olderThan(
    DAY,
    removal(loginSession, loginSession.id, loginSession.expires_at, not(exists(tokenOfSession))),
  ),
  password_token: olderThan(DAY, removal(passwordToken, passwordToken.user_id, passwordToken.expires_at)),
  forgot_token: olderThan(HOUR, removal(forgotToken, forgotToken.token_hash, forgotToken.created_at)),
  client_assertion: olderThan(HOUR, removal(clientAssertion, clientAssertion.hash, clientAssertion.expires_at)),
  calendar_hold: olderThan(HOUR, removal(hold, hold.id, hold.expires_at)),
  login_failure: olderThan(DAY, removal(loginFailure, loginFailure.email_hash, loginFailure.updated_at)),
  idempotency_key: olderThan(
    7 * DAY,
    // Raw: Drizzle has no list of pairs.
    rawStatement<Before, never>(
      (p) => sql`delete from ${idempotencyKey} where (actor, key) in
        (select actor, key from ${idempotencyKey} where created_at < ${p.before} limit ${ROWS_MAX})`,
    ),
  ),
  mail_count: olderThan(
    2 * DAY,
    rawStatement<Before, never>(
      (p) => sql`delete from ${mailCount} where counter in
        (select counter from ${mailCount} where day < ${p.before} / ${sql.raw(String(DAY))} limit ${ROWS_MAX})`,
    ),
  ),
  message: olderThan(MESSAGES_KEPT, removal(message, message.seq, message.ended_at)),
  // By the time of the event, of which a delivery has the number; of a webhook that was deleted, all.
  webhook_delivery: olderThan(
    EVENTS_LIFETIME,
    rawStatement<Before, never>(
      (p) => sql`delete from ${webhookDelivery} where (webhook_seq, event_seq) in
        (select d.webhook_seq, d.event_seq from ${webhook} w join ${webhookDelivery} d on d.webhook_seq = w.seq
          and d.event_seq < iif(w.deleted_at is null, ${firstSince(p.before)}, ${Number.MAX_SAFE_INTEGER})
        order by w.seq limit ${ROWS_MAX})`,
    ),
  ),
};
