// Compiles the packages in clients/, so that portals and the demo can import them by their names, where they are out of date.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, filesIn, modernNode, root } from './lib.mjs';

/** In this order: each may import those before it. */
const PACKAGES = ['typescript', 'query'];
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

const timesOf = (dir) => filesIn(dir).map((name) => statSync(join(dir, name)).mtimeMs);

function isUpToDate(home) {
  const [src, dist] = [join(home, 'src'), join(home, 'dist')];
  if (!existsSync(dist) || filesIn(dist).length !== 2 * filesIn(src).length) return false;
  const written = Math.min(...timesOf(dist));
  const config = ['tsconfig.json', 'tsconfig.build.json'].map((name) => statSync(join(home, name)).mtimeMs);
  return [...timesOf(src), ...config].every((changed) => changed <= written);
}

/** One by one, each whole: somebody may be importing it. */
export function publish(draft, dist) {
  const made = filesIn(draft);
  for (const name of made) {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    renameSync(join(draft, name), join(dist, name));
  }
  for (const name of filesIn(dist)) if (!made.includes(name)) rmSync(join(dist, name));
}

function build(name) {
  const home = join(root, 'clients', name);
  if (isUpToDate(home)) return;
  // Not among what `npm pack --json` prints.
  console.error(`Compiling clients/${name} …`);
  const draft = mkdtempSync(join(root, 'node_modules', '.client-'));
  const args = [compiler, '-p', join(home, 'tsconfig.build.json'), '--outDir', draft];
  const { status } = spawnSync(modernNode(), args, { stdio: 'inherit' });
  if (status === 0) publish(draft, join(home, 'dist'));
  rmSync(draft, { recursive: true, force: true });
  if (status !== 0) fail(`clients/${name} does not compile.`);
}

export function buildClient() {
  if (!existsSync(compiler)) return; // nothing is installed yet
  for (const name of PACKAGES) build(name);
}

/** In a package there are none of the pages that the changelog links to. */
function copyChangelog() {
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').replace(/\[([^\]]*)\]\((?!https:)[^)]*\)/g, '$1');
  for (const name of PACKAGES) writeFileSync(join(root, 'clients', name, 'CHANGELOG.md'), text);
}

// `npm pack` of one of them.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  buildClient();
  copyChangelog();
}
