import { and, getTableName, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { ServiceContext } from '../context';
import type { EntityTable } from './entity';
import { type Idempotency, rememberKey } from './idempotency';
import { type InsertOptions, insertFrom, insertion, type NewRow } from './insert';
import { type Query, withFollowers } from './query';
import { areThere, type Demands, missingUnlessWritten, orMissing, type References } from './references';
import { audit } from './schema/system';
import { db, type Inputs, previousChanged } from './statement';
import { asTable } from './table';

export const origin = (ctx: ServiceContext) => ({
  at: ctx.now,
  actor: ctx.actor?.id ?? null,
  request_id: ctx.requestId,
  address: ctx.address,
});
export type Origin = ReturnType<typeof origin>;

interface AuditEvent {
  action: string;
  entity: string;
  entity_id: string;
  /** JSON */
  detail?: string;
}

const insertEvent = insertion(audit, { where: () => previousChanged });

/** For right behind a write of one row: its audit row, if it has changed that. */
export const auditRow = (ctx: ServiceContext, event: AuditEvent) =>
  insertEvent({ ...origin(ctx), detail: null, ...event, version: 1, changed: [] });

/** An audit row for each row that the write right behind it is about to change. */
export const auditRows = (
  p: Inputs<Origin>,
  table: EntityTable,
  {
    action,
    changed,
    detail = sql`null`,
    where,
    given,
  }: {
    action: string;
    changed: SQL;
    detail?: SQL;
    where: SQL | undefined;
    /** a row that `p` is of, where these are no placeholders */
    given?: SQL;
  },
): SQL => {
  const rows = db
    .select({
      at: sql`${p.at}`,
      actor: sql`${p.actor}`,
      action: sql`${action}`,
      entity: sql`${getTableName(table)}`,
      entity_id: table.id,
      version: sql`${table.version} + 1`,
      changed,
      request_id: sql`${p.request_id}`,
      address: sql`${p.address}`,
      detail,
    })
    .from(asTable(table));
  return insertFrom(audit, (given ? rows.innerJoin(given, sql`1`) : rows).where(where).getSQL());
};

export const audited = <Result>(ctx: ServiceContext, write: Query<Result>, event: AuditEvent): Query<Result> =>
  withFollowers(write, auditRow(ctx, event));

type Options<T extends SQLiteTable, R extends keyof T['$inferSelect'], Extra, Name extends string> = InsertOptions<
  T,
  R,
  Extra
> & {
  /** what must be there: where it is not, reading the result throws what `requireThere` does. Needs `returning` */
  refers?: References<Name>;
  demands?: Demands<Name, Inputs<NewRow<T> & Extra>>;
};

/** A used idempotency key aborts the batch. Where the condition of the insert fails, nothing is written. */
export function auditedInsert<
  T extends SQLiteTable,
  R extends keyof T['$inferSelect'] & string = never,
  Extra = unknown,
  Name extends keyof NewRow<T> & string = never,
>(table: T, { refers, demands, where, ...options }: Options<T, R, Extra, Name> = {}) {
  const insert = insertion<T, R, Extra>(table, {
    ...options,
    where: (p) => and(refers && areThere(refers, p, demands), where?.(p)),
  });
  const missing = refers && missingUnlessWritten(refers);
  return (ctx: ServiceContext, row: NewRow<T> & Extra & { id: string }, idempotency: Idempotency | null = null) => {
    const written = withFollowers(
      insert(row),
      ...rememberKey(ctx, idempotency, row.id),
      auditRow(ctx, { action: 'create', entity: getTableName(table), entity_id: row.id }),
    );
    return orMissing(written, missing?.(row));
  };
}
