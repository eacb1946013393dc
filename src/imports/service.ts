import { may } from '../auth/permissions';
import type { Actor, ServiceContext } from '../context';
import { actingOf, currentActor, requireCurrentActor } from '../db/current-actor';
import { newId } from '../db/entity';
import { createOnce, type Idempotency, rememberKey } from '../db/idempotency';
import { withFollowers } from '../db/query';
import type { Bindings } from '../env';
import { ConflictError, ForbiddenError, InvalidError, NotFoundError, RuleError } from '../errors';
import { isoTime, isoTimeOrNull } from '../rules/datetime';
import type { ImportEntity } from '../schemas/import';
import { covers } from '../scopes';
import { r2 } from '../storage/bucket';
import { storeFile } from './file';
import { fileKey, IMPORTS_MAX, LIFETIME } from './job';
import { mappingOf } from './mapping';
import * as queries from './queries';
import type { Import, ImportInput, ImportPatch } from './schemas';
import { resumeImports } from './upkeep';

export const ENTITY = 'Import';

/** Before the id in an idempotency key: an import is no record with a trail, and gone before long. */
const KEY_OF_IMPORT = 'import:';

/** Whoever imports may create each of the records. @throws ForbiddenError */
function requireMay(actor: Actor | null, entity: ImportEntity): void {
  const permission = `${entity}:create` as const;
  if (!actor || !may(actor.role, permission)) throw new ForbiddenError();
  if (!covers(actor, permission))
    throw new ForbiddenError('The scope of the token does not cover it', 'insufficient_scope');
}

export const toImport = (job: queries.Job): Import => ({
  id: job.id,
  ...{ entity: job.entity, format: job.format, source: job.source, encoding: job.encoding },
  ...{ mapping: job.mapping, locale: job.locale, date_order: job.date_order, on_duplicate: job.on_duplicate },
  ...{ state: job.state, reason: job.reason, size: job.size, read: job.offset },
  dry_run: job.is_trial,
  ...{ rows: job.rows, created: job.created, failed: job.failed, duplicate: job.duplicate, known: job.known },
  created_at: isoTime(job.created_at),
  started_at: isoTimeOrNull(job.started_at),
  ended_at: isoTimeOrNull(job.ended_at),
  expires_at: isoTime(job.expires_at),
});

const insert = queries.insertJob(IMPORTS_MAX);

/** @throws UnauthenticatedError, ForbiddenError, InvalidError, RuleError where there are as many as there may be */
export function createImport(
  ctx: ServiceContext,
  input: ImportInput,
  idempotency: Idempotency | null,
): Promise<Import> {
  requireMay(ctx.actor, input.entity);
  const { now } = ctx;
  const job: queries.Job = {
    ...{ id: newId(), ...input, state: 'draft', reason: null },
    ...{ file: null, size: null, shape: null, start_offset: null, start_line: null },
    ...{ run: 0, is_trial: null, actor: null, actor_role: null, actor_scope: null, url: null },
    ...{ chunk: 0, offset: 0, line: 1, rows: 0, created: 0, failed: 0, duplicate: 0, known: 0 },
    ...{ created_at: now, created_by: ctx.actor?.id ?? null, started_at: null, ended_at: null },
    ...{ progressed_at: now, expires_at: now + LIFETIME },
  };
  mappingOf(job);
  return createOnce(ctx, idempotency, {
    create: async () => {
      const { actors, inserted } = await ctx.db.batch({
        actors: currentActor(ctx),
        inserted: withFollowers(
          insert({ ...job, ...actingOf(ctx) }),
          ...rememberKey(ctx, idempotency, KEY_OF_IMPORT + job.id),
        ),
      });
      requireCurrentActor(actors);
      if (inserted.length === 0) throw new RuleError('too_many', `There are ${IMPORTS_MAX} imports: delete some first`);
      return toImport(job);
    },
    read: async (id) => toImport(await getJob(ctx, id.slice(KEY_OF_IMPORT.length))),
  });
}

