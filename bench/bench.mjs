// `npm run bench [-- cases] [--pairs n] [--seconds n] [--patients n] [--connections n] [--profile case] [--inner]
// [--startup]`: the service beside the floor. See README.md.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildService } from '../scripts/build.mjs';
import { BUDGET, sizeOf } from '../scripts/bundle.mjs';
import { withTemporary } from '../scripts/local-worker.mjs';
import { CASES } from './cases.mjs';
import { besideFloor } from './lib/beside-floor.mjs';
import { prepareData } from './lib/contenders.mjs';
import { countsOf, hospitalOf } from './lib/hospital.mjs';
import { INNER, inner } from './lib/inner.mjs';
import { profile } from './lib/profile.mjs';
import { circumstances, writeSection } from './lib/results.mjs';
import { seedsOf } from './lib/seeds.mjs';
import { startup } from './lib/startup.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: 'string' },
    seconds: { type: 'string', default: '3' },
    patients: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '16' },
    profile: { type: 'string' },
    inner: { type: 'boolean', default: false },
    startup: { type: 'boolean', default: false },
    'no-results': { type: 'boolean', default: false },
  },
});
/** One measurement of the startup says little: it takes more of them, unless the number is given. */
const [pairs, startups] = [5, 15].map((usual) => Number(values.pairs ?? usual));
const [seconds, patients, connections] = [values.seconds, values.patients, values.connections].map(Number);
const cases = values.inner ? INNER : Object.keys(CASES);
const wanted = values.profile ? [values.profile] : positionals.length ? positionals : cases;
const unknown = wanted.find((name) => !cases.includes(name));
const isCount = (n) => Number.isInteger(n) && n > 0 && n <= 60;
const isSize = Number.isInteger(patients / 1000) && patients > 0;
if (unknown || ![pairs, connections].every(isCount) || !(seconds > 0 && seconds <= 60) || !isSize) {
  console.error(`Cases: ${cases.join(' ')}
--pairs and --connections 1 to 60, --seconds above 0 to 60, --patients a multiple of 1000`);
  process.exit(1);
}
setTimeout(() => {
  console.error('Stopped: it takes longer than two hours');
  process.exit(1);
}, 7_200_000).unref();

const { invoice, payment, appointment, note } = countsOf(Math.min(patients, 2000));
const counts = { ...countsOf(patients), invoice, payment, appointment, note };
const inEnglish = (n) => n.toLocaleString('en');

function write(section, ...text) {
  if (!values['no-results']) writeSection(section, text.join('\n\n'));
}

function measureSize(worker) {
  const { raw, gzip } = sizeOf(worker);
  const size = `Bundle: ${gzip.toFixed(1)} KiB by gzip (${raw.toFixed(1)} KiB as it is), at most ${BUDGET}.`;
  const time = startup(worker, startups);
  console.log(`${size}\n${time}`);
  write('size', '## Size and startup', circumstances(), size, time);
}

await withTemporary(async (dir) => {
  const worker = join(dir, 'worker');
  const module = buildService(worker, { minify: !values.profile });
  if (values.startup || (!values.profile && !values.inner && positionals.length === 0)) measureSize(worker);
  if (values.startup) return;
  const hospital = hospitalOf(await seedsOf(module, join(dir, 'seeds')), counts);
  await prepareData(dir, module, hospital);
  if (values.profile) {
    console.log(await profile(dir, module, CASES[values.profile].requests(hospital), { seconds, connections }));
    return;
  }
  const chosen = Object.fromEntries(wanted.map((name) => [name, CASES[name]]));
  if (values.inner) {
    const own = await inner(dir, module, Object.values(chosen), hospital, { rounds: pairs, seconds });
    console.log(`\n${own}`);
    const how = `Microseconds of CPU of one call, medians of ${pairs} rounds of ${seconds} s, ${inEnglish(patients)} patients.`;
    write('inner', '## Inside the Worker', circumstances(), how, own);
    return;
  }
  const ratios = await besideFloor(dir, module, chosen, hospital, { pairs, seconds, connections });
  console.log(`\n${ratios}`);
  const how =
    `${pairs} pairs of ${seconds} s each, ${connections} connections, ${inEnglish(patients)} patients. Where three figures ` +
    'stand: service : simulated : floor, where two: service : floor.';
  write('floor', '## Beside the floor', circumstances(), how, ratios);
});
