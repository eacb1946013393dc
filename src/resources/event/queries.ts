import { type SQL, sql } from 'drizzle-orm';
import { audit } from '../../db/schema';
import { asExpression, type Inputs, rawStatement } from '../../db/statement';
import type { Place } from '../../events/id';
import { firstSince } from '../../events/since';
import { type EventRow, eventColumns, eventFields } from '../../events/trail';

/** Rows that a page looks at. */
export const SCAN_MAX = 10_000;
const scan = sql.raw(String(SCAN_MAX));

interface Span {
  /** behind this row; null: from `since` on */
  after: number | null;
  since: number;
}

const begun = (p: Inputs<Span>): SQL =>
  sql`begun("after") as materialized (select coalesce(${p.after}, ${firstSince(p.since)} - 1, 0))`;
const after = sql`(select "after" from begun)`;

export interface EventsPage extends Span {
  /** JSON of tables with what was done: `patient create` */
  words: string;
  limit: number;
}

/** In order. Whose they are is asked of those alone that the page has. */
export const page = rawStatement<EventsPage, EventRow>(
  (p) => sql`with ${begun(p)} select ${eventColumns} from (select * from ${audit} r
      where r.seq > ${after} and r.seq <= ${after} + ${scan}
        and r.entity || ' ' || r.action in (select value from json_each(${p.words}))
      order by r.seq limit ${asExpression(p.limit)}) t order by t.seq`,
  eventFields,
);

/** Of a page that has found fewer than it may have: the last row that it has looked at. None in an empty trail. */
export const lastLookedAt = rawStatement<Span, Place>(
  (p) => sql`with ${begun(p)} select seq, at, request_id from ${audit}
    where seq <= ${after} + ${scan} order by seq desc limit 1`,
);