/** Newest first. @throws UnauthenticatedError */
export async function listImports(ctx: ServiceContext): Promise<Import[]> {
  const { actors, jobs } = await ctx.db.batch({
    actors: currentActor(ctx),
    jobs: queries.jobs({ limit: IMPORTS_MAX }),
  });
  requireCurrentActor(actors);
  return jobs.map(toImport);
}

/** @throws UnauthenticatedError, ForbiddenError, NotFoundError */
export async function getJob(ctx: ServiceContext, id: string): Promise<queries.Job> {
  const { actors, jobs } = await ctx.db.batch({ actors: currentActor(ctx), jobs: queries.jobById({ id }) });
  requireCurrentActor(actors);
  const [job] = jobs;
  if (!job) throw new NotFoundError(ENTITY, id);
  requireMay(ctx.actor, job.entity);
  return job;
}

/** @throws UnauthenticatedError, ForbiddenError, NotFoundError */
export async function getImport(ctx: ServiceContext, env: Bindings, id: string): Promise<Import> {
  const job = await getJob(ctx, id);
  // Whoever waits for it sees that it goes on.
  if (queries.isActive(job)) await resumeImports(ctx.db, env, ctx.now);
  return toImport(job);
}

export const inState = ({ state }: queries.Job, what: string) =>
  new ConflictError('import_state', `The import is ${state}: ${what}`);

async function changeableJob(ctx: ServiceContext, id: string): Promise<queries.Job> {
  const job = await getJob(ctx, id);
  if (!queries.isChangeable(job)) throw inState(job, 'its file and its settings stay as they are');
  return job;
}

/** What a dry run has found holds no longer. @throws UnauthenticatedError, NotFoundError, ConflictError, InvalidError */
export async function updateImport(ctx: ServiceContext, id: string, patch: ImportPatch): Promise<Import> {
  const before = await changeableJob(ctx, id);
  const changed = {
    mapping: patch.mapping === undefined ? before.mapping : patch.mapping,
    locale: patch.locale === undefined ? before.locale : patch.locale,
    date_order: patch.date_order === undefined ? before.date_order : patch.date_order,
    on_duplicate: patch.on_duplicate ?? before.on_duplicate,
    expires_at: ctx.now + LIFETIME,
  };
  mappingOf({ ...before, ...changed });
  const rows = await ctx.db.run(queries.change({ id, ...changed }));
  const job = await getJob(ctx, id);
  if (rows.length === 0) throw inState(job, 'its file and its settings stay as they are');
  return toImport(job);
}

/**
 * @param size bytes, which it must have
 * @throws UnauthenticatedError, NotFoundError, ConflictError, InvalidError where it is no such file, RuleError
 */
export async function putFile(
  ctx: ServiceContext,
  id: string,
  body: ReadableStream<Uint8Array> | null,
  size: number,
): Promise<Import> {
  const job = await changeableJob(ctx, id);
  const file = newId();
  const drop = (name: string | null) =>
    name === null ? Promise.resolve() : r2(ctx, (bucket) => bucket.delete(fileKey(id, name))).catch(() => {});
  try {
    const { shape, start } = await storeFile(ctx, fileKey(id, file), job, body, size);
    const filed = { file, size, shape, start_offset: start.offset, start_line: start.line };
    const set = queries.setFile({ id, before: job.file, ...filed, expires_at: ctx.now + LIFETIME });
    const rows = await ctx.db.run(set);
    const after = await getJob(ctx, id);
    if (rows.length === 0) throw inState(after, 'it has got another file in the meantime, or was started');
    await drop(job.file);
    return toImport(after);
  } catch (error) {
    // Where the answer was lost it may be the import's file by now: what is left over goes with the import.
    if (error instanceof InvalidError || error instanceof ConflictError || error instanceof RuleError) await drop(file);
    throw error;
  }
}
