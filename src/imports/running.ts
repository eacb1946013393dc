/** What starts an import, what stops it, and what removes it. */
import type { ServiceContext } from '../context';
import { audited } from '../db/audit';
import { actingOf } from '../db/current-actor';
import type { Bindings } from '../env';
import { ConflictError, NotFoundError, UnauthenticatedError, UnavailableError } from '../errors';
import { r2 } from '../storage/bucket';
import { LIFETIME, removeObjects, sendChunk } from './job';
import { mappingOf } from './mapping';
import * as queries from './queries';
import type { Import } from './schemas';
import { ENTITY, getJob, inState, toImport } from './service';

const TRAIL = 'import_job';

/** @param url `{base}/fhir/r4` @throws UnauthenticatedError, NotFoundError, ConflictError, InvalidError, UnavailableError */
export async function runImport(
  ctx: ServiceContext,
  env: Bindings,
  id: string,
  { dry_run, url }: { dry_run: boolean; url: string },
): Promise<Import> {
  if (!env.IMPORT_QUEUE) throw new UnavailableError('This service has no queue for imports');
  const { actor, now } = ctx;
  if (!actor) throw new UnauthenticatedError();
  const before = await getJob(ctx, id);
  if (before.file === null) throw inState(before, 'it has no file yet');
  if (queries.isActive(before) || !queries.isChangeable(before)) throw inState(before, 'it cannot be started');
  mappingOf(before);
  const state = dry_run ? ('checking' as const) : ('running' as const);
  const { started, jobs, active } = await ctx.db.batch({
    started: queries.start({
      ...{ id, state, is_trial: Number(dry_run), file: before.file, url, now, expires_at: now + LIFETIME },
      ...{ actor: actor.id, actor_role: actor.role, actor_scope: actor.scope ?? null },
      ...actingOf(ctx),
    }),
    jobs: queries.jobById({ id }),
    active: queries.activeJob({ now }),
  });
  const [job] = jobs;
  if (!job) throw new NotFoundError(ENTITY, id);
  if (started.length === 0) {
    if (active[0] && active[0].id !== id)
      throw new ConflictError('import_running', `Another import is under way: ${active[0].id}`);
    throw inState(job, 'it cannot be started');
  }
  await sendChunk(env, { job: id, run: job.run, chunk: 0 });
  return toImport(job);
}

/** A run that is under way stops, and stays with its report, a dry run is `ready` again; anything else is removed. @throws UnauthenticatedError, NotFoundError */
export async function deleteImport(ctx: ServiceContext, id: string): Promise<Import | null> {
  const job = await getJob(ctx, id);
  if (queries.isActive(job)) {
    // A dry run has made nothing: the import is as before.
    const after = job.is_trial
      ? { state: 'ready' as const, ended_at: null }
      : { state: 'stopped' as const, ended_at: ctx.now };
    const stop = queries.end({ id, run: job.run, ...after, reason: null, expires_at: ctx.now + LIFETIME });
    await ctx.db.run(audited(ctx, stop, { action: 'stop', entity: TRAIL, entity_id: id }));
    return toImport(await getJob(ctx, id));
  }
  await r2(ctx, (bucket) => removeObjects(bucket, id));
  const removed = await ctx.db.run(queries.removeJob({ id }));
  if (removed.length === 0) throw inState(await getJob(ctx, id), 'it was started in the meantime');
  return null;
}
