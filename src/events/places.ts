import { asc, desc, eq, getTableName, gte, sql } from 'drizzle-orm';
import { appointment, audit } from '../db/schema';
import { asExpression, db, type Inputs, statement } from '../db/statement';
import type { Place } from './id';

const place = { seq: audit.seq, at: audit.at, request_id: audit.request_id };

/** Where the trail ends. */
export const lastPlace = statement(() =>
  db.select(place).from(audit).orderBy(desc(audit.seq)).limit(asExpression(sql`1`)),
);

/** Rows behind a place that are looked at: of an hour's work of a clinic. */
export const SINCE_MAX = 100;

/** A row of the trail, and of an appointment where it is by now; nulls of anything else. */
export interface Since extends Place {
  entity: string;
  action: string;
  changed: string[];
  starts_at: number | null;
  doctor_id: string | null;
  department_id: string | null;
}

/** Null for anything else, so that no row is looked for. */
const visitOf = (p: Inputs<{ seq: number }>) =>
  sql`iif(${audit.seq} > ${p.seq} and ${audit.entity} = ${getTableName(appointment)}, ${audit.entity_id}, null)`;

/** The row of that number, and those behind it, one more than are looked at. */
export const placesFrom = statement((p: Inputs<{ seq: number }>) =>
  db
    .select({
      ...place,
      entity: audit.entity,
      action: audit.action,
      changed: audit.changed,
      starts_at: appointment.starts_at,
      doctor_id: appointment.doctor_id,
      department_id: appointment.department_id,
    })
    .from(audit)
    .leftJoin(appointment, eq(appointment.id, visitOf(p)))
    .where(gte(audit.seq, p.seq))
    .orderBy(asc(audit.seq))
    .limit(asExpression(sql.raw(String(SINCE_MAX + 2)))),
);
