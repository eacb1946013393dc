// Deploys the code of an earlier commit once more, by its own `npm run deploy`. Unlike Cloudflare's rollback this keeps the secrets
// of the latest version, and makes what serves the latest one, without which Cloudflare takes no change of a secret.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fail, modernNode, root, temporaryDirectory } from '../lib.mjs';
import { git } from './code.mjs';

export function deployAgain({ name }, commit) {
  const dir = join(temporaryDirectory(), 'code');
  if (git('worktree', 'add', '--detach', dir, commit) === undefined) fail(`git cannot check out ${commit}.`);
  const read = (from) => readFileSync(join(from, 'package-lock.json'), 'utf8');
  // Where it needs others, its own setup installs them.
  if (read(dir) === read(root)) linkPackages(dir);
  // It was deployed with these settings before, so they are no news.
  const args = [join(dir, 'scripts', 'deploy.mjs'), '--env', name, '--allow-unsafe'];
  const { status } = spawnSync(modernNode(), args, { cwd: dir, stdio: 'inherit' });
  git('worktree', 'remove', '--force', dir);
  if (status !== 0) fail(`The code of ${commit} could not be deployed again.`);
}

/** One by one, as packages of the project itself must be those of the same commit. */
function linkPackages(dir) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const folder of ['.', ...workspaces]) {
    const from = join(root, folder, 'node_modules');
    if (!existsSync(from)) continue;
    const to = join(dir, folder, 'node_modules');
    mkdirSync(to, { recursive: true });
    for (const entry of readdirSync(from)) {
      const path = join(from, entry);
      symlinkSync(lstatSync(path).isSymbolicLink() ? readlinkSync(path) : path, join(to, entry));
    }
  }
}
