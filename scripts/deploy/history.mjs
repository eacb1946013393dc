// What the migrations of a deployment's database say: whether this version is for it, and how far back code may go.
import '../typescript.mjs';
import { fail, wrangler } from '../lib.mjs';

const { BASELINE, refusedHistory } = await import('../../src/db/migrations.ts');

/** @param config the path of wrangler's configuration @returns why they are not, if they are not */
export const refusedDatabase = (config) => refusedHistory(applied(config).map(({ name }) => name));

/** When the database became one that no code from before can use; undefined where that was never. */
export const baselineAt = (config) => {
  const at = applied(config).find(({ name }) => name === BASELINE)?.applied_at;
  return at && new Date(`${at.replace(' ', 'T')}Z`); // SQLite's CURRENT_TIMESTAMP
};

/** Of a migration as a journal of drizzle's names it. */
export const isBeforeBaseline = (tag) => `${tag}.sql` < BASELINE;

function applied(config) {
  const ask = ['d1', 'execute', 'DB', '--remote', '--yes', '--json', '--command', 'SELECT * FROM d1_migrations'];
  const { status, stdout, stderr } = wrangler([...ask, '--config', config], { stdio: ['ignore', 'pipe', 'pipe'] });
  if (status === 0) {
    const [{ results }] = JSON.parse(stdout.slice(stdout.search(/^\[/m)));
    return results;
  }
  if (/no such table/.test(stdout + stderr)) return []; // no migration was ever applied
  return fail(stdout + stderr);
}
