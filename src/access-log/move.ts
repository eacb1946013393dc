import { sql } from 'drizzle-orm';
import { BrokenChainError } from '../audit/archive';
import { lineOf, NO_HASH, type Seal, sealHash } from '../audit/chain';
import { onlyRow } from '../db/query';
import { access, auditSeal } from '../db/schema';
import { changedRows, rawStatement } from '../db/statement';
import { DAY } from '../rules/clock';
import { OBJECT_MAX_BYTES, type StoredLook } from './objects';
import { groupsOf, recordBytes } from './record';
import { type LookStore, notStored, storeLooks } from './store';

/** No seal has more. */
const STEP_ROWS = 2_500;
/** Milliseconds that one step spans: each day takes an object and two queries. */
const STEP_SPAN = 30 * DAY;
/** No step begins after this many queries: D1 allows 1,000 in a run, and a step has about 20, at most some 100. */
const QUERIES_MAX = 600;

type Row = StoredLook & { seq: number };

const firstRows = rawStatement<unknown, Row>(() => sql`select a.* from ${access} a order by a.seq limit ${STEP_ROWS}`);

type DatedSeal = Seal & { at: number; previous: string | null };
/** The first row's and those behind it, each with the hash of the one before. Former versions sealed the rows. */
const firstSeals = rawStatement<unknown, DatedSeal>(
  () => sql`select s.trail, s.from_seq, s.to_seq, s.count, s.hash, s.at,
      (select b.hash from ${auditSeal} b where b.trail = s.trail and b.from_seq < s.from_seq
        order by b.from_seq desc limit 1) as previous
    from ${auditSeal} s
    where s.trail = 'access' and s.from_seq >= coalesce((select max(b.from_seq) from ${auditSeal} b
      where b.trail = s.trail and b.from_seq <= (select min(a.seq) from ${access} a)), 0)
    order by s.from_seq limit 250`,
);

/** By ids: once the table is empty, the numbers behind the last seal are given again. */
const remove = rawStatement<{ ids: string }, never>(
  (p) => sql`delete from ${access} where id in (select value from json_each(${p.ids}))`,
);

const withoutNumber = ({ seq: _, ...look }: Row): StoredLook => look;

/**
 * The rows of whole seals, or those that no seal holds.
 * @throws BrokenChainError where the rows of the first seal differ from what was sealed
 */
async function oldestLooks({ database }: LookStore): Promise<StoredLook[]> {
  const { rows, seals } = await database.batch({ rows: firstRows({}), seals: firstSeals({}) });
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return [];
  const isFar = (row?: Row) => row !== undefined && row.at > first.at + STEP_SPAN;

  const looks: Row[] = [];
  const sealed = seals.filter(({ to_seq }) => to_seq >= first.seq);
  for (const seal of sealed) {
    const end = rows.findIndex(({ seq }) => seq > seal.to_seq);
    const some = rows.slice(looks.length, end < 0 ? undefined : end);
    const isFirst = looks.length === 0;
    if (!isFirst && (last.seq < seal.to_seq || isFar(some.at(-1)))) break;
    const isWhole = (await sealHash(seal.trail, seal.previous ?? NO_HASH, some.map(lineOf))) === seal.hash;
    if (isFirst && !isWhole) {
      // A deployment that went back to an earlier version began with 1 again in an empty table.
      const later = some.filter(({ at }) => at > seal.at);
      if (later.length === 0) throw new BrokenChainError(seal.trail);
      return later.map(withoutNumber);
    }
    if (!isWhole) break; // the next step begins with it
    looks.push(...some);
  }
  if (sealed.length > 0) return looks;
  const far = rows.findIndex(isFar);
  return rows.slice(0, far < 0 ? undefined : far).map(withoutNumber);
}

/** The objects on record lack looks, or are not in R2 as they were written. */
export class MissingLooksError extends Error {
  override readonly name = 'MissingLooksError';
}

/**
 * Rows leave only once the objects were read. Where a run ends before that, the next one finds by ids what is stored already.
 * @returns how many rows were moved
 * @throws BrokenChainError before rows leave that differ from what was sealed, or are behind such rows
 */
export async function moveLooks(store: LookStore): Promise<number> {
  const { database } = store;
  let moved = 0;
  while (database.cost.statements < QUERIES_MAX) {
    const looks = await oldestLooks(store);
    if (looks.length === 0) break;
    for (const group of groupsOf(looks, recordBytes, OBJECT_MAX_BYTES)) await storeLooks(store, group);
    if ((await notStored(store, looks)).length > 0) throw new MissingLooksError();
    const ids = JSON.stringify(looks.map(({ id }) => id));
    const { changed } = await database.batch({ removed: remove({ ids }), changed: changedRows({}) });
    moved += onlyRow(changed).n;
  }
  return moved;
}
