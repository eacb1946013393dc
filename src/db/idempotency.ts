import { and, eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { AppError, ConflictError, NotFoundError } from '../errors';
import type { ForeignNaming } from '../schemas/import';
import { StorageError } from './errors';
import { insertion } from './insert';
import type { Query } from './query';
import { externalId } from './schema/import';
import { idempotencyKey } from './schema/system';
import { db, type Inputs, previousChanged, rawStatement, statement } from './statement';

export interface Idempotency {
  key: string;
  /** a keyed hash of what the request asks for */
  fingerprint: string;
  /** what another system calls what is made */
  external?: ForeignNaming | undefined;
  /** nothing is made: where it would be, the batch is undone, and fails as a StorageError of the kind `trial` */
  isTrial?: true | undefined;
}

const insertKey = insertion(idempotencyKey, { where: () => previousChanged });
const insertExternalId = insertion(externalId, { where: () => previousChanged });

/** Breaks a constraint, by which the database undoes the batch, if the write before it has changed a row. */
const undo = rawStatement<unknown, never>(
  () => sql`insert into ${idempotencyKey} (actor, key, fingerprint, entity_id, created_at)
    select null, '', '', '', 0 where ${previousChanged}`,
);

export type KeyOfActor = Pick<typeof idempotencyKey.$inferSelect, 'actor' | 'key'>;

const isKey = (p: Inputs<KeyOfActor>) => and(eq(idempotencyKey.actor, p.actor), eq(idempotencyKey.key, p.key));

const keyOfActor = statement((p: Inputs<KeyOfActor>) =>
  db
    .select({ fingerprint: idempotencyKey.fingerprint, entity_id: idempotencyKey.entity_id })
    .from(idempotencyKey)
    .where(isKey(p)),
);

/** The id of what the key has created. */
export const createdBy = (p: Inputs<KeyOfActor>) =>
  db.select({ id: idempotencyKey.entity_id }).from(idempotencyKey).where(isKey(p));

export type Used = Pick<typeof idempotencyKey.$inferSelect, 'fingerprint' | 'entity_id'>;

export const usedKey = ({ actor }: ServiceContext, key: string): Query<Used[]> | undefined =>
  actor ? keyOfActor({ actor: actor.id, key }) : undefined;

/** @throws ConflictError where the key was used for another request, or what it made is gone */
export async function repeated<T>(used: Used, fingerprint: string, read: (id: string) => Promise<T>): Promise<T> {
  if (used.fingerprint !== fingerprint)
    throw new ConflictError('idempotency_key', 'Idempotency-Key was used for another request');
  return read(used.entity_id).catch((gone) => {
    throw gone instanceof NotFoundError
      ? new ConflictError('idempotency_key', 'What this Idempotency-Key created has been deleted')
      : gone;
  });
}

/** For right behind an insert. A key, or an external id, that was used before aborts the batch. */
export function rememberKey(ctx: ServiceContext, idempotency: Idempotency | null, entity_id: string): Query<unknown>[] {
  if (!idempotency || !ctx.actor) return [];
  const { key, fingerprint, external, isTrial } = idempotency;
  if (isTrial) return [undo({})];
  return [
    insertKey({ key, fingerprint, actor: ctx.actor.id, entity_id, created_at: ctx.now }),
    ...(external ? [insertExternalId({ ...external, entity_id, created_at: ctx.now })] : []),
  ];
}

interface Creation<T, Found> {
  create: () => Promise<T>;
  read: (id: string, found: Found | undefined) => Promise<T>;
  /** what `read` is to find: by the key, in the round trip that looks at it */
  find?: (key: KeyOfActor) => Query<Found>;
}

/** Where the key was used before, reads what the first request made. @throws ConflictError as `repeated` does */
export async function createOnce<T, Found = undefined>(
  ctx: ServiceContext,
  idempotency: Idempotency | null,
  { create, read, find }: Creation<T, Found>,
): Promise<T> {
  try {
    return await create();
  } catch (error) {
    const key = idempotency && ctx.actor && { actor: ctx.actor.id, key: idempotency.key };
    if (!key || idempotency.isTrial || !(error instanceof AppError || error instanceof StorageError)) throw error;
    ctx.db.turnToPrimary(); // a replica may not have the key yet
    const { keys, found } = await ctx.db.batch({ keys: keyOfActor(key), found: find?.(key) });
    const [used] = keys;
    if (!used) throw error;
    ctx.db.isRepetition = true;
    return repeated(used, idempotency.fingerprint, (id) => read(id, found));
  }
}
