// `npm run bench:growth [-- sizes]`: does a request cost more in a larger hospital? See README.md.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lists } from './growth/lists.mjs';
import { reads } from './growth/reads.mjs';
import { report } from './growth/report.mjs';
import { pdf, worldOf } from './growth/world.mjs';
import { writes } from './growth/writes.mjs';
import { buildService } from './lib/build.mjs';
import { clientOf } from './lib/client.mjs';
import { EMAIL, PASSWORD } from './lib/data.mjs';
import { load } from './lib/load.mjs';
import { createDatabase, serve, withTemporary } from './lib/local.mjs';
import { median } from './lib/results.mjs';
import { bearer } from './lib/token.mjs';
import { verifyRows, verifyTriggers } from './lib/verify.mjs';
import { ACTOR, countsOf } from './lib/vocabulary.mjs';

const LONGEST = 45 * 60_000;
const given = (value, k) => (typeof value === 'function' ? value(k) : value);

/** Runs a case some times. Of what it cost the most is kept, of its times the median. */
async function measure(request, { method = 'GET', path, json, options, times = 5, after }) {
  const answers = [];
  for (let k = 0; k < times; k++) {
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
  };
}

/** What the cases need beside the loaded rows: a file with bytes and a login. */
async function prepare(request, world) {
  const path = `/static/upload_file?entity_id=${world.patient(20)}&filename=a.pdf`;
  const file = await request('POST', path, undefined, { body: pdf(102_400) });
  const login = await request('POST', '/auth/login', { email: EMAIL, password: PASSWORD });
  return { file: new URL(file.json().url).pathname, refresh: login.json().refresh_token };
}

/** One record of each kind, sent back as it was read. */
const verify = async (worker, request, world) =>
  verifyRows(await worker.d1(), request, {
    patient: { path: '/patient', id: world.patient(21) },
    doctor: { path: '/doctor', id: world.doctor(40) },
    invoice: { path: '/invoice', id: world.drafts[9] },
    catalog_item: { path: '/catalog', id: world.catalog(40) },
  });

async function atSize(patients, module, data, isSmallest) {
  const counts = countsOf(patients);
  const started = performance.now();
  const file = await createDatabase(module, data);
  const { bytes, terms } = load(file, counts);
  const seconds = (performance.now() - started) / 1000;
  console.log(`${patients} patients: ${(bytes / 2 ** 20).toFixed(0)} MiB loaded in ${seconds.toFixed(1)} s`);
  if (isSmallest) verifyTriggers(file);
  const worker = await serve(module, { data, env: 'development' });
  try {
    const world = worldOf(counts);
    const request = clientOf(worker.url, await bearer('admin', ACTOR));
    const state = await prepare(request, world);
    const costs = new Map();
    const cases = [...reads(world, state), ...lists(world), ...writes(world, state)];
    for (const one of cases) costs.set(one.name, { ...(await measure(request, one)), grows: one.grows });
    if (isSmallest) await verify(worker, request, world);
    return { patients, counts, bytes, terms, seconds, costs };
  } finally {
    await worker.stop();
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, 'no-results': { type: 'boolean', default: false } },
});
const sizes = (positionals.length ? positionals.join(',') : '1000,100000,1000000').split(',').map(Number);
if (!sizes.every((size) => Number.isInteger(size) && size >= 1000 && size % 1000 === 0 && size <= 5_000_000)) {
  console.error('Sizes: multiples of 1000 patients, from 1000 to 5000000, e.g. 1000,10000');
  process.exit(1);
}
setTimeout(() => {
  console.error('Stopped: it takes longer than 45 minutes');
  process.exit(1);
}, LONGEST).unref();

const flat = await withTemporary(async (dir) => {
  const module = buildService(join(dir, 'worker'));
  const results = [];
  for (const [i, patients] of sizes.toSorted((a, b) => a - b).entries()) {
    const data = join(dir, String(patients));
    mkdirSync(data);
    results.push(await atSize(patients, module, data, i === 0));
    rmSync(data, { recursive: true, force: true });
  }
  return report(results, { all: values.all, write: !values['no-results'] });
});
process.exitCode = flat ? 0 : 1;
