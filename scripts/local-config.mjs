// wrangler.toml as `npm start` and the tests have it. Builtin modules only: nothing may be installed yet.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib.mjs';

/** Seconds for which looks wait in the queue of the access log, which locally is lost with its process. */
export const BATCH_SECONDS = 2;

/** @returns what .dev.vars sets in the place of wrangler.toml; undefined where it does not name it */
export function localVariable(name) {
  const path = join(root, '.dev.vars');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const value = [...text.matchAll(new RegExp(`^${name}[ \\t]*=[ \\t]*(.*?)\\s*$`, 'gm'))].at(-1)?.[1];
  return value?.replace(/^(["'])(.*)\1$/, '$2');
}

/** @returns the path of a file that differs from wrangler.toml only in this, and by naming JWT_SECRET_PREVIOUS where .dev.vars does */
export function localConfig() {
  const toml = readFileSync(join(root, 'wrangler.toml'), 'utf8');
  const local = toml
    .replace(/^max_batch_timeout = [1-9].*$/gm, `max_batch_timeout = ${BATCH_SECONDS}`)
    // Of .dev.vars wrangler reads only what its configuration names.
    .replace(/^required = \[/m, localVariable('JWT_SECRET_PREVIOUS') ? '$&"JWT_SECRET_PREVIOUS", ' : '$&');
  const path = join(root, 'wrangler.local.toml');
  // A service that runs already would start anew at each write.
  if (!existsSync(path) || readFileSync(path, 'utf8') !== local) writeFileSync(path, local);
  return path;
}
