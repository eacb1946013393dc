import { sql } from 'drizzle-orm';
import { onlyRow } from '../db/query';
import { access } from '../db/schema';
import { changedRows, rawStatement } from '../db/statement';
import { DAY } from '../rules/clock';
import { OBJECT_MAX_BYTES, type StoredAccess } from './objects';
import { groupsOf, recordBytes } from './record';
import { type AccessStore, notStored, storeAccesses } from './store';

const STEP_ROWS = 2_500;
/** Milliseconds that one step spans: each day takes an object and two queries. */
const STEP_SPAN = 30 * DAY;
/** No step begins after this many queries: D1 allows 1,000 in a run, and a step has about 20, at most some 100. */
const QUERIES_MAX = 600;

const firstRows = rawStatement<unknown, StoredAccess & { seq: number }>(
  () => sql`select a.* from ${access} a order by a.seq limit ${STEP_ROWS}`,
);

/** By ids: once the table is empty, its numbers are given again. */
const remove = rawStatement<{ ids: string }, never>(
  (p) => sql`delete from ${access} where id in (select value from json_each(${p.ids}))`,
);

/** Up to the first one that is too far from the oldest. */
async function oldestRows({ database }: AccessStore): Promise<StoredAccess[]> {
  const accesses = (await database.run(firstRows({}))).map(({ seq: _, ...access }): StoredAccess => access);
  const far = accesses.findIndex(({ at }) => at > (accesses[0]?.at ?? at) + STEP_SPAN);
  return far < 0 ? accesses : accesses.slice(0, far);
}

/** The objects on record lack accesses, or are not in R2 as they were written. */
export class MissingAccessesError extends Error {
  override readonly name = 'MissingLooksError';
}

/**
 * Rows leave only once the objects were read. Where a run ends before that, the next one finds by ids what is stored already.
 * @returns how many rows were moved
 */
export async function moveAccesses(store: AccessStore): Promise<number> {
  const { database } = store;
  let moved = 0;
  while (database.cost.statements < QUERIES_MAX) {
    const accesses = await oldestRows(store);
    if (accesses.length === 0) break;
    for (const group of groupsOf(accesses, recordBytes, OBJECT_MAX_BYTES)) await storeAccesses(store, group);
    if ((await notStored(store, accesses)).length > 0) throw new MissingAccessesError();
    const ids = JSON.stringify(accesses.map(({ id }) => id));
    const { changed } = await database.batch({ removed: remove({ ids }), changed: changedRows({}) });
    moved += onlyRow(changed).n;
  }
  return moved;
}
