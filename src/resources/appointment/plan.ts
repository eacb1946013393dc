/** What a create leaves to the hold that it turns into a visit, and to the type of the visit. */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { isLive } from '../../db/entity';
import { appointmentType } from '../../db/schema/calendar';
import { hold } from '../../db/schema/hold';
import { db, type Inputs, previousChanged, statement } from '../../db/statement';
import { InvalidError, NotFoundError, ReferenceNotFoundError, RuleError } from '../../errors';
import { hasTime } from '../../rules/appointment-status';
import { instant } from '../../rules/datetime';
import type { WantedTime } from '../../rules/offer';
import { hoursFor, requireOffered } from '../working-hours/offer';
import type { Hours } from '../working-hours/queries';
import type { Given } from './claim';
import { type Buffers, busyTime, endOf, NO_BUFFERS } from './rules';
import { type AppointmentInput, DEFAULT_TYPE } from './schemas';

export interface OwnHold {
  hold_id: string | null;
  account: string | null;
  now: number;
}

const isOpen = (p: Given<OwnHold>) =>
  and(eq(hold.id, p.hold_id), eq(hold.account_id, p.account), gt(hold.expires_at, p.now));

export const openHold = (p: Given<OwnHold>) => db.select({ one: sql`1` }).from(hold).where(isOpen(p));

const holdById = statement((p: Inputs<OwnHold>) =>
  db
    .select({
      doctor_id: hold.doctor_id,
      department_id: hold.department_id,
      type_id: hold.type_id,
      schedule: hold.schedule,
      expected_duration_minutes: hold.expected_duration_minutes,
      buffer_before: hold.buffer_before,
      buffer_after: hold.buffer_after,
      resource_id: hold.resource_id,
      name: appointmentType.name,
      needs_key: appointmentType.needs_key,
    })
    .from(hold)
    .leftJoin(appointmentType, eq(appointmentType.id, hold.type_id))
    .where(isOpen(p)),
);

/** Right behind the visit that it becomes. */
export const endHold = statement((p: Inputs<Pick<OwnHold, 'hold_id'>>) =>
  db.delete(hold).where(and(eq(hold.id, p.hold_id), previousChanged)),
);

/** Of which a visit is made, also one that is retired: the write refuses that. */
export const typeById = statement((p: Inputs<{ id: string }>) =>
  db
    .select({
      name: appointmentType.name,
      minutes: appointmentType.minutes,
      buffer_before: appointmentType.buffer_before,
      buffer_after: appointmentType.buffer_after,
      department_ids: appointmentType.department_ids,
      doctor_ids: appointmentType.doctor_ids,
      bookable_online: appointmentType.bookable_online,
      min_notice_hours: appointmentType.min_notice_hours,
      needs_key: appointmentType.needs_key,
    })
    .from(appointmentType)
    .where(isLive(appointmentType, p.id)),
);

const HELD = ['doctor_id', 'department_id', 'type_id', 'resource_id', 'expected_duration_minutes'] as const;
/** What may be chosen later than the time. */
const CHOSEN_LATER: ReadonlySet<string> = new Set(['department_id', 'resource_id']);

function requireSame(
  ctx: ServiceContext,
  input: AppointmentInput,
  held: Pick<typeof hold.$inferSelect, (typeof HELD)[number] | 'schedule'>,
) {
  const isOther = (name: (typeof HELD)[number]) =>
    (input[name] ?? null) !== null && input[name] !== held[name] && !(held[name] === null && CHOSEN_LATER.has(name));
  const zone = ctx.settings.TIME_ZONE;
  const isMoved = input.schedule !== undefined && instant(input.schedule, zone) !== instant(held.schedule, zone);
  const other = isMoved ? 'schedule' : HELD.find(isOther);
  if (other)
    throw new RuleError('inconsistent', `The hold has another ${other}: leave it out, or book without the hold`);
}

export type NewType = NonNullable<ReturnType<ReturnType<typeof typeById>['read']>[number]>;

/** What fields are left out, how much time is taken besides the visit's own, and which room. */
interface Plan {
  fields: Partial<AppointmentInput>;
  buffers: Buffers;
  room: { needs: string | null; prefers: string | null };
  /** what a program must be offered, which books by type */
  offer?: { type: NewType; hours: Hours[] | undefined };
}

