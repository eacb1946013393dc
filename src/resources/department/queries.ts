import { and, isNull, sql } from 'drizzle-orm';
import { auditedInsert } from '../../db/audit';
import { auditedUpdate } from '../../db/audited-update';
import { columnsFor, existsLive, fieldNames, isLive } from '../../db/entity';
import { keysetList } from '../../db/keyset-list';
import { appointment } from '../../db/schema/appointment';
import { department } from '../../db/schema/department';
import { db, type Inputs, rawStatement, statement } from '../../db/statement';
import { nextAppointment } from '../appointment/queries';
import { doctorWithHoursIn } from '../working-hours/queries';
import type { NamedBy } from './rules';
import { Department, DepartmentInput } from './schemas';

const columns = columnsFor(department, Department);

export const insert = auditedInsert(department);

export const list = keysetList(department, columns);

export const byId = statement((p: Inputs<{ id: string }>) =>
  db
    .select({ ...columns, version: department.version })
    .from(department)
    .where(isLive(department, p.id)),
);

export const update = auditedUpdate(department, [...fieldNames(DepartmentInput), 'code_key', 'terms'], {
  derived: ['code_key', 'terms'],
});

interface Deletion {
  id: string;
  /** epoch milliseconds */
  now: number;
}

// Bookings and working hours require the department in their own writes, so whichever write comes later is refused.
export const remove = auditedUpdate(department, ['deleted_at'], {
  action: 'delete',
  where: (p: Inputs<Deletion>) =>
    and(isNull(nextAppointment(appointment.department_id, p)), isNull(doctorWithHoursIn(p.id))),
});

export const namedBy = rawStatement<Deletion, NamedBy>(
  (
    p,
  ) => sql`select ${nextAppointment(appointment.department_id, p)} as appointment, ${doctorWithHoursIn(p.id)} as doctor
    where ${existsLive(department, p.id)}`,
);
