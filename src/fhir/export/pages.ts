/** All rows of a table in order of creation, page by page: an update moves none, so each is met once. */
import { is, SQL, sql } from 'drizzle-orm';
import { wholeRows } from '../../db/page-bytes';
import type { Deployment } from '../elements/datatypes';
import type { Condition } from '../search/condition';
import { placeIn, seenBy, textOf } from '../search/run';
import { type Rows, searchOf } from '../search/statement';
import type { Deletions, ExportedTime, Found, ReadExport, RowMeta } from '../served-type';

const PAGE_ROWS = 500;
/** Characters: parts of a record are longer as resources than they are stored. */
const PAGE_LENGTH = 4_000_000;

/** Without an access: an index of `updated_at` would bring rows in an order that each update changes. */
function changedSince({ fields: { updated_at: field } }: Rows, since: number): Condition {
  const column = is(field, SQL.Aliased) ? field.sql : field;
  return { shape: 'changed since', value: since, where: (value) => sql`${column} >= ${value}` };
}

/** Ids are texts: all of them are between these. */
const ALL_IDS = { from: '', until: '~' };

const deletedWithin = ({ at, index }: Deletions, { since, until }: ExportedTime): Condition => ({
  ...{ shape: 'deleted', value: JSON.stringify([since ?? 0, until]) },
  where: (value) => sql`${at} between ${value} ->> '$[0]' and ${value} ->> '$[1]'`,
  ...(index && { access: { way: 'range', key: index.key, ...ALL_IDS, isWide: true } }),
});

type Several<Row, Item> = (row: Row, deployment: Deployment) => readonly Item[] | Promise<readonly Item[]>;

/** @param jsonOf what a row is exported as */
function rowPages<Row extends RowMeta>(
  rows: Rows,
  conditionsOf: (time: ExportedTime) => readonly Condition[],
  jsonOf: Several<Row, string>,
): ReadExport {
  const wholeOf = wholeRows(rows.fields);
  return async (database, deployment, cursor, time) => {
    const place = placeIn(cursor ?? undefined);
    const { rows: page, reached } = searchOf<Row>(rows, conditionsOf(time), place, PAGE_ROWS + 1);
    const read = await database.batch({ page, reached });
    const whole = read.page.slice(0, Math.min(PAGE_ROWS, wholeOf(read.page)));
    const lines: string[] = [];
    let [done, length] = [0, 0];
    for (const row of whole) {
      if (length >= PAGE_LENGTH) break;
      for (const json of await jsonOf(row, deployment)) {
        lines.push(json);
        length += json.length;
      }
      done++;
    }
    const next = done < read.page.length ? whole[done - 1] : read.reached?.[0];
    return { lines, next: next ? textOf(next) : null };
  };
}

/** @param resourcesOf what a row is exported as */
export const exportPages = <Row extends RowMeta>(rows: Rows, resourcesOf: Several<Row, Found>): ReadExport =>
  rowPages<Row>(
    rows,
    ({ since }) => [...seenBy(rows, null), ...(since === null ? [] : [changedSince(rows, since)])],
    async (row, deployment) => (await resourcesOf(row, deployment)).map(({ json }) => json),
  );

/** A Bundle for each page, of requests that repeat what was deleted. @param idsOf those that a row was exported under */
export function deletedPages<Row extends RowMeta>(
  rows: Rows,
  deletions: Deletions,
  idsOf: Several<Row, string>,
): ReadExport {
  const read = rowPages<Row>(
    { ...rows, live: deletions.index?.rows ?? sql`1` },
    (time) => [deletedWithin(deletions, time)],
    async (row, deployment) =>
      (await idsOf(row, deployment)).map((id) =>
        JSON.stringify({ request: { method: 'DELETE', url: `${rows.type}/${id}` } }),
      ),
  );
  return async (...page) => {
    const { lines: entries, next } = await read(...page);
    const bundle = `{"resourceType":"Bundle","type":"transaction","entry":[${entries}]}`;
    return { lines: entries.length > 0 ? [bundle] : [], next };
  };
}
