// Pages of a trail are found in two steps: docs/why/lists.md.
import { type SQL, sql } from 'drizzle-orm';
import { onlyRow } from '../../db/query';

/** Rows that one page scans where no index serves all of its filters. */
export const TRAIL_SCAN_MAX = 1_100;

export interface TrailPage<Row> {
  rows: Row[];
  /** cursor of the next page, null on the last; a page before it may have few rows, or none */
  next: string | null;
}

interface Steps {
  /** defines `scanned`, the rows that the page scans, in a WITH clause */
  scanned: SQL;
  /** key of the last row of `scanned` */
  reached: SQL;
  /** selects the rows of `scanned` that the filters leave */
  matching: SQL;
  /** columns of such a row, `f`, with its key */
  answered: SQL;
  /** joins that it takes columns from */
  along?: SQL;
}

export const inTwoSteps = ({ scanned, reached, matching, answered, along = sql`` }: Steps): SQL =>
  sql`with recursive ${scanned}
    select e.scanned, e.reached, ${answered} from (select count(*) as scanned, ${reached} as reached from scanned) e
    left join (${matching}) f on 1 ${along}`;

/** Keys have the order of the page. */
type Key = number | string;

/** Every row says how far the page has scanned. Where no row matches there is one row, without a key. */
export interface Scanned {
  key: Key | null;
  scanned: number;
  reached: Key | null;
}

/** @param matching in any order, one more than `limit` if there are more @param scan rows to scan, at most */
export function cutTrailPage<Row extends Scanned>(
  matching: readonly Row[],
  { limit, scan }: { limit: number; scan: number },
): TrailPage<Omit<Row, keyof Scanned>> {
  const { scanned, reached } = onlyRow(matching);
  const keyed = matching.flatMap(({ key, scanned: _, reached: __, ...row }) => (key === null ? [] : [{ key, row }]));
  const page = keyed.sort((a, b) => (a.key < b.key ? 1 : -1)).slice(0, limit);
  const last = keyed.length > limit ? page.at(-1)?.key : scanned < scan ? null : reached;
  return { rows: page.map(({ row }) => row), next: last === null || last === undefined ? null : String(last) };
}
