import { type SQL, sql } from 'drizzle-orm';
import { instant } from '../../datetime';
import { auditEvent, newEntity } from '../../db/audit';
import { createOnce, type Idempotency, rememberCreate } from '../../db/idempotency';
import { rowBy, selection } from '../../db/reads';
import { appointment } from '../../db/schema/appointment';
import { department } from '../../db/schema/department';
import { doctor } from '../../db/schema/doctor';
import { patient } from '../../db/schema/patient';
import { type Inputs, insertionIf, statement } from '../../db/statement';
import { AppError, NotFoundError } from '../../errors';
import type { ServiceContext } from '../../http/context';
import { filesOf, toFile } from '../static/files';
import { type Appointment, type AppointmentInput, AppointmentRecord, LONGEST_MINUTES } from './schemas';

const MINUTE = 60_000;
/** What an appointment without a duration takes, where overlaps are looked for. */
const DEFAULT_MINUTES = 15;
const ENTITIES = { patient, doctor, department };

type Row = ReturnType<typeof toRow>;
type Probe = { patient: number; doctor: number; department: number; overlaps: string | null };

const isLive = (entity: keyof typeof ENTITIES, p: Inputs<Row>): SQL => {
  const table = ENTITIES[entity];
  return sql`EXISTS (SELECT 1 FROM ${table} WHERE ${table.id} = ${p[`${entity}_id`]} AND ${table.deleted_at} IS NULL)`;
};

/** An appointment of the doctor, both SCEDULED, that shares time with the new one; the end of one may be the start of the other. */
const overlapping = (p: Inputs<Row>): SQL =>
  sql`SELECT ${appointment.id} FROM ${appointment}
    WHERE ${p.status} = 'SCEDULED' AND ${appointment.status} = 'SCEDULED' AND ${appointment.doctor_id} = ${p.doctor_id}
      AND ${appointment.starts_at} > ${p.starts_at} - ${sql.raw(String(LONGEST_MINUTES * MINUTE))}
      AND ${appointment.starts_at} < ${p.ends_at} AND ${appointment.ends_at} > ${p.starts_at} LIMIT 1`;

const insertIf = (overlapCondition: (p: Inputs<Row>) => SQL) =>
  insertionIf(
    appointment,
    (p) =>
      sql`${isLive('patient', p)} AND ${isLive('doctor', p)} AND ${isLive('department', p)} AND ${overlapCondition(p)}`,
  );

/** Why the insert just before it in the batch inserted nothing; no row, and nothing read, where it did. */
const probeWith = (overlap: (p: Inputs<Row>) => SQL) =>
  statement<Row, Probe>(
    (p) => sql`SELECT ${isLive('patient', p)} AS patient, ${isLive('doctor', p)} AS doctor,
      ${isLive('department', p)} AS department, ${overlap(p)} AS overlaps WHERE changes() = 0`,
  );

/** One pair for each value of DOUBLE_BOOKING. */
const statements = {
  allow: { probe: probeWith(() => sql`NULL`), insert: insertIf(() => sql`1`) },
  reject: {
    probe: probeWith((p) => sql`(${overlapping(p)})`),
    insert: insertIf((p) => sql`NOT EXISTS (${overlapping(p)})`),
  },
};

const byId = rowBy(appointment, appointment.id, selection(appointment, AppointmentRecord));

function toRow(ctx: ServiceContext, input: AppointmentInput) {
  const starts_at = instant(input.schedule);
  const minutes = input.expected_duration_minutes ?? DEFAULT_MINUTES;
  const ends_at = starts_at + Math.round(minutes * MINUTE);
  return { ...newEntity(ctx), ...input, is_follow_up: Number(input.is_follow_up), starts_at, ends_at };
}

function refusal(row: Row, probe: Probe): AppError {
  const missing = (['patient', 'doctor', 'department'] as const)
    .filter((entity) => !probe[entity])
    .map((entity) => `${entity[0]?.toUpperCase()}${entity.slice(1)} not found: ${row[`${entity}_id`]}`);
  if (missing.length > 0) return new AppError('not_found', missing.join('; '));
  return new AppError('conflict', `The doctor has another appointment at that time: ${probe.overlaps}`);
}

/** @throws AppError not_found naming all that is missing, conflict naming the appointment that stands in the way */
export async function createAppointment(
  ctx: ServiceContext,
  input: AppointmentInput,
  idempotency: Idempotency | null,
): Promise<Appointment> {
  const row = toRow(ctx, input);
  const { probe, insert } = statements[ctx.settings.DOUBLE_BOOKING];
  const create = async () => {
    const [, [refused]] = await ctx.db.batch([
      insert(row),
      probe(row),
      ...rememberCreate(ctx, idempotency, row.id),
      auditEvent(ctx, 'create', 'appointment', row.id),
    ]);
    if (refused) throw refusal(row, refused);
    return { id: row.id, ...input, files: [] };
  };
  return createOnce(ctx, idempotency, create, (id) => getAppointment(ctx, id));
}

async function getAppointment(ctx: ServiceContext, id: string): Promise<Appointment> {
  const [[found], files] = await ctx.db.batch([byId({ value: id }), filesOf(id)]);
  if (!found) throw new NotFoundError('Appointment', id);
  const { version: _, ...record } = found;
  return { ...record, is_follow_up: record.is_follow_up === 1, files: files.map((file) => toFile(ctx, file)) };
}
