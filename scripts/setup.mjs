// Makes a fresh clone ready: dependencies, local variables, a place for data, the API reference and its document, the compiled client.
// `--dev` installs what tests and tools need, too; `--local` (npm's `prepare`) installs nothing. Safe to run again and to run twice
// at once.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildClient } from './client.mjs';
import { fail, hasDependencies, keepPrivate, localData, modernNode, root } from './lib.mjs';
import { writeDocument } from './openapi.mjs';
import { writeReference } from './reference.mjs';

/** Whether node_modules has the versions of package-lock.json: of all packages with `dev`, else of those that the service runs on. */
function installed(dev) {
  try {
    const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
    const present = read('node_modules/.package-lock.json');
    const wanted = Object.entries(read('package-lock.json')).filter(([path, it]) => path !== '' && (dev || !it.dev));
    // An optional package may be missing (it is for another platform), but not in another version.
    return (
      modernNode() !== undefined &&
      wanted.every(([path, { version, optional, devOptional }]) =>
        present[path] ? present[path].version === version : optional || devOptional,
      )
    );
  } catch {
    return false;
  }
}

/** @param args of npm */
function install(args) {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'install.mjs'), ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) process.exit(1);
  // The package `node` has linked its binary out of a package below it, of which 67 MB of headers are left.
  rmSync(join(root, 'node_modules', 'node', 'node_modules'), { recursive: true, force: true });
  if (!modernNode()) fail('No Node 22 or later: let npm run the `node` package’s install script, or install one.');
}

/** Whole or not at all, and never over another's file. @returns whether it is ours */
function writeNew(target, content, mode) {
  const draft = `${target}.${process.pid}`;
  writeFileSync(draft, content, { mode });
  try {
    linkSync(draft, target);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft);
  }
}

/** `npm start` installs what it runs on; the first command that needs more adds it, even while a service runs on the rest. */
export function installDependencies({ dev = false } = {}) {
  if (installed(dev)) return;
  alone(() => {
    if (installed(dev)) return;
    // In the versions of package-lock.json. No script of what is added does anything that is needed.
    if (installed(false)) return install(['install', '--include=dev', '--no-save', '--ignore-scripts']);
    const hadAll = existsSync(join(root, 'node_modules', 'vitest'));
    install(['ci', dev || hadAll ? '--include=dev' : '--omit=dev']);
  });
}

function alone(work) {
  const lock = join(root, '.setup.lock');
  while (!writeNew(lock, String(process.pid))) {
    if (abandoned(lock)) rmSync(lock, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  }
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release); // also where npm fails
  work();
  process.off('exit', release);
  release();
}

/** The lock's process is gone, or the lock is so old that another process must have got the same id. */
function abandoned(lock) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > 600_000) return true;
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Written once: local variables override wrangler.toml's [vars] in `wrangler dev`. */
function writeVars() {
  const target = join(root, '.dev.vars');
  if (existsSync(target)) return keepPrivate(target, 0o600);
  const secret = randomBytes(32).toString('base64url');
  const example = readFileSync(join(root, '.dev.vars.example'), 'utf8');
  const vars = example.replace(/^JWT_SECRET=$/m, `JWT_SECRET=${secret}`).replace(/^#(\w+=)/gm, '$1');
  // The example's comments are not true of its copy.
  writeNew(target, vars.replace(/^#.*\n/gm, '').trimStart(), 0o600);
}

export function setup({ dev } = {}) {
  installDependencies({ dev });
  prepare();
}

function prepare() {
  writeVars();
  localData();
  writeReference();
  if (hasDependencies()) writeDocument();
  buildClient();
}

/** `npm ci` has just warned of each tool that wants a newer Node than npm's own. */
function reassure() {
  const [, major] = /\bnode\/v(\d+)/.exec(process.env.npm_config_user_agent ?? '') ?? [];
  if (major < 22 && modernNode())
    console.log(`Node ${major} will do: npm and npx run what wants Node 22 on the one in node_modules.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--local')) {
    prepare();
    reassure();
  } else setup({ dev: process.argv.includes('--dev') });
}
