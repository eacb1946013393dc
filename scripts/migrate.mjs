// `npm run migrate:remote [-- --env NAME]`: applies the migrations that a deployment's database lacks.
import { parseArgs } from 'node:util';
import { onModernNode, wrangler } from './lib.mjs';
import { setup } from './setup.mjs';

const { values } = parseArgs({ options: { env: { type: 'string' } } });
setup();
onModernNode();
const { environment } = await import('./environment.mjs');
const args = ['d1', 'migrations', 'apply', 'DB', '--remote', '--config', environment(values.env).path];
process.exitCode = wrangler(args, { stdio: 'inherit' }).status ?? 1;
