import type { ServiceContext } from '../../context';
import { newEntity, type Versioned } from '../../db/entity';
import { createOnce, type Idempotency } from '../../db/idempotency';
import { cutPage } from '../../db/keyset-list';
import { requireThere } from '../../db/references';
import { isRefused, requireWritten, type Target } from '../../db/update-outcome';
import { updateRecord } from '../../db/update-record';
import { NotFoundError } from '../../errors';
import { foldWord } from '../../rules/appointment-status';
import * as queries from './queries';
import { requireUntaken, tooMany } from './rules';
import {
  type CalendarResource,
  CalendarResourceInput,
  type CalendarResourcePatch,
  type CalendarResourcesQuery,
} from './schemas';

const ENTITY = 'Calendar resource';

const toRow = (input: CalendarResourceInput) => ({ ...input, kind_key: foldWord(input.kind) });

/** @throws ReferenceNotFoundError, RuleError where there are as many as there may be */
export function createCalendarResource(
  ctx: ServiceContext,
  input: CalendarResourceInput,
  idempotency: Idempotency | null,
): Promise<Versioned<CalendarResource>> {
  const row = { ...newEntity(ctx), ...toRow(input) };
  return createOnce(ctx, idempotency, {
    create: async () => {
      const [inserted] = await ctx.db.run(queries.insert(ctx, row, idempotency));
      if (!inserted) throw tooMany();
      return { version: row.version, record: { id: row.id, ...input } };
    },
    read: (id) => getCalendarResource(ctx, id),
  });
}

export async function listCalendarResources(
  ctx: ServiceContext,
  { kind, department_id, limit, cursor = Number.MAX_SAFE_INTEGER }: CalendarResourcesQuery,
) {
  const kind_key = kind === undefined ? null : foldWord(kind);
  const read = await ctx.db.run(
    queries.before({ kind_key, department_id: department_id ?? null, cursor, limit: limit + 1 }),
  );
  const { rows, next } = cutPage(read, limit);
  return { rows: rows.map(({ seq, ...record }): CalendarResource => record), next };
}

/** @throws NotFoundError */
export async function getCalendarResource(ctx: ServiceContext, id: string): Promise<Versioned<CalendarResource>> {
  const row = await ctx.db.first(queries.byId({ id }));
  if (!row) throw new NotFoundError(ENTITY, id);
  const { version, ...record } = row;
  return { version, record };
}

/** What it is booked for stays. @throws NotFoundError, ReferenceNotFoundError, OutdatedError, ConflictError */
export function updateCalendarResource(
  ctx: ServiceContext,
  target: Target,
  input: CalendarResourcePatch,
): Promise<Versioned<CalendarResource>> {
  const { id } = target;
  const read = () => getCalendarResource(ctx, id);
  return updateRecord(ENTITY, CalendarResourceInput, { target, input, read }, async (whole, to) => {
    const { outcome, missing } = await ctx.db.batch({
      outcome: queries.update(ctx, to, toRow(whole)),
      missing: queries.missing(whole),
    });
    if (isRefused(outcome, to)) requireThere(missing);
    const { row } = outcome;
    return { ...outcome, row: row && { version: row.version, record: { id, ...whole } } };
  });
}

/** @throws UnauthenticatedError, NotFoundError, OutdatedError, RuleError where something takes it */
export async function deleteCalendarResource(ctx: ServiceContext, target: Target): Promise<void> {
  const deletion = { id: target.id, now: ctx.now };
  const { outcome, takenBy } = await ctx.db.batch({
    outcome: queries.remove(ctx, target, { ...deletion, deleted_at: ctx.now }),
    takenBy: queries.takenBy(deletion),
  });
  if (isRefused(outcome, target) && takenBy[0]) requireUntaken(takenBy[0]);
  requireWritten(ENTITY, target.id, outcome);
}
