// What the command line says, and whether the demo may go where it says.
import { parseArgs } from 'node:util';
import { fail } from '../lib.mjs';

const USAGE = 'Usage: npm run demo [-- --patients 1000] [--seed 1] [--url http://127.0.0.1:8787] [--allow-remote]';
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const MOST = 20_000;

function parsed() {
  try {
    return parseArgs({
      options: {
        patients: { type: 'string', default: '1000' },
        seed: { type: 'string', default: '1' },
        url: { type: 'string', default: `http://127.0.0.1:${process.env.PORT || 8787}` },
        'allow-remote': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    // Node explains a value that begins with a hyphen in several lines, for other programs than this one.
    return fail(`${error.message.split('\n')[0]}\n${USAGE}`);
  }
}

export function readOptions() {
  const values = parsed();
  if (values.help) {
    console.log(USAGE);
    process.exit();
  }
  const patients = Number(values.patients);
  if (!Number.isInteger(patients) || patients < 20 || patients > MOST) {
    fail(`--patients is a number from 20 to ${MOST}.\n${USAGE}`);
  }
  if (!/^[\w-]{1,40}$/.test(values.seed)) fail(`--seed is a number or a word.\n${USAGE}`);
  const url = URL.parse(values.url);
  if (!url || !/^https?:$/.test(url.protocol)) fail(`--url is the address of a service.\n${USAGE}`);
  return {
    patients,
    seed: values.seed,
    url: values.url.replace(/\/+$/, ''),
    isLocal: LOOPBACK.test(url.hostname),
    allowRemote: values['allow-remote'],
  };
}

const HOW_TO_ALLOW =
  'If it is there for demos only: add --allow-remote, and have DEMO_EMAIL and DEMO_PASSWORD of an admin or a staff account\n' +
  'of it in the environment.';

/**
 * Refuses a deployment, unless it was allowed, and says what to do where there is no service.
 * @returns whether it is one
 */
export async function isDeployment({ url, isLocal, allowRemote }) {
  if (!isLocal && !allowRemote) {
    fail(
      `${url} is not on this machine. The demo fills a service with a thousand people who do not exist.\n${HOW_TO_ALLOW}`,
    );
  }
  // Asked for the database, a service in development says what that cost.
  const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
  if (!answer) {
    fail(
      isLocal
        ? `No service answers at ${url}: run npm start in another terminal, or say by --url where it runs.`
        : `No service answers at ${url}.`,
    );
  }
  const body = await answer.json().catch(() => undefined);
  if (body?.status !== 'ok') fail(`The service at ${url} is not ready (${answer.status}): see ${url}/health/ready`);
  const isDevelopment = isLocal && answer.headers.has('server-timing');
  if (!isDevelopment && !allowRemote) {
    fail(`The service at ${url} is a deployment: its ENVIRONMENT is not development.\n${HOW_TO_ALLOW}`);
  }
  return !isDevelopment;
}
