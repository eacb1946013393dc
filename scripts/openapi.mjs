// Writes public/openapi.json and its page if a source is newer. wrangler runs this before each build (wrangler.toml), setup.mjs
// when it prepares a clone. Builtin modules only, on any Node.
import { spawnSync } from 'node:child_process';
import { readdirSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, hasDependencies, modernNode, root } from './lib.mjs';
import { writeReference } from './reference.mjs';

const target = join(root, 'public', 'openapi.json');
const script = join(root, 'scripts', 'openapi-document.mjs');
const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function isCurrent() {
  const sources = ['src', 'openapi'].flatMap((dir) =>
    readdirSync(join(root, dir), { recursive: true }).map((name) => join(dir, name)),
  );
  const inputs = [...sources, 'scripts/openapi-document.mjs', 'package.json', 'package-lock.json'];
  const newest = Math.max(...inputs.map((path) => timeOf(join(root, path))));
  return timeOf(target) > newest;
}

/** Where it cannot be made, the process ends with the reason. */
export function makeDocument() {
  const { status, stdout, stderr } = spawnSync(modernNode(), ['--disable-warning=ExperimentalWarning', script], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status !== 0) fail(`The OpenAPI document cannot be made of the routes: ${stderr.trim()}`);
  return stdout;
}

export function writeDocument() {
  if (isCurrent()) return;
  const started = new Date();
  const text = makeDocument();
  // Whole or not at all, as several builds may run at once, and not among the files that one of them may be reading.
  const draft = join(root, 'node_modules', `.openapi.json.${process.pid}`);
  writeFileSync(draft, text);
  // As old as what was read: a source that has changed since is newer.
  utimesSync(draft, started, started);
  renameSync(draft, target);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // In a fresh clone this is the first that `npx wrangler dev` says.
  if (!hasDependencies()) {
    fail('The dependencies are not installed. Run `npm start`: it installs them and serves. (`npm ci` only installs.)');
  }
  writeDocument();
  writeReference();
}
