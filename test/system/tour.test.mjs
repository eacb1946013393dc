// The README's first hour, pasted into shells as it stands: each step prints the answer that stands below it.
// README_ANSWERS=1 writes the answers of this run into the README instead.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { root } from '../../scripts/lib.mjs';
import { emptyData, startService, temporaryDirectory } from './lib/service.mjs';

const path = join(root, 'README.md');
const readme = readFileSync(path, 'utf8');
const [, hour] = /\n## A first hour\n(.*?)\n## /s.exec(readme);
const blocks = [...hour.matchAll(/^```(sh|text)\n(.*?)\n?```$/gms)].map(([, kind, text]) => ({ kind, text }));
const BASE = 'http://127.0.0.1:8787';
const END = '-- end of a step, exit code';

/** What differs from run to run: the same id is the same word, whichever it is. Dates of 2030 are the tour's own. */
function mask(texts) {
  const ids = new Map();
  const word = (id) => ids.get(id) ?? ids.set(id, `id-${ids.size}`).get(id);
  return texts.map((text) =>
    text.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, word).replace(/20(?!30)\d\d-\d\d-\d\dT[\d:.]+Z/g, 'now'),
  );
}

/** Runs every step in one shell. @returns what each prints, trimmed, with the exit code of its last command unless it is 0 */
async function paste(shell, url) {
  const cwd = temporaryDirectory();
  const script = blocks.filter(({ kind }) => kind === 'sh').map(({ text }) => `${text}\nprintf '\n${END} %s\n' $?\n`);
  writeFileSync(join(cwd, 'tour'), script.join('').replaceAll(BASE, url));
  // Through a pipe, as `tee /dev/stderr` opens no socket, and empties a file.
  const { stdout } = await promisify(execFile)('sh', ['-c', `${shell} ./tour 2>&1 | cat`], { cwd, timeout: 60_000 });
  const steps = stdout.replaceAll(url, BASE).matchAll(new RegExp(`(.*?)\n${END} (\\d+)\n`, 'gs'));
  return Array.from(steps, ([, printed, code]) => printed.trim() + (code === '0' ? '' : `\nexit ${code}`));
}

/** The answer below each step, empty where there is none. */
const shown = blocks.flatMap(({ kind }, i) => {
  const next = blocks[i + 1];
  return kind === 'sh' ? [next?.kind === 'text' ? next.text : ''] : [];
});

for (const shell of ['sh', 'bash']) {
  test(`The first hour answers as the README shows, pasted into ${shell}`, async () => {
    const service = await startService({ data: await emptyData() });
    try {
      const printed = await paste(shell, service.url);
      assert.ok(printed.length > 15, 'there are steps');
      if (process.env.README_ANSWERS) return write(printed);
      assert.deepEqual(mask(printed), mask(shown));
    } finally {
      await service.stop();
    }
  });
}

function write(printed) {
  let step = -1;
  const answered = hour.replace(/^```(sh|text)\n(.*?)```$/gms, (block, kind) => {
    if (kind === 'sh') step++;
    return kind === 'sh' ? block : `\`\`\`text\n${printed[step]}\n\`\`\``;
  });
  writeFileSync(
    path,
    readme.replace(hour, () => answered),
  );
}
