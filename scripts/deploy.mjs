// `npm run deploy [-- FLAGS]`: the service on Cloudflare, the first time and every time after. docs/deploying.md
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { deployOptions } from './deploy/options.mjs';
import { fail, onModernNode, temporaryFile, wrangler } from './lib.mjs';
import { setup } from './setup.mjs';

const options = deployOptions(process.argv.slice(2));
setup();
onModernNode();
// These need what setup() installs.
const { bucketOf, databaseOf, environment, fileWith } = await import('./environment.mjs');
const { changes, jurisdictionOf, moved, placementOf, portalOf, writeSettings } = await import('./deploy/settings.mjs');
const { misplacedNumber, numberToKeep, sharedLimits } = await import('./deploy/limits.mjs');
const { assetsFor } = await import('./deploy/assets.mjs');
const { codeHere } = await import('./deploy/code.mjs');
const { keptPortal } = await import('./deploy/portal.mjs');
const { refusedDatabase } = await import('./deploy/history.mjs');
const { accountId, lookUp, parsed } = await import('./deploy/api.mjs');
const { createDeadQueue, createQueue } = await import('./deploy/queues.mjs');
const { setReplication } = await import('./deploy/replication.mjs');
const { isStopped } = await import('./deploy/secrets.mjs');
const { settingsFaults, unknownSecrets, unsafeSettings } = await import('./deploy/variables.mjs');

let target = environment(options.env);
const portal = options.portal ?? portalOf(target.config);
const wanted = changes({ ...options, number: numberToKeep(target) }, target);
checkSettings();
if (options['dry-run']) {
  await build();
  describe();
  process.exit();
}

const account = accountId(target);
const existing = await database();
const cannotMove = existing && moved(existing, options.jurisdiction ?? jurisdictionOf(target.config));
if (cannotMove) fail(cannotMove);
const refused = existing && refusedDatabase(target.path);
if (refused) fail(`Not deployed: ${refused}.`);
const kept = portal === 'none' && !options.portal && (await keptPortal(target));
if (kept) fail(`Not deployed: ${kept}`);
const secrets = secretNames();
// First, so that nothing is made on Cloudflare for what does not build.
const assets = await build();
if (wanted.length > 0) target = writeSettings(wanted, target);
const jurisdiction = jurisdictionOf(target.config);

await createQueues();
if (!existing) createStorage();
else if (options.location)
  console.log(`--location ${options.location}: the database is there already and stays where it is.`);
// Migrations only add, so the database has them before the code that needs them.
run(['d1', 'migrations', 'apply', 'DB', '--remote']);
deploy(secrets.includes('JWT_SECRET') ? undefined : { JWT_SECRET: randomBytes(32).toString('base64url') });
if (options.replication) await setReplication(account, (existing ?? (await database())).uuid, options.replication);

const remote = `--remote${options.env === 'production' ? '' : ` --env ${options.env}`}`;
// Where nobody may sign up, the command makes the account as well.
const isInvited = target.config.vars?.SIGNUP === 'invited';
console.log(`
Deployed to the address above; its API reference is at /docs.
${isInvited ? 'If it has no admin yet, make one, who sets a password by the token that is printed' : 'Sign up there (POST /auth/signup), then make that account the first admin'}:

  npm run admin -- EMAIL ${remote}${isInvited ? ' --create' : ''}
`);

/** With a wrong one the service would answer nothing but 503; an unsafe one is deployed only where it is asked for. */
function checkSettings() {
  const faults = settingsFaults(target.config);
  const shared = wanted.every(({ name }) => name !== 'number') && sharedLimits(target);
  if (shared) fail(shared);
  const misplaced = misplacedNumber(target);
  if (misplaced) console.warn(misplaced);
  if (faults.length > 0) {
    fail(
      `The service would not work with these settings:\n  ${faults.join('\n  ')}\nNothing was changed. docs/settings.md`,
    );
  }
  const unsafe = unsafeSettings(target.config).map(
    ({ name, value, advice }) => `${name} = "${value}" in ${fileWith(target.name, name)}: ${advice}.`,
  );
  if (unsafe.length === 0) return;
  const list = `These settings are unsafe in a deployment:\n  ${unsafe.join('\n  ')}`;
  if (!options['allow-unsafe']) {
    fail(
      `${list}\nNothing was changed. Where no patients' data ever is, --allow-unsafe deploys them. docs/deploying.md`,
    );
  }
  console.warn(list);
}

