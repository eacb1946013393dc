/** What binds programs, which book for others: they take what is offered. People at a desk are bound by none of it. */
import type { ServiceContext } from '../../context';
import type { Query } from '../../db/query';
import { ConflictError } from '../../errors';
import { DAY } from '../../rules/clock';
import { localDate } from '../../rules/datetime';
import { type OfferedType, type Unoffered, type WantedTime, whyNotOffered } from '../../rules/offer';
import * as queries from './queries';

/** Many people stand behind one, and none of them at a desk. */
export const isProgram = ({ actor }: ServiceContext) => actor?.role === 'client';

/**
 * The hours around these starts, for the first batch of a request; undefined for a person, whom hours do not bind.
 * @param starts epoch milliseconds
 */
export function hoursFor(
  ctx: ServiceContext,
  doctor_id: string,
  starts: readonly number[],
): Query<queries.Hours[]> | undefined {
  if (!isProgram(ctx) || starts.length === 0) return undefined;
  const timeZone = ctx.settings.TIME_ZONE;
  return queries.hoursOf({
    id: doctor_id,
    first_date: localDate(Math.min(...starts) - DAY, timeZone),
    last_date: localDate(Math.max(...starts) + DAY, timeZone),
  });
}

const REASONS: Record<Unoffered, (type: OfferedType | null) => string> = {
  online: () => 'Appointments of this type are not booked online',
  doctor: () => 'Appointments of this type are not offered by this doctor',
  department: () => 'Appointments of this type are not offered in this department',
  notice: (type) => `Appointments of this type are booked at least ${type?.min_notice_hours} hours ahead`,
  hours: () => 'schedule is none of the times that GET /calendar/slots offers',
};

/** What is wrong with a time; null where a program may take it, and for people. @param hours of `hoursFor` */
export function unoffered(
  ctx: ServiceContext,
  hours: readonly queries.Hours[] | undefined,
  wanted: WantedTime,
  type: OfferedType | null,
): string | null {
  const [doctor] = hours ?? [];
  // Of a doctor who is not there nothing is told here: that is a 404.
  if (!doctor) return null;
  const why = whyNotOffered(wanted, doctor, type, { now: ctx.now, timeZone: ctx.settings.TIME_ZONE });
  return why === null ? null : REASONS[why](type);
}

/** @throws ConflictError not_offered, which says why */
export function requireOffered(...given: Parameters<typeof unoffered>): void {
  const why = unoffered(...given);
  if (why !== null) throw new ConflictError('not_offered', why);
}
