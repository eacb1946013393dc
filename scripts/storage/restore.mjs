// What `npm run restore` does.
import { report } from '../verify/report.mjs';
import { checkFiles, manifestOf } from './files.mjs';
import { differences, load } from './load.mjs';
import { migrate, migrations } from './migrate.mjs';
import { quoted, select } from './pages.mjs';
import { SEEDED, schemaVersion, tablesOf } from './tables.mjs';

const { migrationOfBackup } = await import('../../src/db/migrations.ts');

const ACTOR = 'command:restore';

/** @throws Error where the database is not one that this backup can be loaded into */
async function requireEmpty(DB, { schema }) {
  const version = await schemaVersion(DB);
  for (const { name } of await tablesOf(DB)) {
    if (SEEDED.includes(name)) continue;
    const [row] = await select(DB, `SELECT 1 FROM ${quoted(name)} LIMIT 1`);
    if (row) throw new Error(`the database is not empty: ${name} has rows. A backup is loaded into a new one.`);
  }
  if (version > schema) {
    throw new Error(`the database is at ${version} already, the backup at ${schema}: load it into one without tables.`);
  }
}

const MESSAGES_AT_ONCE = 5_000;
const ENABLED = 'deleted_at IS NULL AND disabled_at IS NULL';

/** So that a copy tells nobody what happens in it. @returns how many webhooks it disables */
export async function disableWebhooks(DB, now = Date.now()) {
  const [, { results }] = await DB.batch([
    DB.prepare(`INSERT INTO audit (at, actor, action, entity, entity_id, version, changed)
      SELECT ?, ?, 'update', 'webhook', id, version + 1, '["disabled_at"]' FROM webhook WHERE ${ENABLED}`).bind(
      now,
      ACTOR,
    ),
    DB.prepare(`UPDATE webhook SET disabled_at = ?1, version = version + 1, updated_at = ?1, updated_by = ?2
      WHERE ${ENABLED} RETURNING id`).bind(now, ACTOR),
  ]);
  return results.length;
}

/** Messages that were to be sent: a copy tells no patient. @returns how many it drops */
export async function dropMessages(DB, now = Date.now()) {
  let dropped = 0;
  for (;;) {
    const { results } = await DB.prepare(
      `UPDATE message SET state = 'dropped', reason = 'restored', ended_at = ?1, changed_at = ?1
        WHERE seq IN (SELECT seq FROM message WHERE ended_at IS NULL LIMIT ${MESSAGES_AT_ONCE}) RETURNING seq`,
    )
      .bind(now)
      .all();
    dropped += results.length;
    if (results.length < MESSAGES_AT_ONCE) return dropped;
  }
}

/** The manifest of a backup that is whole and can be restored by this version, at one of its migrations. @throws Error */
export function checkBackup(dir) {
  const manifest = manifestOf(dir);
  const schema = migrationOfBackup(manifest.schema);
  checkFiles(dir, manifest);
  return { ...manifest, schema };
}

/**
 * @param manifest of `checkBackup` @param options `webhooks`: they go on, and so do messages to patients
 * @returns whether `npm run verify` would find nothing wrong @throws Error
 */
export async function restore(storage, dir, manifest, { webhooks = false, print = console.log } = {}) {
  const { DB } = storage;
  await requireEmpty(DB, manifest);
  // The rows go into the tables that they come from; migrations since then change them as they would have.
  await migrate(DB, manifest.schema);
  const tables = await tablesOf(DB);
  await load(DB, dir, manifest, tables);
  const different = await differences(DB, manifest, tables);
  // Before it is judged, so that no failure leaves them enabled. Backups of earlier versions have none.
  const has = (table) => manifest.tables.some(({ name }) => name === table);
  const disabled = webhooks || !has('webhook') ? 0 : await disableWebhooks(DB);
  const dropped = webhooks || !has('message') ? 0 : await dropMessages(DB);
  if (different.length > 0) throw new Error(`these tables are not as in the backup: ${different.join(', ')}`);
  await migrate(DB, migrations().at(-1));
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  print(`${rows} rows in ${manifest.tables.length} tables: each table is the very one of the backup.`);
  if (disabled > 0)
    print(`Disabled since: ${disabled} webhooks, as a copy must tell nobody (docs/operations.md, Backups).`);
  if (dropped > 0) print(`Dropped since: ${dropped} messages that were to be sent to patients.`);
  return report(storage, { files: false, print });
}
