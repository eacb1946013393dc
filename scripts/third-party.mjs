// The tools in test/third-party are a package of its own: they need TypeScript 5 and hundreds of packages that nothing else has.
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, modernNode, root, toolEnv } from './lib.mjs';

export const thirdParty = join(root, 'test', 'third-party');
const modules = join(thirdParty, 'node_modules');

/** Nothing may report, ask for updates or send what it sees. */
const quiet = {
  ...toolEnv,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  SCARF_ANALYTICS: 'false',
  DO_NOT_TRACK: '1',
  NO_UPDATE_NOTIFIER: '1',
  NO_COLOR: '1',
};

const lockfile = join(thirdParty, 'package-lock.json');
const lockOfInstalled = join(modules, '.package-lock.of-install.json');

/** Installs the tools where they are missing or not those of the lockfile. */
export function installThirdParty() {
  if (existsSync(lockOfInstalled) && readFileSync(lockOfInstalled).equals(readFileSync(lockfile))) return;
  console.log('Installing the tools of test/third-party (npm ci, some 600 packages) …');
  const args = ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', args, { cwd: thirdParty, env: quiet, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) fail('npm ci failed in test/third-party.');
  copyFileSync(lockfile, lockOfInstalled);
}

/** For a spawn: the package's own entry on a modern Node. */
function commandOf(pkg, bin, args) {
  const { bin: entry } = JSON.parse(readFileSync(join(modules, pkg, 'package.json'), 'utf8'));
  return [modernNode(), [join(modules, pkg, typeof entry === 'string' ? entry : entry[bin]), ...args]];
}

/** @returns its exit status and what it printed */
export const runTool = (pkg, bin, args) => finished(startTool(pkg, bin, args));

/** Runs a script of test/third-party, which imports the tools. */
export const runScript = (script, args, env) => finished(startScript(script, args, env));

/** The caller stops it; it ends with this process. */
export const startScript = (script, args, env) => start(modernNode(), [join(thirdParty, script), ...args], env);

function finished(tool) {
  return new Promise((resolve) => {
    const printed = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr']) tool[stream].on('data', (text) => (printed[stream] += text));
    tool.on('close', (status) => resolve({ status, ...printed }));
  });
}

/** The caller stops it; it ends with this process. */
export const startTool = (pkg, bin, args) => start(...commandOf(pkg, bin, args));

function start(command, args, env = {}) {
  const tool = spawn(command, args, { cwd: thirdParty, env: { ...quiet, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [tool.stdout, tool.stderr]) stream.setEncoding('utf8');
  const end = () => tool.kill();
  process.once('exit', end);
  tool.once('close', () => process.off('exit', end));
  return tool;
}
