// `npm run fleet -- plan|deploy|status [FLAGS]`: all clinics of environments/. docs/chain.md
import { fleetOptions } from './fleet/options.mjs';
import { onModernNode } from './lib.mjs';
import { setup } from './setup.mjs';

const { command, ...options } = fleetOptions(process.argv.slice(2));
setup();
onModernNode();
// These need what setup() installs.
const { apiBase } = await import('./deploy/api.mjs');
const { clinicsOf } = await import('./fleet/clinics.mjs');
const { deploy } = await import('./fleet/deploy.mjs');
const { Pace, paced } = await import('./deploy/pace.mjs');
const { plan, status } = await import('./fleet/report.mjs');

const clinics = clinicsOf(options);
const pace = new Pace();
// For this process and those that it starts. Not for wrangler as lib.mjs runs it: this process would wait for itself.
process.env.CLOUDFLARE_API_BASE_URL = await paced(pace, apiBase());
await { plan, deploy, status }[command](clinics, options, pace);
