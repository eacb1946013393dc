// The database and the bucket as the Worker has them, for commands: of this machine, or of the deployment.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { getPlatformProxy, unstable_readConfig as readConfig } from 'wrangler';
import { fail, persistDir, root, toolEnv, wrangler } from '../lib.mjs';

const configPath = join(root, 'wrangler.toml');
Object.assign(process.env, { ...toolEnv, WRANGLER_LOG: 'error' });

/** `--remote` and `--database NAME`, which most commands take. */
export const PLACE = { remote: { type: 'boolean', default: false }, database: { type: 'string' } };

/** The path of a configuration of nothing but storage, in a temporary directory. */
function storageConfig({ remote, database }) {
  const { name, compatibility_date, d1_databases, r2_buckets } = readConfig({ config: configPath });
  const [{ binding, database_name, database_id }] = d1_databases;
  const db = { binding, database_name: database ?? database_name, database_id };
  if (remote) Object.assign(db, { database_id: databaseId(db.database_name), remote });
  const buckets = r2_buckets.map(({ binding, bucket_name }) => ({ binding, bucket_name, remote }));
  const dir = mkdtempSync(join(tmpdir(), 'hospital-storage-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  const path = join(dir, 'wrangler.json');
  writeFileSync(path, JSON.stringify({ name, compatibility_date, d1_databases: [db], r2_buckets: buckets }));
  return { path, database: db.database_name };
}

function databaseId(name) {
  const { status, stdout, stderr } = wrangler(['d1', 'info', name, '--json'], { stdio: ['inherit', 'pipe', 'pipe'] });
  if (status !== 0) fail(`The database ${name} was not found at Cloudflare:\n${stdout}${stderr}`);
  return JSON.parse(stdout).uuid;
}

/**
 * @returns the bindings `DB` and `FILES`, and `close`. wrangler serves them to Node: those of this machine also while
 * `npm start` runs, those of the deployment by a session of remote bindings.
 */
export async function openStorage(place) {
  if (!place.remote && place.database)
    fail('--database NAME is for --remote: PERSIST_DIR says which local one is meant.');
  const { path, database } = storageConfig(place);
  const persist = { path: resolve(root, persistDir, 'v3') };
  const proxy = await getPlatformProxy({ configPath: path, persist, remoteBindings: place.remote });
  return { ...proxy.env, database, close: () => proxy.dispose() };
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
