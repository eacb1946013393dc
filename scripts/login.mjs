// `npm run login [-- FLAGS]`: to Cloudflare, by the wrangler of this repository and on the Node that it wants. Before anything is
// installed `npx wrangler login` would load another one.
import { wrangler } from './lib.mjs';
import { setup } from './setup.mjs';

setup();
process.exitCode = wrangler(['login', ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
