/** The conditions of a booking, which creates and updates share: what it refers to is there, and its time is free. */
import { and, asc, eq, exists, gt, isNotNull, isNull, lt, ne, not, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { anyOf } from '../../db/conditions';
import { existsLive } from '../../db/entity';
import { appointment, holdsTime } from '../../db/schema/appointment';
import { appointmentType, calendarResource } from '../../db/schema/calendar';
import { department } from '../../db/schema/department';
import { doctor } from '../../db/schema/doctor';
import { hold } from '../../db/schema/hold';
import { patient } from '../../db/schema/patient';
import { db, type Inputs, rawStatement } from '../../db/statement';
import { ConflictError, RuleError } from '../../errors';
import { isoTime } from '../../rules/datetime';
import { type Claim, closureOf, type Given, hasItsRoom, heldUntil, overlapping } from './claim';
import { type Booking, LONGEST } from './rules';

export const REFERENCES = {
  patient_id: patient,
  doctor_id: doctor,
  department_id: department,
  type_id: appointmentType,
  resource_id: calendarResource,
};
/** They must be there for a new time, even where they stay the same. */
export const GIVING_TIME = { doctor_id: doctor, department_id: department };
export type ReferenceIds = Record<'patient_id' | 'doctor_id' | 'department_id', string> &
  Record<'type_id' | 'resource_id', string | null>;

/** How many appointments a link names. */
const CONFLICTS_MAX = 5;

/** Of the patient: who has died is booked for no more. */
export const mayBeBooked = (p: Given<Pick<Booking, 'status'>>): SQL =>
  anyOf(isNull(patient.deceased_at), not(holdsTime(p.status)));

/** Of the type. */
export const isOffered = (): SQL => isNull(appointmentType.retired_at);

const own = alias(appointment, 'own');

interface Booked {
  id: string;
  holder: string | null;
  now: number;
}

/** Buffers are the doctor's time, and not the patient's. */
const otherVisitsOf = (isOwn: SQL) =>
  db
    .select({ id: appointment.id })
    .from(own)
    .innerJoin(
      appointment,
      and(
        holdsTime(own.status),
        holdsTime(appointment.status),
        eq(appointment.patient_id, own.patient_id),
        gt(appointment.starts_at, sql`${own.starts_at} - ${sql.raw(String(LONGEST))}`),
        lt(appointment.starts_at, own.ends_at),
        gt(appointment.ends_at, own.starts_at),
        ne(appointment.id, own.id),
      ),
    )
    .where(isOwn)
    .orderBy(asc(appointment.starts_at))
    .limit(CONFLICTS_MAX);

const holdsOver = (isOwn: SQL, p: Inputs<Booked>) =>
  db
    .select({ starts_at: own.starts_at, ends_at: own.ends_at })
    .from(own)
    .innerJoin(
      hold,
      and(
        holdsTime(own.status),
        eq(hold.doctor_id, own.doctor_id),
        gt(hold.busy_until, own.busy_from),
        lt(hold.busy_from, own.busy_until),
        gt(hold.expires_at, p.now),
        sql`${hold.account_id} is not ${p.holder}`,
      ),
    )
    .where(isOwn)
    .orderBy(asc(own.starts_at))
    .limit(1);

/** An appointment; without id, the time of the own one over a hold. Times are epoch milliseconds. */
export interface Told {
  id: string | null;
  starts_at: number;
  ends_at: number;
}

const visitsTold = (isOwn: SQL) => sql`select id, 0 as starts_at, 0 as ends_at from (${otherVisitsOf(isOwn)})`;
const allTold = (isOwn: SQL, p: Inputs<Booked>) =>
  sql`${visitsTold(isOwn)} union all select null, starts_at, ends_at from (${holdsOver(isOwn, p)})`;

/**
 * Other appointments of its patient at the same time, the first ones, and whether somebody holds the doctor's time. With `reject`
 * nothing is booked over a hold.
 */
export const conflictsOf = {
  allow: rawStatement<Booked, Told>((p) => allTold(eq(own.id, p.id), p)),
  reject: rawStatement<Booked, Told>((p) => visitsTold(eq(own.id, p.id))),
};

/** The same of all visits of a series, of which the first one over a hold is told. */
export const conflictsOfSeries = rawStatement<Booked, Told>((p) => allTold(eq(own.series_id, p.id), p));

interface Refusal {
  /** whether the patient has died */
  deceased: 0 | 1;
  /** whether visits of the type are made no more */
  retired: 0 | 1;
  /** the name of the closure in the way */
  closed: string | null;
  /** the id of the appointment in the way */
  overlaps: string | null;
  /** when the hold in the way ends */
  held: number | null;
  /** whether no room is free */
  roomless: 0 | 1;
}

/** What the time must be: free of other appointments, and holds, of the doctor, and not closed. A room must be free where it must be had. */
interface Demands {
  free: boolean;
  open: boolean;
}

export type Asked = Claim & ReferenceIds;

const conditions = ({ free, open }: Demands) => ({
  isFree: (p: Given<Claim>) =>
    and(
      free ? and(not(exists(overlapping(p))), not(exists(heldUntil(p)))) : undefined,
      open ? not(exists(sql`(${closureOf(p)})`)) : undefined,
      hasItsRoom(p),
    ),
  /** Right behind a write: a row if it changed none. */
  refusal: rawStatement<Asked, Refusal>(
    (p) => sql`select ${existsLive(patient, p.patient_id, isNotNull(patient.deceased_at))} as deceased,
      ${existsLive(appointmentType, p.type_id, isNotNull(appointmentType.retired_at))} as retired,
      ${open ? sql`(${closureOf(p)})` : sql`null`} as closed,
      ${free ? sql`${overlapping(p)}` : sql`null`} as overlaps,
      ${free ? sql`${heldUntil(p)}` : sql`null`} as held,
      not ${hasItsRoom(p)} as roomless where changes() = 0`,
  ),
});
export type Conditions = ReturnType<typeof conditions>;

/** By the setting `DOUBLE_BOOKING`. `move`: with `reject`, of time that the doctor has given already, in another department. */
export const CONDITIONS = {
  allow: conditions({ free: false, open: false }),
  reject: conditions({ free: true, open: true }),
  move: conditions({ free: false, open: true }),
};

export const deceased = () => new RuleError('deceased', 'The patient has died, and takes no new appointments');
export const retired = () => new ConflictError('retired', 'No appointments of this type are made any more');

/** What is in the way of the time, if anything is. */
export function takenBy({ closed, overlaps, held, roomless }: Omit<Refusal, 'deceased' | 'retired'>) {
  if (closed !== null) return new ConflictError('closed', `No appointments are made at that time: ${closed}`);
  if (overlaps !== null)
    return new ConflictError('overlap', `The doctor has another appointment at that time: ${overlaps}`);
  if (held !== null) return new ConflictError('held', `Somebody else holds that time until ${isoTime(held)}`);
  if (roomless) return new ConflictError('no_resource', 'The room, or any of the kind, is not free at that time');
  return undefined;
}

/** Of a create. */
export function refusedBy([refusal]: Refusal[]) {
  if (!refusal) return undefined;
  if (refusal.deceased) return deceased();
  return refusal.retired ? retired() : takenBy(refusal);
}
