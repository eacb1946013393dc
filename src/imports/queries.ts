import { and, desc, eq, exists, lt, lte, not, type SQL, sql } from 'drizzle-orm';
import { type Acting, isCurrentActor } from '../db/current-actor';
import { insertion } from '../db/insert';
import { importJob } from '../db/schema';
import { asExpression, asStored, db, type Inputs, rawStatement, statement } from '../db/statement';
import type { ImportState } from '../schemas/import';

export type Job = typeof importJob.$inferSelect;

/** Expired jobs that one run of the hourly job removes. */
const REMOVED_MAX = 20;
/** Their file and their settings may change, and they may be started. */
const STARTABLE = ['ready', 'checked'] as const satisfies readonly ImportState[];
const CHANGEABLE = ['draft', ...STARTABLE] as const satisfies readonly ImportState[];
const ACTIVE = ['checking', 'running'] as const satisfies readonly ImportState[];
export const isActive = ({ state }: Pick<Job, 'state'>) => ACTIVE.some((one) => one === state);
export const isChangeable = ({ state }: Pick<Job, 'state'>) => CHANGEABLE.some((one) => one === state);

const inState = (states: readonly ImportState[]): SQL =>
  sql`${importJob.state} in (${sql.raw(states.map((one) => `'${one}'`).join(', '))})`;

const ids = db.select({ id: importJob.id }).from(importJob);

/** @param most that there may be */
export const insertJob = (most: number) =>
  insertion<typeof importJob, 'id', Acting>(importJob, {
    where: (p) =>
      and(
        isCurrentActor(p),
        not(
          exists(
            ids
              .orderBy(importJob.created_at)
              .limit(1)
              .offset(most - 1),
          ),
        ),
      ),
    returning: ['id'],
  });

export const jobById = statement((p: Inputs<{ id: string }>) =>
  db.select().from(importJob).where(eq(importJob.id, p.id)),
);

export const jobs = statement((p: Inputs<{ limit: number }>) =>
  db.select().from(importJob).orderBy(desc(importJob.created_at)).limit(asExpression(p.limit)),
);

type Changes = Pick<Job, 'mapping' | 'locale' | 'date_order' | 'on_duplicate' | 'expires_at'>;

/** What a dry run has found holds no longer. */
const isReady = { state: sql`iif(${importJob.file} is null, 'draft', 'ready')` };

export const change = statement((p: Inputs<{ id: string } & Changes>) =>
  db
    .update(importJob)
    .set({
      ...isReady,
      mapping: asStored(p.mapping, importJob.mapping),
      locale: sql`${p.locale}`,
      date_order: sql`${p.date_order}`,
      on_duplicate: sql`${p.on_duplicate}`,
      expires_at: sql`${p.expires_at}`,
    })
    .where(and(eq(importJob.id, p.id), inState(CHANGEABLE)))
    .returning({ id: importJob.id }),
);

type Filed = Pick<Job, 'file' | 'size' | 'shape' | 'start_offset' | 'start_line' | 'expires_at'>;

export const setFile = statement((p: Inputs<{ id: string; before: string | null } & Filed>) =>
  db
    .update(importJob)
    .set({
      state: sql`'ready'`,
      file: sql`${p.file}`,
      size: sql`${p.size}`,
      shape: asStored(p.shape, importJob.shape),
      start_offset: sql`${p.start_offset}`,
      start_line: sql`${p.start_line}`,
      expires_at: sql`${p.expires_at}`,
    })
    .where(and(eq(importJob.id, p.id), sql`${importJob.file} is ${p.before}`, inState(CHANGEABLE)))
    .returning({ id: importJob.id }),
);

type Start = Acting &
  Pick<Job, 'id' | 'file' | 'actor' | 'actor_role' | 'actor_scope' | 'url' | 'expires_at'> & {
    state: (typeof ACTIVE)[number];
    /** 0 or 1 */
    is_trial: number;
    now: number;
  };

