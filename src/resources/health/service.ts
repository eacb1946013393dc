import type { Database } from '../../db/client';
import { StorageError } from '../../db/errors';
import { newestMigration } from '../../db/migrations';
import { type Bindings, settingsOf } from '../../env';
import { r2 } from '../file/bucket';
import type { Readiness, State } from './schemas';

/** Milliseconds for each check: together they answer within a second. */
const PATIENCE = 900;
/** Milliseconds: anyone may ask, so the storage is not asked each time. */
const VALID = 5_000;

/** No file has this key. R2 looks for it nevertheless. */
const NO_FILE = 'health';

async function within(check: Promise<State>): Promise<State> {
  const timer = new AbortController();
  const late = scheduler.wait(PATIENCE, { signal: timer.signal }).then(
    (): State => 'timeout',
    (): State => 'timeout',
  );
  return Promise.race([check, late]).finally(() => timer.abort());
}

function checkSettings(env: Bindings): State {
  try {
    settingsOf(env);
    return 'ok';
  } catch {
    return 'failed';
  }
}

/** Both by one query: without the table of migrations there is a database, but it is not migrated. */
async function checkDatabase(db: Database): Promise<{ database: State; migrations: State }> {
  const asked = db.first(newestMigration({})).then(
    (applied) => ({ database: 'ok', migrations: applied ? 'ok' : 'failed' }) as const,
    (error) => {
      const answers = error instanceof StorageError && error.kind === 'not-migrated';
      return { database: answers ? 'ok' : 'failed', migrations: 'failed' } as const;
    },
  );
  const database = await within(asked.then((checks) => checks.database));
  return database === 'timeout' ? { database, migrations: 'timeout' } : asked;
}

const checkFiles = (db: Database, bucket: R2Bucket): Promise<State> =>
  within(
    r2({ db, bucket }, () => bucket.head(NO_FILE)).then(
      () => 'ok',
      () => 'failed',
    ),
  );

async function ask(env: Bindings, db: Database): Promise<Readiness> {
  const [ofDatabase, files] = await Promise.all([checkDatabase(db), checkFiles(db, env.FILES)]);
  const checks = { settings: checkSettings(env), ...ofDatabase, files };
  const isReady = Object.values(checks).every((state) => state === 'ok');
  return { status: isReady ? 'ok' : 'unavailable', checks };
}

const known = new WeakMap<Bindings, { readiness: Readiness | undefined; until: number }>();

/** Whether the service can do its work. While one request asks, others get the last answer. */
export async function readinessOf(env: Bindings, db: Database, now: number): Promise<Readiness> {
  const last = known.get(env);
  if (last?.readiness && now < last.until) return last.readiness;
  known.set(env, { readiness: last?.readiness, until: now + VALID });
  const readiness = await ask(env, db);
  known.set(env, { readiness, until: now + VALID });
  return readiness;
}
