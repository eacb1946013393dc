// Pages of the documentation, as they stand.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib.mjs';

/** @returns the code of a section, and what it prints, where the section says so */
export function codeBelow(heading, page = 'programs.md') {
  const text = readFileSync(join(root, 'docs', page), 'utf8');
  const [, section] = text.split(`\n## ${heading}\n`);
  const [, code, printed] = /```js\n(.*?)```\n(?:```console\n(.*?)```)?/s.exec(section) ?? [];
  assert.ok(code, heading);
  return { code, printed };
}
