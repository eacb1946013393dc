// The commands of a page of the documentation, pasted into a shell as they stand, and the answers that it shows for them.
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../scripts/lib.mjs';
import { temporaryDirectory } from './service.mjs';

/** The address that pages name. */
const BASE = 'http://127.0.0.1:8787';
const BLOCK = /^```(sh|text)\n(.*?)\n?```$/gms;
const END = '-- end of a step, exit code';

/** Shells as somebody types into them, without their own settings. `sh` is dash on Debian. */
export const SHELLS = {
  sh: ['-i'],
  bash: ['--norc', '--noediting', '-i'],
  zsh: ['-f', '-o', 'no_prompt_sp', '-i'],
};
export const isInstalled = (shell) => spawnSync(shell, ['-c', ':']).status === 0;

export const textOf = (page) => readFileSync(join(root, page), 'utf8');
const blocksOf = (text) => [...text.matchAll(BLOCK)].map(([, kind, content]) => ({ kind, content }));

/** The steps of a page: what is pasted, and the answer that stands below it, empty where there is none. */
export function stepsOf(page) {
  const blocks = blocksOf(textOf(page));
  return blocks.flatMap(({ kind, content }, i) => {
    const next = blocks[i + 1];
    return kind === 'sh' ? [{ pasted: content, shown: next?.kind === 'text' ? next.content : '' }] : [];
  });
}

/**
 * Pastes steps into one shell, in front of a service.
 * @returns what each prints, trimmed, with the exit code of its last command unless it is 0
 */
export async function paste(steps, shell, url) {
  const cwd = temporaryDirectory();
  const ended = ({ pasted }) => `${pasted}\nprintf '\\n${END} %s\\n' $?\n`;
  writeFileSync(join(cwd, 'pasted'), [{ pasted: ':' }, ...steps].map(ended).join('').replaceAll(BASE, url));
  // Through a pipe, as `tee /dev/stderr` opens no socket, and empties a file.
  const typed = `${shell} ${SHELLS[shell].join(' ')} <pasted 2>&1 | cat`;
  const env = { ...process.env, PS1: '', PS2: '' };
  const { stdout } = await promisify(execFile)('sh', ['-c', typed], { cwd, env, timeout: 300_000 });
  const printed = stdout.replaceAll(url, BASE).matchAll(new RegExp(`(.*?)\n${END} (\\d+)\n`, 'gs'));
  // The first one is what a shell says as it starts.
  return Array.from(printed, ([, text, code]) => text.trim() + (code === '0' ? '' : `\nexit ${code}`)).slice(1);
}

/** What differs from run to run: the same id is the same word, whichever it is. Dates of 2030 are the pages' own. */
export function mask(texts) {
  const ids = new Map();
  const word = (id) => ids.get(id) ?? ids.set(id, `id-${ids.size}`).get(id);
  return texts.map((text) =>
    text
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, word)
      .replace(/20(?!30)\d\d-\d\d-\d\dT[\d:.]+Z/g, 'now')
      .replace(/\b(CARD|ECG|SE|erik)-\d{6}\b/g, '$1-RUN')
      .replace(/"(token|secret|otpauth_uri)":"[^"]*"/g, '"$1":"…"'),
  );
}

/** Writes the answers of a run into a page, where it has a place for one. */
export function writeAnswers(page, printed) {
  let step = -1;
  const text = textOf(page).replace(BLOCK, (block, kind) => {
    if (kind === 'sh') step++;
    return kind === 'sh' ? block : `\`\`\`text\n${printed[step]}\n\`\`\``;
  });
  writeFileSync(join(root, page), text);
}
