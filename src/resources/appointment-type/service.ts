import type { ServiceContext } from '../../context';
import { newEntity, type Versioned } from '../../db/entity';
import { createOnce, type Idempotency } from '../../db/idempotency';
import { cutPage } from '../../db/keyset-list';
import { requireThere } from '../../db/references';
import { isRefused, requireWritten, type Target } from '../../db/update-outcome';
import { updateRecord } from '../../db/update-record';
import { NotFoundError } from '../../errors';
import { foldWord } from '../../rules/appointment-status';
import { isoTime } from '../../rules/datetime';
import * as queries from './queries';
import { requireUnnamed, tooMany } from './rules';
import {
  type AppointmentType,
  AppointmentTypeInput,
  type AppointmentTypePatch,
  type AppointmentTypesQuery,
} from './schemas';

const ENTITY = 'Appointment type';

const toRow = (ctx: ServiceContext, { retired, ...input }: AppointmentTypeInput) => ({
  ...input,
  needs_key: input.needs === null ? null : foldWord(input.needs),
  retired_at: retired ? ctx.now : null,
});

const toType = (row: queries.TypeRow): AppointmentType => ({
  id: row.id,
  name: row.name,
  minutes: row.minutes,
  buffer_before: row.buffer_before,
  buffer_after: row.buffer_after,
  department_ids: row.department_ids,
  doctor_ids: row.doctor_ids,
  catalog_id: row.catalog_id,
  bookable_online: row.bookable_online,
  min_notice_hours: row.min_notice_hours,
  needs: row.needs,
  retired_at: row.retired_at === null ? null : isoTime(row.retired_at),
});

/** @throws AppError not_found naming every missing department, doctor and catalog item, RuleError where there are too many */
export function createAppointmentType(
  ctx: ServiceContext,
  input: AppointmentTypeInput,
  idempotency: Idempotency | null,
): Promise<Versioned<AppointmentType>> {
  const row = { ...newEntity(ctx), ...toRow(ctx, input) };
  return createOnce(ctx, idempotency, {
    create: async () => {
      const { inserted, unknown } = await ctx.db.batch({
        inserted: queries.insert(ctx, row, idempotency),
        unknown: queries.unknownReferences(row),
      });
      if (inserted.length === 0) {
        requireThere(unknown);
        throw tooMany();
      }
      return { version: row.version, record: toType(row) };
    },
    read: (id) => getAppointmentType(ctx, id),
  });
}

export async function listAppointmentTypes(
  ctx: ServiceContext,
  { retired, limit, cursor = Number.MAX_SAFE_INTEGER }: AppointmentTypesQuery,
) {
  const place = { retired: retired === undefined ? null : Number(retired === 'true'), cursor };
  const read = await ctx.db.run(queries.before({ ...place, limit: limit + 1 }));
  const { rows, next } = cutPage(read, Math.min(limit, queries.wholeTypes(read)));
  return { rows: rows.map(toType), next };
}

/** @throws NotFoundError */
export async function getAppointmentType(ctx: ServiceContext, id: string): Promise<Versioned<AppointmentType>> {
  const row = await ctx.db.first(queries.byId({ id }));
  if (!row) throw new NotFoundError(ENTITY, id);
  return { version: row.version, record: toType(row) };
}

/** Appointments of it stay as they are. @throws NotFoundError, AppError not_found as in a create, OutdatedError, ConflictError */
export function updateAppointmentType(
  ctx: ServiceContext,
  target: Target,
  input: AppointmentTypePatch,
): Promise<Versioned<AppointmentType>> {
  const { id } = target;
  const read = async () => {
    const { version, record } = await getAppointmentType(ctx, id);
    return { version, record: { ...record, retired: record.retired_at !== null } };
  };
  return updateRecord(ENTITY, AppointmentTypeInput, { target, input, read }, async (whole, to) => {
    const given = { ...toRow(ctx, whole), id };
    const { outcome, unknown } = await ctx.db.batch({
      outcome: queries.update(ctx, to, given),
      unknown: queries.unknownReferences(given),
    });
    if (isRefused(outcome, to)) requireThere(unknown);
    const { row } = outcome;
    return { ...outcome, row: row && { version: row.version, record: toType({ ...given, ...row }) } };
  });
}

/** @throws UnauthenticatedError, NotFoundError, OutdatedError, RuleError where something names it */
export async function deleteAppointmentType(ctx: ServiceContext, target: Target): Promise<void> {
  const deletion = { id: target.id, now: ctx.now };
  const { outcome, names } = await ctx.db.batch({
    outcome: queries.remove(ctx, target, { ...deletion, deleted_at: ctx.now }),
    names: queries.namedBy(deletion),
  });
  if (isRefused(outcome, target) && names[0]) requireUnnamed(names[0]);
  requireWritten(ENTITY, target.id, outcome);
}
