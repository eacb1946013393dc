import { describe, expect, it } from 'vitest';
import settings from '../../docs/settings.md?raw';
import readme from '../../README.md?raw';
import { RATE_LIMITS } from '../../src/env';
import { Secrets, Variables } from '../../src/variables';
import toml from '../../wrangler.toml?raw';
import { configured } from '../support/limits';

const pages = import.meta.glob(['/*.md', '/docs/*.md'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The row of a table that begins with a name. */
const rowOf = (page: string, name: string) => page.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));

describe('docs/settings.md', () => {
  it('names every variable and secret, and no other', () => {
    const variables = Object.keys({ ...Secrets.shape, ...Variables.shape });
    const named = [...(settings.split('## Limits')[0] ?? '').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual(variables.sort());
  });

  it('has the defaults of wrangler.toml', () => {
    const vars = [...(toml.split('[vars]')[1]?.split('\n[')[0] ?? '').matchAll(/^([A-Z_]+) = "(.*)"$/gm)];
    expect(vars.length).toBeGreaterThan(10);
    for (const [, name = '', value] of vars) {
      const [, shown = ''] = rowOf(settings, name)?.split(' | ') ?? [];
      if (value === '') expect(shown, name).not.toMatch(/^`/);
      else expect(shown.split(', locally')[0], name).toBe(`\`${value}\``);
    }
  });

  it('has the limits of wrangler.toml', () => {
    expect(Object.keys(configured).sort()).toEqual([...RATE_LIMITS].sort());
    for (const [name, { limit, period }] of Object.entries(configured)) {
      expect(rowOf(settings, name), name).toContain(`| ${limit.toLocaleString('en')} |`);
      expect(period, name).toBe(60);
    }
  });
});

describe('The pages', () => {
  it('show the answer to every step that is pasted', () => {
    for (const [path, page] of Object.entries(pages)) {
      if (page.includes('```text\n')) expect(page, path).not.toContain('```text\n```');
    }
  });

  it('are led to by the README, which is under 150 lines', () => {
    expect(readme.split('\n').length).toBeLessThan(150);
    const missing = Object.keys(pages).filter(
      (path) => path !== '/README.md' && !readme.includes(`](${path.slice(1)}`),
    );
    expect(missing).toEqual([]);
  });
});
