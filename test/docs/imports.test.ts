import { expect, it } from 'vitest';

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
