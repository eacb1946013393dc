// `npm run migrate:remote [-- --env NAME]`: applies the migrations that a deployment's database lacks.
import { parseArgs } from 'node:util';
import { fail, onModernNode, wrangler } from './lib.mjs';
import { setup } from './setup.mjs';

const { values } = parseArgs({ options: { env: { type: 'string' } } });
setup();
onModernNode();
const { environment } = await import('./environment.mjs');
const { refusedDatabase } = await import('./deploy/history.mjs');
const { path } = environment(values.env);
const reason = refusedDatabase(path);
if (reason) fail(`Not migrated: ${reason}.`);
const args = ['d1', 'migrations', 'apply', 'DB', '--remote', '--config', path];
process.exitCode = wrangler(args, { stdio: 'inherit' }).status ?? 1;
