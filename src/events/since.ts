import { asc, desc, gte, sql } from 'drizzle-orm';
import { audit } from '../db/schema';
import { asExpression, db, type Inputs, statement } from '../db/statement';

const place = { seq: audit.seq, at: audit.at, request_id: audit.request_id };

/** Where the trail ends. */
export const lastPlace = statement(() =>
  db.select(place).from(audit).orderBy(desc(audit.seq)).limit(asExpression(sql`1`)),
);

/** Rows behind a place that are looked at: of an hour's work of a clinic. */
export const SINCE_MAX = 100;

/** The row of that number, and those behind it, one more than are looked at. */
export const placesFrom = statement((p: Inputs<{ seq: number }>) =>
  db
    .select({ ...place, entity: audit.entity })
    .from(audit)
    .where(gte(audit.seq, p.seq))
    .orderBy(asc(audit.seq))
    .limit(asExpression(sql.raw(String(SINCE_MAX + 2)))),
);
