import { and, asc, eq, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { appointment } from '../../db/schema/appointment';
import { department } from '../../db/schema/department';
import { doctor } from '../../db/schema/doctor';
import { patient } from '../../db/schema/patient';
import { db, type Inputs, rawStatement, statement } from '../../db/statement';
import { type Group, NAMES_MAX, SUMMED_MAX, SUMS_MAX } from './schemas';

export const FILTERS = ['doctor_id', 'department_id'] as const;
export type Filter = (typeof FILTERS)[number];

interface Summed extends Record<Filter, string | null> {
  /** JSON: when each part of the period begins and ends, and its key */
  spans: string;
  now: number;
}

export interface SumRow {
  /** the id of a doctor or a department, or the date; empty by status */
  key: string;
  status: string;
  appointments: number;
  /** those whose end is ahead */
  ahead: number;
  /** milliseconds of all */
  time: number;
}

const KEYS: Record<Group, SQL> = {
  doctor: sql`${appointment.doctor_id}`,
  department: sql`${appointment.department_id}`,
  status: sql`''`,
  day: sql`span.value ->> 2`,
};

const meets = (p: Inputs<Summed>, [first, second]: readonly Filter[]) => [
  first && eq(appointment[first], p[first]),
  // The unary plus keeps SQLite from the index of the second one, which is the wider.
  second && eq(sql`+${appointment[second]}`, p[second]),
];

/** Those of deleted patients by the index of these, so that an appointment costs one row. */
const ofDeleted = sql`select 1 from ${patient} indexed by patient_deleted
  where ${patient.id} = ${appointment.patient_id} and ${isNotNull(patient.deleted_at)}`;

/**
 * By key and status as it was sent, as nobody but rules/appointment-status.ts says which spellings are one. Of a period with more
 * than SUMMED_MAX appointments some are left out.
 */
const sumsOf = (group_by: Group, filters: readonly Filter[]) =>
  rawStatement<Summed, SumRow>(
    (
      p,
    ) => sql`select key, status, count(*) as appointments, sum(ends_at > ${p.now}) as ahead, sum(ends_at - starts_at) as time
      from (select ${KEYS[group_by]} as key, ${appointment.status} as status, ${appointment.starts_at} as starts_at,
          ${appointment.ends_at} as ends_at
        from json_each(${p.spans}) as span cross join ${appointment}
        where ${and(
          ...meets(p, filters),
          gte(appointment.starts_at, sql`span.value ->> 0`),
          lt(appointment.starts_at, sql`span.value ->> 1`),
          sql`not exists (${ofDeleted})`,
        )}
        limit ${sql.raw(String(SUMMED_MAX + 1))})
      group by key, status limit ${sql.raw(String(SUMS_MAX + 1))}`,
  );

const made = new Map<string, ReturnType<typeof sumsOf>>();

export function sums(group_by: Group, filters: readonly Filter[]): ReturnType<typeof sumsOf> {
  const key = [group_by, ...filters].join();
  const statement = made.get(key) ?? sumsOf(group_by, filters);
  made.set(key, statement);
  return statement;
}

/** Also those who were deleted. */
export const doctors = statement(() =>
  db
    .select({
      id: doctor.id,
      reg_number: doctor.reg_number,
      first_name: doctor.first_name,
      last_name: doctor.last_name,
    })
    .from(doctor)
    .orderBy(asc(doctor.seq))
    .limit(NAMES_MAX + 1),
);
export const departments = statement(() =>
  db
    .select({ id: department.id, name: department.name, code: department.code })
    .from(department)
    .orderBy(asc(department.seq))
    .limit(NAMES_MAX + 1),
);
