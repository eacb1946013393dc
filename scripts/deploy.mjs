// `npm run deploy`: the service on Cloudflare, the first time and every time after. `-- --dry-run` only bundles.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, wrangler } from './lib.mjs';
import { setup } from './setup.mjs';

setup();

if (process.argv.includes('--dry-run')) {
  run(['deploy', '--dry-run', '--outdir', 'dist']);
  process.exit();
}

if (ask(['whoami', '--json']).status !== 0) {
  fail('Not logged in to Cloudflare: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.');
}

// Migrations only add, so a database that exists gets them before the code that needs them.
// The first deployment creates it.
const databases = ask(['d1', 'list', '--json']);
if (databases.status !== 0) fail(databases.stdout + databases.stderr);
createQueue('hospital-access');
// What could not be written for days waits here for two weeks (docs/architecture.md).
createQueue('hospital-access-dead', '--message-retention-period-secs', '1209600');
const exists = JSON.parse(databases.stdout).some(({ name }) => name === 'hospital');
if (exists) migrate();
deploy(hasSecret() ? undefined : { JWT_SECRET: randomBytes(32).toString('base64url') });
if (!exists) migrate();
console.log(`
Deployed to the address above; its API reference is at /docs.
Sign up there (POST /auth/signup), then make that account the first admin:

  npm run admin -- EMAIL --remote
`);

/** Unlike databases and buckets, queues are not created by `wrangler deploy`. */
function createQueue(name, ...options) {
  if (ask(['queues', 'info', name]).status !== 0) run(['queues', 'create', name, ...options]);
}

function hasSecret() {
  const { status, stdout, stderr } = ask(['secret', 'list', '--format', 'json']);
  if (status === 0) return JSON.parse(stdout).some(({ name }) => name === 'JWT_SECRET');
  if (/code: 10007\b/.test(stdout + stderr)) return false; // never deployed
  return fail(stdout + stderr);
}

function deploy(secrets) {
  if (!secrets) return run(['deploy']);
  const dir = mkdtempSync(join(tmpdir(), 'hospital-deploy-'));
  const file = join(dir, 'secrets.json');
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  run(['deploy', '--secrets-file', file]);
}

function migrate() {
  run(['d1', 'migrations', 'apply', 'hospital', '--remote']);
}

/** Runs with output and questions on the terminal. */
function run(args) {
  if (wrangler(args, { stdio: 'inherit' }).status !== 0) fail(`wrangler ${args.slice(0, 2).join(' ')} failed.`);
}

/** Runs for its answer. */
function ask(args) {
  return wrangler(args, { stdio: ['ignore', 'pipe', 'pipe'] });
}
