import type { ServiceContext } from '../../context';
import { newEntity, type Versioned } from '../../db/entity';
import { rethrowUnique } from '../../db/errors';
import { createOnce, type Idempotency } from '../../db/idempotency';
import { type Missing, requireThere } from '../../db/references';
import type { Target } from '../../db/update-outcome';
import { readThenWrite } from '../../db/update-record';
import { NotFoundError, RuleError } from '../../errors';
import { hasTime, isCancelled, isCheckedIn } from '../../rules/appointment-status';
import { instant, isoTime, localDay } from '../../rules/datetime';
import type { ForeignIdentifier } from '../../schemas/identifier';
import type { View } from '../../schemas/requests';
import { mergeUpdate } from '../../schemas/update';
import { toFiles } from '../file/service';
import { namingHolders } from '../patient/holders';
import { conflictsOf, deceased, timeIsTaken } from './booking';
import * as queries from './queries';
import { changesDepartment, endOf, requireReason, requireTransition, takesTime } from './rules';
import {
  type Appointment,
  AppointmentFields,
  type AppointmentInput,
  type AppointmentPatch,
  type CalendarAppointment,
  type FullAppointment,
  type FullListedAppointment,
  type ListedAppointment,
} from './schemas';

const ENTITY = 'Appointment';

const rethrowTaken = rethrowUnique(ENTITY, { 'identifier.value': 'identifier' });

function toRow(ctx: ServiceContext, input: AppointmentInput, identifiers: ForeignIdentifier[] | null) {
  const starts_at = instant(input.schedule, ctx.settings.TIME_ZONE);
  const ends_at = endOf(starts_at, input.expected_duration_minutes);
  // Who is there at once waits for a turn; the number is counted by the insert.
  const queue_day = isCheckedIn(input.status) ? localDay(starts_at, ctx.settings.TIME_ZONE) : null;
  return {
    ...newEntity(ctx),
    ...input,
    ...{ starts_at, ends_at, cancel_reason: null, queue_number: null, queue_day, identifiers },
    ...{ type_id: null, buffer_before: 0, buffer_after: 0, resource_id: null, series_id: null },
  };
}

/** What some appointments have: JSON leaves out what is undefined. */
const ifAny = ({
  queue_number,
  reason,
  notes,
  tags,
}: Partial<Pick<queries.NotedRow, 'queue_number' | 'reason' | 'notes' | 'tags'>>) => ({
  queue_number: queue_number ?? undefined,
  reason: reason ?? undefined,
  notes: notes ?? undefined,
  tags: tags ?? undefined,
});
const withNote = (has_note: boolean) => (has_note ? { has_note } : {});

export function toListed({
  seq: _,
  starts_at: __,
  ends_at: ___,
  patient,
  doctor,
  department,
  ...row
}: queries.Row | queries.NotedRow): ListedAppointment | FullListedAppointment {
  return {
    ...row,
    ...ifAny(row),
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    ...(patient && patient !== 1 ? { patient, doctor, department } : {}),
  };
}

interface Conflicts {
  /** other appointments of the patient at the same time, which refuse nothing */
  conflicts: string[];
}
/** What the record of a create leaves out, of the row as it is by now. */
interface Kept {
  kept: Pick<ListedAppointment, 'cancel_reason' | 'created_at' | 'updated_at'>;
}
type Created = Versioned<Appointment> & Conflicts & Kept;

