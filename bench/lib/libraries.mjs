// A Worker that imports from the libraries what the service imports, and does nothing with it: how much of the service's
// startup is the libraries' own.
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { root } from '../../scripts/lib.mjs';

const IMPORT = /^import \{([^}]*)\} from '(?!\.|node:|cloudflare:)([^']+)'/gm;
const DEFAULT = /^import \w+ from '(?!\.|node:|cloudflare:)([^']+)'/gm;
const NAMESPACE = /^import \* as (\w+) from '(?!\.|node:|cloudflare:)([^']+)'/gm;

/** Adds the names that one file of the service takes from libraries to those of each library. */
function addNames(code, names) {
  const add = (library, name) => names.set(library, (names.get(library) ?? new Set()).add(name));
  for (const [, list, library] of code.matchAll(IMPORT)) {
    for (const name of list.split(',').map((text) => text.trim().split(' as ')[0])) if (name) add(library, name);
  }
  for (const [, library] of code.matchAll(DEFAULT)) add(library, 'default');
  // Of a namespace the bundler keeps what is named, which may be a namespace in turn: `z.iso.datetime`.
  for (const [, namespace, library] of code.matchAll(NAMESPACE)) {
    const uses = new RegExp(`\\b${namespace}\\s*\\.\\s*(\\w+(?:\\.\\w+)*)`, 'g');
    for (const [, name] of code.matchAll(uses)) add(library, name);
  }
}

/** @param sources paths of the service's files below the project's root @returns the module's code */
export function librariesOf(sources) {
  const names = new Map();
  for (const source of sources) {
    const code = readFileSync(join(root, source), 'utf8');
    addNames(source.endsWith('.ts') ? stripTypeScriptTypes(code) : code, names);
  }
  const modules = [...names.keys()];
  const parts = modules.flatMap((library, i) => [...names.get(library)].map((name) => `module${i}.${name}`));
  return [
    ...modules.map((library, i) => `import * as module${i} from '${library}';`),
    `export default { fetch: () => new Response(String([${parts.join(', ')}].length)) };`,
  ].join('\n');
}
