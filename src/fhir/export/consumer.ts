/**
 * The queue's consumer. A message may come twice, at the same time, too: its chunk then has two objects with other names, or
 * one where they are the same, and the job takes one of them. What is left over goes with the job.
 */
import * as z from 'zod';
import { Database } from '../../db/client';
import type { ExportFile } from '../../db/schema/export-job';
import type { Bindings, ExportMessage } from '../../env';
import { failureOf, log } from '../../log';
import { MAX_RETRIES, waitAfter } from '../../rules/redelivery';
import { sha256 } from '../../rules/sha256';
import { deploymentAt } from '../http/deployment';
import { type Chunk, readChunk } from './chunk';
import { keyOf, LIFETIME, sendChunk } from './job';
import { fail, jobById, moveOn } from './queries';

const Message = z.object({ job: z.uuid(), chunk: z.int().min(0) });

async function store(env: Bindings, { job, chunk }: ExportMessage, { type, count, bytes }: Chunk): Promise<ExportFile> {
  const name = `${chunk}.${type}.${(await sha256(bytes)).slice(0, 16)}.ndjson`;
  await env.FILES.put(keyOf(job, name), bytes);
  return { name, type, count };
}

async function work(env: Bindings, message: ExportMessage, isAgain: boolean): Promise<void> {
  const { job: id, chunk } = message;
  const database = new Database(env.DB, 'first-primary');
  const job = await database.first(jobById({ id }));
  if (job?.state !== 'running') return;
  // Whoever did this chunk may have died before it sent the next message.
  if (isAgain && job.chunk === chunk + 1) await sendChunk(env, { job: id, chunk: job.chunk });
  if (job.chunk !== chunk) return;

  const began = Date.now();
  const made = await readChunk(database, await deploymentAt(env, job.url, database), job);
  const { count, types, cursor } = made;
  const file = count > 0 ? await store(env, message, made) : null;
  const now = Date.now();
  const isDone = types.length === 0;
  const [moved] = await database.run(
    moveOn({
      ...{ id, chunk, cursor, types: JSON.stringify(types), file: file && JSON.stringify(file), now },
      ...(isDone ? { state: 'done', expires_at: now + LIFETIME } : { state: 'running', expires_at: job.expires_at }),
    }),
  );
  if (!moved) {
    const isGone = !(await database.first(jobById({ id })));
    if (file && isGone) await env.FILES.delete(keyOf(id, file.name));
    return;
  }
  const { rows_read, trips } = database.cost;
  log('info', 'export_chunk', { count, bytes: made.bytes.length, ms: now - began, rows_read, trips });
  if (!isDone) await sendChunk(env, { job: id, chunk: chunk + 1 });
}

/** It has failed for good, and its account is told so. */
async function giveUp(env: Bindings, { job: id, chunk }: ExportMessage): Promise<void> {
  await new Database(env.DB, 'first-primary').run(fail({ id, chunk, expires_at: Date.now() + LIFETIME }));
}

export async function consumeExports({ messages }: MessageBatch<unknown>, env: Bindings): Promise<void> {
  for (const message of messages) {
    const { data } = Message.safeParse(message.body);
    if (!data) log('error', 'export_malformed', { count: 1 });
    try {
      if (data) await work(env, data, message.attempts > 1);
      message.ack();
    } catch (error) {
      message.retry({ delaySeconds: waitAfter(message.attempts) });
      if (message.attempts <= MAX_RETRIES.export) {
        log('warn', 'export_delayed', { ...failureOf(error) });
        continue;
      }
      log('error', 'export_failed', { ...failureOf(error) });
      // Where the database does not answer, the hourly job removes the job in time.
      if (data) await giveUp(env, data).catch(() => {});
    }
  }
}
