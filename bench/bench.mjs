// `npm run bench [-- cases] [--pairs n] [--seconds n] [--patients n] [--connections n] [--profile case] [--startup]`: the
// service beside the floor. See README.md.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildService } from '../scripts/build.mjs';
import { BUDGET, sizeOf } from '../scripts/bundle.mjs';
import { withTemporary } from '../scripts/local-worker.mjs';
import { CASES, sameAnswers } from './cases.mjs';
import { logIn } from './lib/client.mjs';
import { contenders, prepareData } from './lib/contenders.mjs';
import { countsOf, hospitalOf } from './lib/hospital.mjs';
import { loadFor } from './lib/load-generator.mjs';
import { profile } from './lib/profile.mjs';
import { circumstances, median, spread, table, writeSection } from './lib/results.mjs';
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
    startup: { type: 'boolean', default: false },
    'no-results': { type: 'boolean', default: false },
  },
});
/** One measurement of the startup says little: it takes more of them, unless the number is given. */
const [pairs, startups] = [5, 15].map((usual) => Number(values.pairs ?? usual));
const [seconds, patients, connections] = [values.seconds, values.patients, values.connections].map(Number);
const wanted = values.profile ? [values.profile] : positionals.length ? positionals : Object.keys(CASES);
const unknown = wanted.find((name) => !CASES[name]);
const isCount = (n) => Number.isInteger(n) && n > 0 && n <= 60;
const isSize = Number.isInteger(patients / 1000) && patients > 0;
if (unknown || ![pairs, connections].every(isCount) || !(seconds > 0 && seconds <= 60) || !isSize) {
  console.error(`Cases: ${Object.keys(CASES).join(' ')}
--pairs and --connections 1 to 60, --seconds above 0 to 60, --patients a multiple of 1000`);
  process.exit(1);
}
setTimeout(() => {
  console.error('Stopped: it takes longer than two hours');
  process.exit(1);
}, 7_200_000).unref();

const { invoice, payment, appointment } = countsOf(Math.min(patients, 2000));
const counts = { ...countsOf(patients), invoice, payment, appointment };
const fixed = (n, digits = 2) => n.toFixed(digits);
const field = (loads, name) => median(loads.map((load) => load[name]));

/** Loads the servers in turn, `pairs` times, each after a second of warming up. */
async function measure(name, { title, requests: make, times = 1 }, hospital, urls) {
  const requests = make(hospital);
  const load = (server, duration) => loadFor(times * duration, connections, server, requests);
  // All get the service's token, and a new one for each pair, as it lasts 15 minutes.
  const authorized = async () => {
    const { authorization } = await logIn(urls[0]);
    return urls.map((url) => ({ url, headers: { authorization } }));
  };
  const servers = await authorized();
  await sameAnswers(name, requests[0], servers);
  for (const server of servers) await load(server, Math.min(1, seconds));
  const loads = servers.map(() => []);
  for (let pair = 0; pair < pairs; pair++) {
    for (const [i, server] of (await authorized()).entries()) loads[i].push(await load(server, seconds));
    const rps = loads.map((of) => `${Math.round(of[pair].rps)}/s`);
    console.log(`${title}: ${rps.join(' : ')}, ratio ${fixed(loads[0][pair].rps / loads[1][pair].rps)}`);
  }
  return loads;
}

function rowOf({ title, goal }, [service, floor, node]) {
  const ratios = service.map(({ rps }, pair) => rps / floor[pair].rps);
  const reached = goal === undefined ? '' : median(ratios) >= goal ? 'yes' : 'no';
  const milliseconds = (name) => `${fixed(field(service, name), 1)} : ${fixed(field(floor, name), 1)}`;
  return [
    title,
    Math.round(field(service, 'rps')),
    Math.round(field(floor, 'rps')),
    spread(ratios),
    goal === undefined ? '' : `≥ ${goal}`,
    reached,
    milliseconds('p50'),
    milliseconds('p99'),
    node ? Math.round(field(node, 'rps')) : '',
  ];
}

const HEAD = ['', 'service /s', 'floor /s', 'ratio (spread)', 'goal', 'reached', 'p50 ms', 'p99 ms', 'plain Node /s'];

async function compare(dir, module, hospital) {
  const servers = await contenders(dir, module);
  const rows = [];
  try {
    for (const name of wanted) {
      const one = CASES[name];
      const loads = await measure(name, one, hospital, one.node ? servers.all : servers.all.slice(0, 2));
      rows.push(rowOf(one, loads));
    }
  } finally {
    await servers.stop();
  }
  return table(HEAD, rows);
}

function write(section, ...text) {
  if (!values['no-results']) writeSection(section, text.join('\n\n'));
}

function measureSize(worker) {
  const { raw, gzip } = sizeOf(worker);
  const size = `Bundle: ${fixed(gzip, 1)} KiB by gzip (${fixed(raw, 1)} KiB as it is), at most ${BUDGET}.`;
  const time = startup(worker, startups);
  console.log(`${size}\n${time}`);
  write('size', '## Size and startup', circumstances(), size, time);
}

await withTemporary(async (dir) => {
  const worker = join(dir, 'worker');
  const module = buildService(worker, { minify: !values.profile });
  if (values.startup || (!values.profile && positionals.length === 0)) measureSize(worker);
  if (values.startup) return;
  const hospital = hospitalOf(await seedsOf(module, join(dir, 'seeds')), counts);
  await prepareData(dir, module, hospital);
  if (values.profile) {
    console.log(await profile(dir, module, CASES[values.profile].requests(hospital), { seconds, connections }));
    return;
  }
  const ratios = await compare(dir, module, hospital);
  console.log(`\n${ratios}`);
  const how = `${pairs} pairs of ${seconds} s each, ${connections} connections, ${patients.toLocaleString('en')} patients. Where two figures stand, service : floor.`;
  write('floor', '## Beside the floor', circumstances(), how, ratios);
});
