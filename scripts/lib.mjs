// What the scripts share. Builtin modules only: setup.mjs runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const bins = join(root, 'node_modules', '.bin');

/** The tools want Node 22 or later: the `node` dev dependency brings one, whatever the host has. */
export function modernNode() {
  const own = join(root, 'node_modules', 'node', 'bin', 'node');
  if (existsSync(own)) return own;
  return Number(process.versions.node.split('.')[0]) >= 22 ? process.execPath : undefined;
}

/** Is anything installed, in whatever version? */
export const hasDependencies = () => modernNode() !== undefined && existsSync(join(root, 'node_modules', 'hono'));

/**
 * Starts a script anew on the Node of node_modules, if it runs on an older one: as the first command of a fresh clone does.
 * That one runs the service's TypeScript.
 */
export function onModernNode() {
  const modern = modernNode();
  if (Number(process.versions.node.split('.')[0]) >= 24 || !modern || modern === process.execPath) return;
  const { status } = spawnSync(modern, process.argv.slice(1), { stdio: 'inherit' });
  process.exit(status ?? 1);
}

/** Environment for the tools: Node from node_modules first, and nothing that asks, advertises or reports. */
export const toolEnv = {
  ...process.env,
  PATH: `${bins}${delimiter}${process.env.PATH ?? ''}`,
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_METRICS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_NO_SKILLS_UPDATE_PROMPTS: 'true',
  // wrangler's SQL console, and its store of traces: searches for patients' names would stay in it.
  X_LOCAL_EXPLORER: 'false',
  X_LOCAL_OBSERVABILITY: 'false',
  // Its own log files, which hold addresses with their queries.
  WRANGLER_WRITE_LOGS: 'false',
};

/** Where local data lives. */
export const persistDir = process.env.PERSIST_DIR || '.wrangler/state';

const wranglerCli = join(root, 'node_modules', 'wrangler', 'wrangler-dist', 'cli.js');

/** Command line of wrangler, for a spawn by modernNode(). */
export const wranglerArgs = (args) => ['--no-warnings', wranglerCli, ...args];

/** Runs wrangler to its end; `options.stdio` decides whether its output is shown or returned. */
export function wrangler(args, options = {}) {
  return spawnSync(modernNode(), wranglerArgs(args), { cwd: root, env: toolEnv, encoding: 'utf8', ...options });
}

/** Paths of all files within a folder. */
export const filesIn = (dir) =>
  readdirSync(dir, { recursive: true }).filter((path) => statSync(join(dir, path)).isFile());

/** One that is gone when the process ends. */
export function temporaryDirectory() {
  const dir = mkdtempSync(join(tmpdir(), 'hospital-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** The path of one that only its owner can read. */
export function temporaryFile(name, content) {
  const path = join(temporaryDirectory(), name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}

export function fail(message) {
  console.error(message);
  process.exit(1);
}
