// The flags of `npm run fleet`. Builtin modules only: they are read before anything is installed.
import { parseArgs } from 'node:util';
import { fail } from '../lib.mjs';

const HELP = `npm run fleet -- plan|deploy|status [FLAGS]: every clinic whose environments/NAME.toml has a table [fleet] (docs/chain.md).

  plan             what deploy would do, ring by ring. Changes nothing
  deploy           builds once and deploys, ring by ring. Run again, it goes on where it stopped
  status           version, last migration, size, last backup and readiness of each

  --only GLOB      clinics with such a name: 'north-*'
  --ring N         one ring, by its number, or last
  --parallel N     clinics at once, 1 to 8. Without it 4
  --wait SECONDS   how long a clinic may take until /health/ready is 200. Without it 120
  --help           this text
`;

/** What each flag takes. */
const FORMS = { only: /^[a-z0-9*?-]+$/, ring: /^([1-9]\d{0,2}|last)$/, parallel: /^[1-8]$/, wait: /^[1-9]\d{0,3}$/ };
const OPTIONS = {
  ...Object.fromEntries(Object.keys(FORMS).map((name) => [name, { type: 'string' }])),
  help: { type: 'boolean' },
};

const refuse = (message) => fail(`${message}\n\n${HELP}`);

/** Ends the process with what is wrong, or after `--help`. */
export function fleetOptions(args) {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    if (values.help) {
      console.log(HELP);
      process.exit();
    }
    const [command, ...more] = positionals;
    if (!['plan', 'deploy', 'status'].includes(command) || more.length > 0)
      refuse('One of plan, deploy, status is needed.');
    for (const [name, form] of Object.entries(FORMS)) {
      if (values[name] !== undefined && !form.test(values[name])) refuse(`--${name} does not take "${values[name]}".`);
    }
    const { parallel = 4, wait = 120, ...rest } = values;
    return { command, ...rest, parallel: Number(parallel), wait: Number(wait) };
  } catch (error) {
    return refuse(error.message);
  }
}
