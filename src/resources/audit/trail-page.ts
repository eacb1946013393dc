/*
 * Pages of a trail, newest first, that are found in two steps: an index gives a bounded number of rows in its order, then
 * these are checked by the filters that it does not serve. Where these leave few, the page ends where it has looked, and
 * the next one goes on there.
 */
import { type SQL, sql } from 'drizzle-orm';
import { onlyRow } from '../../db/query';

/** Rows that one page looks at where no index serves all of its filters. */
export const LOOK_MAX = 1_100;

export interface TrailPage<Row> {
  rows: Row[];
  /** cursor of the next page, null on the last; a page may have few rows, or none, and still not be the last */
  next: string | null;
}

interface Steps {
  /** defines, in a WITH clause, the rows `looked` at */
  looked: SQL;
  /** the key of the last of them */
  reached: SQL;
  /** selects those of the page among them */
  found: SQL;
  /** what is answered of one of these, `f`, its key included */
  shown: SQL;
}

/** Raw: common table expressions. */
export const inTwoSteps = ({ looked, reached, found, shown }: Steps): SQL =>
  sql`with recursive ${looked}
    select e.looked, e.reached, ${shown} from (select count(*) as looked, ${reached} as reached from looked) e
    left join (${found}) f on 1`;

/** Its order is that of the page. */
type Key = number | string;

/** Every row says how far the page has looked; where nothing was found, one without a key says no more. */
export interface Looked {
  key: Key | null;
  looked: number;
  reached: Key | null;
}

/**
 * @param found in any order, one more than `limit` if there are more
 * @param look how many rows were to be looked at, at most
 */
export function cutPage<Row extends Looked>(
  found: readonly Row[],
  { limit, look }: { limit: number; look: number },
): TrailPage<Omit<Row, keyof Looked>> {
  const { looked, reached } = onlyRow(found);
  const keyed = found.flatMap(({ key, looked: _, reached: __, ...row }) => (key === null ? [] : [{ key, row }]));
  const page = keyed.sort((a, b) => (a.key < b.key ? 1 : -1)).slice(0, limit);
  const last = keyed.length > limit ? page.at(-1)?.key : looked < look ? null : reached;
  return { rows: page.map(({ row }) => row), next: last === null || last === undefined ? null : String(last) };
}
