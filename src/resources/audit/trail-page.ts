// Pages of a trail are found in two steps: docs/decisions/lists.md.
import { type SQL, sql } from 'drizzle-orm';
import { onlyRow } from '../../db/query';

/** Rows that one page looks at where no index serves all of its filters. */
export const LOOK_MAX = 1_100;

export interface TrailPage<Row> {
  rows: Row[];
  /** cursor of the next page, null on the last; a page before it may have few rows, or none */
  next: string | null;
}

interface Steps {
  /** defines `looked`, the rows looked at, in a WITH clause */
  looked: SQL;
  /** key of the last row of `looked` */
  reached: SQL;
  /** selects the rows of `looked` that the filters leave */
  found: SQL;
  /** columns of such a row, `f`, with its key */
  shown: SQL;
}

export const inTwoSteps = ({ looked, reached, found, shown }: Steps): SQL =>
  sql`with recursive ${looked}
    select e.looked, e.reached, ${shown} from (select count(*) as looked, ${reached} as reached from looked) e
    left join (${found}) f on 1`;

/** Keys have the order of the page. */
type Key = number | string;

/** Every row says how far the page has looked. Where nothing was found there is one row, without a key. */
export interface Looked {
  key: Key | null;
  looked: number;
  reached: Key | null;
}

/** @param found in any order, one more than `limit` if there are more @param look rows to look at, at most */
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
