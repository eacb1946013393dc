// `npm run rollback -- [--env NAME] [VERSION [--rotate]]`: which versions of the service a deployment can go back to, or goes back. Never
// to an earlier secret: docs/operations.md#a-bad-deploy
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, modernNode, onModernNode, root } from './lib.mjs';
import { setup } from './setup.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { env: { type: 'string' }, rotate: { type: 'boolean' } },
});
const [wanted, ...rest] = positionals;
if (rest.length > 0 || (values.rotate && !wanted))
  fail('Usage: npm run rollback -- [--env NAME] [VERSION [--rotate]]: --rotate gives it a new JWT_SECRET as well');
setup();
onModernNode();
const { environment } = await import('./environment.mjs');
const { deployAgain } = await import('./deploy/again.mjs');
const { accountId, ApiError } = await import('./deploy/api.mjs');
const { migrationOf, sourceOf } = await import('./deploy/code.mjs');
const { baselineAt, isBeforeBaseline } = await import('./deploy/history.mjs');
const { serve, versionsOf } = await import('./deploy/versions.mjs');
const { printTable } = await import('./table.mjs');

const SECRETS_CHANGED = 10220;
const SHORT = 8;

const target = environment(values.env);
const worker = { account: accountId(target), config: target.config };
let baseline;
const versions = await versionsOf(worker).catch(({ message }) => fail(message));
if (wanted) await goBack(theOne(wanted));
else list();

function list() {
  console.log(`The versions of ${target.config.name} that Cloudflare keeps, newest first; * serves.\n`);
  printTable([
    ['', 'VERSION', 'MADE (UTC)', 'CODE', 'LAST MIGRATION', 'BACK TO IT'],
    ...versions.map((version) => [
      version.serves ? '*' : '',
      version.id.slice(0, SHORT),
      version.made.toISOString().slice(0, 16).replace('T', ' '),
      version.tag ?? 'unknown',
      migrationOf(version.tag) ?? 'unknown',
      version.serves ? '' : wayTo(version),
    ]),
  ]);
  console.log('\nGo back: npm run rollback -- VERSION');
  if (versions.some(({ serves, secretSince }) => serves && secretSince)) {
    console.log(
      '\nWhat serves is from before a change of a secret, so that the old one is valid: npm run secret -- rotate',
    );
  }
}

function wayTo(version) {
  const reason = refused(version);
  if (reason) return `no: ${reason}`;
  return version.secretSince ? 'builds its code, as a secret has changed since' : 'at once';
}

function refused(version) {
  if (isTooOld(version)) return 'the database no longer has the tables that its code needs';
  return version.secretSince ? buildRefused(version) : undefined;
}

/** The database is asked only where the code does not tell: it may be down just now. */
function isTooOld({ tag, made }) {
  const migration = migrationOf(tag);
  if (migration) return isBeforeBaseline(migration);
  baseline ??= { at: baselineAt(target.path) };
  return made < baseline.at;
}

function buildRefused({ tag }) {
  const { reason } = sourceOf(tag);
  return reason && `a secret has changed since, and its code cannot be built, as ${reason}`;
}

function theOne(start) {
  const found = versions.filter(({ id }) => id.startsWith(start.toLowerCase()));
  if (found.length === 1) return found[0];
  return fail(`${found.length === 0 ? 'No version' : 'More than one version'} begins with ${start}: npm run rollback`);
}

async function goBack(version) {
  const short = version.id.slice(0, SHORT);
  if (version.serves && versions.filter(({ serves }) => serves).length === 1) fail(`${short} serves already.`);
  const reason = refused(version);
  if (reason) fail(`Not rolled back: ${reason}.`);
  const changed = version.secretSince ? 'A secret has' : await changedSince(version);
  if (changed) {
    const { reason: missing, commit } = sourceOf(version.tag);
    if (missing) fail(`Not rolled back: ${buildRefused(version)}.`);
    console.log(`${changed} changed since ${short}: its code is deployed anew, with the secrets of now.\n`);
    deployAgain(target, commit);
  }
  console.log(`Back at ${version.tag ?? short}. The database stays as it is.`);
  if (values.rotate) rotate();
}

function rotate() {
  const args = [join(root, 'scripts', 'secret.mjs'), 'rotate', '--env', target.name];
  process.exitCode = spawnSync(modernNode(), args, { cwd: root, stdio: 'inherit' }).status ?? 1;
}

/** Has it serve. @returns what has changed since, if that is why Cloudflare refuses */
async function changedSince({ id }) {
  try {
    await serve(worker, id);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!error.codes.includes(SECRETS_CHANGED)) fail(`Not rolled back: ${error.message}`);
    return `${/have changed: ([\w, ]+)/.exec(error.message)?.[1] ?? 'A secret'} has`;
  }
}
