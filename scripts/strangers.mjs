// The tools in test/strangers: a package of its own, as they need TypeScript 5 and hundreds of packages that neither
// `npm start` nor `npm test` should wait for.
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
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

const lockfile = join(strangers, 'package-lock.json');
/** The lockfile of what is installed. */
const lockOfInstalled = join(modules, '.package-lock.of-install.json');

/** Installs the tools where they are missing or not those of the lockfile. */
export function installStrangers() {
  if (existsSync(lockOfInstalled) && readFileSync(lockOfInstalled).equals(readFileSync(lockfile))) return;
  console.log('Installing the tools of test/strangers (npm ci, some 500 packages) …');
  const args = ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', args, { cwd: strangers, env: quiet, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) fail('npm ci failed in test/strangers.');
  copyFileSync(lockfile, lockOfInstalled);
}

/** Command line of a tool for a spawn: its package's own entry on a modern Node, whatever the host has. */
function commandOf(pkg, bin, args) {
  const { bin: entry } = JSON.parse(readFileSync(join(modules, pkg, 'package.json'), 'utf8'));
  return [modernNode(), [join(modules, pkg, typeof entry === 'string' ? entry : entry[bin]), ...args]];
}

/** Runs a tool to its end. @returns its exit status and what it printed */
export function runTool(pkg, bin, args) {
  return new Promise((resolve) => {
    const tool = startTool(pkg, bin, args);
    const printed = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr']) tool[stream].on('data', (text) => (printed[stream] += text));
    tool.on('close', (status) => resolve({ status, ...printed }));
  });
}

/** Starts a tool that the caller stops; it ends with this process. */
export function startTool(pkg, bin, args) {
  const tool = spawn(...commandOf(pkg, bin, args), { cwd: strangers, env: quiet, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [tool.stdout, tool.stderr]) stream.setEncoding('utf8');
  const end = () => tool.kill();
  process.once('exit', end);
  tool.once('close', () => process.off('exit', end));
  return tool;
}
