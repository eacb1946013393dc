/** All rows of a table in order of creation, page by page: an update moves none, so each is met once. */
import { is, SQL, sql } from 'drizzle-orm';
import { wholeRows } from '../../db/page-bytes';
import type { Deployment } from '../elements/datatypes';
import type { Condition } from '../search/condition';
import { placeIn, textOf } from '../search/run';
import { type Rows, searchOf } from '../search/statement';
import type { Found, ReadExport, RowMeta } from '../served-type';

const PAGE_ROWS = 500;
/** Characters: parts of a record are longer as resources than they are stored. */
const PAGE_LENGTH = 4_000_000;

/** Without an access: an index of `updated_at` would bring rows in an order that each update changes. */
function changedSince({ fields: { updated_at: field } }: Rows, since: number): Condition {
  const column = is(field, SQL.Aliased) ? field.sql : field;
  return { shape: 'changed since', value: since, where: (value) => sql`${column} >= ${value}` };
}

type ResourcesOf<Row> = (row: Row, deployment: Deployment) => readonly Found[] | Promise<readonly Found[]>;

/** @param resourcesOf what a row is exported as */
export function exportPages<Row extends RowMeta>(rows: Rows, resourcesOf: ResourcesOf<Row>): ReadExport {
  const wholeOf = wholeRows(rows.fields);
  return async (database, deployment, cursor, since) => {
    const conditions = since === null ? [] : [changedSince(rows, since)];
    const { rows: page, reached } = searchOf<Row>(rows, conditions, placeIn(cursor ?? undefined), PAGE_ROWS + 1);
    const read = await database.batch({ page, reached });
    const whole = read.page.slice(0, Math.min(PAGE_ROWS, wholeOf(read.page)));
    const lines: string[] = [];
    let [done, length] = [0, 0];
    for (const row of whole) {
      if (length >= PAGE_LENGTH) break;
      for (const { json } of await resourcesOf(row, deployment)) {
        lines.push(json);
        length += json.length;
      }
      done++;
    }
    const next = done < read.page.length ? whole[done - 1] : read.reached?.[0];
    return { lines, next: next ? textOf(next) : null };
  };
}
