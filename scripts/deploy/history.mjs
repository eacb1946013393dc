// Whether the migrations of this version are for the database of a deployment.
import '../typescript.mjs';
import { fail, wrangler } from '../lib.mjs';

const { refusedHistory } = await import('../../src/db/migrations.ts');

/** @param config the path of wrangler's configuration @returns why they are not, if they are not */
export function refusedDatabase(config) {
  const ask = ['d1', 'execute', 'DB', '--remote', '--yes', '--json', '--command', 'SELECT name FROM d1_migrations'];
  const { status, stdout, stderr } = wrangler([...ask, '--config', config], { stdio: ['ignore', 'pipe', 'pipe'] });
  if (status === 0) {
    const [{ results }] = JSON.parse(stdout.slice(stdout.search(/^\[/m)));
    return refusedHistory(results.map(({ name }) => name));
  }
  if (/no such table/.test(stdout + stderr)) return undefined; // no migration was ever applied
  return fail(stdout + stderr);
}
