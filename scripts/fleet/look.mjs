// What of a clinic is at Cloudflare, and what of it is in backups/.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { askCloudflare, lookUp } from '../deploy/api.mjs';
import { servingIds, versionsOf } from '../deploy/versions.mjs';
import { databaseOf } from '../environment.mjs';
import { root } from '../lib.mjs';
import { manifestOf } from '../storage/files.mjs';

async function migrationsOf({ account }, { uuid }) {
  const body = { sql: 'SELECT name FROM d1_migrations ORDER BY name' };
  try {
    const [{ results }] = await askCloudflare(account, `/d1/database/${uuid}/query`, { method: 'POST', body });
    return results.map(({ name }) => name);
  } catch (error) {
    if (/no such table/.test(error.message)) return []; // none was ever applied
    throw error;
  }
}

/** @returns the `id` of what serves and its `tag`, `database` and the names of its `migrations`; undefined what is not there */
export async function look(clinic) {
  const serving = await servingIds(clinic);
  const [id] = serving;
  const { database_id, database_name } = databaseOf(clinic.config);
  const database = await lookUp(clinic.account, `/d1/database/${database_id ?? database_name}`);
  const versions = id ? await versionsOf(clinic, serving) : [];
  const tag = versions.find((version) => version.id === id)?.tag;
  return { id, tag, database, migrations: database ? await migrationsOf(clinic, database) : [] };
}

/** When the last backup of each deployed database in backups/ was made, by its name. */
export function lastBackups() {
  const dir = join(root, 'backups');
  const names = existsSync(dir) ? readdirSync(dir).filter((name) => existsSync(join(dir, name, 'manifest.json'))) : [];
  const made = names.map((name) => manifestOf(join(dir, name))).filter(({ from }) => from.remote);
  const inOrder = made.sort((a, b) => a.made_at.localeCompare(b.made_at));
  return new Map(inOrder.map(({ from, made_at }) => [from.database, made_at]));
}

/** @returns why a clinic is not ready; undefined if it is */
export async function notReady({ url }) {
  try {
    const init = { signal: AbortSignal.timeout(10_000), redirect: 'manual' };
    const answer = await fetch(`${url.replace(/\/$/, '')}/health/ready`, init);
    if (answer.status === 200) return undefined;
    const { checks = {} } = await answer.json().catch(() => ({}));
    const failed = Object.entries(checks).filter(([, is]) => is !== 'ok' && is !== 'none');
    return [answer.status, ...failed.map(([check, is]) => `${check}: ${is}`)].join(', ');
  } catch ({ message, cause }) {
    return cause?.code ?? message;
  }
}
