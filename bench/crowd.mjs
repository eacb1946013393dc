// `npm run bench:crowd [-- --seconds n --connections n]`: 200 connections at once, in both forms of the service. See README.md.
import { parseArgs } from 'node:util';
import { input } from '../test/support/input.ts';
import { logIn } from '../test/system/lib/accounts.mjs';
import { CLIENTS, crowdOf, memoryUntil, over } from '../test/system/lib/crowd.mjs';
import { emptyData, startService } from '../test/system/lib/service.mjs';
import { IN_PROCESS, settled } from './lib/in-process.mjs';
import { loadFor, quantile } from './lib/load-generator.mjs';
import { circumstances, table, writeSection } from './lib/results.mjs';

/** Seconds that are not measured. */
const WARM_UP = 10;

/** What portals ask for: test/system/lib/crowd.mjs. */
async function portals(service) {
  const { result, load } = await crowdOf(service, connections);
  return async (seconds) => {
    result.times.length = 0;
    const start = performance.now();
    await load(over(seconds));
    const elapsed = (performance.now() - start) / 1000;
    if (result.failures.length > 0) throw new Error(`Requests failed: ${result.failures.slice(0, 5).join(', ')}`);
    const times = result.times.toSorted((a, b) => a - b);
    return { rps: times.length / elapsed, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
  };
}

async function reads(service) {
  const { call, token } = await logIn(service, 'staff');
  const requests = [];
  for (let n = 0; n < connections; n++) {
    const { body } = await call('POST', '/patient/', { json: input.patient() });
    requests.push({ method: 'GET', path: `/patient/${body.id}` });
  }
  const server = { url: service.url, headers: { authorization: `Bearer ${token}` } };
  return (seconds) => loadFor(seconds, connections, server, requests);
}

const range = (samples, name) => {
  const values = samples.map((sample) => sample[name]);
  return `${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))}`;
};

async function measure(title, prepare, options) {
  const service = await startService({ data: await emptyData(), ...options });
  try {
    const load = await prepare(service);
    await load(Math.min(WARM_UP, seconds));
    let isOver = false;
    const memory = memoryUntil(() => isOver, service);
    const { rps, p50, p99 } = await load(seconds).finally(() => {
      isOver = true;
    });
    const samples = await memory;
    if (options) await settled(service);
    return [title, ...[rps, p50, p99].map((n) => Math.round(n)), range(samples, 'all'), range(samples, 'heap')];
  } finally {
    await service.stop();
  }
}

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    connections: { type: 'string', default: String(CLIENTS) },
    'no-results': { type: 'boolean', default: false },
  },
});
const [seconds, connections] = [values.seconds, values.connections].map(Number);
if (!(seconds > 0 && seconds <= 600) || !(Number.isInteger(connections) && connections > 0 && connections <= 1000)) {
  console.error('--seconds: of each load, above 0 to 600; --connections: 1 to 1000');
  process.exit(1);
}
const rows = [];
for (const [name, prepare] of Object.entries({ 'as portals ask': portals, 'get a patient': reads })) {
  rows.push(await measure(`${name}, no simulators`, prepare, IN_PROCESS));
  rows.push(await measure(`${name}, as wrangler dev`, prepare));
}
const result = table(['', 'requests/s', 'p50 ms', 'p99 ms', 'workerd MiB', "Worker's heap MiB"], rows);
console.log(`\n${result}`);
if (!values['no-results']) {
  const how =
    `${connections} connections, ${seconds} s each, after ${Math.min(WARM_UP, seconds)} s that are not measured; memory from ` +
    'least to most.\n\nFor comparison: 452 requests/s, p99 5.5 s and 625 MiB at commit 64499a2, on another machine on 21 November 2026, before ' +
    'there were an access log, a calendar and limits by account. What was asked for then is not known: the requests ' +
    'of portals above are younger.';
  writeSection('crowd', ['## Two hundred connections', circumstances(), how, result].join('\n\n'));
}
