// The page of examples/query as a browser gets it: one minified module.
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { root } from '../../../../scripts/lib.mjs';

export const source = join(root, 'examples', 'query', 'patients.tsx');

export function bundlePage() {
  const { outputFiles } = buildSync({
    entryPoints: [source],
    bundle: true,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  });
  return outputFiles[0].contents;
}
