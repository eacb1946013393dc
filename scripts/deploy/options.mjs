// The flags of `npm run deploy`. Builtin modules only: they are read before anything is installed.
import { parseArgs } from 'node:util';
import { fail } from '../lib.mjs';

const HELP = `npm run deploy [-- FLAGS]: the service on Cloudflare, the first time and every time after (docs/deploying.md).

  --env NAME             an environment of its own beside production: what environments/NAME.toml says, and otherwise
                         wrangler.toml under other names
  --jurisdiction WHERE   data stays in eu, us or fedramp. Only before the database exists; kept in the configuration
  --location HINT        where the database and the bucket are made: weur, eeur, wnam, enam, apac or oc. The first time only
  --placement MODE       smart runs the Worker near the database, off near its users. Kept in the configuration
  --replication MODE     auto gives the database read replicas, disabled takes them away
  --portal / --no-portal has the portal under /portal/, which is the default, or leaves it out. Kept in the configuration
  --allow-unsafe         deploys settings that are meant for a laptop: CORS_ORIGINS = "*", say
  --built DIR            deploys what was built there, as \`npm run fleet\` does for many
  --dry-run              bundles and says what would be done; needs no account
  --help                 this text
`;

const CHOICES = {
  jurisdiction: ['eu', 'us', 'fedramp'],
  location: ['weur', 'eeur', 'wnam', 'enam', 'apac', 'oc'],
  placement: ['smart', 'off'],
  replication: ['auto', 'disabled'],
};

const text = { type: 'string' };
const flag = { type: 'boolean', default: false };
const OPTIONS = {
  env: { ...text, default: 'production' },
  ...Object.fromEntries(Object.keys(CHOICES).map((name) => [name, text])),
  built: text,
  portal: flag,
  'no-portal': flag,
  'allow-unsafe': flag,
  'dry-run': flag,
  help: flag,
};

/** @returns the flags that were given, `portal` as PORTAL has it. Ends the process with what is wrong, or after `--help`. */
export function deployOptions(args) {
  let values;
  try {
    ({ values } = parseArgs({ args, options: OPTIONS }));
  } catch (error) {
    fail(`${error.message}\n\n${HELP}`);
  }
  if (values.help) {
    console.log(HELP);
    process.exit();
  }
  for (const [name, choices] of Object.entries(CHOICES)) {
    if (values[name] !== undefined && !choices.includes(values[name])) {
      fail(`--${name} is one of ${choices.join(', ')}, not "${values[name]}".`);
    }
  }
  if (values.jurisdiction && values.location)
    fail('--jurisdiction and --location exclude each other: D1 would ignore the location.');
  const { portal, 'no-portal': without, ...others } = values;
  if (portal && without) fail('--portal and --no-portal exclude each other.');
  return { ...others, ...(portal && { portal: 'serve' }), ...(without && { portal: 'none' }) };
}
