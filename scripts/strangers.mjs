// The tools in test/strangers: a package of its own, as they need TypeScript 5 and hundreds of packages that neither
// `npm start` nor `npm test` should wait for.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fail, modernNode, root, toolEnv } from './lib.mjs';

export const strangers = join(root, 'test', 'strangers');
const modules = join(strangers, 'node_modules');

/** Nothing reports, asks for updates or sends what it sees. */
const quiet = {
  ...toolEnv,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  SCARF_ANALYTICS: 'false',
  DO_NOT_TRACK: '1',
  NO_UPDATE_NOTIFIER: '1',
  NO_COLOR: '1',
};

/** Is what was installed at least as new as the lockfile? `npm ci` writes its own list last. */
function installed() {
  const list = join(modules, '.package-lock.json');
  return existsSync(list) && statSync(list).mtimeMs >= statSync(join(strangers, 'package-lock.json')).mtimeMs;
}

/** Installs the tools where they are missing or older than their lockfile. */
export function installStrangers() {
  if (installed()) return;
  console.log('Installing the tools of test/strangers (npm ci, some 500 packages) …');
  const args = ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', args, { cwd: strangers, env: quiet, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) fail('npm ci failed in test/strangers.');
}

/** Command line of a tool for a spawn: its package's own entry on a modern Node, whatever the host has. */
function commandOf(pkg, bin, args) {
  const { bin: entry } = JSON.parse(readFileSync(join(modules, pkg, 'package.json'), 'utf8'));
  return [modernNode(), [join(modules, pkg, typeof entry === 'string' ? entry : entry[bin]), ...args]];
}

/** Runs a tool to its end. @returns its exit status and what it printed */
export function runTool(pkg, bin, args, options = {}) {
  return new Promise((resolve) => {
    const child = startTool(pkg, bin, args, options);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('close', (status) => resolve({ status, output }));
  });
}

/** Starts a tool that the caller stops. */
export function startTool(pkg, bin, args, options = {}) {
  return spawn(...commandOf(pkg, bin, args), {
    cwd: strangers,
    env: quiet,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
}
