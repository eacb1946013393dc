// `node bench/age.mjs [directory]`: by how many lines what every request passes has changed since "Beside the floor" was
// measured. One line, and never a failure: old figures are no fault, but somebody should see it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/lib.mjs';

const PASSED = ['src/http', 'src/db', 'src/audit', 'src/auth', 'src/index.ts', 'src/app.ts'];
const dir = process.argv[2] ?? root;

function commitOf(section) {
  const page = readFileSync(join(dir, 'bench', 'RESULTS.md'), 'utf8');
  const [, text = ''] = page.split(`<!-- ${section}: begin -->`);
  return /\bcommit ([0-9a-f]{7,40})\b/.exec(text.split(`<!-- ${section}: end -->`)[0])?.[1];
}

/** Lines added and removed since a commit; undefined where git does not know it. */
function linesSince(commit) {
  const { status, stdout } = spawnSync('git', ['diff', '--numstat', commit, '--', ...PASSED], {
    cwd: dir,
    encoding: 'utf8',
  });
  if (status !== 0) return undefined;
  return stdout.split('\n').reduce((sum, line) => {
    const [added = 0, removed = 0] = line.split('\t').map(Number);
    return sum + (added || 0) + (removed || 0);
  }, 0);
}

function age() {
  const commit = commitOf('floor');
  if (!commit) return 'not known by how many lines: the page names no commit';
  const lines = linesSince(commit);
  if (lines === undefined)
    return `not known by how many lines: git has no commit ${commit} here, as in a shallow clone`;
  return `by ${lines} lines, since commit ${commit}`;
}

let answer;
try {
  answer = age();
} catch (error) {
  answer = `not known by how many lines: ${error.message}`;
}
console.log(`bench: what every request passes has changed since "Beside the floor" was measured: ${answer}`);
