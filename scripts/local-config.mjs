// wrangler.toml as `npm start` and the tests have it. Builtin modules only: nothing may be installed yet.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib.mjs';

/** Seconds for which looks wait in the queue of the access log, which locally is lost with its process. */
export const BATCH_SECONDS = 2;

/** @returns the path of a file that differs from wrangler.toml only in this */
export function localConfig() {
  const toml = readFileSync(join(root, 'wrangler.toml'), 'utf8');
  const local = toml.replace(/^max_batch_timeout = [1-9].*$/gm, `max_batch_timeout = ${BATCH_SECONDS}`);
  const path = join(root, 'wrangler.local.toml');
  // A service that runs already would start anew at each write.
  if (!existsSync(path) || readFileSync(path, 'utf8') !== local) writeFileSync(path, local);
  return path;
}