const idsOf = (rows: { id: string }[] = []) => rows.map(({ id }) => id);

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
  const row = toRow(ctx, input, identifiers);
  const creation = queries.creations[ctx.settings.DOUBLE_BOOKING];
  const created = createOnce<Created>(ctx, idempotency, {
    create: async () => {
      const { inserted, refused, conflicts } = await ctx.db
        .batch({ ...creation(ctx, row, idempotency), conflicts: conflictsOf(row) })
        .catch(rethrowTaken);
      const [refusal] = refused;
      if (inserted.length === 0 && refusal) {
        if (refusal.deceased) throw deceased();
        throw timeIsTaken(refusal);
      }
      const record = { id: row.id, ...input, ...ifAny({ ...input, ...inserted[0] }), files: [] };
      const at = isoTime(ctx.now);
      const kept = { cancel_reason: row.cancel_reason, created_at: at, updated_at: at };
      return { version: row.version, record, kept, conflicts: idsOf(conflicts) };
    },
    read: async (id) => {
      const { version, record } = await getAppointment(ctx, id, 'reduced');
      const { cancel_reason, created_at, updated_at, has_note: _, ...appointment } = record;
      const kept = { cancel_reason, created_at, updated_at };
      return { version, record: appointment, kept, conflicts: idsOf(await ctx.db.run(conflictsOf({ id }))) };
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
  const { version, files, has_note, ...listed } = row;
  return { version, record: { ...toListed(listed), ...withNote(has_note), files: await toFiles(ctx, files) } };
}

function rowAfter(ctx: ServiceContext, before: queries.NotedRow, sent: AppointmentPatch): queries.NotedRow {
  const next = mergeUpdate(AppointmentFields, sent, before);
  requireTransition(before.status, next.status);
  requireReason(next.status, sent.cancel_reason);
  // Without a new schedule the time stays, whatever the hospital's time zone is by now.
  const starts_at = sent.schedule === undefined ? before.starts_at : instant(next.schedule, ctx.settings.TIME_ZONE);
  const cancel_reason = isCancelled(next.status) ? next.cancel_reason : null;
  return { ...before, ...next, cancel_reason, starts_at, ends_at: endOf(starts_at, next.expected_duration_minutes) };
}

interface References {
  missing: readonly Missing[] | undefined;
  attached: 0 | 1 | undefined;
}

function requireChange({ patient_id }: AppointmentPatch, before: queries.Row, { missing, attached }: References): void {
  // The appointment of a deleted doctor can still be cancelled.
  requireThere(missing, [before.patient_id, before.doctor_id, before.department_id]);
  if (attached && patient_id !== before.patient_id) {
    throw new RuleError('in_use', 'An appointment that has invoices, files or notes stays with its patient');
  }
}

const isNewBooking = (before: queries.Row, { patient_id, status }: queries.Row) =>
  patient_id !== before.patient_id && hasTime(status);

/**
 * @param identifiers what other systems call it; undefined: as it is, null: nothing
 * @throws NotFoundError, AppError not_found naming all that is missing, OutdatedError, RuleError, ConflictError, DuplicateError
 */
export function patchAppointment(
  ctx: ServiceContext,
  target: Target,
  sent: AppointmentPatch,
  identifiers?: ForeignIdentifier[] | null,
): Promise<Versioned<CalendarAppointment> & Conflicts> {
  const { id } = target;
  const { patient_id = null, doctor_id = null, department_id = null } = sent;
  const read = async () => {
    const { rows, missing, attached } = await ctx.db.batch({
      rows: queries.byId.reduced({ id }),
      missing: queries.missing({ patient_id, doctor_id, department_id }),
      attached: patient_id === null ? undefined : queries.attachedTo({ id }),
    });
    const [row] = rows;
    if (!row?.patient) throw new NotFoundError(ENTITY, id);
    return { version: row.version, record: { row, references: { missing, attached: attached?.[0]?.attached } } };
  };
  const patched = readThenWrite(ENTITY, target, read, async ({ row, references }, to) => {
    const { version: _, files, has_note, ...before } = row;
    requireChange(sent, before, references);
    const next = rowAfter(ctx, before, sent);
    const takes_time = takesTime('doctor_id', before, next) ? 1 : 0;
    const queue_day = sent.schedule === undefined ? null : localDay(next.starts_at, ctx.settings.TIME_ZONE);
    const { DOUBLE_BOOKING } = ctx.settings;
    const isMoved = DOUBLE_BOOKING === 'reject' && changesDepartment(before, next);
    const change = queries.changes[takes_time ? DOUBLE_BOOKING : isMoved ? 'move' : 'allow'];
    const given = { identifiers: identifiers ?? null, keeps_identifiers: identifiers === undefined ? 1 : 0 } as const;
    const { outcome, missing, refused, conflicts } = await ctx.db
      .batch({
        ...change(ctx, to, { ...next, ...given, takes_time, queue_day, started_at: before.starts_at }),
        conflicts: takesTime('patient_id', before, next) ? conflictsOf({ id }) : undefined,
      })
      .catch(rethrowTaken);
    const [refusal] = refused;
    if (refusal && outcome.version === to.if_version) {
      if (takes_time) requireThere(missing);
      if (refusal.deceased && (takes_time || isNewBooking(before, next))) throw deceased();
      if (refusal.closed !== null || refusal.overlaps !== null) throw timeIsTaken(refusal);
    }
    if (!outcome.row) return undefined;
    const { version, ...further } = outcome.row;
    const record = { ...toListed({ ...next, ...further }), ...withNote(has_note), files: await toFiles(ctx, files) };
    return { version, record, conflicts: idsOf(conflicts) };
  });
  return namingHolders(ctx, { identifiers }, patched);
}
