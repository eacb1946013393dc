// Loads the service, in both forms, the floor and plain Node in turn.
import { sameAnswers } from '../cases.mjs';
import { logIn } from './client.mjs';
import { contenders, start } from './contenders.mjs';
import { cpuOf } from './cpu.mjs';
import { IN_PROCESS, settled } from './in-process.mjs';
import { loadFor } from './load-generator.mjs';
import { median, spread, table } from './results.mjs';

const LOOKS = 'SELECT (SELECT coalesce(sum(looks), 0) FROM access_object) + (SELECT count(*) FROM access) AS n';
const looksOf = async ({ d1 }) => (await d1()).prepare(LOOKS).first('n');

/** Loads one server. @returns also its CPU by request, in microseconds, and how many it answered, those cut off included */
async function load(server, seconds, connections, requests) {
  const isWatched = server.name === 'service';
  const answered = isWatched ? await settled(server) : 0;
  const before = cpuOf(server.pids);
  const figures = await loadFor(seconds, connections, server, requests);
  // With what is left for after the answer.
  const all = isWatched ? (await settled(server)) - answered : 0;
  return { ...figures, all, cpu: (cpuOf(server.pids) - before) / figures.answers };
}

/** Loads the servers in turn, `pairs` times, each after a second of warming up. @returns figures by server */
async function measure(name, { title, requests: make, times = 1 }, hospital, servers, { pairs, seconds, connections }) {
  const requests = make(hospital);
  const { service } = servers;
  // All get the service's token, and a new one for each pair, as it lasts 15 minutes.
  const authorized = async () => {
    const { authorization } = await logIn(service.url);
    return Object.entries(servers).map(([of, server]) => ({ ...server, name: of, headers: { authorization } }));
  };
  const contending = await authorized();
  const before = await looksOf(service);
  await sameAnswers(name, requests[0], contending);
  await settled(service);
  const first = await looksOf(service);
  let answers = 0;
  const loadOne = async (server, duration) => {
    const figures = await load(server, times * duration, connections, requests);
    answers += figures.all;
    return figures;
  };
  for (const server of contending) await loadOne(server, Math.min(1, seconds));
  const loads = Object.fromEntries(Object.keys(servers).map((of) => [of, []]));
  for (let pair = 0; pair < pairs; pair++) {
    for (const server of await authorized()) loads[server.name].push(await loadOne(server, seconds));
    const rps = Object.entries(loads).map(([of, figures]) => `${of} ${Math.round(figures[pair].rps)}/s`);
    console.log(`${title}: ${rps.join(', ')}`);
  }
  const [looks, expected] = [(await looksOf(service)) - first, answers * (first - before)];
  if (looks < expected) throw new Error(`${title}: of ${expected} looks ${looks} are in the access log`);
  return loads;
}

const HEAD = ['', 'no simulators', 'as wrangler dev', 'goals', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'Node/s'];

function rowOf({ title, goal, simulated: simulatedGoal }, { service, simulated, floor, node }) {
  const middle = (loads, name, digits = 0) => {
    const value = median(loads.map((load) => load[name]));
    return Number.isNaN(value) ? '–' : value.toFixed(digits);
  };
  const three = (name) => [service, simulated, floor].map((loads) => middle(loads, name)).join(' : ');
  const two = (name) => [service, floor].map((loads) => middle(loads, name, 1)).join(' : ');
  const ratios = [service, simulated].map((loads) => loads.map(({ rps }, pair) => rps / floor[pair].rps));
  const goals = [goal, simulatedGoal].flatMap((least, i) =>
    least === undefined ? [] : [`${least} ${median(ratios[i]) >= least ? 'yes' : 'no'}`],
  );
  return [
    title,
    ...ratios.map(spread),
    goals.join(', '),
    three('rps'),
    two('p50'),
    two('p99'),
    three('cpu'),
    node ? middle(node, 'rps') : '',
  ];
}

/** @param cases by name @param how `pairs`, `seconds` of each load, `connections` @returns a table */
export async function besideFloor(dir, module, cases, hospital, how) {
  const starts = {
    service: start.service(module, IN_PROCESS),
    floor: start.floor(dir),
    simulated: start.service(module),
    node: start.node(),
  };
  const { stop, node, ...servers } = await contenders(dir, starts);
  try {
    const rows = [];
    for (const [name, one] of Object.entries(cases)) {
      const loads = await measure(name, one, hospital, one.node ? { ...servers, node } : servers, how);
      rows.push(rowOf(one, loads));
    }
    return table(HEAD, rows);
  } finally {
    await stop();
  }
}
