import type { ServiceContext } from '../../context';
import { newEntity, type Versioned } from '../../db/entity';
import { requireThere } from '../../db/references';
import { requireWritten, type Target } from '../../db/update-outcome';
import { type Fault, InvalidError, OutdatedError } from '../../errors';
import { closedTime } from '../../rules/closures';
import * as queries from './queries';
import type { Closures } from './schemas';

const ENTITY = 'The list of closures';
/** Of a hospital whose closures were never set: an empty list, which `If-Match: "0"` means. */
const NEVER_SET = 0;

export async function getClosures(ctx: ServiceContext): Promise<Versioned<Closures>> {
  const { version, closures } = (await ctx.db.first(queries.current({}))) ?? { version: NEVER_SET, closures: [] };
  return { version, record: { closures } };
}

function closedTimes(ctx: ServiceContext, { closures }: Closures) {
  const closed = closures.map((closure) => closedTime(closure, ctx.settings.TIME_ZONE));
  const faults = closed.flatMap(({ starts_at, ends_at }, n): Fault[] =>
    ends_at > starts_at
      ? []
      : [{ loc: ['body', 'closures', n, 'to'], msg: 'Input should be later than `from`', type: 'value_error' }],
  );
  if (faults.length > 0) throw new InvalidError(faults);
  return closed;
}

/** @throws InvalidError, AppError not_found naming every missing department and doctor, OutdatedError */
export async function updateClosures(
  ctx: ServiceContext,
  if_version: Target['if_version'],
  { closures }: Closures,
): Promise<Versioned<Closures>> {
  const row = { ...newEntity(ctx), id: queries.CLOSURES_ID, closures, closed: closedTimes(ctx, { closures }) };
  const mayBeNew = (if_version ?? NEVER_SET) === NEVER_SET;
  const { updated, inserted, unknown } = await ctx.db.batch({
    updated: queries.update(ctx, { id: queries.CLOSURES_ID, if_version }, row),
    // No replay where the answer was lost: the row's id does not tell who wrote it.
    inserted: mayBeNew ? { ...queries.insert(ctx, row), replay: undefined } : undefined,
    unknown: queries.unknownReferences(row),
  });
  const version = updated.row?.version ?? inserted?.[0]?.version;
  if (version !== undefined) return { version, record: { closures } };
  if (if_version !== null && if_version !== (updated.version ?? NEVER_SET)) throw new OutdatedError(ENTITY);
  requireThere(unknown);
  return { version: requireWritten(ENTITY, queries.CLOSURES_ID, updated).version, record: { closures } };
}
