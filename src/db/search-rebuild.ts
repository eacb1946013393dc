import { and, desc, eq, getTableName, lte, type SQL, sql } from 'drizzle-orm';
import { TERMS_VERSION } from '../rules/search/version';
import type { Database } from './client';
import type { EntityTable } from './entity';
import { columnOf } from './entity';
import { onlyRow, withFollowers } from './query';
import { searchRebuild as progress } from './schema/system';
import { db, type Inputs, rawStatement } from './statement';
import { asTable } from './table';

/** A step ends at this many rows, or once its JSON has this length: D1 takes up to 2,000,000 bytes. */
const STEP_ROWS = 500;
const JSON_MAX = 400_000;

export interface Step {
  checked: number;
  changed: number;
  /** the `seq` at which the next step begins */
  next: number;
}

/** Work on what rows are found by, done in steps by the hourly job. */
export interface SearchRebuild {
  /** the table, or what of it is derived */
  kind: string;
  /** null: nothing was left to do */
  step(database: Database): Promise<Step | null>;
}

type Row<T extends EntityTable> = T['$inferSelect'];
type Name<T extends EntityTable> = keyof Row<T> & string;

interface Derivation<T extends EntityTable, F extends Name<T>, D extends Name<T>> {
  fields: readonly F[];
  /** columns of terms; triggers keep the index equal to them */
  derived: readonly D[];
  /** what is read in place of a field that lacks something: SQL with its name as the alias */
  completed?: { [N in F]?: SQL.Aliased };
  derive: (record: Pick<Row<T>, F>) => Pick<Row<T>, D>;
}

interface Options<T extends EntityTable, F extends Name<T>, D extends Name<T>> extends Derivation<T, F, D> {
  /** read in a step */
  rows?: number;
}

/** What is being derived: rows that another version of it has derived are done again. */
interface Progress {
  kind: string;
  version: number;
}

/**
 * From the newest row to the oldest: rows that are written meanwhile are right already. Clients see nothing of it: neither
 * `version` nor `updated_at` changes. Runs may break off, and overlap.
 * @returns a step; null: nothing was left to do
 */
export function derivation<T extends EntityTable, F extends Name<T>, D extends Name<T>>(
  table: T,
  { fields, derived, completed = {}, rows = STEP_ROWS }: Omit<Options<T, F, D>, 'derive'>,
): (database: Database, of: Progress, derive: Derivation<T, F, D>['derive']) => Promise<Step | null> {
  const isCurrent = (p: Inputs<Progress>) => and(eq(progress.kind, p.kind), eq(progress.version, p.version));

  // Raw, as are the others: Drizzle's `insert().select()` takes no conflict clause, and Drizzle has no json_each.
  const begin = rawStatement<Progress, never>(
    (p) => sql`insert into ${progress} (kind, version, next_seq)
      select ${p.kind}, ${p.version}, coalesce(max(seq), 0) from ${table} where true
      on conflict (kind) do update set version = excluded.version, next_seq = excluded.next_seq
      where version <> excluded.version`,
  );

  type Read = Pick<Row<T>, F | D> & { seq: number; version: number; next_seq: number };
  const read = rawStatement<Progress, Read>((p) =>
    db
      .select({
        seq: table.seq,
        version: table.version,
        next_seq: progress.next_seq,
        ...Object.fromEntries([...fields, ...derived].map((name) => [name, columnOf(table, name)])),
        ...completed,
      })
      .from(progress)
      .innerJoin(asTable(table), lte(table.seq, progress.next_seq))
      .where(isCurrent(p))
      .orderBy(desc(table.seq))
      .limit(rows),
  );

  const write = rawStatement<{ changes: string }, never>((p) => {
    const set = derived.map((name) => sql`${sql.identifier(name)} = changed.value ->> ${sql.raw(`'${name}'`)}`);
    return sql`update ${table} set ${sql.join(set, sql`, `)} from json_each(${p.changes}) as changed
      where ${table.seq} = changed.value ->> 'seq' and ${table.version} = changed.value ->> 'version'`;
  });

  // Right behind `write`. If one of the rows was changed since it was read, the step is repeated.
  const advance = rawStatement<Progress & { from: number; next: number; n: number }, never>(
    (p) => sql`update ${progress} set next_seq = ${p.next}
      where ${isCurrent(p)} and ${progress.next_seq} = ${p.from} and changes() = ${p.n}`,
  );

  return async (database, of, derive) => {
    const { left } = await database.batch({ begun: begin(of), left: read(of) });
    if (left.length === 0) return null;
    const changes: string[] = [];
    let [length, checked, next] = [0, 0, 0];
    for (const row of left) {
      if (length > JSON_MAX) break;
      const after = derive(row);
      if (derived.some((name) => JSON.stringify(after[name]) !== JSON.stringify(row[name]))) {
        const change = JSON.stringify({ seq: row.seq, version: row.version, ...after });
        changes.push(change);
        length += change.length;
      }
      checked++;
      next = row.seq - 1;
    }
    const from = onlyRow(left).next_seq;
    const moved = advance({ ...of, from, next, n: changes.length });
    await database.batch({ written: withFollowers(write({ changes: `[${changes.join()}]` }), moved) });
    return { checked, changed: changes.length, next };
  };
}

/** The terms of a table. */
export function searchRebuild<T extends EntityTable, F extends Name<T>, D extends Name<T>>(
  table: T,
  { fields, derived, derive, ...options }: Options<T, F, D>,
): SearchRebuild & Derivation<T, F, D> {
  const kind = getTableName(table);
  const step = derivation(table, { fields, derived, ...options });
  return {
    kind,
    fields,
    derived,
    derive,
    step: (database) => step(database, { kind, version: TERMS_VERSION }, derive),
  };
}
