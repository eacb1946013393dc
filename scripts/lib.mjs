// What the scripts share. Builtin modules only: setup.mjs runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const bins = join(root, 'node_modules', '.bin');

const nodeMajor = Number(process.versions.node.split('.')[0]);

/** The tools want Node 22 or later: the package `node` brings one. */
export function modernNode() {
  const own = join(root, 'node_modules', 'node', 'bin', 'node');
  if (existsSync(own)) return own;
  return nodeMajor >= 22 ? process.execPath : undefined;
}

/** Whether anything is installed, in whatever version. */
export const hasDependencies = () => modernNode() !== undefined && existsSync(join(root, 'node_modules', 'hono'));

/** The first command of a fresh clone may run on an older Node; only a newer one runs the service's TypeScript. */
export function onModernNode() {
  const modern = modernNode();
  if (nodeMajor >= 24 || !modern || modern === process.execPath) return;
  const { status } = spawnSync(modern, process.argv.slice(1), { stdio: 'inherit' });
  process.exit(status ?? 1);
}

/** Node from node_modules first, and nothing that asks, advertises or reports. */
export const toolEnv = {
  ...process.env,
  PATH: `${bins}${delimiter}${process.env.PATH ?? ''}`,
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_METRICS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_NO_SKILLS_UPDATE_PROMPTS: 'true',
  // wrangler's SQL console, and its store of traces, in which searches for patients' names would stay.
  X_LOCAL_EXPLORER: 'false',
  X_LOCAL_OBSERVABILITY: 'false',
  // Log files hold addresses with their queries.
  WRANGLER_WRITE_LOGS: 'false',
};

export const persistDir = process.env.PERSIST_DIR || '.wrangler/state';

/** For nobody but its owner, where the disk keeps modes: those of Windows and of its drives in WSL may refuse. */
export function keepPrivate(path, mode) {
  try {
    chmodSync(path, mode);
  } catch {
    // as it was
  }
}

/**
 * Where wrangler keeps patients' data below PERSIST_DIR, which others may share. Nobody else gets in, so what is in it may have
 * whatever mode wrangler and workerd give it.
 */
export function localData() {
  const dir = resolve(root, persistDir, 'v3');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  keepPrivate(dir, 0o700);
  return dir;
}

const wranglerCli = join(root, 'node_modules', 'wrangler', 'wrangler-dist', 'cli.js');

/** For a spawn by modernNode(). */
export const wranglerArgs = (args) => ['--no-warnings', wranglerCli, ...args];

export function wrangler(args, options = {}) {
  return spawnSync(modernNode(), wranglerArgs(args), { cwd: root, env: toolEnv, encoding: 'utf8', ...options });
}

export const filesIn = (dir) =>
  readdirSync(dir, { recursive: true }).filter((path) => statSync(join(dir, path)).isFile());

/** Gone when the process ends. */
export function temporaryDirectory() {
  const dir = mkdtempSync(join(tmpdir(), 'hospital-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Only its owner can read it. */
export function temporaryFile(name, content) {
  const path = join(temporaryDirectory(), name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}

export function fail(message) {
  console.error(message);
  process.exit(1);
}
