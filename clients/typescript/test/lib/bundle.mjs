// The client as a portal ships it: one minified module, with what it depends on.
import { join } from 'node:path';
import { buildSync } from 'esbuild';

/** @param source imports what is to be in the module */
export function bundle(source = "export * from 'hospital-service-client'") {
  const { outputFiles } = buildSync({
    stdin: { contents: source, resolveDir: join(import.meta.dirname, '..') },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0].contents;
}
