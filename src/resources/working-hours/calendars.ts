/** What free times are found by, apart from the documents of queries.ts: what visits and holds take of doctors and rooms. */
import { and, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { isLive } from '../../db/entity';
import { appointment, holdsTime, isLong, LONG } from '../../db/schema/appointment';
import { appointmentType, calendarResource } from '../../db/schema/calendar';
import { doctorHours } from '../../db/schema/doctor-hours';
import { hold } from '../../db/schema/hold';
import { patient } from '../../db/schema/patient';
import { db, type Inputs, rawStatement, statement } from '../../db/statement';
import { DAY, HOUR, MINUTE } from '../../rules/clock';
import { LONGEST_BUSY } from '../appointment/rules';
import { type Dates, everyone, exceptionsOf, type Hours, JSON_COLUMNS, staffOf, type Whose } from './queries';

/** Appointments that one request reads, in equal shares for its doctors: 24 a day for 20 of them and 31 days, in 7 ms. */
const BOOKED_MAX = 15_000;
/** The same for rooms. */
const ROOMS_BOOKED_MAX = 10_000;
/** Of a doctor, or a room, of however many. */
const SHARE_MIN = 20;
/** As many as a share is left for. */
export const DOCTORS_MAX = BOOKED_MAX / SHARE_MIN;
const ROOMS_MAX = ROOMS_BOOKED_MAX / SHARE_MIN;

/** One more than there may be, by which it is seen that there are too many. Who never has hours is nobody to wait for. */
const someOfHospital = (_: unknown, isAsked?: SQL) =>
  sql`${everyone(and(sql`(${doctorHours.weekly} <> '[]' or ${doctorHours.exceptions} <> '[]')`, isAsked))}
    limit ${sql.raw(String(DOCTORS_MAX + 1))}`;

export interface Window extends Whose, Dates {
  from: number;
  /** before which the last slot begins */
  to: number;
  /** how long slots are at most, where no type says so */
  minutes: number | null;
  /** the type of visit; null: none */
  type_id: string | null;
  /** whether somebody else books, for whom it must be bookable online */
  online: 0 | 1;
  now: number;
}

const isOpen = (p: Inputs<Pick<Window, 'type_id' | 'online'>>) =>
  and(
    isLive(appointmentType, p.type_id),
    isNull(appointmentType.retired_at),
    sql`(${appointmentType.bookable_online} or not ${p.online})`,
  );

/** No row where it is offered nowhere, or not to those who ask. */
export const offeredType = statement((p: Inputs<Pick<Window, 'type_id' | 'online'>>) =>
  db
    .select({
      id: appointmentType.id,
      minutes: appointmentType.minutes,
      buffer_before: appointmentType.buffer_before,
      buffer_after: appointmentType.buffer_after,
      department_ids: appointmentType.department_ids,
      min_notice_hours: appointmentType.min_notice_hours,
      needs_key: appointmentType.needs_key,
    })
    .from(appointmentType)
    .where(isOpen(p)),
);

/** What a type makes of a window: `free-times.ts` computes the same. */
const planOf = (p: Inputs<Window>) => sql`plan as materialized (
  select ${appointmentType.doctor_ids} as doctor_ids, ${appointmentType.department_ids} as department_ids,
    ${appointmentType.needs_key} as needs_key,
    max(${p.from}, ${p.now} + ${appointmentType.min_notice_hours} * ${sql.raw(String(HOUR))})
      - ${appointmentType.buffer_before} * ${sql.raw(String(MINUTE))} as busy_from,
    ${p.to} + (coalesce(${p.minutes}, ${appointmentType.minutes}) + ${appointmentType.buffer_after}) * ${sql.raw(String(MINUTE))}
      as busy_until
  from ${appointmentType} where ${isOpen(p)})`;

/** What must be free, from the first slot on to the end of the last one, buffers included. */
interface Busy {
  from: SQL;
  until: SQL;
}
const BUSY_OF_PLAN: Busy = { from: sql`(select busy_from from plan)`, until: sql`(select busy_until from plan)` };
const busyOf = (p: Inputs<Window>): Busy => ({
  from: sql`${p.from}`,
  until: sql`${p.to} + coalesce(${p.minutes} * ${sql.raw(String(MINUTE))}, ${sql.raw(String(DAY))})`,
});

const inPlan = (list: 'doctor_ids' | 'department_ids') =>
  sql.raw(`(select value from json_each((select ${list} from plan)))`);

/** The doctors of the type who have hours in its departments; an empty list names all. */
const isOfPlan = (): SQL =>
  sql`exists (select 1 from plan)
    and ((select doctor_ids from plan) = '[]' or ${doctorHours.id} in ${inPlan('doctor_ids')})
    and ((select department_ids from plan) = '[]' or exists (select 1 from json_each(${doctorHours.department_ids})
      where value in ${inPlan('department_ids')}))`;

/** What a row says of a doctor, or a room: `Calendar` or `Room` is made of it. */
interface TakenRow {
  /** by visits that begin in the window: from when, until when, in the order of that */
  booked: [busy_from: number, busy_until: number][];
  /** when the last visit ends that has begun before the window */
  busy_until: number | null;
  /** how many of `booked` there may be */
  most: number;
}
export type CalendarRow = Hours & TakenRow;
export interface RoomRow extends TakenRow {
  resource_id: string;
  department_id: string | null;
}

const BOOKED = sql`booked`.mapWith((json: string) => JSON.parse(json)).as('booked');

/** The columns of `TakenRow`. @param indexes by name, so that a visit costs one row: they have all that is read */
const takenBy = (indexes: { all: string; long: string }, isWhose: SQL, { from, until }: Busy): SQL => {
  const visits = (index: string, begins: SQL) => sql`${appointment} indexed by ${sql.raw(index)}
    where ${isWhose} and ${holdsTime(appointment.status)} and ${appointment.busy_from} ${begins}
      and not exists (select 1 from ${patient} indexed by patient_deleted
        where ${patient.id} = ${appointment.patient_id} and ${patient.deleted_at} is not null)`;
  const ago = (time: number) => sql`${from} - ${sql.raw(String(time))}`;
  return sql`(select max(busy_until) from (
      select max(busy_until) as busy_until from ${visits(indexes.all, sql`between ${ago(LONG)} and ${from}`)}
      union all
      select max(busy_until) from ${visits(indexes.long, sql`between ${ago(LONGEST_BUSY)} and ${from}`)}
        and ${isLong(appointment)})) as busy_until,
    (select json_group_array(json_array(busy_from, busy_until)) from (
      select busy_from, busy_until from ${visits(indexes.all, sql`> ${from} and ${appointment.busy_from} < ${until}`)}
      order by busy_from limit (select most from share))) as booked,
    (select most from share) as most`;
};

const share = (of: string, all: number) =>
  sql.raw(`share as materialized (select max(${SHARE_MIN}, ${all} / count(*)) as most from ${of})`);

const OF_DOCTOR = { all: 'appointment_doctor', long: 'appointment_doctor_long' };
const OF_ROOM = { all: 'appointment_resource', long: 'appointment_resource_long' };

const calendarsOf = (staff: (p: Inputs<Window>, isAsked?: SQL) => SQL, isTyped: boolean) =>
  rawStatement<Window, CalendarRow>(
    (p) => sql`with ${isTyped ? sql`${planOf(p)}, ` : sql``}staff as materialized (
        select ${doctorHours.id} as doctor_id, ${doctorHours.weekly} as weekly, ${exceptionsOf(p)} as exceptions
        from ${staff(p, isTyped ? isOfPlan() : undefined)}),
      ${share('staff', BOOKED_MAX)}
      select staff.*, ${takenBy(OF_DOCTOR, sql`${appointment.doctor_id} = staff.doctor_id`, isTyped ? BUSY_OF_PLAN : busyOf(p))}
      from staff`,
    { ...JSON_COLUMNS, booked: BOOKED },
  );

const calendarsOfAll = (isTyped: boolean) => ({
  doctor: calendarsOf(staffOf.doctor, isTyped),
  department: calendarsOf(staffOf.department, isTyped),
  doctors: calendarsOf(staffOf.doctors, isTyped),
  hospital: calendarsOf(someOfHospital, isTyped),
});
export const calendars = calendarsOfAll(false);
/** Of whoever the type is offered by. */
export const calendarsOfType = calendarsOfAll(true);

/** The rooms of the kind that the type needs. @param department_id null: those of all departments */
export const rooms = rawStatement<Window & { department_id: string | null }, RoomRow>(
  (p) => sql`with ${planOf(p)}, room as materialized (
      select ${calendarResource.id} as resource_id, ${calendarResource.department_id} as department_id
      from ${calendarResource}
      where ${calendarResource.kind_key} = (select needs_key from plan) and ${isNull(calendarResource.deleted_at)}
        and (${p.department_id} is null or ${calendarResource.department_id} is null
          or ${calendarResource.department_id} = ${p.department_id})
      order by ${calendarResource.seq} limit ${sql.raw(String(ROOMS_MAX))}),
    ${share('room', ROOMS_BOOKED_MAX)}
    select room.*, ${takenBy(OF_ROOM, sql`${appointment.resource_id} = room.resource_id`, BUSY_OF_PLAN)} from room`,
  { booked: BOOKED },
);

export interface HoldRow {
  doctor_id: string;
  resource_id: string | null;
  busy_from: number;
  busy_until: number;
}

/** All that are open, of somebody else: there are never many. @param holder whose holds are not in the way; null: nobody's */
export const openHolds = rawStatement<{ holder: string | null; now: number }, HoldRow>((p) =>
  db
    .select({
      doctor_id: hold.doctor_id,
      resource_id: hold.resource_id,
      busy_from: hold.busy_from,
      busy_until: hold.busy_until,
    })
    .from(hold)
    .where(and(gt(hold.expires_at, p.now), sql`${hold.account_id} is not ${p.holder}`)),
);
