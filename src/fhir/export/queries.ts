import { and, eq, exists, gt, isNull, lt, lte, not, or, sql } from 'drizzle-orm';
import { type Acting, isCurrentActor } from '../../db/current-actor';
import { insertion } from '../../db/insert';
import { exportJob } from '../../db/schema/export-job';
import { db, type Inputs, statement } from '../../db/statement';

export type Job = typeof exportJob.$inferSelect;

/** Expired jobs that one run of the hourly job removes. */
const REMOVED_MAX = 100;

const isRunning = (now: Inputs<{ now: number }>['now']) =>
  and(eq(exportJob.state, 'running'), gt(exportJob.expires_at, now));

/** One at a time of an account. */
export const insertJob = insertion<typeof exportJob, 'id', Acting & { now: number }>(exportJob, {
  where: (p) => {
    const running = db
      .select({ one: sql`1` })
      .from(exportJob)
      .where(and(eq(exportJob.actor, p.actor), isRunning(p.now)));
    return and(isCurrentActor(p), not(exists(running)));
  },
  returning: ['id'],
});

export const jobById = statement((p: Inputs<{ id: string }>) =>
  db.select().from(exportJob).where(eq(exportJob.id, p.id)),
);

export const jobOf = statement((p: Inputs<{ id: string; actor: string; now: number }>) =>
  db
    .select()
    .from(exportJob)
    .where(and(eq(exportJob.id, p.id), eq(exportJob.actor, p.actor), gt(exportJob.expires_at, p.now))),
);

interface Place {
  id: string;
  chunk: number;
}
const isAt = (p: Inputs<Place>) =>
  and(eq(exportJob.id, p.id), eq(exportJob.chunk, p.chunk), eq(exportJob.state, 'running'));

/** Only where nobody has done the chunk. @param file JSON of an `ExportFile`; null where the chunk had nothing */
export const moveOn = statement(
  (
    p: Inputs<
      Place & Pick<Job, 'state' | 'cursor' | 'expires_at'> & { types: string; file: string | null; now: number }
    >,
  ) =>
    db
      .update(exportJob)
      .set({
        chunk: sql`${exportJob.chunk} + 1`,
        state: sql`${p.state}`,
        types: sql`${p.types}`,
        cursor: sql`${p.cursor}`,
        files: sql`iif(${p.file} is null, ${exportJob.files}, json_insert(${exportJob.files}, '$[#]', json(${p.file})))`,
        progressed_at: sql`${p.now}`,
        expires_at: sql`${p.expires_at}`,
      })
      .where(isAt(p))
      .returning({ id: exportJob.id }),
);

export const fail = statement((p: Inputs<Place & { expires_at: number }>) =>
  db
    .update(exportJob)
    .set({ state: sql`'failed'`, expires_at: sql`${p.expires_at}` })
    .where(isAt(p)),
);

/** Those that had no chunk since a time. They count as having had one now. @param id of one, or null for all */
export const takeStalled = statement((p: Inputs<{ id: string | null; before: number; now: number }>) =>
  db
    .update(exportJob)
    .set({ progressed_at: sql`${p.now}` })
    .where(and(isRunning(p.now), lt(exportJob.progressed_at, p.before), or(isNull(p.id), eq(exportJob.id, p.id))))
    .returning({ id: exportJob.id, chunk: exportJob.chunk }),
);

export const expiredJobs = statement((p: Inputs<{ now: number }>) =>
  db
    .select({ id: exportJob.id, state: exportJob.state })
    .from(exportJob)
    .where(lte(exportJob.expires_at, p.now))
    .limit(REMOVED_MAX),
);

export const removeJob = statement((p: Inputs<{ id: string }>) => db.delete(exportJob).where(eq(exportJob.id, p.id)));
