// `npm run import -- --source URI ENTITY=FILE…`: brings files of another system into a running service, each by a dry run first.
// docs/moving-in.md. Exit code 1 if a row failed, or something was refused; 2 if the command line is wrong.
import { buildClient } from './client.mjs';
import { fail, hasDependencies, onModernNode } from './lib.mjs';

if (!hasDependencies()) fail('The dependencies are not installed: run `npm ci`.');
onModernNode();
buildClient();
const { readOptions } = await import('./import/options.mjs');
const { signIn } = await import('./import/sign-in.mjs');
const { importFile } = await import('./import/file.mjs');
const { HospitalError } = await import('hospital-service-client');

/** `id` of the import under way, where there is one. */
const underWay = { id: undefined };
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    const { id } = underWay;
    if (id)
      console.log(`\nThe service goes on with import ${id}: GET /imports/${id} says how far it is, DELETE stops it.`);
    process.exit(130);
  });
}

async function run() {
  const { url, files, ...options } = readOptions();
  const hospital = await signIn(url);
  let allIn = true;
  for (const file of files) {
    const job = await importFile(hospital, file, options, underWay);
    const isWhole = job?.state === 'done' || job?.state === 'checked';
    allIn &&= isWhole && job.failed === 0;
    // Rows of later files refer to this one's.
    if (!isWhole) break;
  }
  process.exit(allIn ? 0 : 1);
}

await run().catch((error) => {
  if (!(error instanceof HospitalError)) throw error;
  fail(`\nThe service refused: ${error.detail}`);
});
