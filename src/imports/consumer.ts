/**
 * The queue's consumer. A message may come twice, at the same time, too: what became of a row is found by its key, and the counts of a
 * chunk are added once.
 */
import * as z from 'zod';
import type { ServiceContext } from '../context';
import { auditRow } from '../db/audit';
import { Database } from '../db/client';
import { currentActor } from '../db/current-actor';
import { withFollowers } from '../db/query';
import { SharedTrips } from '../db/shared-trips';
import type { Bindings, ImportMessage } from '../env';
import { settingsOf } from '../env';
import { deploymentAt } from '../fhir/http/deployment';
import { failureOf, log } from '../log';
import { MAX_RETRIES, waitAfter } from '../rules/redelivery';
import { type Chunk, makeChunk, type Run } from './chunk';
import { LIFETIME, sendChunk } from './job';
import { CLAIMS_REMOVED_AT_ONCE, removeClaims } from './known-queries';
import { mappingOf } from './mapping';
import { countsOf, reported } from './outcome';
import * as queries from './queries';
import { TooLongError } from './reading/records';
import { writeReport } from './report';

/** Bytes of the file in a second: what requests write has room beside it. */
const BYTES_PER_SECOND = 512 * 1024;

const Message = z.object({ job: z.uuid(), run: z.int().min(1), chunk: z.int().min(0) });

async function runOf(env: Bindings, database: Database, job: queries.Job): Promise<Run> {
  const { actor, actor_role, actor_scope, url } = job;
  if (!actor || !actor_role || !url) throw new Error('Nobody has started the import');
  const ctx: ServiceContext = {
    db: database,
    bucket: env.FILES,
    settings: settingsOf(env),
    actor: { id: actor, role: actor_role, ...(actor_scope !== null && { scope: actor_scope }) },
    requestId: job.id,
    address: null,
    baseUrl: new URL(url).origin,
    mail: null,
    now: Date.now(),
  };
  const deployment = await deploymentAt(env, url, database);
  return { env, job, ctx, deployment, mapping: mappingOf(job), shared: new SharedTrips(env.DB, 'first-primary') };
}

const TRAIL = 'import_job';

/** The counts of the chunk, and, with the last one, what the trail says of all. */
async function count({ ctx, job }: Run, { outcomes, next }: Chunk, from: Pick<queries.Job, 'chunk'>) {
  const now = Date.now();
  const counts = countsOf(outcomes);
  const isLast = next === null;
  const place = next ?? { offset: job.size ?? 0, line: job.line };
  const state = !isLast ? job.state : job.is_trial ? ('checked' as const) : ('done' as const);
  const moved = queries.moveOn({
    ...{ id: job.id, run: job.run, chunk: from.chunk, ...counts, offset: place.offset, line: place.line },
    ...{ state, reason: null, now, ended_at: isLast && !job.is_trial ? now : null, expires_at: now + LIFETIME },
  });
  const total = fieldsSum(job, counts);
  const event = { action: 'import', entity: TRAIL, entity_id: job.id, detail: JSON.stringify(total) };
  const rows = await ctx.db.run(isLast && !job.is_trial ? withFollowers(moved, auditRow(ctx, event)) : moved);
  return rows.length > 0;
}

const fieldsSum = (job: queries.Job, counts: ReturnType<typeof countsOf>) => ({
  rows: job.rows + counts.rows,
  created: job.created + counts.created,
  failed: job.failed + counts.failed,
  duplicate: job.duplicate + counts.duplicate,
  known: job.known + counts.known,
});

async function forgetClaims(database: Database, job: string): Promise<void> {
  for (let removed = CLAIMS_REMOVED_AT_ONCE; removed === CLAIMS_REMOVED_AT_ONCE; ) {
    removed = (await database.run(removeClaims({ job }))).length;
  }
}

const ended = (job: queries.Job, reason: string) => {
  const now = Date.now();
  return queries.end({ id: job.id, run: job.run, state: 'failed', reason, ended_at: now, expires_at: now + LIFETIME });
};

async function work(env: Bindings, { job: id, run: number, chunk }: ImportMessage, isAgain: boolean): Promise<void> {
  const database = new Database(env.DB, 'first-primary');
  const job = await database.first(queries.jobById({ id }));
  if (!job || !queries.isActive(job) || job.run !== number) return;
  // Whoever did this chunk may have died before it sent the next message.
  if (isAgain && job.chunk === chunk + 1) await sendChunk(env, { job: id, run: number, chunk: job.chunk });
  if (job.chunk !== chunk) return;

  const began = Date.now();
  const run = await runOf(env, database, job);
  if (!(await database.first(currentActor(run.ctx)))) {
    await database.run(ended(job, 'The account that has started it is not what it was'));
    return;
  }
  if (chunk === 0 && job.is_trial) await forgetClaims(database, id);
  const made = await makeChunk(run).catch(async (error) => {
    if (!(error instanceof TooLongError)) throw error;
    await database.run(ended(job, error.message));
  });
  if (!made) return;
  const { records, outcomes, next } = made;
  const rows = records.flatMap((record, n) => {
    const outcome = outcomes[n];
    return (outcome && reported(record, outcome, run.mapping)) ?? [];
  });
  await writeReport(env.FILES, job, rows);
  const isCounted = await count(run, made, job);
  const { cost } = run.shared;
  log('info', 'import_chunk', {
    ...{ count: records.length, ms: Date.now() - began, trips: database.cost.trips + cost.trips },
    ...{
      rows_read: database.cost.rows_read + cost.rows_read,
      rows_written: database.cost.rows_written + cost.rows_written,
    },
  });
  if (!isCounted) return;
  if (next === null) {
    if (job.is_trial) await forgetClaims(database, id);
    return;
  }
  const bytes = next.offset - job.offset;
  await scheduler.wait(Math.max(0, (1000 * bytes) / BYTES_PER_SECOND - (Date.now() - began)));
  await sendChunk(env, { job: id, run: number, chunk: chunk + 1 });
}

/** It has failed for good, and whoever looks at it is told so. */
async function giveUp(env: Bindings, { job: id }: ImportMessage): Promise<void> {
  const database = new Database(env.DB, 'first-primary');
  const job = await database.first(queries.jobById({ id }));
  if (job) await database.run(ended(job, 'The service could not go on: start another import of the same file'));
}

export async function consumeImports({ messages }: MessageBatch<unknown>, env: Bindings): Promise<void> {
  for (const message of messages) {
    const { data } = Message.safeParse(message.body);
    if (!data) log('error', 'import_malformed', { count: 1 });
    try {
      if (data) await work(env, data, message.attempts > 1);
      message.ack();
    } catch (error) {
      message.retry({ delaySeconds: waitAfter(message.attempts) });
      if (message.attempts <= MAX_RETRIES.import) {
        log('warn', 'import_delayed', { ...failureOf(error) });
        continue;
      }
      log('error', 'import_failed', { ...failureOf(error) });
      // Where the database does not answer, the hourly job removes the import in time.
      if (data) await giveUp(env, data).catch(() => {});
    }
  }
}
