import { and, eq, exists, gt, lt, not, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { auditedInsert } from '../../db/audit';
import { columnsFor, existsLive, isLive, newEntity } from '../../db/entity';
import { createOnce, type Idempotency } from '../../db/idempotency';
import { inOrder } from '../../db/query';
import { appointment, holdsTime } from '../../db/schema/appointment';
import { department } from '../../db/schema/department';
import { doctor } from '../../db/schema/doctor';
import { patient } from '../../db/schema/patient';
import { db, type Inputs, rawStatement, statement } from '../../db/statement';
import { AppError, ConflictError, NotFoundError } from '../../errors';
import { instant } from '../../rules/datetime';
import { filesOf, toFiles } from '../file/entity-files';
import { type Appointment, type AppointmentInput, AppointmentRecord, LONGEST_MINUTES } from './schemas';

const MINUTE = 60_000;
/** What an appointment without a duration takes, where overlaps are looked for. */
const DEFAULT_MINUTES = 15;
const REFERENCES = { patient, doctor, department };
type Reference = keyof typeof REFERENCES;

type Row = ReturnType<typeof toRow>;

const isThere = (name: Reference, p: Inputs<Row>) => existsLive(REFERENCES[name], p[`${name}_id`]);

/** Another appointment of the doctor at the same time, if both hold their time; one may start where another ends. */
const overlapping = (p: Inputs<Row>) =>
  db
    .select({ id: appointment.id })
    .from(appointment)
    .where(
      and(
        holdsTime(p.status),
        holdsTime(appointment.status), // as the index has it: written differently, it would keep SQLite from using it
        eq(appointment.doctor_id, p.doctor_id),
        gt(appointment.starts_at, sql`${p.starts_at} - ${LONGEST_MINUTES * MINUTE}`),
        lt(appointment.starts_at, p.ends_at),
        gt(appointment.ends_at, p.starts_at),
        existsLive(patient, appointment.patient_id), // last: asked only for those that overlap
      ),
    )
    .limit(1);

/** What a refused appointment lacks, and the appointment that it would overlap. */
type Refusal = Record<Reference, 0 | 1> & { overlaps: string | null };

/** The creates for one value of DOUBLE_BOOKING: the insert, and right behind it why it inserted nothing. */
function creation(overlap: (p: Inputs<Row>) => ReturnType<typeof overlapping> | undefined) {
  const insert = auditedInsert(appointment, {
    where: (p: Inputs<Row>) => {
      const booked = overlap(p);
      return and(isThere('patient', p), isThere('doctor', p), isThere('department', p), booked && not(exists(booked)));
    },
    returning: ['id'],
  });
  // Raw: a `SELECT` without `FROM`. It reads nothing where the row was inserted.
  const refusal = rawStatement<Row, Refusal>(
    (p) => sql`select ${isThere('patient', p)} as patient, ${isThere('doctor', p)} as doctor,
      ${isThere('department', p)} as department, ${overlap(p) ?? sql`null`} as overlaps where changes() = 0`,
  );
  return (ctx: ServiceContext, row: Row, idempotency: Idempotency | null) =>
    inOrder({ inserted: insert(ctx, row, idempotency), refused: refusal(row) });
}
const CREATIONS = { allow: creation(() => undefined), reject: creation(overlapping) };

const byId = statement((p: Inputs<{ id: string }>) =>
  db.select(columnsFor(appointment, AppointmentRecord)).from(appointment).where(isLive(appointment, p.id)),
);

function toRow(ctx: ServiceContext, input: AppointmentInput) {
  const starts_at = instant(input.schedule, ctx.settings.TIME_ZONE);
  const minutes = input.expected_duration_minutes ?? DEFAULT_MINUTES;
  // At least a minute: even an appointment of 0 minutes needs its doctor.
  const ends_at = starts_at + Math.max(MINUTE, Math.round(minutes * MINUTE));
  return { ...newEntity(ctx), ...input, starts_at, ends_at, cancel_reason: null };
}

function toError(row: Row, found: Refusal): AppError {
  const missing = (['patient', 'doctor', 'department'] as const)
    .filter((name) => !found[name])
    .map((name) => `${name[0]?.toUpperCase()}${name.slice(1)} not found: ${row[`${name}_id`]}`);
  if (missing.length > 0) return new AppError('not_found', missing.join('; '));
  return new ConflictError(`The doctor has another appointment at that time: ${found.overlaps}`);
}

/** @throws AppError not_found naming all that is missing, ConflictError naming the appointment that stands in the way */
export function createAppointment(
  ctx: ServiceContext,
  input: AppointmentInput,
  idempotency: Idempotency | null,
): Promise<Appointment> {
  const row = toRow(ctx, input);
  const creationOf = CREATIONS[ctx.settings.DOUBLE_BOOKING];
  return createOnce(ctx, idempotency, {
    create: async () => {
      const { inserted, refused } = await ctx.db.run(creationOf(ctx, row, idempotency));
      if (inserted.length === 0 && refused[0]) throw toError(row, refused[0]);
      return { id: row.id, ...input, files: [] };
    },
    read: (id) => getAppointment(ctx, id),
  });
}

async function getAppointment(ctx: ServiceContext, id: string): Promise<Appointment> {
  const { found, files } = await ctx.db.batch({ found: byId({ id }), files: filesOf({ entity_id: id }) });
  const [record] = found;
  if (!record) throw new NotFoundError('Appointment', id);
  return { ...record, files: toFiles(ctx, files) };
}
