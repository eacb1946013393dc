import type { Database } from '../../db/client';
import { StorageError } from '../../db/errors';
import { MIGRATIONS, refusedHistory } from '../../db/migrations';
import { type Bindings, RATE_LIMITS, settingsOf } from '../../env';
import { r2 } from '../../storage/bucket';
import * as queries from './queries';
import type { Checks, Readiness } from './schemas';

/** Milliseconds for each check: together they answer within a second. */
const PATIENCE = 900;
/** Milliseconds: anyone may ask, so the storage is not asked each time. */
const VALID = 5_000;

/** No file has this key. R2 looks for it nevertheless. */
const NO_FILE = 'health';

async function within<T>(check: Promise<T>, late: T): Promise<T> {
  const timer = new AbortController();
  const timeout = scheduler.wait(PATIENCE, { signal: timer.signal }).then(
    () => late,
    () => late,
  );
  return Promise.race([check, timeout]).finally(() => timer.abort());
}

const answered = (question: Promise<unknown>): Promise<'ok' | 'failed' | 'timeout'> =>
  within(
    question.then(
      () => 'ok',
      () => 'failed',
    ),
    'timeout',
  );

function checkSettings(env: Bindings): Checks['settings'] {
  try {
    settingsOf(env);
    return 'ok';
  } catch {
    return 'failed';
  }
}

/** A trial would be a write every few seconds, so the last writes of others tell. */
function checkWrites(db: Database): Checks['database'] {
  if (db.isFull) return 'full';
  return db.failsToWrite ? 'failed' : 'ok';
}

type OfDatabase = Pick<Checks, 'database' | 'migrations'> & Pick<Readiness, 'reason' | 'migration'>;

/** There may be later migrations than those of this version: they only add. */
const checkMigrations = (applied: string[]): Omit<OfDatabase, 'database'> => ({
  migrations: MIGRATIONS.every((name) => applied.includes(name)) ? 'ok' : 'failed',
  reason: refusedHistory(applied),
  migration: [...applied].sort().at(-1),
});

/** One query: without the table of migrations there is a database, but it is not migrated. */
function checkDatabase(db: Database): Promise<OfDatabase> {
  const state = db.run(queries.appliedMigrations({})).then(
    (applied): OfDatabase => ({
      database: checkWrites(db),
      ...checkMigrations(applied.map(({ name }) => name)),
    }),
    (error): OfDatabase =>
      error instanceof StorageError && error.kind === 'not-migrated'
        ? { database: 'ok', migrations: 'failed' }
        : { database: 'failed', migrations: 'unknown' },
  );
  return within(state, { database: 'timeout', migrations: 'unknown' });
}

const checkFiles = (db: Database, bucket: R2Bucket): Promise<Checks['files']> =>
  answered(r2({ db, bucket }, () => bucket.head(NO_FILE)));

/** Asks for the queue's length, which sends nothing. */
const checkQueue = async (queue: Bindings['ACCESS_QUEUE']): Promise<Checks['queue']> =>
  queue ? answered((async () => queue.metrics())()) : 'none';

/** The limits are only looked at: asking one would count a request. */
const missingLimits = (env: Bindings) => RATE_LIMITS.filter((name) => typeof env[name]?.limit !== 'function');

/** With what is for admins alone. */
async function ask(env: Bindings, db: Database): Promise<Readiness> {
  const [{ reason, migration, ...ofDatabase }, files, queue] = await Promise.all([
    checkDatabase(db),
    checkFiles(db, env.FILES),
    checkQueue(env.ACCESS_QUEUE),
  ]);
  const missing = missingLimits(env);
  const limits = missing.length === 0 ? 'ok' : 'failed';
  const checks: Checks = { settings: checkSettings(env), ...ofDatabase, files, queue, limits };
  const isReady = Object.values(checks).every((state) => state === 'ok' || state === 'none');
  return {
    status: isReady ? 'ok' : 'unavailable',
    checks,
    ...(missing.length > 0 && { missing }),
    ...(reason && { reason }),
    version: env.CF_VERSION_METADATA?.tag || env.CF_VERSION_METADATA?.id,
    migration,
  };
}

const known = new WeakMap<Bindings, { readiness: Readiness | undefined; until: number }>();

/** While one request asks, others get the last answer. */
export async function readinessOf(env: Bindings, db: Database, now: number): Promise<Readiness> {
  const last = known.get(env);
  if (last?.readiness && now < last.until) return last.readiness;
  known.set(env, { readiness: last?.readiness, until: now + VALID });
  const readiness = await ask(env, db);
  known.set(env, { readiness, until: now + VALID });
  return readiness;
}
