// `npm run secret -- rotate|forget|stop|start [--env NAME]`: changes the secrets of a deployment, also after a rollback, where
// wrangler refuses to. docs/operations.md#rotate-the-key
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fail, onModernNode, wrangler } from './lib.mjs';
import { setup } from './setup.mjs';

const HELP = `npm run secret -- ACTION [FLAGS]: the secrets of a deployment (docs/operations.md).

  rotate   gives it a new JWT_SECRET. The one before ends at once, unless it is given:
             --previous-from FILE   a file with it, which goes on to hold until \`forget\`
             --leaked               it may be known to others: ends one-time tokens, too, which a forged token may have issued
  forget   ends the previous JWT_SECRET
  stop     stops every request that reads or writes a record
  start    lets them go on

  --env NAME   another environment than production
`;

const { action, env, leaked, previousFrom } = options();
setup();
onModernNode();
const { environment } = await import('./environment.mjs');
const { deployAgain } = await import('./deploy/again.mjs');
const { accountId, login, parsed } = await import('./deploy/api.mjs');
const { sourceOf } = await import('./deploy/code.mjs');
const { isStopped, PREVIOUS, STOPPED } = await import('./deploy/secrets.mjs');
const { versionsOf } = await import('./deploy/versions.mjs');
await import('./typescript.mjs');
const { Secrets } = await import('../src/variables.ts');

const target = environment(env);
const names = secretNames();
const stopped = isStopped(names);

const ACTIONS = {
  async rotate() {
    const key = { JWT_SECRET: randomBytes(32).toString('base64url') };
    if (stopped && previousFrom) fail('The service is stopped, by a previous secret that is none: `start` it first.');
    await change(stopped ? key : { ...key, ...without(PREVIOUS), ...previous() });
    if (leaked) endOneTimeTokens();
    const before = previousFrom
      ? 'The one before holds until `npm run secret -- forget`.'
      : 'The one before has ended.';
    console.log(`JWT_SECRET is another one. ${before}${stopped ? ' The service is still stopped.' : ''}`);
  },
  async forget() {
    if (stopped) fail('The service is stopped, by a previous secret that is none: `start` removes it.');
    await change(without(PREVIOUS));
    console.log('No previous JWT_SECRET holds.');
  },
  async stop() {
    if (names.includes(PREVIOUS) && !stopped) console.log('The previous JWT_SECRET ends with this.');
    // Too short to be a secret: the service refuses to work with it.
    await change({ [PREVIOUS]: 'stopped', [STOPPED]: new Date().toISOString() });
    console.log('The service is stopped: 503 to every request that reads or writes a record.');
  },
  async start() {
    await change(without(PREVIOUS, STOPPED));
    console.log('The service is on.');
  },
};
await ACTIONS[action]();

function options() {
  try {
    const text = { type: 'string' };
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { env: text, 'previous-from': text, leaked: { type: 'boolean' }, help: { type: 'boolean' } },
    });
    const { env, leaked, 'previous-from': previousFrom } = values;
    const [action, ...rest] = positionals;
    const known = ['rotate', 'forget', 'stop', 'start'].includes(action) && rest.length === 0;
    if (values.help) {
      console.log(HELP);
      process.exit();
    }
    if (!known || ((leaked || previousFrom) && action !== 'rotate')) fail(HELP);
    if (leaked && previousFrom) fail('--leaked and --previous-from exclude each other: what has leaked must not hold.');
    return { action, env, leaked, previousFrom };
  } catch (error) {
    return fail(`${error.message}\n\n${HELP}`);
  }
}

function secretNames() {
  const { status, stdout, stderr } = ask(['secret', 'list', '--format', 'json']);
  if (status === 0) return parsed(stdout).map(({ name }) => name);
  login();
  return fail(stdout + stderr);
}

/** Removes those that are there. */
function without(...secrets) {
  return Object.fromEntries(secrets.filter((name) => names.includes(name)).map((name) => [name, null]));
}

function previous() {
  if (!previousFrom) return {};
  const { success, data } = Secrets.shape.JWT_SECRET.safeParse(readFileSync(previousFrom, 'utf8').trim());
  if (!success) fail(`${previousFrom} has no JWT_SECRET: the service would stop with it.`);
  return { [PREVIOUS]: data };
}

/** @param texts by the secrets' names, null to remove one; all at once, as each change is a deployment */
async function change(texts) {
  if (Object.keys(texts).length === 0) return;
  const bulk = () => ask(['secret', 'bulk'], JSON.stringify(texts));
  let { status, stdout, stderr } = bulk();
  // So it says after a rollback, whose version is not the latest.
  if (status !== 0 && /isn't currently deployed/.test(stdout + stderr)) {
    await deployServingAgain();
    ({ status, stdout, stderr } = bulk());
  }
  if (status !== 0) fail(stdout + stderr);
}

async function deployServingAgain() {
  const worker = { account: accountId(target), config: target.config };
  const versions = await versionsOf(worker).catch(({ message }) => fail(message));
  const serving = versions.filter(({ serves }) => serves);
  const { commit, reason } = serving.length === 1 ? sourceOf(serving[0].tag) : { reason: 'two versions serve at once' };
  if (reason) {
    fail(
      `Nothing was changed: after a rollback Cloudflare takes a change of a secret only with a deployment, and what serves cannot be ` +
        `deployed again, as ${reason}. Check out what is to serve, run \`npm run deploy\`, then this again.`,
    );
  }
  console.log('After a rollback Cloudflare takes no change of a secret: what serves is deployed again first.\n');
  deployAgain(target, commit);
}

function endOneTimeTokens() {
  const sql = 'DELETE FROM password_token; DELETE FROM forgot_token';
  const { status, stdout, stderr } = ask(['d1', 'execute', 'DB', '--remote', '--yes', '--command', sql]);
  if (status !== 0) fail(`JWT_SECRET is another one, but one-time tokens were not ended:\n${stdout}${stderr}`);
  console.log('All one-time tokens have ended: issue others to who needs one.');
}

/** @param input of its standard input, which is none otherwise */
function ask(args, input) {
  const stdio = [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'];
  return wrangler([...args, '--config', target.path], { stdio, input });
}
