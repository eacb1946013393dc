// `npm run common-passwords [-- VERSION]`: writes src/rules/common-passwords.ts, the most common passwords of 8 or more
// characters, of the list in zxcvbn-ts. It takes 3,000, as OWASP ASVS 5.0 asks (6.2.4), and leaves out the dates, which are
// refused by rule.
import './typescript.mjs';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, root } from './lib.mjs';

const { isDate } = await import('../src/rules/password.ts');

const PACKAGE = '@zxcvbn-ts/language-common';
const COUNT = 3_000;
const CHARACTERS_MIN = 8;
const LINE = 119;

function passwordsOf(spec) {
  const dir = mkdtempSync(join(tmpdir(), 'common-passwords-'));
  try {
    const args = ['install', '--prefix', dir, '--ignore-scripts', '--no-save', '--no-audit', '--no-fund', spec];
    const { status, stderr } = spawnSync('npm', args, { encoding: 'utf8' });
    if (status !== 0) fail(stderr);
    const folder = join(dir, 'node_modules', PACKAGE);
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { version, passwords: JSON.parse(readFileSync(join(folder, 'src', 'passwords.json'), 'utf8')) };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Each password without the letters that it has in common with the one before, and their number as a capital, A for none. */
function encode(sorted) {
  let before = '';
  return sorted.map((password) => {
    let same = 0;
    while (same < before.length && before[same] === password[same]) same++;
    before = password;
    return String.fromCharCode(65 + same) + password.slice(same);
  });
}

function lines(parts) {
  const found = [''];
  for (const part of parts) {
    if (found.at(-1).length + part.length > LINE) found.push('');
    found[found.length - 1] += part;
  }
  return found.join('\\\n');
}

const { version, passwords } = passwordsOf(`${PACKAGE}@${process.argv[2] ?? 'latest'}`);
const folded = new Set(passwords.map((password) => String(password).normalize('NFKC').toLowerCase()));
const common = [...folded].filter(
  (password) => [...password].length >= CHARACTERS_MIN && !/[A-Z`$\\\s]/.test(password),
);
const listed = common.slice(0, COUNT).filter((password) => !isDate(password));
const text = lines(encode(listed.sort()));
const path = join('src', 'rules', 'common-passwords.ts');
writeFileSync(
  join(root, path),
  `/**
 * The ${COUNT.toLocaleString('en')} most common passwords of ${CHARACTERS_MIN} or more characters without those that are dates: ${listed.length.toLocaleString('en')}, in lower case,
 * sorted. A capital is the number of letters that a password has in common with the one before, A for none. Written by
 * \`npm run common-passwords\` of ${PACKAGE} ${version} (MIT; © 2012-2016 Dan Wheeler and Dropbox, © 2021
 * zxcvbn-ts).
 */
export const COMMON_PASSWORDS = \`${text}\`;
`,
);
console.log(`Written: ${path}, ${text.length} characters.`);
