import { and, eq, exists, isNull, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { auditedInsert } from '../../db/audit';
import { auditedUpdate } from '../../db/audited-update';
import { existsLive, isLive } from '../../db/entity';
import type { Missing } from '../../db/references';
import { appointment, holdsTime } from '../../db/schema/appointment';
import { department } from '../../db/schema/department';
import { doctor } from '../../db/schema/doctor';
import { doctorHours } from '../../db/schema/doctor-hours';
import { patient } from '../../db/schema/patient';
import { indexOf } from '../../db/search';
import { asExpression, asStored, db, type Inputs, rawStatement, statement } from '../../db/statement';
import type { DoctorHours } from '../../rules/hours';
import type { Calendar } from '../../rules/slots';
import { LONGEST } from '../appointment/rules';

/** Appointments that one request reads, in equal shares for its doctors: 24 a day for 20 of them and 31 days, in 7 ms. */
const HELD_MAX = 15_000;
const HELD_MIN = 20;

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

interface Whose {
  /** of a doctor or a department, or JSON of those of doctors */
  id: string;
}

/** Whose hours are read: tables, and a condition. */
const staffOf = {
  doctor: (p: Inputs<Whose>) =>
    sql`${doctorHours} where ${doctorHours.id} = ${p.id} and ${existsLive(doctor, doctorHours.id)}`,
  department: (p: Inputs<Whose>) => ofDepartment(p.id),
  doctors: (p: Inputs<Whose>) => sql`${doctorHours} where ${doctorHours.id} in (select value from json_each(${p.id}))
    and ${existsLive(doctor, doctorHours.id)}`,
  hospital: () =>
    sql`${doctor} join ${doctorHours} on ${doctorHours.id} = ${doctor.id} where ${isNull(doctor.deleted_at)} order by ${doctor.seq}`,
};

/** Of the exceptions that may matter. */
interface Dates {
  first_date: string;
  last_date: string;
}

const exceptionsOf = (p: Inputs<Dates>) =>
  sql`(select json_group_array(json(value)) from json_each(${doctorHours.exceptions})
    where value ->> 'date' between ${p.first_date} and ${p.last_date})`;

const JSON_COLUMNS = { weekly: doctorHours.weekly, exceptions: doctorHours.exceptions };

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

interface Window extends Whose, Dates {
  from: number;
  /** when the last slot ends, at the latest */
  until: number;
}

export interface CalendarRow extends Omit<Calendar, 'known_until' | 'closed'> {
  /** when the last appointment ends that has begun before the window */
  busy_until: number | null;
  /** how many of `held` there may be */
  most: number;
}

// Indexes by name, so that an appointment costs one row: the first has all that is read, the other only deleted patients. Left
// to itself, SQLite reads the patient of each.
const held = (begins: SQL) => sql`${appointment} indexed by appointment_doctor
  where ${appointment.doctor_id} = staff.doctor_id and ${holdsTime(appointment.status)}
    and ${appointment.starts_at} ${begins}
    and not exists (select 1 from ${patient} indexed by patient_deleted
      where ${patient.id} = ${appointment.patient_id} and ${patient.deleted_at} is not null)`;

const calendarsOf = (staff: (p: Inputs<Window>) => SQL) =>
  rawStatement<Window, CalendarRow>(
    (p) => sql`with staff as materialized (
        select ${doctorHours.id} as doctor_id, ${doctorHours.weekly} as weekly,
          ${exceptionsOf(p)} as exceptions
        from ${staff(p)}),
      share as materialized (select max(${sql.raw(`${HELD_MIN}, ${HELD_MAX}`)} / count(*)) as most from staff)
      select staff.*, (select most from share) as most,
        (select max(ends_at) from ${held(sql`between ${p.from} - ${sql.raw(String(LONGEST))} and ${p.from}`)}) as busy_until,
        (select json_group_array(json_array(starts_at, ends_at)) from (
          select starts_at, ends_at from ${held(sql`> ${p.from} and ${appointment.starts_at} < ${p.until}`)}
          order by starts_at limit (select most from share))) as held
      from staff`,
    {
      ...JSON_COLUMNS,
      held: sql`held`.mapWith((json: string) => JSON.parse(json)).as('held'),
    },
  );

export const calendars = {
  doctor: calendarsOf(staffOf.doctor),
  department: calendarsOf(staffOf.department),
  doctors: calendarsOf(staffOf.doctors),
};
