import { eq, getTableName, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { searchFill as progress } from './schema/system';
import type { SearchRebuild } from './search-rebuild';
import { db, rawStatement } from './statement';

/** Takes about half a second of the database. */
const STEP_ROWS = 20_000;

type Move = Record<'from' | 'to', number>;

/** Fills an index that was too large for the migration, from the newest row on. Runs may break off, and overlap. */
export function searchFill(table: SQLiteTable): SearchRebuild {
  const name = getTableName(table);
  const [index, view] = [sql.identifier(`${name}_search`), sql.identifier(`${name}_words`)];
  const ofTable = eq(progress.kind, name);

  const read = rawStatement<unknown, { next_seq: number }>(() =>
    db.select({ next_seq: progress.next_seq }).from(progress).where(ofTable),
  );
  const move = rawStatement<Move, never>(
    (p) => sql`update ${progress} set next_seq = ${p.to} where ${ofTable} and ${progress.next_seq} = ${p.from}`,
  );
  // Behind `move`, which lets the rows into the view. `moved` is kept, as what an insert writes changes `changes()`.
  const put = rawStatement<Move, never>(
    (p) => sql`with moved as materialized (select changes() as n)
      insert into ${index} (rowid, words) select seq, words from moved cross join ${view}
      where moved.n > 0 and seq > cast(${p.to} as integer) and seq <= cast(${p.from} as integer)`,
  );
  const end = rawStatement<unknown, never>(() => sql`delete from ${progress} where ${ofTable} and next_seq = 0`);

  return {
    kind: `${name}_search`,
    async step(database) {
      const [left] = await database.run(read({}));
      if (!left) return null;
      const from = left.next_seq;
      const to = Math.max(0, from - STEP_ROWS);
      await database.batch({ moved: move({ from, to }), put: put({ from, to }), ended: end({}) });
      return { checked: from - to, changed: from - to, next: to };
    },
  };
}
