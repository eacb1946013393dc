/** Inserts and updates of appointments, apart from what queries.ts reads: each has its conditions in the statement, and says why it wrote nothing. */
import { and, eq, exists, isNull, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { auditedInsert } from '../../db/audit';
import { auditedUpdate } from '../../db/audited-update';
import { anyOf } from '../../db/conditions';
import { existsLive, fieldNames } from '../../db/entity';
import type { Idempotency } from '../../db/idempotency';
import type { NewRow } from '../../db/insert';
import { withFollowers } from '../../db/query';
import { areThere, missingOf, missingUnlessWritten } from '../../db/references';
import { appointment } from '../../db/schema/appointment';
import { appointmentType } from '../../db/schema/calendar';
import { file } from '../../db/schema/file';
import { invoice } from '../../db/schema/invoice';
import { note } from '../../db/schema/note';
import { patient } from '../../db/schema/patient';
import { asStored, db, type Inputs, rawStatement } from '../../db/statement';
import type { Target } from '../../db/update-outcome';
import type { ForeignIdentifier } from '../../schemas/identifier';
import { type Asked, CONDITIONS, type Conditions, GIVING_TIME, isOffered, mayBeBooked, REFERENCES } from './booking';
import { roomFor } from './claim';
import { endHold, type OwnHold, openHold } from './plan';
import type { NotedRow } from './queries';
import type { Buffers } from './rules';
import { AppointmentFields } from './schemas';

/** Given when a row is written, one statement at a time: of any number at once each gets its own. */
const nextInQueue = (department_id: SQLWrapper, day: SQLWrapper): SQL =>
  sql`(select coalesce(max(queued.queue_number), 0) + 1 from ${appointment} as queued
    where queued.department_id = ${department_id} and queued.queue_day = ${day})`;

export type NewVisit = NewRow<typeof appointment> & Asked & OwnHold;

const creation = ({ isFree, refusal }: Conditions) => {
  const insert = auditedInsert<
    typeof appointment,
    'id' | 'queue_number' | 'resource_id',
    Asked & OwnHold,
    keyof typeof REFERENCES
  >(appointment, {
    refers: REFERENCES,
    demands: { patient_id: mayBeBooked, type_id: isOffered },
    where: (p) => and(or(isNull(p.hold_id), exists(openHold(p))), isFree(p)),
    computed: {
      queue_number: (p) => sql`iif(${p.queue_day} is null, null, ${nextInQueue(p.department_id, p.queue_day)})`,
      resource_id: roomFor,
    },
    returning: ['id', 'queue_number', 'resource_id'],
  });
  return (ctx: ServiceContext, row: NewVisit, idempotency: Idempotency | null) => ({
    inserted: row.hold_id ? withFollowers(insert(ctx, row, idempotency), endHold(row)) : insert(ctx, row, idempotency),
    refused: refusal(row),
  });
};
/** The insert, and why it inserted nothing. */
export const creations = { allow: creation(CONDITIONS.allow), reject: creation(CONDITIONS.reject) };

/** An appointment with invoices, files or notes cannot go to another patient. */
const hasAttached = (id: Inputs<Target>['id']): SQL => {
  const one = { one: sql`1` };
  const invoices = db
    .select(one)
    .from(invoice)
    .where(and(eq(invoice.appointment_id, id), isNull(invoice.deleted_at)));
  const files = db
    .select(one)
    .from(file)
    .where(and(eq(file.entity_id, id), isNull(file.deleted_at)));
  const notes = db.select(one).from(note).where(eq(note.appointment_id, id));
  return anyOf(exists(invoices), exists(files), exists(notes));
};

/** Asked for where the patient changes. */
export const attachedTo = rawStatement<{ id: string }, { attached: 0 | 1 }>(
  (p) => sql`select ${hasAttached(p.id)} as attached`,
);

export const missing = missingOf(REFERENCES);

interface Change extends Asked {
  /** `takesTime`: then doctor and department must exist */
  takes_time: 0 | 1;
  /** whether the room is chosen anew */
  takes_room: 0 | 1;
  /** whether the type is another one: then it must be there */
  takes_type: 0 | 1;
  /** of who has a number: the day of a new start; null: the day stays */
  queue_day: number | null;
  /** the start that was read: the hourly job derives it anew without a new version (db/zone-times.ts) */
  started_at: number;
  identifiers: ForeignIdentifier[] | null;
  /** whether those it has stay */
  keeps_identifiers: 0 | 1;
}

const DERIVED = ['starts_at', 'ends_at', 'buffer_before', 'buffer_after'] as const;

const change = ({ isFree, refusal }: Conditions) => {
  const missing = missingUnlessWritten(GIVING_TIME);
  const keeps = (name: keyof typeof GIVING_TIME, p: Inputs<Change>) =>
    and(eq(appointment[name], p[name]), eq(p.takes_time, sql`0`));
  /** Who has died since keeps an appointment that takes no new time. */
  const keepsPatient = (p: Inputs<Change>) => and(eq(appointment.patient_id, p.patient_id), eq(p.takes_time, sql`0`));
  const dayAfter = (p: Inputs<Change>) => sql`coalesce(${p.queue_day}, ${appointment.queue_day})`;
  const update = auditedUpdate(appointment, [...fieldNames(AppointmentFields), 'identifiers', ...DERIVED], {
    derived: [...DERIVED, 'queue_number', 'queue_day'],
    computed: {
      identifiers: (p) =>
        sql`iif(${p.keeps_identifiers}, ${appointment.identifiers}, ${asStored(p.identifiers, appointment.identifiers)})`,
      // A number is one of its department and day: who is sent to another one is the next there.
      queue_number: (p) =>
        sql`iif(${appointment.queue_day} is null
            or (${appointment.department_id} = ${p.department_id} and ${appointment.queue_day} = ${dayAfter(p)}),
          ${appointment.queue_number}, ${nextInQueue(p.department_id, dayAfter(p))})`,
      queue_day: (p) => sql`iif(${appointment.queue_day} is null, null, ${dayAfter(p)})`,
      resource_id: (p) => sql`iif(${p.takes_room}, ${roomFor(p)}, ${appointment.resource_id})`,
    },
    returning: ['version', 'queue_number', 'resource_id', 'updated_at'],
    where: (p: Inputs<Target & Change>) =>
      and(
        eq(appointment.starts_at, p.started_at),
        existsLive(patient, p.patient_id, or(mayBeBooked(p), keepsPatient(p))),
        or(eq(appointment.patient_id, p.patient_id), not(hasAttached(p.id))),
        areThere(GIVING_TIME, p, {}, (name) => keeps(name, p)),
        or(not(p.takes_type), existsLive(appointmentType, p.type_id, isOffered())),
        isFree(p),
      ),
  });
  return (ctx: ServiceContext, target: Target, row: NotedRow & Buffers & Change) => ({
    outcome: update(ctx, target, row),
    missing: missing(row),
    refused: refusal(row),
  });
};
/** The update, if all that was read still holds, and why it changed nothing. */
export const changes = {
  allow: change(CONDITIONS.allow),
  reject: change(CONDITIONS.reject),
  move: change(CONDITIONS.move),
};
