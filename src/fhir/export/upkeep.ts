/** Hourly: exports that have stalled go on, and what has expired is removed. */
import type { Database } from '../../db/client';
import type { Bindings } from '../../env';
import { log } from '../../log';
import { PAGES_MAX, pages } from '../../storage/pages';
import { LIFETIME, PREFIX, removeFiles, STALLED, sendChunk } from './job';
import { expiredJobs, removeJob, takeStalled } from './queries';

/** @param id of one, or null for all */
export async function resume(database: Database, env: Bindings, now: number, id: string | null): Promise<void> {
  const stalled = await database.run(takeStalled({ id, before: now - STALLED, now }));
  if (stalled.length > 0) log('warn', 'export_resumed', { count: stalled.length });
  for (const { id: job, chunk } of stalled) await sendChunk(env, { job, chunk });
}

/** @returns how many jobs were removed */
export async function resumeAndRemoveExports(database: Database, env: Bindings, now: number): Promise<number> {
  await resume(database, env, now, null);
  const expired = await database.run(expiredJobs({ now }));
  const unfinished = expired.filter(({ state }) => state === 'running').length;
  if (unfinished > 0) log('error', 'export_unfinished', { count: unfinished });
  for (const { id } of expired) {
    await removeFiles(env.FILES, id);
    await database.run(removeJob({ id }));
  }
  // No job lives longer: these have lost theirs, as by a restore of the database.
  for await (const objects of pages(env.FILES, [PREFIX], PAGES_MAX)) {
    const orphans = objects.filter(({ uploaded }) => uploaded.getTime() < now - 2 * LIFETIME - STALLED);
    if (orphans.length > 0) await env.FILES.delete(orphans.map(({ key }) => key));
  }
  return expired.length;
}
