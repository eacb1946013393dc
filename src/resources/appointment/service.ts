import type { ServiceContext } from '../../context';
import { newEntity, type Versioned } from '../../db/entity';
import { rethrowUnique } from '../../db/errors';
import { createOnce, type Idempotency } from '../../db/idempotency';
import { NotFoundError } from '../../errors';
import { hasTime, isCheckedIn } from '../../rules/appointment-status';
import { instant, isoTime, localDay } from '../../rules/datetime';
import type { ForeignIdentifier } from '../../schemas/identifier';
import type { View } from '../../schemas/requests';
import { toFiles } from '../file/service';
import { toVisitMessage } from '../message/answers';
import { namingHolders } from '../patient/holders';
import { type Conflicts, conflictsIn, ifAny, roomWanting, toListed, withNote } from './answers';
import { conflictsOf, refusedBy } from './booking';
import { holderOf } from './claim';
import { type Planned, planOf, requireOfferOf } from './plan';
import * as queries from './queries';
import { busyTime, endOf } from './rules';
import type { Appointment, AppointmentInput, CalendarAppointment, FullAppointment, ListedAppointment } from './schemas';
import * as writes from './writes';

export const ENTITY = 'Appointment';

export const rethrowTaken = rethrowUnique(ENTITY, { 'identifier.value': 'identifier' });

function toRow(
  ctx: ServiceContext,
  { visit, buffers, room }: Planned,
  hold_id: string | null,
  identifiers: ForeignIdentifier[] | null,
): writes.NewVisit {
  const starts_at = instant(visit.schedule, ctx.settings.TIME_ZONE);
  const ends_at = endOf(starts_at, visit.expected_duration_minutes);
  // Who is there at once waits for a turn; the number is counted by the insert.
  const queue_day = isCheckedIn(visit.status) ? localDay(starts_at, ctx.settings.TIME_ZONE) : null;
  return {
    ...newEntity(ctx),
    ...visit,
    ...{ starts_at, ends_at, cancel_reason: null, queue_number: null, queue_day, identifiers, series_id: null },
    ...buffers,
    ...busyTime({ starts_at, ends_at }, buffers),
    ...room,
    must_have_room: mustHaveRoom(ctx, visit.status, visit.resource_id ?? room.needs),
    ...{ holder: holderOf(ctx), hold_id, account: ctx.actor?.id ?? null, now: ctx.now },
  };
}

export const mustHaveRoom = ({ settings }: ServiceContext, status: string, asked: string | null) =>
  settings.DOUBLE_BOOKING === 'reject' && asked !== null && hasTime(status) ? 1 : 0;

/** What the record of a create leaves out, of the row as it is by now. */
interface Kept {
  kept: Pick<ListedAppointment, 'cancel_reason' | 'created_at' | 'updated_at'>;
}
type Created = Versioned<Appointment> & { conflicts: Conflicts } & Kept;

/**
 * @param identifiers what other systems call it
 * @throws AppError not_found naming all that is missing, ConflictError naming the appointment or the closure in the way,
 * DuplicateError where an identifier is taken
 */
export function createAppointment(
  ctx: ServiceContext,
  input: AppointmentInput,
  idempotency: Idempotency | null,
  identifiers: ForeignIdentifier[] | null = null,
): Promise<Created> {
  const { DOUBLE_BOOKING } = ctx.settings;
  const creation = writes.creations[DOUBLE_BOOKING];
  const told = { holder: holderOf(ctx), now: ctx.now };
  const created = createOnce<Created>(ctx, idempotency, {
    create: async () => {
      const plan = await planOf(ctx, input);
      requireOfferOf(ctx, plan);
      const row = toRow(ctx, plan, input.hold_id, identifiers);
      const { inserted, refused, conflicts } = await ctx.db
        .batch({ ...creation(ctx, row, idempotency), conflicts: conflictsOf[DOUBLE_BOOKING]({ id: row.id, ...told }) })
        .catch(rethrowTaken);
      const [written] = inserted;
      if (!written) throw refusedBy(refused) ?? new NotFoundError('Hold', input.hold_id ?? undefined);
      const record = { id: row.id, ...plan.visit, ...ifAny({ ...plan.visit, ...written }), files: [] };
      const at = isoTime(ctx.now);
      const kept = { cancel_reason: row.cancel_reason, created_at: at, updated_at: at };
      const room = roomWanting(written.resource_id, row.status, row);
      return { version: row.version, record, kept, conflicts: conflictsIn(conflicts, room) };
    },
    read: async (id) => {
      const { version, record } = await getAppointment(ctx, id, 'reduced');
      const { cancel_reason, created_at, updated_at, has_note: _, messages: __, ...appointment } = record;
      const kept = { cancel_reason, created_at, updated_at };
      const rows = await ctx.db.run(conflictsOf[DOUBLE_BOOKING]({ id, ...told }));
      return { version, record: appointment, kept, conflicts: conflictsIn(rows) };
    },
  });
  return namingHolders(ctx, { identifiers }, created);
}

/** @throws NotFoundError, also where the patient is deleted */
export async function getAppointment(
  ctx: ServiceContext,
  id: string,
  view: View,
): Promise<Versioned<CalendarAppointment | FullAppointment>> {
  const row = await ctx.db.first(queries.byId[view]({ id }));
  if (!row?.patient) throw new NotFoundError(ENTITY, id);
  const { version, files, has_note, messages, ...listed } = row;
  const told = messages?.map((one) => toVisitMessage(one, ctx.settings.TIME_ZONE));
  return {
    version,
    record: {
      ...toListed(listed),
      ...withNote(has_note),
      ...(told && { messages: told }),
      files: await toFiles(ctx, files),
    },
  };
}
