/** What records refer to by the ids in their columns: the condition that it is there, and what a write is refused with. */
import { and, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { MergedError, ReferenceNotFoundError } from '../errors';
import { namesOf } from '../rules/fields-of';
import { type EntityTable, existsLive } from './entity';
import type { Query } from './query';
import { rawStatement } from './statement';

/** Columns of ids, each with the table that it refers to, in the order in which errors name what is missing. */
export type References<Name extends string = string> = { readonly [N in Name]: EntityTable };

type Ids<Name extends string> = { readonly [N in Name]: string | null };

/** What else must hold of what a column refers to: asked in the look-up that finds it there. */
export type Demands<Name extends string, P> = { readonly [N in Name]?: (p: P) => SQL };

/** Null refers to nothing. @param isKept what an update leaves as it was may be gone by now */
export const areThere = <Name extends string, P extends { readonly [N in Name]: SQLWrapper }>(
  refers: References<Name>,
  p: P,
  demands: Demands<Name, P> = {},
  isKept: (name: Name) => SQL | undefined = () => undefined,
): SQL | undefined =>
  and(
    ...namesOf(refers).map((name) =>
      or(isNull(p[name]), isKept(name), existsLive(refers[name], p[name], demands[name]?.(p))),
    ),
  );

/** A record that is not there. */
export interface Missing {
  /** as errors name it: what `mother_id` refers to is the `Mother` */
  entity: string;
  id: string;
  /** of a patient who was merged: into whom */
  merged_into?: string | null;
}

const entityOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replace(/_id$/, '');

const mergedInto = (table: EntityTable & { merged_into?: SQLiteColumn }, id: SQLWrapper) =>
  table.merged_into ? sql`(select ${table.merged_into} from ${table} where ${table.id} = ${id})` : sql`null`;

/** Asks nothing where all of the ids are null. */
function missing<Name extends string>(refers: References<Name>, when: SQL) {
  const ask = rawStatement<Ids<Name>, Missing>((p: { readonly [N in Name]: SQLWrapper }) => {
    const each = namesOf(refers).map((name) => {
      const [table, id] = [refers[name], p[name]];
      return sql`select ${entityOf(name)} as entity, ${id} as id, ${mergedInto(table, id)} as merged_into
        where ${when} and ${id} is not null and not ${existsLive(table, id)}`;
    });
    return sql.join(each, sql` union all `);
  });
  return (ids: Ids<Name>) => (namesOf(refers).some((name) => ids[name] !== null) ? ask(ids) : undefined);
}

/** Those of the ids that refer to nothing. */
export const missingOf = <Name extends string>(refers: References<Name>) => missing(refers, sql`1`);

/** Right behind a write: reads nothing unless that changed no row. */
export const missingUnlessWritten = <Name extends string>(refers: References<Name>) =>
  missing(refers, sql`changes() = 0`);

/**
 * @param kept what the record refers to already, which may be gone by now
 * @throws ReferenceNotFoundError that names all others, MergedError where one is a patient who was merged
 */
export function requireThere(missing: readonly Missing[] = [], kept: readonly (string | null)[] = []): void {
  const others = missing.filter(({ id }) => !kept.includes(id));
  const merged = others.find(({ merged_into }) => merged_into);
  if (merged?.merged_into) throw new MergedError('Patient', merged.id, merged.merged_into);
  if (others.length > 0) throw new ReferenceNotFoundError(...others.map(({ entity, id }) => [entity, id] as const));
}

/** An insert that throws what `requireThere` does. One that was done before its answer was lost may refer to what is gone by now. */
export function orMissing<Row>(insert: Query<Row[]>, missing: Query<Missing[]> | undefined): Query<Row[]> {
  if (!missing) return insert;
  const { statements, read, replay } = insert;
  return {
    statements: [...statements, ...missing.statements],
    read: (rows) => {
      const inserted = read(rows.slice(0, statements.length));
      if (inserted.length === 0) requireThere(missing.read(rows.slice(statements.length)));
      return inserted;
    },
    replay: replay && (() => orMissing(replay(), missing)),
  };
}
