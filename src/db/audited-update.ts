import { and, eq, getTableColumns, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { auditRows, type Origin, origin } from './audit';
import { type Acting, actingOf, isCurrentActor } from './current-actor';
import { columnOf, type EntityTable, isLive, isVersion } from './entity';
import { expressionsOf, inputOf } from './insert';
import { givenAs, inJson, jsonOf } from './json-inputs';
import { batchOf, onlyRow, type Query, rowLeft } from './query';
import { areThere, type Demands, type References } from './references';
import { asStored, db, type Inputs, previousChanged, rawStatement } from './statement';
import { asTable } from './table';
import { changedNames, changedValues, isDifferent } from './update-changes';
import type { Outcome, Target } from './update-outcome';
import { recordedWrite, replayOf } from './update-replay';

/** The row before the write, nulls where there is none, and whether an update of it is allowed. */
type Current<Row> = Row & { before: number | null; is_current: 0 | 1; allowed: 0 | 1 | null };

interface UpdateOptions<T extends EntityTable, K extends keyof T['$inferSelect'], R, Extra, Name extends string> {
  action?: 'update' | 'delete' | 'merge' | 'unmerge';
  /** whether the actor must still be what the token says; by default only for deletes */
  guarded?: boolean;
  /** columns whose new value is SQL over the stored row and the given values, even where a value is given for them */
  computed?: { [C in keyof T['$inferSelect']]?: (p: Inputs<Extra & Pick<T['$inferSelect'], K>>) => SQL };
  /** columns that follow from others: the audit row does not name them, and a change of these alone is written, too */
  derived?: readonly (keyof T['$inferSelect'] & string)[];
  /** columns whose values before and after are audited: never those of patients */
  detailed?: readonly (keyof T['$inferSelect'] & string)[];
  returning?: readonly R[];
  /** what is returned in place of a column: SQL with its name as the alias */
  returnedAs?: { [C in keyof T['$inferSelect']]?: SQL.Aliased };
  /** the row's id, if not the target's. `isWritten`: looked up after the write, which may have changed how it is found */
  id?: (p: Inputs<Target & Extra>, isWritten?: boolean) => SQLWrapper;
  /** what must be there, unless the row has it already */
  refers?: References<Name>;
  demands?: Demands<Name, Inputs<Target & Acting & Extra>>;
  where?: (p: Inputs<Target & Acting & Extra>) => SQL | undefined;
  /** what makes a new version though no column changes. Deletes and merges always make one */
  changesAnyway?: (p: Inputs<NoInfer<Extra>>) => SQL;
  /** whether `where` holds for one version only: then a write without `if_version` can be replayed, too */
  isOfOneVersion?: (given: Extra) => boolean;
}

export function auditedUpdate<
  T extends EntityTable,
  K extends Exclude<keyof T['$inferSelect'] & string, keyof Origin | keyof Target>,
  R extends keyof T['$inferSelect'] & string = 'version',
  Extra = unknown,
  Name extends NoInfer<K> = never,
>(table: T, set: readonly K[], options: UpdateOptions<T, NoInfer<K>, R, Extra, Name> = {}) {
  type Given = Target & Extra;
  type Values = Given & Origin & Acting & Pick<T['$inferSelect'], K>;
  type Row = Pick<T['$inferSelect'], R>;
  const { action = 'update', guarded = action === 'delete' } = options;
  const { derived = [], detailed = [], returning = ['version'], refers, where } = options;
  const computed = expressionsOf<Inputs<Values>>(options.computed ?? {});
  const columns = getTableColumns(table);
  const column = (name: string) => columnOf(table, name);
  const returned = Object.fromEntries(returning.map((name) => [name, options.returnedAs?.[name] ?? column(name)]));
  const newValue = (p: Inputs<Values>, name: string) => computed[name]?.(p) ?? asStored(inputOf(p, name), column(name));

  const isTarget = (p: Inputs<Given>): SQL => isLive(table, options.id?.(p) ?? p.id);
  const guard = (p: Inputs<Acting>) => (guarded ? isCurrentActor(p) : undefined);
  const refersToRecords = (p: Inputs<Values>) =>
    refers && areThere(refers, p, options.demands, (name) => eq(column(name), p[name]));
  const isAllowed = (p: Inputs<Values>) =>
    and(isVersion(table, p.if_version), refersToRecords(p), where?.(p)) ?? sql`1`;
  const names = [...new Set<string>([...set, ...Object.keys(computed)])];
  const named = names.filter((name) => !derived.includes(name));

  // Raw: the actor is checked even where there is no row. What is there is the answer where nothing is to be written.
  const current = rawStatement<Values, Current<Row>>((p) => {
    const allowed = action === 'update' ? isAllowed(p) : sql`0`;
    const row = db
      .select({ ...returned, before: sql`${table.version}`.as('before'), allowed: sql`${allowed}`.as('allowed') })
      .from(asTable(table))
      .where(isTarget(p));
    return sql`select ${guard(p) ?? sql`1`} as is_current, found.* from (select 1) left join (${row}) found`;
  }, returned);

  const changes = (p: Inputs<Values>, of: readonly string[]) =>
    of.map((name) => ({ name, before: column(name), next: newValue(p, name) }));
  const auditChanges = rawStatement<{ json: string }, never>(({ json }) => {
    const p = inJson<Values>();
    const changed = changedNames(changes(p, named));
    const detail = changedValues(changes(p, detailed));
    const isChange = action === 'update' ? or(options.changesAnyway?.(p), isDifferent(changes(p, names))) : undefined;
    const where = and(isTarget(p), isAllowed(p), guard(p), isChange);
    return auditRows(p, table, { action, changed, detail, where, given: givenAs(json) });
  });

  /** Comes behind its audit row, which has all conditions. */
  const write = rawStatement<Values, Row>((p) => {
    const values = names.map((name) => [name, newValue(p, name)]);
    return db
      .update(asTable(table))
      .set({
        ...Object.fromEntries(values),
        version: sql`${table.version} + 1`,
        updated_at: sql`${p.at}`,
        updated_by: sql`${p.actor}`,
      })
      .where(and(isTarget(p), previousChanged))
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
      audit: auditChanges({ json: jsonOf(columns, inputs) }),
      written: write(inputs),
    });
    return {
      statements,
      read: (rows) => {
        const { current, written } = read(rows);
        const { before, is_current, allowed, ...found } = onlyRow(current);
        const unchanged = allowed && is_current ? rowLeft<Row>(found) : undefined;
        return { version: before ?? undefined, row: written[0] ?? unchanged, isActorCurrent: is_current === 1 };
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
