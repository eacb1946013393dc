import { describe, expect, it } from 'vitest';
import architecture from '../../docs/architecture.md?raw';
import manifest from '../../package.json';
import { files, isThere } from '../support/repository';

const pages = import.meta.glob(
  [
    '/{CONTRIBUTING,README,SECURITY}.md',
    '/docs/**/*.md',
    '/src/**/*.md',
    '/test/support/**/*.md',
    '!/docs/interface.md',
  ],
  { query: '?raw', import: 'default', eager: true },
);

/** Names of files with their folder, in backticks. Of what a reader is told to make there is nothing yet. */
const pathsIn = (page: string): string[] =>
  [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:ts|tsx|mjs|js|json|toml|md|html))`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !/ward|north|^public\/openapi\.json$|^drizzle\/\d{4}_|staging/.test(path));

/** From the root, from src, or from the folder of the client or of the portal. */
const ROOTS = ['', '/src', '/clients/typescript/src', '/portal/src'];
const leadsToFile = (path: string) => ROOTS.some((root) => isThere(`${root}/${path}`));

it('Every file that a page names is there', () => {
  const named = Object.entries(pages).flatMap(([page, text]) => pathsIn(text).map((path) => `${page}: ${path}`));
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((one) => !leadsToFile(one.split(': ')[1] ?? ''))).toEqual([]);
});

it('Every command of npm that a page names is a script', () => {
  const named = Object.entries(pages).flatMap(([page, text]) =>
    [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, script = '']) => ({ page, script })),
  );
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter(({ script }) => !(script in manifest.scripts))).toEqual([]);
});

describe('The tree of docs/architecture.md', () => {
  const [tree = ''] = /(?<=## Layers\n\n```\n)[^`]*/.exec(architecture) ?? [];
  /** Path and comment stand in columns; two blanks are a level. */
  const entries = tree.split('\n').flatMap((line) => {
    const [, indent = '', names] = /^( *)([a-z][\w./<> -]*?)(?: {2,}|$| [A-Za-z])/.exec(line) ?? [];
    return names && indent.length < 6 ? [{ level: indent.length / 2, names: names.split(' ') }] : [];
  });
  const above: string[] = [];
  const paths = entries.flatMap(({ level, names }) => {
    const parent = level === 0 ? '' : (above[level - 1] ?? '');
    const own = names.map((name) => `${parent}/${name.replace(/\/$/, '')}`);
    above[level] = own[0] ?? '';
    return own;
  });

  it('has what there is', () => {
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !path.includes('<') && !isThere(path))).toEqual([]);
  });

  it('has every folder and file right below src', () => {
    const below = new Set(files.flatMap((file) => /^\/src\/[^/]+/.exec(file) ?? []));
    const named = paths.map((path) => path.replace('/resources/<name>', '/resources'));
    expect([...below].filter((path) => !named.includes(path))).toEqual([]);
  });
});
