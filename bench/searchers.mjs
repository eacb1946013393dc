// `npm run bench:searchers [-- patients] [--limits 100,20] [--seconds n]`: how long does a read take while others search as badly
// as they can? See README.md.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase, serve, withTemporary } from '../scripts/local-worker.mjs';
import { builtWorker } from '../test/system/lib/service.mjs';
import { clientOf, logIn } from './lib/client.mjs';
import { fill } from './lib/database.mjs';
import { countsOf, hospitalOf, idOf } from './lib/hospital.mjs';
import { hostileSearches } from './lib/hostile.mjs';
import { circumstances, table, writeSection } from './lib/results.mjs';
import { seedsOf } from './lib/seeds.mjs';

const OTHERS = 20;
const patientPath = (i) => `/patient/${idOf('patient', i)}`;
const queries = hostileSearches('patient', true).map((text) => `/patient/?search=${encodeURIComponent(text)}`);

/** What the others ask for, in turn. */
const phases = (limits) => [
  { beside: 'nobody', paths: [] },
  { beside: `${OTHERS} who read too`, paths: Array.from({ length: 200 }, (_, i) => patientPath(i + 1)) },
  ...limits.map((limit) => ({
    beside: `${OTHERS} who search, \`limit=${limit}\``,
    paths: queries.map((query) => `${query}&limit=${limit}`),
  })),
];

const number = (n) => n.toLocaleString('en');
const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];

/** Reads patients one after another. The last read is awaited, however long it takes. @returns milliseconds, sorted */
async function readUntil(end, request, patients) {
  const times = [];
  for (let i = 1; performance.now() < end; i++) {
    const { ms } = await request('GET', patientPath(1 + ((i * 7919) % patients)));
    times.push(ms);
  }
  return times.sort((a, b) => a - b);
}

/** Requests the paths one after another, beginning with the n-th, until the end cuts the last request off. */
async function otherUntil(end, request, paths, n, done) {
  const signal = AbortSignal.timeout(Math.ceil(end - performance.now()));
  for (let i = n; !signal.aborted; i++) {
    const path = paths[i % paths.length];
    try {
      const { ms, cost } = await request('GET', path, undefined, { signal });
      done.push({ path, ms, rows: cost.rows_read });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

/** @returns the reads' times, sorted, and cells of the table */
async function measure(request, patients, { beside, paths }) {
  const end = performance.now() + seconds * 1000;
  const done = [];
  const step = paths.length / OTHERS;
  const running = Array.from({ length: paths.length ? OTHERS : 0 }, (_, k) =>
    otherUntil(end, request, paths, Math.floor(k * step), done),
  );
  const [reads] = await Promise.all([readUntil(end, request, patients), ...running]);
  // What the others left behind is worked off before the next phase.
  await request('GET', patientPath(1));
  const worst = done.toSorted((a, b) => b.rows - a.rows)[0];
  if (worst) console.log(`${beside}: ${worst.path} reads most rows, ${number(worst.rows)}`);
  const times = done.map(({ ms }) => ms).sort((a, b) => a - b);
  const inMs = (sorted, part) => (sorted.length ? at(sorted, part).toFixed(1) : '–');
  const others = [number(done.length), ...[0.5, 1].map((part) => inMs(times, part)), worst ? number(worst.rows) : '–'];
  return { beside, reads, inMs: [0.5, 0.95, 1].map((part) => inMs(reads, part)), others };
}

async function run(patients) {
  return withTemporary(async (dir) => {
    const module = await builtWorker();
    const hospital = hospitalOf(await seedsOf(module, join(dir, 'seeds')), countsOf(patients), { few: true });
    const data = join(dir, 'data');
    mkdirSync(data);
    const { bytes } = fill(await createDatabase(module, data), hospital);
    console.log(`${number(patients)} patients loaded, ${number(Math.round(bytes / patients))} bytes each`);
    const worker = await serve(module, { data, vars: { ENVIRONMENT: 'development' } }); // tells the rows that were read
    try {
      const request = clientOf(worker.url, (await logIn(worker.url)).authorization);
      await readUntil(performance.now() + 1000, request, patients); // warm
      const measured = [];
      for (const phase of phases(limits)) measured.push(await measure(request, patients, phase));
      return measured.map(({ beside, reads, inMs, others }) => {
        const times = [0, 1].map((i) => `${(at(reads, 0.5) / at(measured[i].reads, 0.5)).toFixed(1)}×`);
        return [beside, number(reads.length), ...inMs, ...times, ...others];
      });
    } finally {
      await worker.stop();
    }
  });
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '10' },
    limits: { type: 'string', default: '100,20' },
    'no-results': { type: 'boolean', default: false },
  },
});
const limits = values.limits.split(',').map(Number);
const [patients, seconds] = [positionals[0] ?? 50_000, values.seconds].map(Number);
if (!Number.isInteger(patients) || patients < 1000 || patients % 1000 !== 0 || patients > 5_000_000) {
  console.error('Patients: a multiple of 1000, from 1000 to 5000000');
  process.exit(1);
}
if (!limits.every((limit) => Number.isInteger(limit) && limit >= 1 && limit <= 1000)) {
  console.error('--limits: rows of the pages that are searched for, from 1 to 1000, e.g. 1000,20');
  process.exit(1);
}
if (!(seconds > 0 && seconds <= 60)) {
  console.error('--seconds: of each phase, above 0 to 60');
  process.exit(1);
}
const rows = await run(patients);
const head = [
  'beside',
  'reads',
  'p50',
  'p95',
  'max',
  'to alone',
  'to readers',
  'of the others',
  'p50',
  'max',
  'most rows',
];
const result = table(head, rows);
console.log(`\n${result}`);
if (!values['no-results']) {
  const how =
    `${number(patients)} patients; milliseconds. One client reads patients by id, one request after another, for ` +
    `${seconds} s, alone and beside ${OTHERS} others with one request at a time each.`;
  writeSection('searchers', ['## Beside searchers', circumstances(), how, result].join('\n\n'));
}
