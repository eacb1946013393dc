// `npm run bench:growth [-- sizes] [--all] [--repeats n] [--milliseconds]`: does a request cost more in a larger hospital? See
// README.md.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase, serve, withTemporary } from '../scripts/local-worker.mjs';
import { builtWorker } from '../test/system/lib/service.mjs';
import { calendar } from './growth/calendar.mjs';
import { counter } from './growth/counter.mjs';
import { fhir } from './growth/fhir.mjs';
import { lists } from './growth/lists.mjs';
import { milliseconds } from './growth/milliseconds.mjs';
import { reportMilliseconds } from './growth/milliseconds-report.mjs';
import { planned, planning } from './growth/planning.mjs';
import { reads } from './growth/reads.mjs';
import { report } from './growth/report.mjs';
import { searches } from './growth/searches.mjs';
import { secondFactor } from './growth/second-factor.mjs';
import { boundOf } from './growth/verdict.mjs';
import { verify } from './growth/verify.mjs';
import { visits } from './growth/visits.mjs';
import { worldOf } from './growth/world.mjs';
import { writes } from './growth/writes.mjs';
import { pdf } from './lib/bodies.mjs';
import { clientOf, logIn } from './lib/client.mjs';
import { fill } from './lib/database.mjs';
import { countsOf, hospitalOf } from './lib/hospital.mjs';
import { median } from './lib/results.mjs';
import { seedsOf } from './lib/seeds.mjs';

const LONGEST = 45 * 60_000;
const given = (value, k) => (typeof value === 'function' ? value(k) : value);

/** Runs a case some times. Of what it cost the most is kept, of its times the median. */
async function measure(request, { method = 'GET', path, json, options, times = 5, after, bound }) {
  const answers = [];
  // Writes are repeated whatever `repeats` says: other cases need what their repetitions have made.
  const repetitions = method === 'GET' ? Math.min(times, repeats) : times;
  for (let k = 0; k < repetitions; k++) {
    const answer = await request(method, given(path, k), given(json, k), given(options, k));
    after?.(answer);
    answers.push(answer);
  }
  const most = (name) => Math.max(...answers.map(({ cost }) => cost[name] ?? 0));
  const costs = ['trips', 'statements', 'rows_read', 'rows_written', 'r2'].map((name) => [name, most(name)]);
  return {
    ...Object.fromEntries(costs),
    bytes: Math.max(...answers.map(({ bytes }) => bytes)),
    ms: median(answers.map(({ ms }) => ms)),
    bound: bound ?? boundOf(path, answers[0]),
  };
}

/** What the cases need beside the loaded rows: registration numbers, a file with bytes, a payment, a type and rooms. */
async function prepare(request, world) {
  const get = async (path) => (await request('GET', path)).json();
  const path = `/static/upload_file?entity_id=${world.patient(20)}&filename=a.pdf`;
  const file = await request('POST', path, undefined, { body: pdf(102_400) });
  const [payment] = await get(`/invoice/${world.bill(0)}/payments`);
  return {
    file: new URL(file.json().url).pathname,
    payment: payment.id,
    patientNumber: (await get(`/patient/${world.patient()}`)).reg_number,
    ...(await planned(request, world)),
    doctorNumber: (await get(`/doctor/${world.doctor()}`)).reg_number,
  };
}

async function costsAt(patients, module, seeds, data, isSmallest) {
  const hospital = hospitalOf(seeds, countsOf(patients));
  const { counts } = hospital;
  const file = await createDatabase(module, data);
  const started = performance.now();
  const { bytes, index } = fill(file, hospital);
  const seconds = (performance.now() - started) / 1000;
  console.log(`${patients} patients: ${(bytes / 2 ** 20).toFixed(0)} MiB loaded in ${seconds.toFixed(1)} s`);
  const worker = await serve(module, { data, vars: { ENVIRONMENT: 'development' } });
  try {
    const world = worldOf(hospital);
    const { authorization, refresh_token } = await logIn(worker.url);
    const request = clientOf(worker.url, authorization);
    const doctor = await logIn(worker.url, world.doctorEmail(30));
    const state = { ...(await prepare(request, world)), refresh: refresh_token, doctor: doctor.authorization };
    const costs = new Map();
    const cases = [
      ...reads(world, state),
      ...lists(world),
      ...searches(world),
      ...calendar(world),
      ...counter(world, state),
      ...visits(world, state),
      ...fhir(world, state),
      ...planning(world, state),
      ...writes(world, state),
      ...secondFactor(world, state),
    ];
    for (const one of cases) {
      if (costs.has(one.name)) throw new Error(`Two cases are called ${one.name}`);
      const { grows, hostile } = one;
      costs.set(one.name, { ...(await measure(request, one)), grows, hostile });
    }
    if (isSmallest) {
      const again = await logIn(worker.url);
      await verify(await worker.d1(), clientOf(worker.url, again.authorization), world);
    }
    return { patients, counts, bytes, index, seconds, costs };
  } finally {
    await worker.stop();
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    repeats: { type: 'string', default: '5' },
    milliseconds: { type: 'boolean', default: false },
    'no-results': { type: 'boolean', default: false },
  },
});
const repeats = Number(values.repeats);
const sizes = (positionals.length ? positionals.join(',') : '1000,100000,1000000').split(',').map(Number);
if (!sizes.every((size) => Number.isInteger(size) && size >= 1000 && size % 1000 === 0 && size <= 5_000_000)) {
  console.error('Sizes: multiples of 1000 patients, from 1000 to 5000000, e.g. 1000,10000');
  process.exit(1);
}
if (!(Number.isInteger(repeats) && repeats > 0)) {
  console.error('--repeats: how often a read is sent at most, 1 or more');
  process.exit(1);
}
setTimeout(() => {
  console.error('Stopped: it takes longer than 45 minutes');
  process.exit(1);
}, LONGEST).unref();

const [at, told] = values.milliseconds ? [milliseconds, reportMilliseconds] : [costsAt, report];
const isGood = await withTemporary(async (dir) => {
  const module = await builtWorker();
  const seeds = await seedsOf(module, join(dir, 'seeds'));
  const results = [];
  for (const [i, patients] of sizes.toSorted((a, b) => a - b).entries()) {
    const data = join(dir, String(patients));
    mkdirSync(data);
    results.push(await at(patients, module, seeds, data, i === 0));
    rmSync(data, { recursive: true, force: true });
  }
  return told(results, { all: values.all, write: !values['no-results'] });
});
process.exitCode = isGood ? 0 : 1;
