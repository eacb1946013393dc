// `npm run bench:calendar [-- rounds] [--patients n]`: the calendar of a full clinic beside the floor. See README.md.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withTemporary } from '../scripts/local-worker.mjs';
import { builtWorker } from '../test/system/lib/service.mjs';
import { sameAnswers } from './cases.mjs';
import { clientOf, logIn } from './lib/client.mjs';
import { A_WEEK, appointmentsOf, clinicOf, DOCTORS, department_id, doctorOf, inWeek, weeksOf } from './lib/clinic.mjs';
import { contenders, prepareData, start } from './lib/contenders.mjs';
import { idOf } from './lib/hospital.mjs';
import { circumstances, median, quartiles, table, writeSection } from './lib/results.mjs';
import { seedsOf } from './lib/seeds.mjs';

const WARM_UP = 20;
/** Those of the 31 days that the free times are asked of. */
const LAST_WEEKS = 5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { patients: { type: 'string', default: '10000' }, 'no-results': { type: 'boolean', default: false } },
});
const [rounds, patients] = [positionals[0] ?? 200, values.patients].map(Number);
if (!Number.isInteger(rounds) || rounds < 1 || rounds > 5000 || !Number.isInteger(patients / 1000) || patients < 1000) {
  console.error('Rounds: 1 to 5000, --patients a multiple of 1000');
  process.exit(1);
}

const week = (i) => i % (weeksOf(patients) - LAST_WEEKS);
const period = (i, days) => `from=${inWeek(week(i), 0)}&to=${inWeek(week(i), days)}`;
const list = (i, days) => `/calendar/appointments/?limit=1000&${period(i, days)}`;
const slots = (i, of) => `/calendar/slots?${of}&${period(i, 31)}`;

/** Paths of the i-th request: other weeks and doctors each time. */
const CASES = {
  'a patient, to compare with': (i) => `/patient/${idOf('patient', 1 + (i % patients))}`,
  'the week, 20 doctors': (i) => list(i, 7),
  'the week, 20 doctors, `view=full`': (i) => `${list(i, 7)}&view=full`,
  'the week of a doctor, `view=full`': (i) => `${list(i, 7)}&view=full&doctor_id=${doctorOf(i)}`,
  'the day of a doctor, `view=full`': (i) => `${list(i, 1)}&view=full&doctor_id=${doctorOf(i)}`,
  'free times of a doctor, 31 days': (i) => slots(i, `doctor_id=${doctorOf(i)}`),
  'free times of 20 doctors, 31 days': (i) => slots(i, `department_id=${department_id}`),
};

const number = (n) => n.toLocaleString('en');

/** Sends each server the same requests in turn, one at a time, and takes the cases in turn, too. @returns answers by case and server */
async function measure(servers) {
  const cases = Object.entries(CASES).map(([name, pathOf]) => ({ name, pathOf, answers: servers.map(() => []) }));
  for (const { name, pathOf } of cases) await sameAnswers(name, { method: 'GET', path: pathOf(0) }, servers);
  const warmUp = Math.min(WARM_UP, rounds);
  for (let i = 0; i < warmUp + rounds; i++) {
    for (const { name, pathOf, answers } of cases) {
      for (const [k, { request }] of servers.entries()) {
        const { ms, bytes, cost, headers, json } = await request('GET', pathOf(i));
        if (headers.has('link')) throw new Error(`${name}: there is another page`);
        if (i >= warmUp) answers[k].push({ ...cost, ms, bytes, shown: [json()].flat().length });
      }
    }
  }
  return cases;
}

function rowOf({ name, answers: [service, floor] }) {
  const most = (what) => Math.max(...service.map((answer) => answer[what]));
  const p50 = (of) => median(of.map(({ ms }) => ms)).toFixed(1);
  const ratios = service.map(({ ms }, i) => floor[i].ms / ms);
  const figures = ['shown', 'trips', 'rows_read'].map(most).map(number);
  return [name, ...figures, (most('bytes') / 1024).toFixed(1), p50(service), p50(floor), quartiles(ratios, 2)];
}

const rows = await withTemporary(async (dir) => {
  const module = await builtWorker();
  await prepareData(dir, module, clinicOf(await seedsOf(module, join(dir, 'seeds')), patients));
  const vars = { ENVIRONMENT: 'development' }; // tells the rows that were read
  const starts = { service: start.service(module, { vars }), floor: start.floor(dir) };
  const { service, floor, stop } = await contenders(dir, starts);
  try {
    const headers = { authorization: (await logIn(service.url)).authorization };
    const servers = [service, floor].map(({ url }) => ({
      url,
      headers,
      request: clientOf(url, headers.authorization),
    }));
    return (await measure(servers)).map(rowOf);
  } finally {
    await stop();
  }
});
const head = ['', 'shown', 'trips', 'rows read', 'KiB', 'service p50', 'floor p50', 'ratio (quartiles)'];
const result = table(head, rows);
console.log(`\n${result}`);
if (!values['no-results']) {
  const how =
    `${DOCTORS} doctors, ${number(appointmentsOf(patients))} appointments, ${number(A_WEEK)} a week; milliseconds. One ` +
    `request at a time, in turn to service and floor, ${rounds} of each kind, each for another week.`;
  writeSection('calendar', ['## The calendar of a full clinic', circumstances(), how, result].join('\n\n'));
}
