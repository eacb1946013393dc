import { and, eq, exists, isNull, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { auditedInsert } from '../../db/audit';
import { auditedUpdate } from '../../db/audited-update';
import { existsLive, isLive } from '../../db/entity';
import type { Missing } from '../../db/references';
import { department } from '../../db/schema/department';
import { doctor } from '../../db/schema/doctor';
import { doctorHours } from '../../db/schema/doctor-hours';
import { indexOf } from '../../db/search';
import { asExpression, asStored, db, type Inputs, rawStatement, statement } from '../../db/statement';
import type { DoctorHours } from '../../rules/hours';

type Departments = Pick<typeof doctorHours.$inferSelect, 'department_ids'>;

const departments = ({ department_ids }: Inputs<Departments>) =>
  sql`json_each(${asStored(department_ids, doctorHours.department_ids)})`;
const unknown = sql`not ${existsLive(department, sql`value`)}`;
const mayBeWritten = (p: Inputs<{ id: string } & Departments>) =>
  and(existsLive(doctor, p.id), sql`not exists (select 1 from ${departments(p)} where ${unknown})`);

export const unknownDepartments = rawStatement<Departments, Missing>(
  (p) => sql`select 'Department' as entity, value as id from ${departments(p)} where ${unknown}`,
);

/** Null where none were ever set. */
export const byDoctor = statement((p: Inputs<{ id: string }>) =>
  db
    .select({ weekly: doctorHours.weekly, exceptions: doctorHours.exceptions, version: doctorHours.version })
    .from(doctor)
    .leftJoin(doctorHours, eq(doctorHours.id, doctor.id))
    .where(isLive(doctor, p.id)),
);

export const update = auditedUpdate(doctorHours, ['weekly', 'exceptions', 'department_ids'], {
  derived: ['department_ids'],
  where: mayBeWritten,
});

export const insert = auditedInsert(doctorHours, {
  where: (p) =>
    and(mayBeWritten(p), not(exists(db.select({ one: sql`1` }).from(doctorHours).where(eq(doctorHours.id, p.id))))),
  returning: ['version'],
});

const index = indexOf(doctorHours);

const ofDepartment = (id: SQLWrapper): SQL =>
  sql`${index.from} cross join ${doctorHours} on ${doctorHours.seq} = ${index.rowid}
    where ${index.matches(sql`'"' || ${id} || '"'`)} and ${existsLive(doctor, doctorHours.id)}`;

export const doctorWithHoursIn = (department_id: SQLWrapper): SQL =>
  sql`(select ${doctorHours.id} from ${ofDepartment(department_id)} limit 1)`;

export interface Whose {
  /** of a doctor or a department, or JSON of those of doctors */
  id: string;
}

const andIf = (condition: SQL | undefined) => (condition ? sql` and ${condition}` : sql``);
export const everyone = (isAsked?: SQL) =>
  sql`${doctor} join ${doctorHours} on ${doctorHours.id} = ${doctor.id}
    where ${isNull(doctor.deleted_at)}${andIf(isAsked)} order by ${doctor.seq}`;

/** Whose hours are read: tables, and a condition. @param isAsked one more */
export const staffOf = {
  doctor: (p: Inputs<Whose>, isAsked?: SQL) =>
    sql`${doctorHours} where ${doctorHours.id} = ${p.id} and ${existsLive(doctor, doctorHours.id)}${andIf(isAsked)}`,
  department: (p: Inputs<Whose>, isAsked?: SQL) => sql`${ofDepartment(p.id)}${andIf(isAsked)}`,
  doctors: (p: Inputs<Whose>, isAsked?: SQL) =>
    sql`${doctorHours} where ${doctorHours.id} in (select value from json_each(${p.id}))
    and ${existsLive(doctor, doctorHours.id)}${andIf(isAsked)}`,
  hospital: (_: unknown, isAsked?: SQL) => everyone(isAsked),
};
/** Of the exceptions that may matter. */
export interface Dates {
  first_date: string;
  last_date: string;
}

export const exceptionsOf = (p: Inputs<Dates>) =>
  sql`(select json_group_array(json(value)) from json_each(${doctorHours.exceptions})
    where value ->> 'date' between ${p.first_date} and ${p.last_date})`;

export const JSON_COLUMNS = { weekly: doctorHours.weekly, exceptions: doctorHours.exceptions };

export type Hours = DoctorHours & { doctor_id: string };

/** Of a doctor who is there, hours or none. */
export const hoursOf = rawStatement<{ id: string } & Dates, Hours>(
  (p) => sql`select ${doctor.id} as doctor_id, coalesce(${doctorHours.weekly}, '[]') as weekly,
      coalesce(${exceptionsOf(p)}, '[]') as exceptions
    from ${doctor} left join ${doctorHours} on ${doctorHours.id} = ${doctor.id} where ${isLive(doctor, p.id)}`,
  JSON_COLUMNS,
);

/** Of doctors who ever have hours. */
const documentsOf = (staff: (p: Inputs<Whose>) => SQL) =>
  rawStatement<Whose & Dates & { limit: number }, DoctorHours & { doctor_id: string }>(
    (p) => sql`select * from (
        select ${doctorHours.id} as doctor_id, ${doctorHours.weekly} as weekly, ${exceptionsOf(p)} as exceptions
        from ${staff(p)})
      where weekly <> '[]' or exceptions <> '[]' limit ${asExpression(p.limit)}`,
    JSON_COLUMNS,
  );

export const documents = {
  doctor: documentsOf(staffOf.doctor),
  department: documentsOf(staffOf.department),
  hospital: documentsOf(staffOf.hospital),
};
