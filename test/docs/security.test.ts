import { describe, expect, it } from 'vitest';
import page from '../../SECURITY.md?raw';
import { files } from '../support/repository';

/** What stands in backquotes and looks like a file. */
const filesIn = (text: string): string[] =>
  [...text.matchAll(/`((?:clients|docs|public|scripts|src|test)\/[\w./-]+\w|[\w-]+\.(?:json|md|toml))`/g)].map(
    ([, path = '']) => path,
  );

/** The cells of each row of the table below a heading. */
const tableOf = (heading: string): string[][] =>
  (
    page
      .split(`\n## ${heading}\n`)[1]
      ?.split('\n## ')[0]
      ?.match(/^\| .*\|$/gm) ?? []
  )
    .slice(1)
    .map((row) => row.slice(2, -2).split(' | '));

describe('SECURITY.md', () => {
  it('names files that exist', () => {
    const named = filesIn(page);
    expect(named.length).toBeGreaterThan(100);
    expect([...new Set(named)].filter((path) => !files.includes(`/${path}`))).toEqual([]);
  });

  it('says of each promise where it is built and which test holds it', () => {
    const promises = tableOf('Promises');
    expect(promises.length).toBeGreaterThan(20);
    for (const [promise, source = '', test = ''] of promises) {
      expect(filesIn(source), promise).not.toEqual([]);
      expect(
        filesIn(test).filter((path) => /^(clients\/typescript\/)?test\//.test(path)),
        promise,
      ).not.toEqual([]);
    }
  });

  it('has a row for each risk of the API Security Top 10', () => {
    const risks = tableOf('OWASP API Security Top 10 (2023)').map(([risk]) => risk?.split(' ')[0]);
    expect(risks).toEqual(Array.from({ length: 10 }, (_, i) => `API${i + 1}`));
  });

  it('judges each requirement of the ASVS once', () => {
    const rows = tableOf('ASVS 5.0.0, level 2').filter(([first]) => !first?.startsWith('**'));
    const requirements = rows.flatMap(([first]) => first?.match(/V\d+\.\d+\.\d+/g) ?? []);
    expect(requirements.length).toBeGreaterThan(100);
    expect(requirements.filter((one, i) => requirements.indexOf(one) !== i)).toEqual([]);
    for (const [first, verdict] of rows) expect(['met', 'note', 'no'], first).toContain(verdict);
  });
});
