// `npm run demo [-- --patients 1000 --seed 1]`: a believable hospital, written through the client into a running service.
// The same seed makes the same hospital on the same day; what is there already is not made again.
import { buildClient } from './client.mjs';
import { fail, hasDependencies, onModernNode } from './lib.mjs';
import { installDependencies } from './setup.mjs';

if (!hasDependencies()) fail('The demo needs a running service: run npm start first, in another terminal.');
installDependencies({ dev: true });
onModernNode();
buildClient();
const { isDeployment, readOptions } = await import('./demo/options.mjs');
const { openAccounts } = await import('./demo/accounts.mjs');
const { markComplete, openMarker } = await import('./demo/marker.mjs');
const { makeHospital } = await import('./demo/hospital.mjs');
const { doctorOf } = await import('./demo/doctors.mjs');
const { catalogOf } = await import('./demo/invoices.mjs');
const { HospitalError, unwrap } = await import('hospital-service-client');

/** The hospital's wall time, to the minute. */
const nowIn = (timeZone) =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format().replace(' ', 'T');

const WHY = {
  unreachable: 'The service does not answer any more.',
  idempotency_key: 'What an earlier run has begun was deleted, or JWT_SECRET is another one: start afresh.',
};

async function run() {
  const options = readOptions();
  const isRemote = await isDeployment(options);
  const { seed, url } = options;
  console.log(`A demo hospital for ${url}: ${options.patients} patients, seed ${seed}`);
  const { hospital, clientOf, passwordOf, admitPeople } = await openAccounts({ url, key: `demo-${seed}`, isRemote });
  const settings = unwrap(await hospital.GET('/settings/'));
  const began = Date.now();
  const [firstItem] = catalogOf(settings.currency_decimals);
  const wanted = { ...options, start: nowIn(settings.time_zone), alone: isRemote };
  const made = await openMarker(hospital, wanted, firstItem);
  const people = await admitPeople();
  if (made.isComplete) {
    console.log(`It is there already, since ${made.start.replace('T', ' ')}: nothing to do.`);
  } else {
    await makeHospital({ hospital, clientOf, passwordOf, key: `demo-${seed}-${made.start}`, made, settings });
    await markComplete(hospital, made);
    console.log(`Done in ${Math.round((Date.now() - began) / 1000)} s.`);
  }
  const doctor = doctorOf(seed, 0, made.start.slice(0, 10));
  announce([...people, { email: doctor.email, type: 'doctor' }], passwordOf, url);
  if (!isRemote && !people.some(({ type }) => type === 'admin')) {
    console.log(
      '\nThere is no admin, and nobody for billing: the database of this service is not the one of `npm run admin`. If the\n' +
        'service has a PERSIST_DIR of its own, run the demo again with the same one in the environment.',
    );
  }
}

function announce(people, passwordOf, url) {
  const width = Math.max(...people.map(({ email }) => email.length));
  console.log(`\nWho can log in, at ${url}/portal/ or ${url}/docs:\n`);
  for (const { email, type } of people) console.log(`  ${type.padEnd(8)} ${email.padEnd(width)}  ${passwordOf(email)}`);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    console.log('\nNot finished: the same command goes on where this one was.');
    process.exit(130);
  });
}
await run().catch((error) => {
  if (!(error instanceof HospitalError)) throw error;
  fail(`\n${WHY[error.code] ?? `The service refused: ${error.detail}`} Once that is mended, the same command goes on.`);
});
