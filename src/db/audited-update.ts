import { and, getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { ServiceContext } from '../context';
import { NotFoundError, OutdatedError } from '../errors';
import { auditRows, type Origin, origin } from './audit';
import { type Acting, actingOf, actorNotCurrent, isCurrentActor } from './current-actor';
import { type EntityTable, isLive, isVersion } from './entity';
import { batchOf, onlyRow, type Query } from './query';
import { db, type Inputs, rawStatement } from './statement';
import { changedNames, changedValues } from './update-changes';
import { recordedWrite, replayOf } from './update-replay';

export interface Target {
  id: string;
  /** of `If-Match`; null: any version */
  if_version: number | null;
}

export interface Outcome<Row> {
  /** the version before the write; undefined where there is no such row */
  version: number | undefined;
  /** undefined where nothing was written */
  row: Row | undefined;
  /** false where a guarded write was refused because the actor is no longer what the token says */
  isActorCurrent: boolean;
}

/** @throws UnauthenticatedError, NotFoundError, OutdatedError where nothing was written */
export function requireWritten<Row>(entity: string, id: string, { version, row, isActorCurrent }: Outcome<Row>): Row {
  if (row) return row;
  if (!isActorCurrent) throw actorNotCurrent();
  throw version === undefined ? new NotFoundError(entity, id) : new OutdatedError(entity);
}

interface UpdateOptions<T extends EntityTable, K extends keyof T['$inferSelect'], R, Extra> {
  action?: 'update' | 'delete' | 'merge' | 'unmerge';
  /** whether the actor must still be what the token says; by default only for deletes */
  guarded?: boolean;
  /** columns whose new value is SQL over the stored row and the given values, even where a value is given for them */
  computed?: { [C in keyof T['$inferSelect']]?: (p: Inputs<Extra & Pick<T['$inferSelect'], K>>) => SQL };
  /** columns that follow from others: the audit row does not name them */
  derived?: readonly (keyof T['$inferSelect'] & string)[];
  /** columns whose values before and after are audited: never those of patients */
  detailed?: readonly (keyof T['$inferSelect'] & string)[];
  returning?: readonly R[];
  /** the row's id, if not the target's. `isWritten`: looked up after the write, which may have changed how it is found */
  id?: (p: Inputs<Target & Extra>, isWritten?: boolean) => SQLWrapper;
  where?: (p: Inputs<Target & Acting & Extra>) => SQL | undefined;
  /** whether `where` holds for one version only: then a write without `if_version` can be replayed, too */
  isOfOneVersion?: (given: Extra) => boolean;
}

export function auditedUpdate<
  T extends EntityTable,
  K extends Exclude<keyof T['$inferSelect'] & string, keyof Origin | keyof Target>,
  R extends keyof T['$inferSelect'] & string = 'version',
  Extra = unknown,
>(table: T, set: readonly K[], options: UpdateOptions<T, NoInfer<K>, R, Extra> = {}) {
  type Given = Target & Extra;
  type Values = Given & Origin & Acting & Pick<T['$inferSelect'], K>;
  type Row = Pick<T['$inferSelect'], R>;
  const { action = 'update', guarded = action === 'delete' } = options;
  const { derived = [], detailed = [], returning = ['version'], where } = options;
  const computed = (options.computed ?? {}) as Record<string, (p: Inputs<Values>) => SQL>;
  const columns: Record<string, SQLiteColumn> = getTableColumns(table);
  const column = (name: string) => columns[name] as SQLiteColumn;
  const returned = Object.fromEntries(returning.map((name) => [name, column(name)]));
  const named = [...new Set<string>([...set, ...Object.keys(computed)])].filter((name) => !derived.includes(name));
  const newValue = (p: Inputs<Values>, name: string) =>
    computed[name]?.(p) ?? sql`${sql.param(sql.placeholder(name), column(name))}`;

  const isTarget = (p: Inputs<Given>): SQL => isLive(table, options.id?.(p) ?? p.id);
  const guard = (p: Inputs<Acting>) => (guarded ? isCurrentActor(p) : undefined);
  const mayWrite = (p: Inputs<Values>) => and(isTarget(p), isVersion(table, p.if_version), guard(p), where?.(p));

  // Raw: a `SELECT` without `FROM`, as the actor is checked even where there is no row.
  const current = rawStatement<Values, { version: number | null; is_current: 0 | 1 }>((p) => {
    const row = db
      .select({ version: table.version })
      .from(table as SQLiteTable)
      .where(isTarget(p));
    return sql`select ${row} as version, ${guard(p) ?? sql`1`} as is_current`;
  });

  const changes = (p: Inputs<Values>, names: readonly string[]) =>
    names.map((name) => ({ name, before: column(name), next: newValue(p, name) }));
  const auditChanges = rawStatement<Values, never>((p) => {
    const [changed, detail] = [changedNames(changes(p, named)), changedValues(changes(p, detailed))];
    return auditRows(p, table, { action, changed, detail, where: mayWrite(p) });
  });

  const write = rawStatement<Values, Row>((p) => {
    const values = [...set, ...Object.keys(computed)].map((name) => [name, newValue(p, name)]);
    return db
      .update(table as SQLiteTable)
      .set({
        ...Object.fromEntries(values),
        version: sql`${table.version} + 1`,
        updated_at: sql`${p.at}`,
        updated_by: sql`${p.actor}`,
      })
      .where(mayWrite(p))
      .returning(returned);
  }, returned);

  const recorded = recordedWrite<Values, Row>(table, {
    id: (p) => options.id?.(p, true) ?? p.id,
    returned,
    asWritten: (p) =>
      set.filter((name) => !(name in computed)).map((name) => sql`${column(name)} is ${newValue(p, name)}`),
  });

  const attempt = (inputs: Values): Query<Outcome<Row>> => {
    const { statements, read } = batchOf({
      current: current(inputs),
      audit: auditChanges(inputs),
      written: write(inputs),
    });
    return {
      statements,
      read: (rows) => {
        const { current, written } = read(rows);
        const { version, is_current } = onlyRow(current);
        return { version: version ?? undefined, row: written[0], isActorCurrent: is_current === 1 };
      },
    };
  };

  return (ctx: ServiceContext, target: Target, values: Pick<T['$inferSelect'], K> & Extra): Query<Outcome<Row>> => {
    const inputs = { ...values, ...origin(ctx), ...actingOf(ctx), ...target };
    // A row is deleted once. Without a version, another update could come between a write and its replay.
    const isOnce = action === 'delete' || target.if_version !== null || options.isOfOneVersion?.(values);
    return { ...attempt(inputs), replay: isOnce ? () => replayOf(attempt(inputs), recorded(inputs)) : undefined };
  };
}
