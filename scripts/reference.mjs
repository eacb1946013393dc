// Publishes the page /docs (openapi/page) and Swagger UI in public/. What they load is named by its content, so that browsers
// keep it for good (public/_headers). Builtin modules only: nothing may be installed yet.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { filesIn, root } from './lib.mjs';

const sources = join(root, 'openapi', 'page');
const swagger = join(root, 'node_modules', 'swagger-ui-dist');
const target = join(root, 'public');
const LICENSES = {
  'docs/swagger-ui-bundle.js.LICENSE.txt': 'swagger-ui-bundle.js.LICENSE.txt',
  'docs/swagger-ui.LICENSE.txt': 'LICENSE',
  'docs/swagger-ui.NOTICE.txt': 'NOTICE',
};

/** @returns the files by their paths in public/; what names others comes after these */
function filesToPublish() {
  const files = new Map();
  const addresses = new Map();

  /** Files that a source names ('./docs.css') go by the addresses that they are served under. */
  const linked = (name) =>
    readFileSync(join(sources, name), 'utf8').replace(/(?<=["'])\.\/([\w.-]+)(?=["'])/g, (_, other) => {
      if (!addresses.has(other)) addresses.set(other, publish(other));
      return addresses.get(other);
    });

  function publish(name) {
    const ours = existsSync(join(sources, name));
    const content = ours ? Buffer.from(linked(name)) : readFileSync(join(swagger, name));
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
    const type = extname(name);
    const path = `docs/assets/${name.slice(0, -type.length)}-${hash}${type}`;
    files.set(path, content);
    return `/${path}`;
  }

  const pages = { 'docs.html': linked('docs.html'), 'docs/conventions.html': linked('conventions.html') };
  for (const [path, name] of Object.entries(LICENSES)) files.set(path, readFileSync(join(swagger, name)));
  for (const [path, text] of Object.entries(pages)) files.set(path, Buffer.from(text));
  return files;
}

/** Whole or not at all, as several may write it at once, and not among the files that a service may be reading. */
function write(path, content) {
  if (existsSync(path) && readFileSync(path).equals(content)) return;
  const draft = join(root, 'node_modules', `.reference.${process.pid}`);
  writeFileSync(draft, content);
  mkdirSync(dirname(path), { recursive: true });
  renameSync(draft, path);
}

export function writeReference() {
  if (!existsSync(swagger)) return; // nothing is installed yet
  const files = filesToPublish();
  for (const [path, content] of files) write(join(target, path), content);
  for (const name of filesIn(join(target, 'docs'))) {
    if (!files.has(join('docs', name))) rmSync(join(target, 'docs', name), { force: true });
  }
}
