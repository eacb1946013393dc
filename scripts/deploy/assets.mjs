// What a deployment serves as files: public/, with the portal only if it was asked for.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, modernNode, root, temporaryDirectory } from '../lib.mjs';

/** @returns wrangler's flags for it. Called once [build] has written what public/ lacks. */
export function assetsFor({ config }, { portal }) {
  const from = join(root, config.assets.directory);
  const built = join(from, 'portal');
  if (portal) {
    buildPortal();
    return [];
  }
  if (!existsSync(built)) return [];
  // `npm start` builds the portal into public/, and may be serving it right now: so it is left out of a copy.
  const to = temporaryDirectory();
  cpSync(from, to, { recursive: true, filter: (path) => path !== built });
  return ['--assets', to];
}

function buildPortal() {
  const script = join(root, 'scripts', 'portal.mjs');
  if (!existsSync(script)) fail('--portal: this version has no portal.');
  if (spawnSync(modernNode(), [script], { cwd: root, stdio: 'inherit' }).status !== 0)
    fail('The portal was not built.');
}
