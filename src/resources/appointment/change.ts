/** A PATCH: what it makes of the appointment, and what that takes anew. */
import type { ServiceContext } from '../../context';
import type { Versioned } from '../../db/entity';
import { type Missing, requireThere } from '../../db/references';
import type { Target } from '../../db/update-outcome';
import { readThenWrite } from '../../db/update-record';
import { NotFoundError, RuleError } from '../../errors';
import { hasTime, isCancelled } from '../../rules/appointment-status';
import { instant, localDay } from '../../rules/datetime';
import type { ForeignIdentifier } from '../../schemas/identifier';
import { mergeUpdate } from '../../schemas/update';
import { toFiles } from '../file/service';
import { namingHolders } from '../patient/holders';
import { type Conflicts, conflictsIn, roomWanting, toListed, withNote } from './answers';
import { conflictsOf, deceased, retired, takenBy } from './booking';
import { holderOf } from './claim';
import { type NewType, requireOfferAfter, typeById } from './plan';
import * as queries from './queries';
import {
  type busyTime,
  changesDepartment,
  endOf,
  NO_BUFFERS,
  requireReason,
  requireTransition,
  takesRoomTime,
  takesTime,
  withBusyTime,
} from './rules';
import { AppointmentFields, type AppointmentPatch, type CalendarAppointment } from './schemas';
import { ENTITY, mustHaveRoom, rethrowTaken } from './service';
import * as writes from './writes';

type Before = Omit<queries.OneRow & queries.Taking, 'version' | 'files' | 'has_note'>;

/** Without what its time is made of. */
const shown = ({
  buffer_before: _,
  buffer_after: __,
  busy_from: ___,
  busy_until: ____,
  needs: _____,
  has_kind: ______,
  ...row
}: Before & ReturnType<typeof busyTime>) => row;

/** A type that is named fills what is left out, as in a create. */
const filledBy = (type: NewType | undefined, sent: AppointmentPatch): AppointmentPatch =>
  type ? { type: type.name, expected_duration_minutes: type.minutes, ...sent } : sent;

function rowAfter(ctx: ServiceContext, before: Before, sent: AppointmentPatch, type: NewType | undefined) {
  const next = mergeUpdate(AppointmentFields, filledBy(type, sent), before);
  requireTransition(before.status, next.status);
  requireReason(next.status, sent.cancel_reason);
  // Without a new schedule the time stays, whatever the hospital's time zone is by now.
  const starts_at = sent.schedule === undefined ? before.starts_at : instant(next.schedule, ctx.settings.TIME_ZONE);
  const ends_at = endOf(starts_at, next.expected_duration_minutes);
  const cancel_reason = isCancelled(next.status) ? next.cancel_reason : null;
  // Those of the type that it has may be others by now: what is booked keeps its own.
  const { buffer_before, buffer_after } = type ?? (next.type_id === null ? NO_BUFFERS : before);
  return { ...before, ...next, cancel_reason, starts_at, ends_at, buffer_before, buffer_after };
}

