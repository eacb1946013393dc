// Which code a version of the Worker is of: `npm run deploy` writes it into the version's tag, `npm run rollback` and `npm run
// secret` read it there.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib.mjs';

/** @returns what git prints; undefined where it fails, or is not there */
export function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 });
  return status === 0 ? stdout.trim() : undefined;
}

/** @returns `tag` of at most 25 characters, as Cloudflare documents 25 here and 100 there, and git's `subject`, if there is git */
export function codeHere() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // Unpacked into another repository, this code is none of its commits.
  const commit = git('rev-parse', '--show-prefix') === '' && git('rev-parse', 'HEAD');
  if (!commit) return { tag: version };
  const dirty = git('status', '--porcelain') === '' ? '' : '.dirty';
  return { tag: `${version}+${commit.slice(0, 10)}${dirty}`, subject: git('log', '-1', '--format=%s').slice(0, 100) };
}

/** @returns the last migration that the code of a tag knows, as drizzle's journal names it; undefined where git does not know it */
export function migrationOf(tag) {
  const { commit } = readTag(tag);
  const journal = commit && git('show', `${commit}:drizzle/meta/_journal.json`);
  return journal && JSON.parse(journal).entries.at(-1).tag;
}

/** @returns the commit that a tag's code can be built of, or why it cannot be */
export function sourceOf(tag) {
  const { commit, dirty } = readTag(tag);
  if (!commit) return { reason: 'its version does not tell the commit' };
  if (dirty) return { reason: 'it was deployed with changes that were not committed' };
  if (!git('cat-file', '-t', commit)) return { reason: `this clone lacks its commit ${commit}: fetch it` };
  return { commit };
}

function readTag(tag = '') {
  const [, commit, dirty] = /^[\d.]+\+([0-9a-f]{10})(\.dirty)?$/.exec(tag) ?? [];
  return { commit, dirty };
}
