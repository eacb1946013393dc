import { and, eq, gt, lt, ne, type SQLWrapper, sql } from 'drizzle-orm';
import { existsLive } from '../../db/entity';
import { appointment, holdsTime } from '../../db/schema/appointment';
import { department } from '../../db/schema/department';
import { doctor } from '../../db/schema/doctor';
import { patient } from '../../db/schema/patient';
import { db, type Inputs } from '../../db/statement';
import { ConflictError, ReferenceNotFoundError } from '../../errors';
import { LONGEST_MINUTES } from './schemas';

const MINUTE = 60_000;
/** How far back an appointment can begin that still lasts. */
export const LONGEST = LONGEST_MINUTES * MINUTE;
/** What an appointment without a duration takes, where overlaps are looked for. */
const DEFAULT_MINUTES = 15;

/** At least a minute after the start: even an appointment of 0 minutes needs its doctor. */
export const endOf = (starts_at: number, minutes: number | null): number =>
  starts_at + Math.max(MINUTE, Math.round((minutes ?? DEFAULT_MINUTES) * MINUTE));

/** What an appointment refers to. */
const REFERENCES = { patient, doctor, department };
const NAMES = ['patient', 'doctor', 'department'] as const;
type Reference = (typeof NAMES)[number];
export type Ids = Record<`${Reference}_id`, string>;
/** Whether each reference is there. */
export type Found = Record<Reference, 0 | 1>;

export const isThere = (name: Reference, id: SQLWrapper) => existsLive(REFERENCES[name], id);

/** Fields of a `SELECT`, raw because it has no `FROM`. */
export const found = (ids: { readonly [K in keyof Ids]: SQLWrapper }) =>
  sql.join(
    NAMES.map((name) => sql`${isThere(name, ids[`${name}_id`])} as ${sql.identifier(name)}`),
    sql`, `,
  );

/** @throws ReferenceNotFoundError that names all of the ids given that are not there */
export function requireFound(ids: Partial<Ids>, there: Found): void {
  const missing = NAMES.flatMap((name): [entity: string, id: string][] => {
    const id = ids[`${name}_id`];
    return id === undefined || there[name] ? [] : [[`${name[0]?.toUpperCase()}${name.slice(1)}`, id]];
  });
  if (missing.length > 0) throw new ReferenceNotFoundError(...missing);
}

/** What decides whether it overlaps another one. */
export interface Booking {
  id: string;
  doctor_id: string;
  status: string;
  starts_at: number;
  ends_at: number;
}

/** Another appointment of the doctor at the same time, if both hold their time; one may start where another ends. */
export const overlapping = (p: Inputs<Booking>) =>
  db
    .select({ id: appointment.id })
    .from(appointment)
    .where(
      and(
        holdsTime(p.status),
        holdsTime(appointment.status), // as the index has it: written differently, it would keep SQLite from using it
        eq(appointment.doctor_id, p.doctor_id),
        gt(appointment.starts_at, sql`${p.starts_at} - ${LONGEST}`),
        lt(appointment.starts_at, p.ends_at),
        gt(appointment.ends_at, p.starts_at),
        ne(appointment.id, p.id),
        existsLive(patient, appointment.patient_id), // last: asked only for those that overlap
      ),
    )
    .limit(1);

/** @param id of the appointment in the way */
export const doubleBooking = (id: string | null) =>
  new ConflictError('overlap', `The doctor has another appointment at that time: ${id}`);
