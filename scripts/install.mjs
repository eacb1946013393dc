// `npm ci`, or what else setup.mjs gives as arguments, with a line that says how far it is, and one sentence if it fails. Builtin
// modules only.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fail, root } from './lib.mjs';

/** npm's codes for a registry that is not reached. */
const UNREACHED =
  /\b(E(AI_AGAIN|CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|TIMEDOUT)|ENOTFOUND|ENOTCACHED|ERR_SOCKET_TIMEOUT)\b/;

const [command, ...args] = process.argv.slice(2);
const what = command === 'ci' ? 'dependencies (npm ci)' : 'what tests and tools need (npm install)';
const began = Date.now();
const seconds = () => Math.round((Date.now() - began) / 1000);

/** Paths of the packages to come, those that every machine needs; none without a lock file, of which npm has its own to say. */
function wanted() {
  const lock = join(root, 'package-lock.json');
  if (!existsSync(lock)) return [];
  const { packages } = JSON.parse(readFileSync(lock, 'utf8'));
  const withDev = args.includes('--include=dev');
  return Object.entries(packages).flatMap(([path, { optional, devOptional, dev, link }]) =>
    path.includes('node_modules/') && !optional && !devOptional && !link && (withDev || !dev)
      ? [join(root, path, 'package.json')]
      : [],
  );
}

/** On a terminal a line that moves, in a log one for each tenth of the way. @returns what ends it */
function showInstalling() {
  const all = wanted();
  const countDone = () => all.filter((path) => existsSync(path)).length;
  const lineOf = (done) => `Installing ${what}: ${done} of ${all.length} packages, ${seconds()} s`;
  const tenthsOf = (done) => Math.floor((10 * done) / all.length);
  let tenths = tenthsOf(countDone());
  const move = () => process.stdout.write(`\r\x1b[K${lineOf(countDone())}`);
  const tell = () => {
    const done = countDone();
    if (tenthsOf(done) > tenths) console.log(lineOf(done));
    tenths = tenthsOf(done);
  };
  const isSeen = process.stdout.isTTY && !process.env.CI;
  const show = isSeen ? move : tell;
  if (!isSeen) console.log(`Installing ${what} …`);
  show();
  const timer = setInterval(show, 500);
  return () => {
    clearInterval(timer);
    show();
    if (isSeen) process.stdout.write('\n');
  };
}

// npm must not run on the Node inside node_modules, which `npm ci` removes first.
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((dir) => !dir.includes('node_modules'))
  .join(delimiter);
const end = showInstalling();
// Level "error": an older Node gets no page of engine warnings, as the tools run on their own. npm waits 10 and 60 seconds
// before it tries again: whoever has no network should know sooner.
const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--no-progress'];
const retries = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
const npm = spawn('npm', [command, ...args, ...quiet, ...retries], {
  cwd: root,
  env: { ...process.env, PATH },
  stdio: ['ignore', 'ignore', 'pipe'],
});
let errors = '';
npm.stderr.on('data', (text) => {
  errors += text;
});
npm.on('error', ({ code }) => fail(`npm does not start (${code}): install Node with npm, https://nodejs.org.`));
npm.on('close', (status) => {
  end();
  if (status === 0) return;
  if (UNREACHED.test(errors)) {
    fail(
      'The dependencies could not be downloaded: connect to a network that reaches the npm registry, then try again.',
    );
  }
  fail(`${errors}npm ${command} failed.`);
});
