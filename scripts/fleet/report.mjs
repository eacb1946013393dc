// `npm run fleet -- plan` and `status`: what there is, in tables.
import { codeHere } from '../deploy/code.mjs';
import { databaseOf } from '../environment.mjs';
import { fail } from '../lib.mjs';
import { migrations } from '../storage/migrate.mjs';
import { printTable } from '../table.mjs';
import { eachOf, ringName } from './clinics.mjs';
import { CALLS } from './deploy.mjs';
import { lastBackups, look, notReady } from './look.mjs';

async function lookAtAll(clinics, parallel, more) {
  const seen = new Map();
  const failed = await eachOf(clinics, parallel, async (it) => {
    seen.set(it.name, { ...(await look(it)), ...(await more?.(it)) });
  });
  if (failed.size > 0) fail([...failed].map(([name, reason]) => `${name}: ${reason}`).join('\n'));
  return seen;
}

export async function plan(clinics, { parallel }) {
  const seen = await lookAtAll(clinics, parallel);
  let calls = 0;
  const rows = clinics.map(({ name, ring }) => {
    const { id, tag, database, migrations: applied } = seen.get(name);
    calls += id && database ? CALLS.later : CALLS.first;
    const lacking = migrations().filter((it) => !applied.includes(it));
    const here = codeHere().tag;
    return [
      ringName(ring),
      name,
      id ? (tag ?? 'unknown') : 'new',
      here,
      lacking.join(', ').replaceAll('.sql', '') || 'none',
    ];
  });
  printTable([['ring', 'clinic', 'version there', 'here', 'migrations to apply'], ...rows]);
  console.log(
    `${clinics.length} clinics, at most ${calls} calls of Cloudflare’s API, 1,200 of which it takes in five minutes.`,
  );
  console.log('Nothing was changed. What has the same code, files, migrations and settings already is left out of it.');
}

export async function status(clinics, { parallel }) {
  const seen = await lookAtAll(clinics, parallel, async (it) => ({ ready: (await notReady(it)) ?? 'yes' }));
  const backups = lastBackups();
  const rows = clinics.map(({ name, ring, config }) => {
    const { id, tag, database, migrations: applied, ready } = seen.get(name);
    const version = id ? (tag ?? 'unknown') : 'none';
    const backup = backups.get(databaseOf(config).database_name)?.slice(0, 16) ?? 'unknown';
    const last = applied.at(-1)?.replace('.sql', '') ?? 'none';
    return [ringName(ring), name, version, last, String(database?.file_size ?? 'unknown'), backup, ready];
  });
  printTable([['ring', 'clinic', 'version', 'last migration', 'bytes', 'last backup', 'ready'], ...rows]);
}
