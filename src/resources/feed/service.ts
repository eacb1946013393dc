import { may } from '../../auth/permissions';
import type { ServiceContext } from '../../context';
import { NotFoundError } from '../../errors';
import { DAY } from '../../rules/clock';
import { instant, localDate } from '../../rules/datetime';
import type { BusyTime } from '../../rules/icalendar';
import { sha256 } from '../../rules/sha256';
import * as queries from './queries';
import { DAYS, LOOKED_AT_MAX, shownAs } from './rules';

export interface OpenFeed {
  id: string;
  /** whose account it is, and ends with */
  user_id: string;
  role: Parameters<typeof may>[0];
  visitsOf: { doctor: string } | { department: string };
}

const FILE = /^([\w-]{43})\.ics$/;

/** The same answer, whatever is the matter: nobody learns which addresses there were. */
export const noFeed = () => new NotFoundError('Feed');

/** @param file `<43 characters>.ics` */
export async function openFeed(ctx: ServiceContext, file: string): Promise<OpenFeed | undefined> {
  const token = FILE.exec(file)?.[1];
  const found = token && (await ctx.db.first(queries.openByHash({ token_hash: await sha256(token) })));
  if (!found || !may(found.role, 'feed:read')) return undefined;
  const { id, user_id, role, doctor_id, department_id } = found;
  if (doctor_id !== null) return { id, user_id, role, visitsOf: { doctor: doctor_id } };
  return department_id === null ? undefined : { id, user_id, role, visitsOf: { department: department_id } };
}

/** From midnight to midnight by the clocks of the hospital, so that a calendar changes once a day by itself. */
function windowOf({ now, settings: { TIME_ZONE } }: ServiceContext) {
  const midnight = (days: number) => instant(localDate(now + days * DAY, TIME_ZONE), TIME_ZONE);
  return { from: midnight(-DAYS.back), to: midnight(DAYS.ahead + 1), limit: LOOKED_AT_MAX };
}

/** By time. */
export async function busyTimes(ctx: ServiceContext, { visitsOf }: OpenFeed): Promise<BusyTime[]> {
  const window = windowOf(ctx);
  const query =
    'doctor' in visitsOf
      ? queries.visits.doctor({ ...window, id: visitsOf.doctor })
      : queries.visits.department({ ...window, id: visitsOf.department });
  const visits = await ctx.db.run(query);
  return visits.flatMap((visit) => {
    const shown = visit.is_of_patient ? shownAs(visit, ctx.now) : undefined;
    return shown ? [{ ...visit, ...shown }] : [];
  });
}
