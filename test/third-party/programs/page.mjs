// docs/programs.md, as it stands there.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib.mjs';

/** @returns the code of a section, and what it prints, where the section says so */
export function codeBelow(heading) {
  const page = readFileSync(join(root, 'docs', 'programs.md'), 'utf8');
  const [, section] = page.split(`\n## ${heading}\n`);
  const [, code, printed] = /```js\n(.*?)```\n(?:```console\n(.*?)```)?/s.exec(section) ?? [];
  assert.ok(code, heading);
  return { code, printed };
}