/** Which room the appointment asks for anew, if it does. One that it has goes before others. */
function roomAsked(
  ctx: ServiceContext,
  before: Before,
  next: Before,
  sent: AppointmentPatch,
  type: NewType | undefined,
) {
  const isNamed = sent.resource_id !== undefined;
  const isOtherType = next.type_id !== before.type_id;
  const takes_room = isNamed || isOtherType || takesRoomTime(withBusyTime(before), withBusyTime(next));
  const needs = isNamed ? null : isOtherType ? (type?.needs_key ?? null) : before.needs;
  const fits = !isOtherType || before.has_kind === needs;
  const prefers = fits ? before.resource_id : null;
  // One that no type asks for was named once, and so it stays.
  const stays = needs === null && before.needs === null ? before.resource_id : null;
  const resource_id = isNamed ? (sent.resource_id ?? null) : stays;
  const must_have_room = takes_room ? mustHaveRoom(ctx, next.status, resource_id ?? needs) : 0;
  return { takes_room: takes_room ? 1 : 0, needs, prefers, resource_id, must_have_room } as const;
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
): Promise<Versioned<CalendarAppointment> & { conflicts: Conflicts }> {
  const { id } = target;
  const { patient_id = null, doctor_id = null, department_id = null, type_id = null, resource_id = null } = sent;
  const read = async () => {
    const { rows, missing, attached, types } = await ctx.db.batch({
      rows: queries.toChange({ id }),
      missing: writes.missing({ patient_id, doctor_id, department_id, type_id, resource_id }),
      attached: patient_id === null ? undefined : writes.attachedTo({ id }),
      types: type_id === null ? undefined : typeById({ id: type_id }),
    });
    const [row] = rows;
    if (!row?.patient) throw new NotFoundError(ENTITY, id);
    const references = { missing, attached: attached?.[0]?.attached };
    return { version: row.version, record: { row, references, type: types?.[0] } };
  };
  const patched = readThenWrite(ENTITY, target, read, async ({ row, references, type }, to) => {
    const { version: _, files, has_note, ...before } = row;
    requireChange(sent, before, references);
    const isOtherType = type_id !== null && type_id !== before.type_id;
    const newType = isOtherType ? type : undefined;
    const next = withBusyTime(rowAfter(ctx, before, sent, newType));
    const room = roomAsked(ctx, before, next, sent, newType);
    const takes_time = takesTime('doctor_id', withBusyTime(before), next) ? 1 : 0;
    const queue_day = sent.schedule === undefined ? null : localDay(next.starts_at, ctx.settings.TIME_ZONE);
    const { DOUBLE_BOOKING } = ctx.settings;
    const isMoved = DOUBLE_BOOKING === 'reject' && changesDepartment(before, next);
    const change = writes.changes[takes_time ? DOUBLE_BOOKING : isMoved ? 'move' : 'allow'];
    const given = { identifiers: identifiers ?? null, keeps_identifiers: identifiers === undefined ? 1 : 0 } as const;
    const told = { holder: holderOf(ctx), now: ctx.now };
    const takes_type = isOtherType ? 1 : 0;
    if (takes_time || (isOtherType && hasTime(next.status))) await requireOfferAfter(ctx, next);
    const takesPatient = takesTime('patient_id', withBusyTime(before), next);
    const isTold = takesPatient || (takes_time === 1 && DOUBLE_BOOKING === 'allow');
    const { outcome, missing, refused, conflicts } = await ctx.db
      .batch({
        ...change(ctx, to, {
          ...{ ...next, ...given, ...told, ...room },
          ...{ takes_time, takes_type, queue_day, started_at: before.starts_at, hold_id: null },
        }),
        conflicts: isTold ? conflictsOf[DOUBLE_BOOKING]({ id, ...told }) : undefined,
      })
      .catch(rethrowTaken);
    const [refusal] = refused;
    if (refusal && outcome.version === to.if_version) {
      if (takes_time) requireThere(missing);
      if (refusal.deceased && (takes_time || isNewBooking(before, next))) throw deceased();
      if (refusal.retired && takes_type) throw retired();
      const taken = takenBy(refusal);
      if (taken) throw taken;
    }
    if (!outcome.row) return undefined;
    const { version, ...further } = outcome.row;
    const record = {
      ...toListed({ ...shown(next), ...further }),
      ...withNote(has_note),
      files: await toFiles(ctx, files),
    };
    const wanting = room.takes_room ? roomWanting(further.resource_id, next.status, room) : undefined;
    // Another doctor at the same time is nothing new to the patient.
    const anew = conflicts?.filter(({ id: other }) => (other === null ? takes_time : takesPatient));
    return { version, record, conflicts: conflictsIn(anew, wanting) };
  });
  return namingHolders(ctx, { identifiers }, patched);
}
