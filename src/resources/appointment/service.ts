import { and, exists, not, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { auditedInsert } from '../../db/audit';
import { newEntity, type Versioned } from '../../db/entity';
import { createOnce, type Idempotency } from '../../db/idempotency';
import { batchOf } from '../../db/query';
import { appointment } from '../../db/schema/appointment';
import { type Inputs, rawStatement } from '../../db/statement';
import { instant } from '../../rules/datetime';
import { getAppointment } from '../calendar/reads';
import { doubleBooking, endOf, type Found, found, isThere, overlapping, requireFound } from './booking';
import type { Appointment, AppointmentInput } from './schemas';

type Row = ReturnType<typeof toRow>;

/** What a refused appointment lacks, and the appointment that it would overlap. */
type Refusal = Found & { overlaps: string | null };

/** The creates for one value of DOUBLE_BOOKING: the insert, and right behind it why it inserted nothing. */
function creation(overlap: (p: Inputs<Row>) => ReturnType<typeof overlapping> | undefined) {
  const insert = auditedInsert(appointment, {
    where: (p: Inputs<Row>) => {
      const booked = overlap(p);
      return and(
        isThere('patient', p.patient_id),
        isThere('doctor', p.doctor_id),
        isThere('department', p.department_id),
        booked && not(exists(booked)),
      );
    },
    returning: ['id'],
  });
  // Raw: a `SELECT` without `FROM`. It reads nothing where the row was inserted.
  const refusal = rawStatement<Row, Refusal>(
    (p) => sql`select ${found(p)}, ${overlap(p) ?? sql`null`} as overlaps where changes() = 0`,
  );
  return (ctx: ServiceContext, row: Row, idempotency: Idempotency | null) =>
    batchOf({ inserted: insert(ctx, row, idempotency), refused: refusal(row) });
}
const CREATIONS = { allow: creation(() => undefined), reject: creation(overlapping) };

function toRow(ctx: ServiceContext, input: AppointmentInput) {
  const starts_at = instant(input.schedule, ctx.settings.TIME_ZONE);
  const ends_at = endOf(starts_at, input.expected_duration_minutes);
  return { ...newEntity(ctx), ...input, starts_at, ends_at, cancel_reason: null };
}

/** @throws AppError not_found naming all that is missing, ConflictError naming the appointment that stands in the way */
export function createAppointment(
  ctx: ServiceContext,
  input: AppointmentInput,
  idempotency: Idempotency | null,
): Promise<Versioned<Appointment>> {
  const row = toRow(ctx, input);
  const creationOf = CREATIONS[ctx.settings.DOUBLE_BOOKING];
  return createOnce<Versioned<Appointment>>(ctx, idempotency, {
    create: async () => {
      const { inserted, refused } = await ctx.db.run(creationOf(ctx, row, idempotency));
      const [refusal] = refused;
      if (inserted.length === 0 && refusal) {
        requireFound(row, refusal);
        throw doubleBooking(refusal.overlaps);
      }
      return { version: row.version, record: { id: row.id, ...input, files: [] } };
    },
    read: async (id) => {
      const { version, record } = await getAppointment(ctx, id, 'reduced');
      const { cancel_reason: _, created_at: __, updated_at: ___, ...appointment } = record;
      return { version, record: appointment };
    },
  });
}
