/** The visits of a series, before anybody asks which of them can be booked. */
import type { ServiceContext } from '../../context';
import { newEntity, newId } from '../../db/entity';
import { ConflictError, type Fault, InvalidError } from '../../errors';
import { plannedCount, startsOf, VISITS_MAX } from '../../rules/series';
import { holderOf } from '../appointment/claim';
import { planOf as bookingOf, type Planned } from '../appointment/plan';
import { busyTime, endOf } from '../appointment/rules';
import { mustHaveRoom } from '../appointment/service';
import { hoursFor, unoffered } from '../working-hours/offer';
import { planOf as givenOf, type Visit } from './creation';
import type { AppointmentSeriesInput } from './schemas';

/** How many visits an error names. */
const NAMED_MAX = 5;

export function namingFew(faults: readonly string[]): string {
  const named = faults.slice(0, NAMED_MAX);
  const more = faults.length - named.length;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

const fault = (field: string, msg: string) =>
  new InvalidError([{ loc: ['body', field], msg, type: 'value_error' } satisfies Fault]);

type Recurring = Omit<AppointmentSeriesInput, 'count' | 'until'> & { count: number | null; until: string | null };

function requireVisits(recurring: Recurring, timeZone: string): void {
  if ((recurring.count === null) === (recurring.until === null)) {
    throw fault('count', 'Either count or until should be given');
  }
  const count = plannedCount(recurring, timeZone);
  if (count < 1) throw fault('until', 'Input should not be before the day of `schedule`');
  if (count > VISITS_MAX)
    throw fault('until', `A series should have at most ${VISITS_MAX} visits: this one has ${count}`);
}

/** Programs that book by type are bound by what is offered, at each of the times. @throws ConflictError */
async function requireOffered(ctx: ServiceContext, { offer, visit }: Planned, visits: readonly Visit[]): Promise<void> {
  const { doctor_id, department_id } = visit;
  const starts = visits.map(({ starts_at }) => starts_at);
  const asked = offer && hoursFor(ctx, doctor_id, starts);
  if (!asked) return;
  const hours = await ctx.db.run(asked);
  const faults = visits.flatMap(({ schedule, ...time }) => {
    const why = unoffered(ctx, hours, { department_id, ...time }, offer.type);
    return why === null ? [] : [`${schedule}: ${why}`];
  });
  if (faults.length > 0) throw new ConflictError('not_offered', namingFew(faults));
}

/** @throws InvalidError, and what the plan of one appointment throws */
export async function planOf(ctx: ServiceContext, input: AppointmentSeriesInput) {
  const { every_weeks, count, until, on_conflict, dry_run: _, ...booking } = input;
  const planned = await bookingOf(ctx, { ...booking, hold_id: null });
  const { visit, buffers, room } = planned;
  const { TIME_ZONE } = ctx.settings;
  const recurring = { ...input, schedule: visit.schedule };
  requireVisits(recurring, TIME_ZONE);
  const visits = startsOf(recurring, TIME_ZONE).map((start) => {
    const time = { starts_at: start.starts_at, ends_at: endOf(start.starts_at, visit.expected_duration_minutes) };
    return { ...start, ...time, ...busyTime(time, buffers), id: newId() };
  });
  const isOverlapping = visits.some(
    ({ busy_until }, n) => busy_until > (visits[n + 1]?.busy_from ?? Number.POSITIVE_INFINITY),
  );
  if (isOverlapping) throw fault('every_weeks', 'A visit, with its buffers, should be over when the next one begins');
  await requireOffered(ctx, planned, visits);
  const series = { ...newEntity(ctx), patient_id: visit.patient_id, every_weeks, skipped: [] };
  const shared = {
    ...newEntity(ctx),
    ...visit,
    ...buffers,
    ...room,
    ...{ cancel_reason: null, queue_number: null, queue_day: null, identifiers: null, series_id: series.id },
    must_have_room: mustHaveRoom(ctx, visit.status, visit.resource_id ?? room.needs),
    ...{ holder: holderOf(ctx), hold_id: null, now: ctx.now },
  } as const;
  const skips = on_conflict === 'skip' ? 1 : 0;
  return { series, ...givenOf(shared, visits), skips, needs: room.needs } as const;
}
