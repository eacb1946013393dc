import { expect, it } from 'vitest';
import manifest from '../../package.json';

const sources = import.meta.glob('/src/**/*.ts', { query: '?raw', import: 'default', eager: true });

const IMPORT = /^(?:import|export)\b[^'";]*?\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;

/** What each file imports from others of src, types included. */
const imports = new Map(
  Object.entries(sources).map(([file, source]) => {
    const paths = [...source.matchAll(IMPORT)].map(
      ([, from, dynamic]) => new URL(from ?? dynamic ?? '', `file://${file}`).pathname,
    );
    return [file, paths.flatMap((path) => [`${path}.ts`, `${path}/index.ts`].filter((one) => one in sources))];
  }),
);

/** A chain of imports from a file back to itself, if there is one. */
function circleOf(file: string): string[] | undefined {
  const seen = new Set<string>();
  const search = (from: string): string[] | undefined => {
    for (const next of imports.get(from) ?? []) {
      if (next === file) return [from, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const rest = search(next);
      if (rest) return [from, ...rest];
    }
    return undefined;
  };
  return search(file);
}

it('no file of src imports itself by way of others, types included: each can be read after those that it imports', () => {
  expect([...imports.values()].flat().length).toBeGreaterThan(2 * imports.size);
  expect([...imports.keys()].flatMap((file) => circleOf(file)?.join(' → ') ?? [])).toEqual([]);
});

it('commands that install no devDependencies import none: npm start and what an operator runs has only the others', () => {
  const scripts = import.meta.glob('/{bench,scripts}/**/*.mjs', { query: '?raw', import: 'default', eager: true });
  const installing = /dev-dependencies\.mjs|setup\.mjs --dev|scripts\/(test|demo)\.mjs/;
  const commands = Object.values(manifest.scripts).filter((command) => !installing.test(command));
  const reached = new Set(commands.flatMap((command) => command.match(/(bench|scripts)\/\S+\.mjs/g) ?? []));
  const packages = new Set<string>();
  // A set goes on with what is added meanwhile.
  for (const path of reached)
    for (const [, name = ''] of String(scripts[`/${path}`]).matchAll(/(?:from |import\(|^import )'([^']+)'/gm))
      if (name.startsWith('.')) reached.add(new URL(name, `file:///${path}`).pathname.slice(1));
      else if (!name.startsWith('node:')) packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '');
  expect(packages).toContain('wrangler');
  expect([...packages].filter((name) => name in manifest.devDependencies)).toEqual([]);
});
