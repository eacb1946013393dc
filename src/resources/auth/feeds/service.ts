import { newOpaqueToken } from '../../../auth/tokens';
import type { ServiceContext } from '../../../context';
import { actingOf, currentActor, requireCurrentActor } from '../../../db/current-actor';
import { newEntity } from '../../../db/entity';
import { createOnce, type Idempotency } from '../../../db/idempotency';
import { isRefused, requireWritten } from '../../../db/update-outcome';
import { NotFoundError, requireOneOf, UnauthenticatedError } from '../../../errors';
import { isoTime } from '../../../rules/datetime';
import { sha256 } from '../../../rules/sha256';
import * as queries from './queries';
import { tooMany } from './rules';
import type { Feed, FeedInput, FeedWithUrl } from './schemas';

const ENTITY = 'Feed';

function ownerOf({ actor }: ServiceContext): { user_id: string } {
  if (!actor) throw new UnauthenticatedError();
  return { user_id: actor.id };
}

const toFeed = ({ id, doctor_id, department_id, created_at }: queries.FeedRow): Feed => ({
  ...{ id, doctor_id, department_id },
  created_at: isoTime(created_at),
});

/** @throws UnauthenticatedError, ReferenceNotFoundError, RuleError where the account has too many, ConflictError, InvalidError */
export async function createFeed(
  ctx: ServiceContext,
  input: FeedInput,
  idempotency: Idempotency | null,
): Promise<FeedWithUrl> {
  const { doctor_id, department_id } = input;
  requireOneOf({ doctor_id, department_id });
  const owner = ownerOf(ctx);
  return createOnce<FeedWithUrl>(ctx, idempotency, {
    create: async () => {
      const token = newOpaqueToken();
      const row = { ...newEntity(ctx), ...owner, doctor_id, department_id, token_hash: await sha256(token) };
      const { actor, inserted } = await ctx.db.batch({
        actor: currentActor(ctx),
        inserted: queries.insert(ctx, { ...row, ...actingOf(ctx) }, idempotency),
      });
      requireCurrentActor(actor);
      if (inserted.length === 0) throw tooMany();
      return { ...toFeed(row), url: `${ctx.baseUrl}/feeds/${token}.ics` };
    },
    read: async (id) => {
      const row = await ctx.db.first(queries.ownById({ ...owner, id }));
      if (!row) throw new NotFoundError(ENTITY, id);
      return toFeed(row);
    },
  });
}

/** One's own, newest first. @throws UnauthenticatedError */
export async function listFeeds(ctx: ServiceContext): Promise<Feed[]> {
  const { actor, feeds } = await ctx.db.batch({
    actor: currentActor(ctx),
    feeds: queries.ownFeeds(ownerOf(ctx)),
  });
  requireCurrentActor(actor);
  return feeds.map(toFeed);
}

/** @throws UnauthenticatedError, NotFoundError, also where it is another account's */
export async function deleteFeed(ctx: ServiceContext, id: string): Promise<void> {
  const target = { id, if_version: null };
  const outcome = await ctx.db.run(queries.remove(ctx, target, { deleted_at: ctx.now }));
  if (isRefused(outcome, target)) throw new NotFoundError(ENTITY, id);
  requireWritten(ENTITY, id, outcome);
}
