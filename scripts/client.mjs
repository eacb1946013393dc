// Compiles clients/typescript, so that the portal and the demo can import it by its name, if it is out of date.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fail, modernNode, root } from './lib.mjs';

const home = join(root, 'clients', 'typescript');
const [src, dist] = [join(home, 'src'), join(home, 'dist')];
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

const timesOf = (dir) => readdirSync(dir).map((name) => statSync(join(dir, name)).mtimeMs);

function isUpToDate() {
  if (!existsSync(dist) || readdirSync(dist).length !== 2 * readdirSync(src).length) return false;
  const written = Math.min(...timesOf(dist));
  const config = ['tsconfig.json', 'tsconfig.build.json'].map((name) => statSync(join(home, name)).mtimeMs);
  return [...timesOf(src), ...config].every((changed) => changed <= written);
}

/** One by one, each whole: somebody may be importing it. */
function publish(draft) {
  mkdirSync(dist, { recursive: true });
  const made = readdirSync(draft);
  for (const name of made) renameSync(join(draft, name), join(dist, name));
  for (const name of readdirSync(dist)) if (!made.includes(name)) rmSync(join(dist, name), { recursive: true });
}

export function buildClient() {
  if (!existsSync(compiler) || isUpToDate()) return; // or an install without dev dependencies
  const draft = mkdtempSync(join(root, 'node_modules', '.client-'));
  const args = [compiler, '-p', join(home, 'tsconfig.build.json'), '--outDir', draft];
  const { status } = spawnSync(modernNode(), args, { stdio: 'inherit' });
  if (status === 0) publish(draft);
  rmSync(draft, { recursive: true, force: true });
  if (status !== 0) fail('The client (clients/typescript) does not compile.');
}
