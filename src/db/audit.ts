import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { NotFoundError, PreconditionFailedError } from '../errors';
import type { ServiceContext } from '../http/context';
import { once } from '../once';
import type { Columns } from './reads';
import { audit } from './schema/system';
import { assignments, type Inputs, inputNamed, type Query, statement } from './statement';

/** Who, when and from where: what every audit row says beside what was done. */
interface Who {
  at: number;
  actor: string | null;
  request_id: string;
  address: string | null;
}

const who = (ctx: ServiceContext): Who => ({
  at: ctx.now,
  actor: ctx.actor?.id ?? null,
  request_id: ctx.requestId,
  address: ctx.address,
});

const COLUMNS = sql.raw('(at, actor, request_id, address, action, entity, entity_id, version, changed)');
const whoValues = (p: Inputs<Who>) => sql`${p.at}, ${p.actor}, ${p.request_id}, ${p.address}`;

interface Event {
  action: string;
  entity: string;
  entity_id: string;
}

const event = statement<Who & Event, never>(
  (p) => sql`INSERT INTO ${audit} ${COLUMNS}
    SELECT ${whoValues(p)}, ${p.action}, ${p.entity}, ${p.entity_id}, 1, '[]' WHERE changes() > 0`,
);

/** Audit row of what the statement just before it in the batch did, if that changed a row. */
export const auditEvent = (ctx: ServiceContext, action: string, entity: string, entity_id: string): Query<never> =>
  event({ ...who(ctx), action, entity, entity_id });

type Versioned = SQLiteTable & { id: SQLiteColumn; version: SQLiteColumn; deleted_at: SQLiteColumn };

/** Which row a write is for, and which version of it (`If-Match`); null: whichever there is. */
export interface Target {
  id: string;
  if_version: number | null;
}

/** Condition of a write: the row is there, not deleted and the version that the client has seen. */
const targeted = (table: Versioned, p: Inputs<Target>, id: SQL): SQL =>
  sql`${table.id} = ${id} AND ${table.deleted_at} IS NULL AND (${p.if_version} IS NULL OR ${table.version} = ${p.if_version})`;

const versionOf = <Extra>(table: Versioned, key: (p: Inputs<Target & Extra>) => SQL) =>
  statement<Target & Extra, { version: number }>(
    (p) => sql`SELECT ${table.version} FROM ${table} WHERE ${table.id} = ${key(p)} AND ${table.deleted_at} IS NULL`,
  );

/** The statements of an audited write, in the order in which they must run. */
export type Write<Row> = readonly [current: Query<{ version: number }>, audit: Query<never>, write: Query<Row>];

/**
 * PUT and DELETE of one table. `columns` are replaced by their new values; `derived` ones too, unnamed in the audit row.
 * The batch answers [version before, if the row is there; nothing; `returning`, if the row was written].
 */
export function auditedUpdate<
  T extends Versioned,
  K extends keyof T['$inferSelect'] & string,
  R extends keyof T['$inferSelect'] & string,
  Extra = unknown,
>(
  entity: string,
  table: T,
  columns: Columns<K>,
  options: {
    action?: string;
    derived?: readonly K[];
    returning?: readonly R[];
    /** the id of the row, where it is not the target's own */
    key?: (p: Inputs<Target & Extra>) => SQL;
    /** a further condition of the write */
    where?: (p: Inputs<Target & Extra>) => SQL;
  } = {},
) {
  type Values = Pick<T['$inferSelect'], K> & Extra;
  const { derived = [], returning = ['version'] as unknown as R[], where, action = 'update' } = options;
  const key = options.key ?? ((p: Inputs<Target & Extra>) => sql`${p.id}`);
  const named = once(() => columns().filter((column) => !derived.includes(column)));
  // Named with their table: json_each has columns of its own, such as `type` and `id`.
  const quoted = (column: string) => sql`${sql.raw(`'${column}'`)}, ${table}.${sql.identifier(column)}`;
  const before = () => sql`json_object(${sql.join(named().map(quoted), sql`, `)})`;
  const condition = (p: Inputs<Target & Extra>) =>
    where ? sql`${targeted(table, p, key(p))} AND ${where(p)}` : targeted(table, p, key(p));

  const current = versionOf(table, key);
  const auditRow = statement<Who & Target & { next: string } & Extra, never>(
    (p) => sql`INSERT INTO ${audit} ${COLUMNS}
      SELECT ${whoValues(p)}, '${sql.raw(action)}', '${sql.raw(entity)}', id, version + 1,
        (SELECT json_group_array(n.key) FROM json_each(${p.next}) n WHERE n.value IS NOT json_extract(${before()}, '$.' || n.key))
      FROM ${table} WHERE ${condition(p)}`,
  );
  const write = statement<Who & Target & Values, Pick<T['$inferSelect'], R>>(
    (
      p,
    ) => sql`UPDATE ${table} SET ${assignments<T, K>(columns(), columnInputs(columns()))}, version = version + 1, updated_at = ${p.at}, updated_by = ${p.actor}
      WHERE ${condition(p)} RETURNING ${sql.raw(returning.map((column) => `"${column}"`).join(', '))}`,
  );

  return (ctx: ServiceContext, target: Target, values: Values): Write<Pick<T['$inferSelect'], R>> => {
    const given = { ...values, ...who(ctx), ...target };
    const next: Record<string, unknown> = {};
    for (const column of named()) next[column] = values[column];
    return [current(given), auditRow({ ...given, next: JSON.stringify(next) }), write(given)];
  };
}

/** What a write answered. @throws NotFoundError, PreconditionFailedError */
export function written<Row>(entity: string, id: string, current: { version: number }[], rows: Row[]): Row {
  const [row] = rows;
  if (row) return row;
  throw current.length ? new PreconditionFailedError(entity) : new NotFoundError(entity, id);
}

const columnInputs = (columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, inputNamed(column)])) as never;

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
