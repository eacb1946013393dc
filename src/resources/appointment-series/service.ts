import { isProgram } from '../../auth/permissions';
import type { ServiceContext } from '../../context';
import { newEntity, type Versioned } from '../../db/entity';
import { createOnce, type Idempotency } from '../../db/idempotency';
import { requireThere } from '../../db/references';
import type { SkippedVisit } from '../../db/schema/appointment';
import { ConflictError, type Fault, InvalidError, NotFoundError } from '../../errors';
import { DAY, firstTimeOf } from '../../rules/clock';
import { dayOfDate } from '../../rules/datetime';
import { plannedCount, startsOf, VISITS_MAX } from '../../rules/series';
import { conflictsOfSeries, deceased, retired, takenBy } from '../appointment/booking';
import { holderOf } from '../appointment/claim';
import { planOf as bookingOf, typeById } from '../appointment/plan';
import type { Row } from '../appointment/queries';
import { busyTime, endOf } from '../appointment/rules';
import { type Conflicts, mustHaveRoom, toListed } from '../appointment/service';
import { hoursFor, unoffered } from '../working-hours/offer';
import * as queries from './queries';
import {
  type AppointmentSeries,
  type AppointmentSeriesInput,
  type CancelledVisits,
  type PlannedSeries,
  REASONS,
  type SeriesCancelInput,
} from './schemas';

const ENTITY = 'Series';
type Skipped = AppointmentSeries['skipped'][number];

/** How many visits an error names. */
const NAMED_MAX = 5;