/** One at a time. Counts, and the report, begin anew. */
export const start = statement((p: Inputs<Start>) =>
  db
    .update(importJob)
    .set({
      state: sql`${p.state}`,
      run: sql`${importJob.run} + 1`,
      is_trial: sql`${p.is_trial}`,
      actor: sql`${p.actor}`,
      actor_role: sql`${p.actor_role}`,
      actor_scope: sql`${p.actor_scope}`,
      url: sql`${p.url}`,
      chunk: sql`0`,
      offset: sql`${importJob.start_offset}`,
      line: sql`${importJob.start_line}`,
      ...{ rows: sql`0`, created: sql`0`, failed: sql`0`, duplicate: sql`0`, known: sql`0` },
      started_at: sql`${p.now}`,
      progressed_at: sql`${p.now}`,
      expires_at: sql`${p.expires_at}`,
    })
    .where(
      and(
        eq(importJob.id, p.id),
        inState(STARTABLE),
        eq(importJob.file, p.file),
        sql`not exists (select 1 from ${importJob} as other where other.state in ('checking', 'running'))`,
        isCurrentActor(p),
      ),
    )
    .returning({ id: importJob.id }),
);

export const activeJob = statement((_: Inputs<{ now: number }>) =>
  db.select({ id: importJob.id }).from(importJob).where(inState(ACTIVE)).limit(1),
);

interface Place {
  id: string;
  run: number;
  chunk: number;
}
const isAt = (p: Inputs<Place>) =>
  and(eq(importJob.id, p.id), eq(importJob.run, p.run), eq(importJob.chunk, p.chunk), inState(ACTIVE));

type Moved = Pick<Job, 'offset' | 'line' | 'rows' | 'created' | 'failed' | 'duplicate' | 'known' | 'state'> &
  Pick<Job, 'ended_at' | 'expires_at' | 'reason'> & { now: number };

/** Only where nobody has done the chunk. @param p counts of the chunk, which are added */
export const moveOn = statement((p: Inputs<Place & Moved>) =>
  db
    .update(importJob)
    .set({
      chunk: sql`${importJob.chunk} + 1`,
      offset: sql`${p.offset}`,
      line: sql`${p.line}`,
      rows: sql`${importJob.rows} + ${p.rows}`,
      created: sql`${importJob.created} + ${p.created}`,
      failed: sql`${importJob.failed} + ${p.failed}`,
      duplicate: sql`${importJob.duplicate} + ${p.duplicate}`,
      known: sql`${importJob.known} + ${p.known}`,
      state: sql`${p.state}`,
      reason: sql`${p.reason}`,
      ended_at: sql`${p.ended_at}`,
      progressed_at: sql`${p.now}`,
      expires_at: sql`${p.expires_at}`,
    })
    .where(isAt(p))
    .returning({
      id: importJob.id,
      ...{ rows: importJob.rows, created: importJob.created, failed: importJob.failed },
      ...{ duplicate: importJob.duplicate, known: importJob.known },
    }),
);

type End = Pick<Job, 'id' | 'run' | 'reason' | 'ended_at' | 'expires_at'> & { state: ImportState };

/** Of a run that is under way. */
export const end = statement((p: Inputs<End>) =>
  db
    .update(importJob)
    .set({
      state: sql`${p.state}`,
      reason: sql`${p.reason}`,
      ended_at: sql`${p.ended_at}`,
      expires_at: sql`${p.expires_at}`,
    })
    .where(and(eq(importJob.id, p.id), eq(importJob.run, p.run), inState(ACTIVE)))
    .returning({ id: importJob.id }),
);

/** Unless it is under way. */
export const removeJob = statement((p: Inputs<{ id: string }>) =>
  db
    .delete(importJob)
    .where(and(eq(importJob.id, p.id), not(inState(ACTIVE))))
    .returning({ id: importJob.id }),
);

/** That had no chunk since a time. They count as having had one now. */
export const takeStalled = statement((p: Inputs<{ before: number; now: number }>) =>
  db
    .update(importJob)
    .set({ progressed_at: sql`${p.now}` })
    .where(and(inState(ACTIVE), lt(importJob.progressed_at, p.before)))
    .returning({ id: importJob.id, run: importJob.run, chunk: importJob.chunk }),
);

export const expiredJobs = statement((p: Inputs<{ now: number }>) =>
  db
    .select({ id: importJob.id, state: importJob.state })
    .from(importJob)
    .where(lte(importJob.expires_at, p.now))
    .limit(REMOVED_MAX),
);

export const jobsOf = rawStatement<{ ids: string }, { id: string }>(
  (p) => sql`select id from ${importJob} where id in (select value from json_each(${p.ids}))`,
);
