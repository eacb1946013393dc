// What this clone has deployed where, in .wrangler/fleet.json: written whole after each clinic, so that a fleet that was killed goes on.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, root } from '../lib.mjs';

const file = join(root, '.wrangler', 'fleet.json');

/** @returns a function of a clinic: the hash of all that it gets, which is code, files, migrations and its configuration */
export function fingerprints(code) {
  const shared = createHash('sha256');
  for (const dir of [code, join(root, 'public'), join(root, 'drizzle')]) {
    // wrangler writes the time into the README.md beside its build.
    for (const name of filesIn(dir).sort())
      if (name !== 'README.md') shared.update(name).update(readFileSync(join(dir, name)));
  }
  const digest = shared.digest('hex');
  return ({ config }) => createHash('sha256').update(digest).update(JSON.stringify(config)).digest('hex');
}

export class State {
  #clinics = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};

  /** @returns whether a clinic has what it would get, and nobody has deployed, rolled back or set a secret since */
  has({ name }, print, version) {
    const known = this.#clinics[name];
    return known !== undefined && known.print === print && known.version === version;
  }

  deployed({ name }, print, version) {
    this.#clinics[name] = { print, version };
    writeFileSync(`${file}.new`, JSON.stringify(this.#clinics, undefined, 2));
    renameSync(`${file}.new`, file);
  }
}
