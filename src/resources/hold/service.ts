import { isProgram } from '../../auth/permissions';
import { fingerprint } from '../../auth/tokens';
import type { Actor, ServiceContext } from '../../context';
import { createOnce, type Idempotency } from '../../db/idempotency';
import { InvalidError, NotFoundError, ThrottledError, UnauthenticatedError } from '../../errors';
import { DAY, MINUTE } from '../../rules/clock';
import { instant, isoTime, localDate } from '../../rules/datetime';
import { hoursAt } from '../../rules/offer';
import { refusedBy } from '../appointment/booking';
import { holderOf } from '../appointment/claim';
import { typeById } from '../appointment/plan';
import { busyTime, endOf, NO_BUFFERS } from '../appointment/rules';
import { requireOffered } from '../working-hours/offer';
import { hoursOf } from '../working-hours/queries';
import * as queries from './queries';
import { mostHolds } from './rules';
import type { Hold, HoldInput } from './schemas';

const ENTITY = 'Hold';

function actorOf({ actor }: ServiceContext): Actor {
  if (!actor) throw new UnauthenticatedError();
  return actor;
}

function requireProgram(actor: Actor, { on_behalf_of }: HoldInput): void {
  if (on_behalf_of === null || isProgram(actor)) return;
  const msg = 'Only a program holds a time on behalf of others';
  throw new InvalidError([{ loc: ['body', 'on_behalf_of'], msg, type: 'value_error' }]);
}

/** Of an account alone, so that two programs do not find out that they serve the same person. */
const behindOf = ({ settings }: ServiceContext, { id }: Actor, on_behalf_of: string | null) =>
  on_behalf_of === null ? null : fingerprint(settings, `hold\n${id}\n${on_behalf_of}`);

/** What the hold takes where its type, and the hours in which it begins, say so. @throws ConflictError where a program is not offered it */
async function claimOf(ctx: ServiceContext, input: HoldInput) {
  const { doctor_id, type_id, schedule } = input;
  const timeZone = ctx.settings.TIME_ZONE;
  const starts_at = instant(schedule, timeZone);
  const { types = [], hours } = await ctx.db.batch({
    types: type_id === null ? undefined : typeById({ id: type_id }),
    hours: hoursOf({
      id: doctor_id,
      first_date: localDate(starts_at - DAY, timeZone),
      last_date: localDate(starts_at + DAY, timeZone),
    }),
  });
  const [type] = types;
  const at = hours.flatMap((one) => hoursAt(starts_at, one, timeZone));
  const departments = type?.department_ids.length === 1 ? type.department_ids : at.map((one) => one.department_id);
  const [only = null, ...others] = [...new Set(departments)];
  const department_id = input.department_id ?? (others.length === 0 ? only : null);
  const ends_at = endOf(starts_at, input.minutes ?? type?.minutes ?? at[0]?.slot_minutes ?? null);
  const { buffer_before, buffer_after } = type ?? NO_BUFFERS;
  const busy = busyTime({ starts_at, ends_at }, { buffer_before, buffer_after });
  // A type that is not there is a 404 of the write.
  const isKnown = type !== undefined || type_id === null;
  if (isProgram(ctx.actor) && isKnown) requireOffered(ctx, hours, { department_id, starts_at, ...busy }, type ?? null);
  return {
    ...{ doctor_id, department_id, type_id, schedule, expected_duration_minutes: (ends_at - starts_at) / MINUTE },
    ...{ starts_at, ends_at, buffer_before, buffer_after, ...busy, needs: type?.needs_key ?? null },
  };
}

async function holdingOf(ctx: ServiceContext, input: HoldInput): Promise<queries.Holding> {
  const actor = actorOf(ctx);
  const claim = await claimOf(ctx, input);
  const { now } = ctx;
  return {
    ...{ id: crypto.randomUUID(), account_id: actor.id, behind: await behindOf(ctx, actor, input.on_behalf_of) },
    ...claim,
    ...{ resource_id: null, prefers: null, must_have_room: claim.needs === null ? 0 : 1, status: 'SCEDULED' },
    ...{ created_at: now, expires_at: now + input.ttl * 1000, now },
    ...{ holder: holderOf(ctx), hold_id: null, most: mostHolds(actor) },
  };
}

const ifAny = <T>(value: T | null): T | undefined => value ?? undefined;

const toHold = (row: Omit<queries.Holding, 'status'> | queries.HoldRow): Hold => ({
  id: row.id,
  doctor_id: row.doctor_id,
  department_id: ifAny(row.department_id),
  type_id: ifAny(row.type_id),
  schedule: row.schedule,
  expected_duration_minutes: row.expected_duration_minutes,
  resource_id: ifAny(row.resource_id),
  expires_at: isoTime(row.expires_at),
});

const tooMany = (milliseconds: number) =>
  new ThrottledError('Too many holds are open: use one, or give one back', milliseconds / 1000);

/**
 * @throws ReferenceNotFoundError naming all that is missing, ConflictError where the time is not free, ThrottledError where the account has
 * too many, InvalidError
 */
export async function createHold(
  ctx: ServiceContext,
  input: HoldInput,
  idempotency: Idempotency | null,
): Promise<Hold> {
  const actor = actorOf(ctx);
  requireProgram(actor, input);
  return createOnce<Hold>(ctx, idempotency, {
    create: async () => {
      const holding = await holdingOf(ctx, input);
      const { inserted, exceeded, refused } = await ctx.db.batch(queries.creation(ctx, holding, idempotency));
      const [row] = inserted;
      const [limit] = exceeded;
      if (row) return toHold({ ...holding, ...row });
      throw limit ? tooMany(limit.until - ctx.now) : refusedBy(refused);
    },
    read: async (id) => {
      const own = { id: id.slice(queries.KEY_OF_HOLD.length), account_id: actor.id, now: ctx.now };
      const row = await ctx.db.first(queries.ownById(own));
      if (!row) throw new NotFoundError(ENTITY, own.id);
      return toHold(row);
    },
  });
}

/** @throws NotFoundError, also where it has ended, or is another account's */
export async function deleteHold(ctx: ServiceContext, id: string): Promise<void> {
  const removed = await ctx.db.run(queries.removeOwn({ id, account_id: actorOf(ctx).id, now: ctx.now }));
  if (removed.length === 0) throw new NotFoundError(ENTITY, id);
}
