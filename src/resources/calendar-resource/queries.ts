import { and, desc, eq, gt, isNull, lt, not, or, sql } from 'drizzle-orm';
import { auditedInsert } from '../../db/audit';
import { auditedUpdate } from '../../db/audited-update';
import { columnsFor, existsLive, fieldNames, isLive } from '../../db/entity';
import { missingOf } from '../../db/references';
import { appointment } from '../../db/schema/appointment';
import { calendarResource } from '../../db/schema/calendar';
import { department } from '../../db/schema/department';
import { hold } from '../../db/schema/hold';
import { asExpression, db, type Inputs, rawStatement, statement } from '../../db/statement';
import { nextAppointment } from '../appointment/queries';
import { RESOURCES_MAX, type TakenBy } from './rules';
import { CalendarResource, CalendarResourceInput } from './schemas';

const columns = columnsFor(calendarResource, CalendarResource);

const REFERENCES = { department_id: department } as const;
export const missing = missingOf(REFERENCES);

/** The last one that there may be. */
const last = sql`(select 1 from ${calendarResource} where ${isNull(calendarResource.deleted_at)}
  order by ${calendarResource.seq} limit 1 offset ${sql.raw(String(RESOURCES_MAX - 1))})`;

export const insert = auditedInsert(calendarResource, {
  refers: REFERENCES,
  where: () => isNull(last),
  returning: ['id'],
});

interface Place {
  /** null: of any */
  kind_key: string | null;
  department_id: string | null;
  cursor: number;
  limit: number;
}

/** Newest first. All of them are fewer than a page may have, and so is what a page looks at. */
export const before = statement((p: Inputs<Place>) =>
  db
    .select({ ...columns, seq: calendarResource.seq })
    .from(calendarResource)
    .where(
      and(
        lt(calendarResource.seq, p.cursor),
        isNull(calendarResource.deleted_at),
        or(isNull(p.kind_key), eq(calendarResource.kind_key, p.kind_key)),
        or(isNull(p.department_id), eq(calendarResource.department_id, p.department_id)),
      ),
    )
    .orderBy(desc(calendarResource.seq))
    .limit(asExpression(p.limit)),
);

export const byId = statement((p: Inputs<{ id: string }>) =>
  db
    .select({ ...columns, version: calendarResource.version })
    .from(calendarResource)
    .where(isLive(calendarResource, p.id)),
);

export const update = auditedUpdate(calendarResource, [...fieldNames(CalendarResourceInput), 'kind_key'], {
  derived: ['kind_key'],
  refers: REFERENCES,
});

interface Deletion {
  id: string;
  /** epoch milliseconds */
  now: number;
}

const isHeld = (p: Inputs<Deletion>) =>
  sql`exists (select 1 from ${hold} where ${and(eq(hold.resource_id, p.id), gt(hold.expires_at, p.now))})`;

// Bookings and holds require the room in their own writes, so whichever write comes later is refused.
export const remove = auditedUpdate(calendarResource, ['deleted_at'], {
  action: 'delete',
  where: (p: Inputs<Deletion>) => and(isNull(nextAppointment(appointment.resource_id, p)), not(isHeld(p))),
});

export const takenBy = rawStatement<Deletion, TakenBy>(
  (p) => sql`select ${nextAppointment(appointment.resource_id, p)} as appointment, ${isHeld(p)} as is_held
    where ${existsLive(calendarResource, p.id)}`,
);
