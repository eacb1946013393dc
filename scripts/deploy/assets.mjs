// What a deployment serves as files: public/, without the portal if PORTAL is "none".
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root, temporaryDirectory } from '../lib.mjs';
import { buildPortal } from '../portal.mjs';

/** @returns wrangler's flags for it. Called once [build] has written what public/ lacks. */
export async function assetsFor({ config }, portal) {
  const from = join(root, config.assets.directory);
  const built = join(from, 'portal');
  if (portal === 'serve') {
    await buildPortal().catch(({ message }) => fail(message));
    return [];
  }
  if (!existsSync(built)) return [];
  // `npm start` builds the portal into public/, and may be serving it right now: so it is left out of a copy.
  const to = temporaryDirectory();
  cpSync(from, to, { recursive: true, filter: (path) => path !== built });
  return ['--assets', to];
}
