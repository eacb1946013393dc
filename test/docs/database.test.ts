import { describe, expect, it } from 'vitest';
import manual from '../../src/db/README.md?raw';

const sources = import.meta.glob('/src/db/*.ts', { query: '?raw', import: 'default', eager: true });
const tests = Object.keys(import.meta.glob(['/test/db/*.ts']));
const files = Object.entries(sources).map(([path, source]) => ({ name: path.slice('/src/db/'.length), source }));

/** What stands in backquotes, once. */
const named = [...new Set([...manual.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code))];

/** The rows of the table of files. */
const rows = [...(manual.split('\n## Files\n')[1] ?? '').matchAll(/^\| `([\w-]+\.ts)` \| (.*?) \|/gm)].map(
  ([, file = '', exported = '']) => ({ file, exported: [...exported.matchAll(/\w+/g)].map(([name]) => name) }),
);

describe('src/db/README.md', () => {
  it('names every file of src/db once, and no file that is not there', () => {
    const names = files.map(({ name }) => name);
    expect(rows.map(({ file }) => file).sort()).toEqual(names.sort());
    // A resource's files are named without its folder.
    const known = [...names, ...tests.map((path) => path.slice(1)), 'batch.ts', 'queries.ts', 'service.ts'];
    expect(named.filter((code) => /\.ts$/.test(code) && !known.includes(code))).toEqual([]);
  });

  it.each(rows)('says what $file exports', ({ file, exported }) => {
    expect(exported.length).toBeGreaterThan(0);
    const source = files.find(({ name }) => name === file)?.source;
    for (const name of exported) {
      expect(source).toMatch(new RegExp(`^export (const|class|(async )?function) ${name}\\b`, 'm'));
    }
  });

  it.each(files)('leads to files of at most 150 lines: $name', ({ source }) => {
    expect(source.split('\n').length).toBeLessThanOrEqual(150);
  });
});
