import { and, eq, sql } from 'drizzle-orm';
import { AppError, NotFoundError } from '../errors';
import type { ServiceContext } from '../http/context';
import { StorageError } from './errors';
import { idempotencyKey } from './schema/system';
import { db, type Inputs, insertionIf, type Query, statement } from './statement';

/** A create that may be retried: the client's key, and a keyed hash of what it asked for. */
export interface Idempotency {
  key: string;
  fingerprint: string;
}

const remember = insertionIf(idempotencyKey, () => sql`changes() > 0`);

const recall = statement((p: Inputs<{ actor: string; key: string }>) =>
  db
    .select({ fingerprint: idempotencyKey.fingerprint, entity_id: idempotencyKey.entity_id })
    .from(idempotencyKey)
    .where(and(eq(idempotencyKey.actor, p.actor), eq(idempotencyKey.key, p.key))),
);

/** Stands right after the insert of the entity in its batch: a key that was used before aborts the batch. */
export function rememberCreate(
  ctx: ServiceContext,
  idempotency: Idempotency | null,
  entity_id: string,
): Query<unknown>[] {
  if (!idempotency || !ctx.actor) return [];
  return [remember({ ...idempotency, actor: ctx.actor.id, entity_id, created_at: ctx.now })];
}

/**
 * Creates once: where the create fails and its key turns out to be used, what the first one made is read instead.
 * @throws AppError 409 when the key was used for another request, or what it made is gone
 */
export async function createOnce<T>(
  ctx: ServiceContext,
  idempotency: Idempotency | null,
  create: () => Promise<T>,
  read: (id: string) => Promise<T>,
): Promise<T> {
  try {
    return await create();
  } catch (error) {
    if (!idempotency || !ctx.actor || !(error instanceof AppError || error instanceof StorageError)) throw error;
    ctx.db.turnToPrimary(); // a replica may not have it yet
    const before = await ctx.db.first(recall({ actor: ctx.actor.id, key: idempotency.key }));
    if (!before) throw error;
    if (before.fingerprint !== idempotency.fingerprint) {
      throw new AppError('conflict', 'Idempotency-Key was used for another request');
    }
    return read(before.entity_id).catch((gone) => {
      throw gone instanceof NotFoundError
        ? new AppError('conflict', 'What this Idempotency-Key made was deleted since')
        : gone;
    });
  }
}
