import { and, eq, getTableColumns, getTableName, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { NotFoundError, PreconditionFailedError } from '../errors';
import type { ServiceContext } from '../http/context';
import { audit } from './schema/system';
import { db, type Inputs, insertionIf, insertSelect, type Query, statement } from './statement';

/** Who, when and from where: what every audit row says beside what was done. */
const who = (ctx: ServiceContext) => ({
  at: ctx.now,
  actor: ctx.actor?.id ?? null,
  request_id: ctx.requestId,
  address: ctx.address,
});
type Who = ReturnType<typeof who>;

const event = insertionIf(audit, () => sql`changes() > 0`);

/** Audit row of what the statement just before it in the batch did, if that changed a row. */
export const auditEvent = (ctx: ServiceContext, action: string, entity: string, entity_id: string): Query<never> =>
  event({ ...who(ctx), action, entity, entity_id, version: 1, changed: '[]' }) as Query<never>;

type Versioned = SQLiteTable & Record<'id' | 'version' | 'deleted_at', SQLiteColumn>;

/** Which row a write is for, and which version of it (`If-Match`); null: whichever there is. */
export interface Target {
  id: string;
  if_version: number | null;
}

/** The statements of an audited write, in the order in which they must run. */
export type Write<Row> = readonly [current: Query<{ version: number }>, audit: Query<never>, write: Query<Row>];

/**
 * PUT and DELETE of one table. `columns` are replaced by their new values; `derived` ones too, unnamed in the audit row.
 * The batch answers [version before, if the row is there; nothing; `returning`, if the row was written].
 */
export function auditedUpdate<
  T extends Versioned,
  K extends keyof T['$inferSelect'] & string,
  R extends keyof T['$inferSelect'] & string = 'version',
  Extra = unknown,
>(
  table: T,
  columns: readonly K[],
  options: {
    action?: string;
    derived?: readonly NoInfer<K>[];
    returning?: readonly R[];
    /** the id of the row, where it is not the target's own */
    key?: (p: Inputs<Target & Extra>) => SQL;
    /** a further condition of the write */
    where?: (p: Inputs<Target & Extra>) => SQL;
  } = {},
) {
  type Values = Pick<T['$inferSelect'], K> & Extra;
  type Row = Pick<T['$inferSelect'], R>;
  const { derived = [], returning = ['version'], action = 'update' } = options;
  const entity = getTableName(table);
  const of = getTableColumns(table) as Record<string, SQLiteColumn>;
  const column = (name: string) => of[name] as SQLiteColumn;
  const named = columns.filter((name) => !derived.includes(name));

  const row = (p: Inputs<Target & Extra>) => {
    const key: Placeholder | SQL = options.key?.(p) ?? p.id;
    return and(eq(table.id, key), isNull(table.deleted_at));
  };
  const target = (p: Inputs<Target & Extra>) =>
    and(row(p), sql`(${p.if_version} is null or ${table.version} = ${p.if_version})`, options.where?.(p));

  const current = statement((p: Inputs<Target & Extra>) =>
    db
      .select({ version: table.version })
      .from(table as SQLiteTable)
      .where(row(p)),
  ) as (values: Target & Extra) => Query<{ version: number }>;

  const auditRow = statement<Who & Target & { next: string } & Extra, never>((p) => {
    const before = named.map((name) => sql`${sql.raw(`'${name}'`)}, ${column(name)}`);
    const changed = sql`(select json_group_array(n.key) from json_each(${p.next}) n
      where n.value is not json_extract(json_object(${sql.join(before, sql`, `)}), '$.' || n.key))`;
    const row = db
      .select({
        at: sql`${p.at}`,
        actor: sql`${p.actor}`,
        action: sql`${action}`,
        entity: sql`${entity}`,
        entity_id: table.id,
        version: sql`${table.version} + 1`,
        changed: sql`${changed}`,
        request_id: sql`${p.request_id}`,
        address: sql`${p.address}`,
      })
      .from(table as SQLiteTable)
      .where(target(p as never));
    return insertSelect(audit, row.getSQL());
  });

  const write = statement((p: Inputs<Who & Target & Extra>) => {
    const set = columns.map((name) => [name, sql`${sql.param(sql.placeholder(name), column(name))}`]);
    return db
      .update(table as SQLiteTable)
      .set({
        ...Object.fromEntries(set),
        version: sql`${table.version} + 1`,
        updated_at: sql`${p.at}`,
        updated_by: sql`${p.actor}`,
      } as never)
      .where(target(p as never))
      .returning(Object.fromEntries(returning.map((name) => [name, column(name)])));
  });

  return (ctx: ServiceContext, target: Target, values: Values): Write<Row> => {
    const given = { ...values, ...who(ctx), ...target };
    const next = Object.fromEntries(
      named.map((name) => [name, values[name] === null ? null : column(name).mapToDriverValue(values[name])]),
    );
    return [
      current(given),
      auditRow({ ...given, next: JSON.stringify(next) } as never) as Query<never>,
      write(given as never) as unknown as Query<Row>,
    ];
  };
}

/** What a write answered. @throws NotFoundError, PreconditionFailedError */
export function written<Row>(entity: string, id: string, current: { version: number }[], rows: Row[]): Row {
  const [row] = rows;
  if (row) return row;
  throw current.length ? new PreconditionFailedError(entity) : new NotFoundError(entity, id);
}

/** What a new row says of itself. */
export const newEntity = (ctx: ServiceContext, id: string = crypto.randomUUID()) => ({
  id,
  version: 1,
  created_at: ctx.now,
  created_by: ctx.actor?.id ?? null,
  updated_at: ctx.now,
  updated_by: ctx.actor?.id ?? null,
  deleted_at: null,
});
