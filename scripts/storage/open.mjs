// The database and the bucket as the Worker has them, for commands: of this machine, or of the deployment.
import { getPlatformProxy } from 'wrangler';
import { bucketOf, databaseOf, environment } from '../environment.mjs';
import { fail, localData, temporaryFile, toolEnv, wrangler } from '../lib.mjs';

Object.assign(process.env, { ...toolEnv, WRANGLER_LOG: 'error' });

/** `--remote`, `--env NAME` and `--database NAME`, which most commands take. */
export const PLACE = {
  remote: { type: 'boolean', default: false },
  env: { type: 'string' },
  database: { type: 'string' },
};

/** The path of a configuration of nothing but storage, in a temporary directory, and the names of both. */
function storageConfig({ remote, env, database }) {
  const deployed = environment(env).config;
  const { name, compatibility_date } = deployed;
  const { binding, database_name, database_id } = databaseOf(deployed);
  const db = { binding, database_name: database ?? database_name, database_id };
  if (remote) Object.assign(db, { database_id: databaseId(db.database_name), remote });
  const config = {
    name,
    compatibility_date,
    d1_databases: [db],
    r2_buckets: [{ ...bucketOf(deployed), remote }],
  };
  const path = temporaryFile('wrangler.json', JSON.stringify(config));
  return { path, database: db.database_name, bucket: bucketOf(deployed).bucket_name };
}

function databaseId(name) {
  const { status, stdout, stderr } = wrangler(['d1', 'info', name, '--json'], { stdio: ['inherit', 'pipe', 'pipe'] });
  if (status !== 0) fail(`The database ${name} was not found at Cloudflare:\n${stdout}${stderr}`);
  return JSON.parse(stdout).uuid;
}

/**
 * @returns the bindings `DB` and `FILES`, their names as `database` and `bucket`, and `close`. wrangler serves them to Node:
 * those of this machine also while `npm start` runs, those of the deployment by a session of remote bindings.
 */
async function openStorage(place) {
  if (!place.remote && (place.database || place.env))
    fail('--env NAME and --database NAME are for --remote: PERSIST_DIR says which local one is meant.');
  const { path, ...names } = storageConfig(place);
  const persist = { path: localData() };
  const proxy = await getPlatformProxy({ configPath: path, persist, remoteBindings: place.remote });
  return { ...proxy.env, ...names, close: () => proxy.dispose() };
}

/** Runs `work` with the storage. */
export async function withStorage(place, work) {
  const storage = await openStorage(place);
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}
