import { removeUnrecorded } from '../access-log/leftovers';
import { moveAccesses } from '../access-log/move';
import { removeOldAccesses } from '../access-log/retention';
import { accessHead } from '../access-log/store';
import { archiveAudit } from '../audit/archive';
import { sealAudit } from '../audit/seal';
import { DATABASE_MAX, Database } from '../db/client';
import type { SearchRebuild, Step } from '../db/search-rebuild';
import { recomputeTimes, type ZoneTimes } from '../db/zone-times';
import { type Bindings, settingsOf } from '../env';
import { resumeAndRemoveExports } from '../fhir/export/upkeep';
import { resumeAndRemoveImports } from '../imports/upkeep';
import { type Failure, failureOf, log } from '../log';
import { troubled } from '../webhooks/queries';
import { EXPIRED_ROWS } from './expired-rows';
import { removeOrphans } from './orphan-files';
import { SEARCH_REBUILDS } from './search-rebuilds';
import { ZONE_TIMES } from './zone-times';

/** Each run warns from here on: a D1 database cannot grow beyond DATABASE_MAX. */
const DATABASE_FILLING = 7_000_000_000;

/** A million patients take a day. */
const STEPS_MAX = 100;
/** No step begins after this many queries: D1 allows 1,000 in a run, and a step has 5. */
const QUERIES_MAX = 950;

type Failures = Record<string, Failure>;

/** @returns counts for each rebuild that had rows left */
async function rebuildSearch(database: Database, rebuilds: readonly SearchRebuild[], failures: Failures) {
  const rebuilt: Record<string, Step | 'failed'> = {};
  let steps = STEPS_MAX;
  for (const { kind, step } of rebuilds) {
    const total = { checked: 0, changed: 0 };
    try {
      for (; steps > 0 && database.cost.statements < QUERIES_MAX; steps--) {
        const done = await step(database);
        if (!done) break;
        total.checked += done.checked;
        total.changed += done.changed;
        rebuilt[kind] = { ...total, next: done.next };
      }
    } catch (error) {
      rebuilt[kind] = 'failed';
      failures[`search ${kind}`] = failureOf(error);
    }
  }
  return rebuilt;
}

/** @returns what there is to tell of it, and whether somebody has to do something */
async function deriveTimes(database: Database, times: readonly ZoneTimes[], timeZone: string) {
  if (times.length === 0) return {};
  let steps = STEPS_MAX;
  const mayGoOn = () => steps-- > 0 && database.cost.statements < QUERIES_MAX;
  const { tables, otherZone } = await recomputeTimes(database, times, timeZone, mayGoOn);
  return {
    ...(Object.keys(tables).length > 0 && { times: tables }),
    ...(otherZone !== undefined && { time_zone_was: otherZone }),
  };
}

/** Of the rows that other rules have derived than those of today. */
export interface Derivations {
  rebuilds: readonly SearchRebuild[];
  times: readonly ZoneTimes[];
}
const DERIVATIONS: Derivations = { rebuilds: SEARCH_REBUILDS, times: ZONE_TIMES };

/** If a part fails, the others still run. @param now epoch milliseconds */
export async function runHourlyJob(
  env: Bindings,
  now: number,
  { rebuilds, times }: Derivations = DERIVATIONS,
): Promise<void> {
  const database = new Database(env.DB, 'first-primary');
  const bucket = env.FILES;
  const failures: Failures = {};
  const part = <T>(name: string, run: () => Promise<T>): Promise<T | 'failed'> =>
    run().catch((error) => {
      failures[name] = failureOf(error);
      return 'failed' as const;
    });

  const audit = await part('seal audit', () => sealAudit(database, now));
  const archived = await part('archive audit', async () => {
    const { AUDIT_RETENTION_DAYS: days } = settingsOf(env);
    return days === undefined ? 0 : archiveAudit(database, bucket, { now, days });
  });
  const accesses = async () => ({ database, bucket, timeZone: settingsOf(env).TIME_ZONE });
  const moved = await part('move access', async () => moveAccesses(await accesses()));
  const access = await part('head access', () => accessHead(database));
  const webhooks = await part('webhooks', () => database.one(troubled({})));
  const hasTrouble = webhooks !== 'failed' && webhooks.disabled + webhooks.failing > 0;

  const removed: Record<string, number | 'failed'> = {};
  const removal = async (name: string, run: () => Promise<number>) => {
    removed[name] = await part(name, run);
  };
  await removal('access_object', async () => {
    const { ACCESS_RETENTION_DAYS: days } = settingsOf(env);
    return days === undefined ? 0 : removeOldAccesses(await accesses(), { now, days });
  });
  await removal('orphan_access_object', async () => removeUnrecorded(await accesses(), now));
  await removal('orphan_file', () => removeOrphans(bucket, database, now));
  await removal('export_job', () => resumeAndRemoveExports(database, env, now));
  await removal('import_job', () => resumeAndRemoveImports(database, env, now));
  for (const [name, remove] of Object.entries(EXPIRED_ROWS)) await removal(name, () => remove(database, now));
  const rebuilt = await rebuildSearch(database, rebuilds, failures);
  const derived = await part('times', async () => deriveTimes(database, times, settingsOf(env).TIME_ZONE));
  const told = derived === 'failed' ? {} : derived;
  const failed = Object.keys(failures).length > 0;
  const { size = 0 } = database;
  const filling = size >= DATABASE_FILLING;
  log(failed ? 'error' : filling || 'time_zone_was' in told ? 'warn' : 'info', 'hourly_job', {
    removed,
    rebuilt,
    ...told,
    sealed: { audit, access },
    archived: { audit: archived },
    moved,
    ...(hasTrouble && { webhooks }),
    database_bytes: size,
    ...(filling && { database_filling: `${Math.floor((100 * size) / DATABASE_MAX)} %` }),
    ...(failed && { failures }),
  });
}
