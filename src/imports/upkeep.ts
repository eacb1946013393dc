/** Imports that have stalled go on, and what has expired is removed. */
import type { Database } from '../db/client';
import type { Bindings } from '../env';
import { log } from '../log';
import { DAY } from '../rules/clock';
import { ORPHAN_DAYS, PAGES_MAX, pages } from '../storage/pages';
import { PREFIX, removeObjects, STALLED, sendChunk } from './job';
import { expiredJobs, jobsOf, removeJob, takeStalled } from './queries';

export async function resumeImports(database: Database, env: Bindings, now: number): Promise<void> {
  const stalled = await database.run(takeStalled({ before: now - STALLED, now }));
  if (stalled.length > 0) log('warn', 'import_resumed', { count: stalled.length });
  for (const { id: job, run, chunk } of stalled) await sendChunk(env, { job, run, chunk });
}

/** Hourly. @returns how many were removed */
export async function resumeAndRemoveImports(database: Database, env: Bindings, now: number): Promise<number> {
  await resumeImports(database, env, now);
  const expired = await database.run(expiredJobs({ now }));
  for (const { id } of expired) {
    await removeObjects(env.FILES, id);
    await database.run(removeJob({ id }));
  }
  // These have lost their import, as by a restore of the database.
  for await (const objects of pages(env.FILES, [PREFIX], PAGES_MAX)) {
    const old = objects.filter(({ uploaded }) => uploaded.getTime() < now - ORPHAN_DAYS * DAY);
    const ids = [...new Set(old.map(({ key }) => key.slice(PREFIX.length).split('/', 1)[0] ?? ''))];
    const there = new Set((await database.run(jobsOf({ ids: JSON.stringify(ids) }))).map(({ id }) => id));
    const orphans = old.filter(({ key }) => !there.has(key.slice(PREFIX.length).split('/', 1)[0] ?? ''));
    if (orphans.length > 0) await env.FILES.delete(orphans.map(({ key }) => key));
  }
  return expired.length;
}
