// The CPU of a Worker's own work: its `fetch` called in a loop inside workerd, with D1's answers replayed. About what a
// deployment is billed for.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logIn } from './client.mjs';
import { contenders, start } from './contenders.mjs';
import { cpuOf } from './cpu.mjs';
import { median, table } from './results.mjs';

/** Calls of one request to the wrapper. */
const CALLS = 200;
const wrapper = readFileSync(join(import.meta.dirname, 'inner-worker.mjs'), 'utf8');

/** Those whose answers are all D1's. */
export const INNER = ['get', 'list', 'invoices', 'search', 'create', 'create-invoice'];

/** Microseconds of CPU of one call. */
async function measure({ url, pids }, authorization, { path, method, body, headers }, seconds) {
  const before = cpuOf(pids);
  const end = performance.now() + seconds * 1000;
  let calls = 0;
  do {
    const sent = { authorization, ...headers, 'x-bench-calls': String(CALLS) };
    const answer = await fetch(url + path, { method, body, headers: sent });
    if (answer.status !== 204) throw new Error(`${url}${path}: ${answer.status} ${await answer.text()}`);
    calls += CALLS;
  } while (performance.now() < end);
  return (cpuOf(pids) - before) / calls;
}

/** Measures service and floor in turn. @param cases by name @returns a table */
export async function inner(dir, module, cases, hospital, { rounds, seconds }) {
  const starts = { service: start.service(module, { wrapper }), floor: start.floor(dir, { wrapper }) };
  const { service, floor, stop } = await contenders(dir, starts);
  try {
    if (Number.isNaN(cpuOf(service.pids))) throw new Error('CPU can be measured on Linux only');
    const rows = [];
    for (const { title, requests } of cases) {
      const [request] = requests(hospital);
      const times = [service, floor].map(() => []);
      for (let round = -1; round < rounds; round++) {
        const { authorization } = await logIn(service.url);
        for (const [i, server] of [service, floor].entries()) {
          const time = await measure(server, authorization, request, seconds);
          if (round >= 0) times[i].push(time); // the first round warms up
        }
      }
      const [ours, floors] = times.map(median);
      const ranges = times.map((of) => `${Math.min(...of).toFixed(0)}–${Math.max(...of).toFixed(0)}`);
      const row = [title, ours, floors, ours - floors].map((cell) => (cell.toFixed ? cell.toFixed(0) : cell));
      rows.push([...row, ranges.join(' : ')]);
      console.log(`${title}: ${row.slice(1, 3).join(' : ')} µs`);
    }
    return table(['', 'service µs', 'floor µs', 'difference', 'least–greatest'], rows);
  } finally {
    await stop();
  }
}
