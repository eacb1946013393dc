/**
 * What a visit, or a hold, takes: the time of a doctor, and of a room. The conditions are asked inside the statements that write, of
 * placeholders, or of the columns of a series' visits.
 */
import { and, eq, exists, gt, isNotNull, isNull, lt, ne, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { isProgram } from '../../auth/permissions';
import type { ServiceContext } from '../../context';
import { allOf } from '../../db/conditions';
import { existsLive, isLive } from '../../db/entity';
import { appointment, holdsTime } from '../../db/schema/appointment';
import { calendarResource } from '../../db/schema/calendar';
import { hold } from '../../db/schema/hold';
import { patient } from '../../db/schema/patient';
import { db } from '../../db/statement';
import { closedName, closedWithin } from '../closures/queries';
import { type Booking, LONGEST_BUSY } from './rules';

export interface Claim extends Omit<Booking, 'patient_id'> {
  department_id: string;
  /** the room that is named; null: none is */
  resource_id: string | null;
  /** the kind of which a room is needed, folded; null: none is */
  needs: string | null;
  /** a room that goes before others of the kind; null: the first free one does */
  prefers: string | null;
  /** whether it is refused where no room is free */
  must_have_room: 0 | 1;
  /** whose holds are not in the way; null: everybody's are */
  holder: string | null;
  /** the hold that becomes the visit */
  hold_id: string | null;
  now: number;
}

/** Placeholders, or other SQL. */
export type Given<T> = { readonly [K in keyof T & string]: SQLWrapper };

/** A person's own holds are not in that person's way. Many people stand behind a program: each names the hold that is theirs. */
export const holderOf = ({ actor }: ServiceContext): string | null => (actor && !isProgram(actor) ? actor.id : null);

interface Busy {
  busy_from: SQLWrapper;
  busy_until: SQLWrapper;
}

/** One may begin where another ends. */
const overlaps = (one: Busy, other: Busy): SQL =>
  allOf(
    gt(one.busy_from, sql`${other.busy_from} - ${sql.raw(String(LONGEST_BUSY))}`),
    lt(one.busy_from, other.busy_until),
    gt(one.busy_until, other.busy_from),
  );

/** Of another appointment. The patient last: asked for only of those that overlap. */
const visitsIn = (p: Given<Claim>, whose: SQL) =>
  db
    .select({ id: appointment.id })
    .from(appointment)
    .where(
      and(
        holdsTime(p.status),
        holdsTime(appointment.status), // as the indexes have it: written differently, it would keep SQLite from using them
        whose,
        overlaps(appointment, p),
        ne(appointment.id, p.id),
        existsLive(patient, appointment.patient_id),
      ),
    )
    .limit(1);

const holdsIn = (p: Given<Claim>, whose: SQL) =>
  db
    .select({ expires_at: hold.expires_at })
    .from(hold)
    .where(
      and(
        holdsTime(p.status),
        whose,
        overlaps(hold, p),
        gt(hold.expires_at, p.now),
        sql`${hold.id} is not ${p.hold_id}`,
        sql`${hold.account_id} is not ${p.holder}`,
      ),
    )
    .limit(1);

/** The id of an appointment that has any of the doctor's time. */
export const overlapping = (p: Given<Claim>) => visitsIn(p, eq(appointment.doctor_id, p.doctor_id));

/** When a hold of somebody else ends that has any of the doctor's time. */
export const heldUntil = (p: Given<Claim>) => holdsIn(p, eq(hold.doctor_id, p.doctor_id));

const IS_CLOSED_FOR = (['department_id', 'doctor_id'] as const).map((name) => (p: Given<Claim>) => {
  const id = sql.raw(`closed.value ->> '${name}'`);
  return sql`(${id} is null or ${id} = ${p[name]})`;
});

/** The name of a closure that has any of the time. */
export const closureOf = (p: Given<Claim>): SQL =>
  sql`select ${closedName} as name from ${closedWithin(p.busy_from, p.busy_until)}
    and ${and(holdsTime(p.status), ...IS_CLOSED_FOR.map((isFor) => isFor(p)))} limit 1`;

const freeRoom = (p: Given<Claim>, which: SQL) =>
  db
    .select({ id: calendarResource.id })
    .from(calendarResource)
    .where(
      and(
        which,
        not(exists(visitsIn(p, eq(appointment.resource_id, calendarResource.id)))),
        not(exists(holdsIn(p, eq(hold.resource_id, calendarResource.id)))),
      ),
    )
    .orderBy(calendarResource.seq)
    .limit(1);

/** Those of the department, and those of none. */
const isOfKind = (p: Given<Claim>) =>
  allOf(
    eq(calendarResource.kind_key, p.needs),
    isNull(calendarResource.deleted_at),
    or(isNull(calendarResource.department_id), eq(calendarResource.department_id, p.department_id)),
  );

/** The room that it gets: the one that is named, if that is free, or any free one of the kind. Null: none. */
export const roomFor = (p: Given<Claim>): SQL =>
  sql`case
    when ${p.resource_id} is not null then ${freeRoom(p, isLive(calendarResource, p.resource_id))}
    when ${and(isNotNull(p.needs), holdsTime(p.status))}
      then coalesce(${freeRoom(p, isLive(calendarResource, p.prefers))}, ${freeRoom(p, isOfKind(p))})
  end`;

export const hasItsRoom = (p: Given<Claim>): SQL => sql`(not ${p.must_have_room} or ${roomFor(p)} is not null)`;
