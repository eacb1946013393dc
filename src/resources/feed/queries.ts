import { and, asc, eq, gte, isNull, lt, or, sql } from 'drizzle-orm';
import type { Role } from '../../auth/permissions';
import { existsLive } from '../../db/entity';
import { appointment } from '../../db/schema/appointment';
import { calendarFeed } from '../../db/schema/calendar-feed';
import { department } from '../../db/schema/department';
import { doctor } from '../../db/schema/doctor';
import { patient } from '../../db/schema/patient';
import { user } from '../../db/schema/user';
import { asExpression, db, type Inputs, statement } from '../../db/statement';

/** Of an account, a doctor and a department that are there. */
export const openByHash = statement((p: Inputs<{ token_hash: string }>) =>
  db
    .select({
      id: calendarFeed.id,
      user_id: calendarFeed.user_id,
      doctor_id: calendarFeed.doctor_id,
      department_id: calendarFeed.department_id,
      role: sql<Role>`${user.type}`.as('role'),
    })
    .from(calendarFeed)
    .innerJoin(user, and(eq(user.id, calendarFeed.user_id), isNull(user.deleted_at), isNull(user.disabled_at)))
    .where(
      and(
        eq(calendarFeed.token_hash, p.token_hash),
        isNull(calendarFeed.deleted_at),
        or(isNull(calendarFeed.doctor_id), existsLive(doctor, calendarFeed.doctor_id)),
        or(isNull(calendarFeed.department_id), existsLive(department, calendarFeed.department_id)),
      ),
    ),
);

interface Window {
  id: string;
  from: number;
  to: number;
  limit: number;
}

/** @param column an index has it, and goes on with `starts_at` */
const visitsOf = (column: typeof appointment.doctor_id | typeof appointment.department_id) =>
  statement((p: Inputs<Window>) =>
    db
      .select({
        id: appointment.id,
        version: appointment.version,
        updated_at: appointment.updated_at,
        starts_at: appointment.starts_at,
        ends_at: appointment.ends_at,
        status: appointment.status,
        is_of_patient: sql<0 | 1>`${existsLive(patient, appointment.patient_id)}`.as('is_of_patient'),
      })
      .from(appointment)
      .where(and(eq(column, p.id), gte(appointment.starts_at, p.from), lt(appointment.starts_at, p.to)))
      .orderBy(asc(appointment.starts_at), asc(appointment.seq))
      .limit(asExpression(p.limit)),
  );

export const visits = {
  doctor: visitsOf(appointment.doctor_id),
  department: visitsOf(appointment.department_id),
};