/** @returns wrangler's flags for the folder of files */
function build() {
  if (!options.built) {
    const { status, stdout, stderr } = ask(['deploy', '--dry-run', '--outdir', 'dist']);
    if (status !== 0) fail(`It does not build:\n${stdout}${stderr}`);
  }
  return assetsFor(target, portal);
}

function database() {
  const { database_id, database_name } = databaseOf(target.config);
  return lookUp(account, `/d1/database/${database_id ?? database_name}`).catch(({ message }) => fail(message));
}

async function createQueues() {
  for (const { queue, dead_letter_queue } of target.config.queues.consumers) {
    await createQueue(account, target, queue);
    if (dead_letter_queue) await createDeadQueue(account, target, dead_letter_queue);
  }
}

function createStorage() {
  const { database_name } = databaseOf(target.config);
  const location = options.location ? ['--location', options.location] : [];
  run(['d1', 'create', database_name, ...place(), ...location, '--update-config=false']);
  // `wrangler deploy` makes the bucket, in its jurisdiction, but knows no location.
  if (options.location)
    run(['r2', 'bucket', 'create', bucketOf(target.config).bucket_name, ...location, '--update-config=false']);
}

function place() {
  return jurisdiction ? ['--jurisdiction', jurisdiction] : [];
}

/** Of the deployed Worker. */
function secretNames() {
  const { status, stdout, stderr } = ask(['secret', 'list', '--format', 'json']);
  if (/Worker ".*" not found/.test(stdout + stderr)) return []; // never deployed
  if (status !== 0) fail(stdout + stderr);
  const names = parsed(stdout).map(({ name }) => name);
  for (const name of unknownSecrets(names))
    console.log(`The service does not read the secret ${name}: is it misspelt?`);
  if (isStopped(names)) console.log('The service is stopped, and stays so until `npm run secret -- start`.');
  return names;
}

function deploy(secrets) {
  const withSecrets = secrets ? ['--secrets-file', temporaryFile('secrets.json', JSON.stringify(secrets))] : [];
  const built = options.built ? [join(options.built, 'index.js'), '--no-bundle', '--no-minify'] : [];
  // By these `npm run rollback` knows what a version is of.
  const { tag, subject } = codeHere();
  const code = ['--tag', tag, ...(subject ? [`--message=${subject}`] : [])];
  run(['deploy', ...built, ...assets, ...withSecrets, ...code]);
}

function describe() {
  const { name, queues } = target.config;
  const asked = { jurisdiction: jurisdictionOf(target.config), placement: placementOf(target.config), ...options };
  const rows = {
    Environment: target.name,
    Worker: name,
    Database: databaseOf(target.config).database_name,
    Bucket: bucketOf(target.config).bucket_name,
    Queues: queues.consumers.flatMap(({ queue, dead_letter_queue: dead }) => (dead ? [queue, dead] : queue)).join(', '),
    Jurisdiction: asked.jurisdiction ?? 'none',
    'Location of a new database': asked.location ?? 'near whoever deploys',
    Placement: asked.placement,
    Replication: asked.replication ?? 'as it is',
    Portal: portal === 'serve' ? 'under /portal/' : 'none',
  };
  console.log('\nNothing was changed. Without --dry-run this is deployed, and what is missing of it created:\n');
  for (const [label, value] of Object.entries(rows)) console.log(`  ${label.padEnd(28)}${value}`);
  for (const { table, key, value } of wanted) console.log(`\n${key} = "${value}" is written under ${table}.`);
}

/** With output and questions on the terminal. */
function run(args) {
  if (wrangler([...args, '--config', target.path], { stdio: 'inherit' }).status !== 0) {
    const [command, next] = args;
    fail(`wrangler ${command}${next.startsWith('-') ? '' : ` ${next}`} failed.`);
  }
}

function ask(args) {
  return wrangler([...args, '--config', target.path], { stdio: ['ignore', 'pipe', 'pipe'] });
}
