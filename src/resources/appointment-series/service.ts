import type { ServiceContext } from '../../context';
import type { Versioned } from '../../db/entity';
import { createOnce, type Idempotency } from '../../db/idempotency';
import { requireThere } from '../../db/references';
import type { SkippedVisit } from '../../db/schema/appointment';
import { ConflictError, NotFoundError } from '../../errors';
import { DAY, firstTimeOf } from '../../rules/clock';
import { dayOfDate } from '../../rules/datetime';
import { type Conflicts, conflictsIn, toListed } from '../appointment/answers';
import { conflictsOfSeries, deceased, retired, takenBy } from '../appointment/booking';
import { holderOf } from '../appointment/claim';
import type { Row } from '../appointment/queries';
import * as creation from './creation';
import { namingFew, planOf } from './plan';
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

function requireFit([unfit]: readonly creation.Unfit[]): void {
  if (unfit?.deceased) throw deceased();
  if (unfit?.retired) throw retired();
}

type Created = Versioned<AppointmentSeries> & { conflicts: Conflicts };

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
  // A visit may have become another patient's, who is deleted by now.
  const appointments = visits.filter(({ patient }) => patient !== null).map(toListed);
  return { version, record: { ...record, appointments, skipped: skipped.map(toSkipped) } };
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
      const { create } = creation.creations[ctx.settings.DOUBLE_BOOKING];
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
    missing: creation.missing(plan),
    unfit: creation.unfitFor(plan),
    planned: creation.creations[ctx.settings.DOUBLE_BOOKING].planned(plan),
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
