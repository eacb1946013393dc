/** The conditions of a booking, which creates and updates share: its references exist, and its time is free. */
import { and, eq, exists, gt, lt, ne, not, type SQLWrapper, sql } from 'drizzle-orm';
import { existsLive } from '../../db/entity';
import { appointment, holdsTime } from '../../db/schema/appointment';
import { department } from '../../db/schema/department';
import { doctor } from '../../db/schema/doctor';
import { patient } from '../../db/schema/patient';
import { db, type Inputs, rawStatement } from '../../db/statement';
import { ConflictError, ReferenceNotFoundError } from '../../errors';
import { type Booking, LONGEST } from './rules';

/** In the order in which errors name them. */
const REFERENCES = ['patient', 'doctor', 'department'] as const;
type Reference = (typeof REFERENCES)[number];
const TABLES = { patient, doctor, department };

export type ReferenceIds = Record<`${Reference}_id`, string>;
export type Existence = Record<Reference, 0 | 1>;

export const referenceExists = (name: Reference, id: SQLWrapper) => existsLive(TABLES[name], id);

export const existenceOf = (ids: { readonly [K in keyof ReferenceIds]: SQLWrapper }) =>
  sql.join(
    REFERENCES.map((name) => sql`${referenceExists(name, ids[`${name}_id`])} as ${sql.identifier(name)}`),
    sql`, `,
  );

/** One appointment may start where another ends. */
const overlapping = (p: Inputs<Booking>) =>
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

type Refusal = Existence & {
  /** the id of the appointment in the way */
  overlaps: string | null;
};

/** @param overlap undefined where the time need not be free */
const conditions = (overlap?: typeof overlapping) => ({
  isFree: (p: Inputs<Booking>) => overlap && not(exists(overlap(p))),
  /** Right behind a write: a row if it changed none. */
  refusal: rawStatement<Booking & ReferenceIds, Refusal>(
    (p) => sql`select ${existenceOf(p)}, ${overlap?.(p) ?? sql`null`} as overlaps where changes() = 0`,
  ),
});
export type Conditions = ReturnType<typeof conditions>;

/** By the setting `DOUBLE_BOOKING`. */
export const CONDITIONS = { allow: conditions(), reject: conditions(overlapping) };

/** @throws ReferenceNotFoundError that names all the ids that do not exist */
export function requireReferences(ids: Partial<ReferenceIds>, existence: Existence): void {
  const missing = REFERENCES.flatMap((name): [entity: string, id: string][] => {
    const id = ids[`${name}_id`];
    return id === undefined || existence[name] ? [] : [[`${name[0]?.toUpperCase()}${name.slice(1)}`, id]];
  });
  if (missing.length > 0) throw new ReferenceNotFoundError(...missing);
}

/** @param id of the appointment in the way */
export const doubleBooking = (id: string | null) =>
  new ConflictError('overlap', `The doctor has another appointment at that time: ${id}`);