function namingFew(faults: readonly string[]): string {
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
async function requireOffered(
  ctx: ServiceContext,
  { type_id, doctor_id, department_id }: Pick<AppointmentSeriesInput, 'type_id' | 'doctor_id' | 'department_id'>,
  visits: readonly queries.Visit[],
): Promise<void> {
  if (type_id === null || !isProgram(ctx.actor)) return;
  const starts = visits.map(({ starts_at }) => starts_at);
  const { types, hours } = await ctx.db.batch({
    types: typeById({ id: type_id }),
    hours: hoursFor(ctx, doctor_id, starts),
  });
  const faults = visits.flatMap(({ schedule, ...time }) => {
    const why = unoffered(ctx, hours, { department_id: department_id ?? null, ...time }, types[0] ?? null);
    return why === null ? [] : [`${schedule}: ${why}`];
  });
  if (faults.length > 0) throw new ConflictError('not_offered', namingFew(faults));
}

/** @throws InvalidError, and what the plan of one appointment throws */
async function planOf(ctx: ServiceContext, input: AppointmentSeriesInput) {
  const { every_weeks, count, until, on_conflict, dry_run: _, ...booking } = input;
  const { visit, buffers, room } = await bookingOf(ctx, { ...booking, hold_id: null });
  const { TIME_ZONE } = ctx.settings;
  const recurring = { ...input, schedule: visit.schedule };
  requireVisits(recurring, TIME_ZONE);
  const visits = startsOf(recurring, TIME_ZONE).map((start) => {
    const time = { starts_at: start.starts_at, ends_at: endOf(start.starts_at, visit.expected_duration_minutes) };
    return { ...start, ...time, ...busyTime(time, buffers), id: crypto.randomUUID() as string };
  });
  const isOverlapping = visits.some(
    ({ busy_until }, n) => busy_until > (visits[n + 1]?.busy_from ?? Number.POSITIVE_INFINITY),
  );
  if (isOverlapping) throw fault('every_weeks', 'A visit, with its buffers, should be over when the next one begins');
  await requireOffered(ctx, visit, visits);
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
  return { series, ...queries.planOf(shared, visits), skips, needs: room.needs } as const;
}

const errorOf = (inTheWay: SkippedVisit): ConflictError =>
  takenBy(inTheWay) ?? new ConflictError('conflict', 'That time is not free');

const toSkipped = (inTheWay: SkippedVisit): Skipped => {
  const { code, message } = errorOf(inTheWay);
  return { schedule: inTheWay.schedule, reason: REASONS.find((one) => one === code) ?? 'overlap', detail: message };
};

/** Which visits cannot be booked, and why. */
const sentenceOf = (inTheWay: readonly SkippedVisit[]): string =>
  namingFew(inTheWay.map((one) => `${one.schedule}: ${errorOf(one).message}`));

function refusalOf(first: SkippedVisit, all: readonly SkippedVisit[], skips: 0 | 1): ConflictError {
  if (skips) return new ConflictError('nothing_free', `None of the visits can be booked. ${sentenceOf(all)}`);
  return new ConflictError(errorOf(first).code ?? 'conflict', sentenceOf(all));
}

function requireFit([unfit]: readonly queries.Unfit[]): void {
  if (unfit?.deceased) throw deceased();
  if (unfit?.retired) throw retired();
}

type Created = Versioned<AppointmentSeries> & { conflicts: Conflicts };

interface Told {
  id: string | null;
  starts_at: number;
  ends_at: number;
}

const conflictsIn = (rows: readonly Told[], room?: Conflicts['room']): Conflicts => ({
  visits: rows.flatMap(({ id }) => id ?? []),
  held: rows.find(({ id }) => id === null),
  room,
});

/** The room, or the kind, that a visit goes without. */
function roomWanting(visits: readonly Row[], resource_id: string | null, needs: string | null): Conflicts['room'] {
  if (visits.every((visit) => visit.resource_id !== null)) return undefined;
  if (resource_id !== null) return { id: resource_id };
  return needs === null ? undefined : { kind: needs };
}

function toSeries(
  [series]: readonly queries.SeriesRow[],
  visits: readonly Row[],
  id: string,
): Versioned<AppointmentSeries> {
  if (!series) throw new NotFoundError(ENTITY, id);
  const { version, skipped, ...record } = series;
  return { version, record: { ...record, appointments: visits.map(toListed), skipped: skipped.map(toSkipped) } };
}

/**
 * @throws InvalidError, AppError not_found naming all that is missing, RuleError where the patient has died, ConflictError
 * saying which visits cannot be booked
 */
export async function createSeries(
  ctx: ServiceContext,
  input: AppointmentSeriesInput,
  idempotency: Idempotency | null,
): Promise<Created> {
  const read = (id: string) => ({
    series: queries.seriesById({ id }),
    visits: queries.visitsOfSeries({ id }),
    conflicts: conflictsOfSeries({ id, holder: holderOf(ctx), now: ctx.now }),
  });
  return createOnce<Created>(ctx, idempotency, {
    create: async () => {
      const { series, skips, needs, ...plan } = await planOf(ctx, input);
      const row = { ...series, ...plan, skips };
      const { create } = queries.creations[ctx.settings.DOUBLE_BOOKING];
      const { inserted, unfit, refused, ...made } = await ctx.db.batch({
        ...create(ctx, row, idempotency),
        ...read(row.id),
      });
      if (inserted.length === 0) {
        requireFit(unfit);
        const inTheWay = refused.map(({ in_the_way }) => in_the_way);
        const [first] = inTheWay;
        if (first) throw refusalOf(first, inTheWay, skips);
      }
      const room = roomWanting(made.visits, row.resource_id, needs);
      return { ...toSeries(made.series, made.visits, row.id), conflicts: conflictsIn(made.conflicts, room) };
    },
    read: async (id) => {
      const made = await ctx.db.batch(read(id));
      return { ...toSeries(made.series, made.visits, id), conflicts: conflictsIn(made.conflicts) };
    },
  });
}

/** What `createSeries` would book. @throws what that throws before it asks which visits can be booked */
export async function planSeries(ctx: ServiceContext, input: AppointmentSeriesInput): Promise<PlannedSeries> {
  const { series: _, skips: __, needs: ___, ...plan } = await planOf(ctx, input);
  const { missing, unfit, planned } = await ctx.db.batch({
    missing: queries.missing(plan),
    unfit: queries.unfitFor(plan),
    planned: queries.creations[ctx.settings.DOUBLE_BOOKING].planned(plan),
  });
  requireThere(missing);
  requireFit(unfit);
  return {
    appointments: planned.flatMap(({ schedule, resource_id, in_the_way }) =>
      in_the_way ? [] : [{ schedule, ...(resource_id && { resource_id }) }],
    ),
    skipped: planned.flatMap(({ in_the_way }) => (in_the_way ? [toSkipped(in_the_way)] : [])),
  };
}

/** @throws NotFoundError, also where the patient is deleted */
export async function getSeries(ctx: ServiceContext, id: string): Promise<Versioned<AppointmentSeries>> {
  const { series, visits } = await ctx.db.batch({
    series: queries.seriesById({ id }),
    visits: queries.visitsOfSeries({ id }),
  });
  return toSeries(series, visits, id);
}

/** @throws NotFoundError, also where the patient is deleted */
export async function cancelSeries(
  ctx: ServiceContext,
  id: string,
  { from, cancel_reason }: SeriesCancelInput,
): Promise<CancelledVisits> {
  const first = firstTimeOf(dayOfDate(from) * DAY, ctx.settings.TIME_ZONE);
  const { series, cancelled } = await ctx.db.batch(queries.cancelling(ctx, { id, from: first, cancel_reason }));
  if (series.length === 0) throw new NotFoundError(ENTITY, id);
  const ids = cancelled.toSorted((a, b) => a.starts_at - b.starts_at).map((visit) => visit.id);
  return { cancelled: ids.length, ids };
}
