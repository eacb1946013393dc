import type { ServiceContext } from '../../context';
import { audited } from '../../db/audit';
import { actingOf, currentActor, requireCurrentActor } from '../../db/current-actor';
import { newId } from '../../db/entity';
import type { ExportFile } from '../../db/schema/export-job';
import type { Bindings } from '../../env';
import { ForbiddenError, UnauthenticatedError } from '../../errors';
import { mayExport } from '../../scopes';
import { r2, r2Read } from '../../storage/bucket';
import { FhirError } from '../errors';
import { isExported } from './exported';
import { keyOf, LIFETIME, removeFiles, SETTLED, sendChunk } from './job';
import { insertJob, type Job, jobOf, removeJob } from './queries';
import { resume } from './upkeep';

const ENTITY = 'export_job';
/** Seconds after which to ask again for what takes minutes. */
const BUSY = '60';

/** @throws UnauthenticatedError, FhirError 429, 503 */
export async function startExport(
  ctx: ServiceContext,
  env: Bindings,
  wanted: Pick<Job, 'url' | 'query' | 'since' | 'types'>,
): Promise<string> {
  if (!env.EXPORT_QUEUE) throw new FhirError(503, 'not-supported', 'This service has no queue for exports');
  const actor = actorOf(ctx);
  const { now } = ctx;
  const job = {
    ...{
      id: newId(),
      actor,
      ...wanted,
      transaction_time: now - SETTLED,
      state: 'running' as const,
    },
    ...{ chunk: 0, cursor: null, files: [], progressed_at: now, expires_at: now + LIFETIME },
  };
  const { actors, inserted } = await ctx.db.batch({
    actors: currentActor(ctx),
    inserted: audited(ctx, insertJob({ ...job, ...actingOf(ctx), now }), {
      ...{ action: 'export', entity: ENTITY, entity_id: job.id },
    }),
  });
  requireCurrentActor(actors);
  if (inserted.length === 0)
    throw new FhirError(429, 'throttled', 'An export of this account is running', { headers: { 'retry-after': BUSY } });
  await sendChunk(env, { job: job.id, chunk: 0 });
  return job.id;
}

function actorOf({ actor }: ServiceContext): string {
  if (!actor) throw new UnauthenticatedError();
  return actor.id;
}

const noExport = () => new FhirError(404, 'not-found', 'No such export of this account');

/** @throws UnauthenticatedError, FhirError 404 */
async function ownJob(ctx: ServiceContext, id: string): Promise<Job> {
  const { actors, jobs } = await ctx.db.batch({
    actors: currentActor(ctx),
    jobs: jobOf({ id, actor: actorOf(ctx), now: ctx.now }),
  });
  requireCurrentActor(actors);
  const [job] = jobs;
  if (!job) throw noExport();
  return job;
}

/** @throws UnauthenticatedError, FhirError 404, 500 */
export async function getExport(ctx: ServiceContext, env: Bindings, id: string): Promise<Job> {
  const job = await ownJob(ctx, id);
  if (job.state === 'failed') throw new FhirError(500, 'exception', 'The export has failed: begin another one');
  if (job.state === 'running') await resume(ctx.db, env, ctx.now, id);
  return job;
}

/** @throws UnauthenticatedError, ForbiddenError, FhirError 404 */
export async function openExported(
  ctx: ServiceContext,
  id: string,
  name: string,
): Promise<{ file: ExportFile; object: R2ObjectBody }> {
  const { state, files } = await ownJob(ctx, id);
  const file = files.find((one) => one.name === name);
  if (!file || state !== 'done') throw noExport();
  // Another role, or a token of another scope, than what asked for it.
  if (isExported(file.type) && !mayExport(ctx.actor, file.type)) throw new ForbiddenError();
  const object = await r2Read(ctx, (bucket) => bucket.get(keyOf(id, name)));
  if (!object) throw noExport();
  return { file, object };
}

/** A chunk that is under way removes its own object. @throws UnauthenticatedError, FhirError 404 */
export async function deleteExport(ctx: ServiceContext, id: string): Promise<void> {
  await ownJob(ctx, id);
  await r2(ctx, (bucket) => removeFiles(bucket, id));
  await ctx.db.run(audited(ctx, removeJob({ id }), { action: 'delete', entity: ENTITY, entity_id: id }));
}
