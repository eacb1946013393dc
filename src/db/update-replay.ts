import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Origin } from './audit';
import type { EntityTable } from './entity';
import { StorageError } from './errors';
import type { Fields } from './fields';
import { batchOf, type Query, rowLeft } from './query';
import { audit } from './schema/system';
import { db, type Inputs, rawStatement } from './statement';
import { asTable } from './table';

/*
 * An update or delete whose answer was lost is sent again. Its condition holds a second time only where it took no effect;
 * where it did, the audit trail says so. Without this the answer would be 503, and a client that repeats it would get 412, of a
 * delete 404: a conflict with itself, which looks like lost work.
 */

interface Write<In> {
  id: (p: Inputs<In>) => SQLWrapper;
  returned: Fields;
  /** whether the row still has what was written */
  asWritten: (p: Inputs<In>) => SQL[];
}

/** `still`: null where the row was changed since */
type Recorded<Row> = Row & { still: string | null };

/** What this very request wrote, by the audit trail, and the row, if it is unchanged since. */
export const recordedWrite = <In extends Origin, Row>(
  table: EntityTable,
  { id, returned, asWritten }: Write<In>,
): ((values: In) => Query<Recorded<Row>[]>) =>
  rawStatement<In, Recorded<Row>>((p) =>
    db
      .select({ ...returned, still: sql`${table.id}`.as('still') })
      .from(audit)
      .leftJoin(asTable(table), and(eq(table.id, audit.entity_id), eq(table.version, audit.version), ...asWritten(p)))
      .where(
        and(
          eq(audit.entity_id, id(p)),
          sql`${audit.at} = ${p.at} and ${audit.actor} is ${p.actor} and ${audit.request_id} is ${p.request_id}`,
        ),
      ),
  );

/** @throws StorageError where it took effect, and somebody has changed the record since */
export function replayOf<Row, Result extends { row: Row | undefined }>(
  attempt: Query<Result>,
  recorded: Query<Recorded<Row>[]>,
): Query<Result> {
  const { statements, read } = batchOf({ attempt, recorded });
  return {
    statements,
    read: (rows) => {
      const results = read(rows);
      const [written] = results.recorded;
      if (results.attempt.row || !written) return results.attempt;
      const { still, ...row } = written;
      // Neither "written" nor "outdated" would be true.
      if (still === null) throw new StorageError('unavailable');
      return { ...results.attempt, row: rowLeft<Row>(row) };
    },
  };
}