async function byHold(ctx: ServiceContext, input: AppointmentInput, hold_id: string): Promise<Plan> {
  const held = await ctx.db.first(holdById({ hold_id, account: ctx.actor?.id ?? null, now: ctx.now }));
  if (!held) throw new NotFoundError('Hold', hold_id);
  requireSame(ctx, input, held);
  const { buffer_before, buffer_after, needs_key: needs, resource_id, name, department_id, ...fields } = held;
  return {
    fields: { ...fields, department_id: department_id ?? undefined, type: name },
    buffers: { buffer_before, buffer_after },
    room: { needs, prefers: resource_id },
  };
}

const PLAIN: Plan = { fields: {}, buffers: NO_BUFFERS, room: { needs: null, prefers: null } };

async function byType(
  ctx: ServiceContext,
  { schedule, doctor_id, department_id }: AppointmentInput,
  type_id: string,
): Promise<Plan> {
  const starts = schedule === undefined ? [] : [instant(schedule, ctx.settings.TIME_ZONE)];
  const { types, hours } = await ctx.db.batch({
    types: typeById({ id: type_id }),
    hours: doctor_id === undefined ? undefined : hoursFor(ctx, doctor_id, starts),
  });
  const [type] = types;
  if (!type) {
    // The write names it with all else that is missing.
    if (department_id) return PLAIN;
    throw new ReferenceNotFoundError(['Type', type_id]);
  }
  const { name, minutes, department_ids, buffer_before, buffer_after, needs_key: needs } = type;
  const [only, ...others] = department_ids;
  return {
    fields: {
      type: name,
      expected_duration_minutes: minutes,
      department_id: others.length === 0 ? only : undefined,
    },
    buffers: { buffer_before, buffer_after },
    room: { needs, prefers: null },
    offer: { type, hours },
  };
}

/** What is sent wins. @throws NotFoundError for the hold, AppError not_found for the type, RuleError, InvalidError */
export async function planOf(ctx: ServiceContext, { hold_id, ...input }: AppointmentInput) {
  const { type_id } = input;
  const { fields, ...taken } = hold_id
    ? await byHold(ctx, { ...input, hold_id }, hold_id)
    : type_id
      ? await byType(ctx, { ...input, hold_id: null }, type_id)
      : PLAIN;
  const sent = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null));
  const { type, status, patient_id, doctor_id, department_id, schedule, ...visit } = { ...input, ...fields, ...sent };
  if (!doctor_id || !department_id || !schedule)
    throw new InvalidError([{ loc: ['body', 'department_id'], msg: 'Field required', type: 'missing' }]);
  // In the order of the schema, in which it is answered.
  const named = { type: type ?? DEFAULT_TYPE, status, patient_id, doctor_id, department_id, schedule };
  return { visit: { ...named, ...visit }, ...taken };
}
export type Planned = Awaited<ReturnType<typeof planOf>>;

/** @throws ConflictError where a program is not offered that time of the type */
export function requireOfferOf(ctx: ServiceContext, { visit, buffers, offer }: Planned): void {
  if (!offer || !hasTime(visit.status)) return;
  const starts_at = instant(visit.schedule, ctx.settings.TIME_ZONE);
  const ends_at = endOf(starts_at, visit.expected_duration_minutes);
  const wanted = { department_id: visit.department_id, starts_at, ...busyTime({ starts_at, ends_at }, buffers) };
  requireOffered(ctx, offer.hours, wanted, offer.type);
}

/**
 * The same of a PATCH that takes time or a type anew. A trip more, for programs alone: of which type it is, is known behind its read.
 * @throws ConflictError
 */
export async function requireOfferAfter(
  ctx: ServiceContext,
  next: WantedTime & { type_id: string | null; doctor_id: string },
): Promise<void> {
  const { type_id, doctor_id, starts_at } = next;
  if (type_id === null) return;
  const hours = hoursFor(ctx, doctor_id, [starts_at]);
  if (!hours) return;
  const found = await ctx.db.batch({ types: typeById({ id: type_id }), hours });
  const [type] = found.types;
  if (type) requireOffered(ctx, found.hours, next, type);
}
