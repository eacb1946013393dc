/** The conditions of a booking, which creates and updates share: what it refers to is there, and its time is free. */
import {
  and,
  asc,
  eq,
  exists,
  gt,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { existsLive } from '../../db/entity';
import { appointment, holdsTime } from '../../db/schema/appointment';
import { department } from '../../db/schema/department';
import { doctor } from '../../db/schema/doctor';
import { patient } from '../../db/schema/patient';
import { db, type Inputs, rawStatement, statement } from '../../db/statement';
import { ConflictError, RuleError } from '../../errors';
import { closedName, closedWithin } from '../closures/queries';
import { type Booking, LONGEST } from './rules';

export const REFERENCES = { patient_id: patient, doctor_id: doctor, department_id: department };
/** They must be there for a new time, even where they stay the same. */
export const GIVING_TIME = { doctor_id: doctor, department_id: department };
export type ReferenceIds = Record<keyof typeof REFERENCES, string>;

/** How many appointments a link names. */
const CONFLICTS_MAX = 5;

/** Of the patient: who has died is booked for no more. */
export const mayBeBooked = (p: Inputs<Pick<Booking, 'status'>>): SQL =>
  or(isNull(patient.deceased_at), not(holdsTime(p.status))) as SQL;

/** Of another appointment than `p`. One may start where another ends. */
const overlaps = (p: { readonly [K in keyof Booking]: SQLWrapper }, whose: 'doctor_id' | 'patient_id') =>
  and(
    holdsTime(p.status),
    holdsTime(appointment.status), // as the index has it: written differently, it would keep SQLite from using it
    eq(appointment[whose], p[whose]),
    gt(appointment.starts_at, sql`${p.starts_at} - ${LONGEST}`),
    lt(appointment.starts_at, p.ends_at),
    gt(appointment.ends_at, p.starts_at),
    ne(appointment.id, p.id),
  );

const overlapping = (p: Inputs<Booking>) =>
  db
    .select({ id: appointment.id })
    .from(appointment)
    // The patient last: asked for only of those that overlap.
    .where(and(overlaps(p, 'doctor_id'), existsLive(patient, appointment.patient_id)))
    .limit(1);

const own = alias(appointment, 'own');

/** Other appointments of its patient at the same time, the first ones. */
export const conflictsOf = statement((p: Inputs<Pick<Booking, 'id'>>) =>
  db
    .select({ id: appointment.id })
    .from(own)
    .innerJoin(appointment, overlaps(own, 'patient_id'))
    .where(eq(own.id, p.id))
    .orderBy(asc(appointment.starts_at))
    .limit(CONFLICTS_MAX),
);

const IS_CLOSED_FOR = (['department_id', 'doctor_id'] as const).map((name) => (p: Inputs<ReferenceIds>) => {
  const id = sql.raw(`closed.value ->> '${name}'`);
  return sql`(${id} is null or ${id} = ${p[name]})`;
});

/** The name of a closure that has any of the time. */
const closureOf = (p: Inputs<Booking & ReferenceIds>) =>
  sql`select ${closedName} as name from ${closedWithin(p.starts_at, p.ends_at)}
    and ${and(holdsTime(p.status), ...IS_CLOSED_FOR.map((isFor) => isFor(p)))} limit 1`;

interface Refusal {
  /** whether the patient has died */
  deceased: 0 | 1;
  /** the name of the closure in the way */
  closed: string | null;
  /** the id of the appointment in the way */
  overlaps: string | null;
}

/** What the time must be: free of other appointments of the doctor, and not closed. */
interface Demands {
  free: boolean;
  open: boolean;
}

const conditions = ({ free, open }: Demands) => ({
  isFree: (p: Inputs<Booking & ReferenceIds>) =>
    and(free ? not(exists(overlapping(p))) : undefined, open ? not(exists(sql`(${closureOf(p)})`)) : undefined),
  /** Right behind a write: a row if it changed none. */
  refusal: rawStatement<Booking & ReferenceIds, Refusal>(
    (p) => sql`select ${existsLive(patient, p.patient_id, isNotNull(patient.deceased_at))} as deceased,
      ${open ? sql`(${closureOf(p)})` : sql`null`} as closed,
      ${free ? sql`${overlapping(p)}` : sql`null`} as overlaps where changes() = 0`,
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

/** Where a closure, or another appointment, is in the way. */
export const timeIsTaken = ({ closed, overlaps }: Pick<Refusal, 'closed' | 'overlaps'>) =>
  closed === null
    ? new ConflictError('overlap', `The doctor has another appointment at that time: ${overlaps}`)
    : new ConflictError('closed', `No appointments are made at that time: ${closed}`);
