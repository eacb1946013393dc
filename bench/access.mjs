// `npm run bench:access [-- --days n --looks n]`: what the access log of a hospital takes in a month. See README.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { createDatabase, serve, withTemporary } from '../scripts/local-worker.mjs';
import { batchesOf } from '../test/support/visits.ts';
import { builtWorker } from '../test/system/lib/service.mjs';
import { expectations } from './access/kept.mjs';
import { ACCOUNTS, DAYS, dayOf, PATIENTS } from './access/month.mjs';
import { cpuOf, startedBy } from './lib/cpu.mjs';
import { fill } from './lib/database.mjs';
import { countsOf, hospitalOf } from './lib/hospital.mjs';
import { circumstances, table, writeSection } from './lib/results.mjs';
import { seedsOf } from './lib/seeds.mjs';

/** One batch in so many is delivered once more, after the next one: the queue promises no less. */
const TWICE = 500;
const DAYS_OF_A_YEAR = 365;

/** Measured by this bench, on the same machine as the first of its results. */
const FORMER =
  'For comparison: at commit 0b436d1 each look was a row of D1, and the first of these days wrote 3.84 rows and 575 bytes of ' +
  'D1 a look: 21.0 GB a year. A batch took 5.8 ms of CPU.';

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: String(DAYS) },
    looks: { type: 'string', default: '3000000' },
    'no-results': { type: 'boolean', default: false },
  },
});
const [days, looks] = [values.days, values.looks].map(Number);
if (!(Number.isInteger(days) && days >= 1 && days <= DAYS) || !(Number.isInteger(looks) && looks >= 10_000)) {
  console.error(`--days: 1 to ${DAYS}; --looks: of ${DAYS} days, at least 10000`);
  process.exit(1);
}

const number = (n) => Math.round(n).toLocaleString('en');

/** Gives the batches of a day to the consumer, one after another. @returns what they cost, and the seconds that they took */
async function consume({ url }, sent) {
  const sum = { batches: 0, seconds: 0 };
  const post = async (batch) => {
    const body = JSON.stringify(batch.map(({ record }) => [record]));
    const start = performance.now();
    const answer = await fetch(url, { method: 'POST', body });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    const { again, ...cost } = await answer.json();
    if (again > 0) throw new Error(`${again} messages were not kept`);
    sum.seconds += (performance.now() - start) / 1000;
    sum.batches++;
    for (const [what, n] of Object.entries(cost)) sum[what] = (sum[what] ?? 0) + n;
  };
  let second;
  for (const batch of batchesOf(sent)) {
    await post(batch);
    if (second) await post(second);
    second = sum.batches % TWICE === 1 ? batch : undefined;
  }
  return sum;
}

/** Bytes that a query on a database says. */
const bytesOf = (db, sql, ...values) => db.prepare(sql).get(...values).n;
const ALL = 'SELECT page_count * page_size AS n FROM pragma_page_count, pragma_page_size';
const TABLE =
  'SELECT sum(pgsize) AS n FROM dbstat WHERE name IN (SELECT name FROM sqlite_schema WHERE tbl_name = ? AND rootpage > 0)';

/** Numbers of patients and accounts by their ids. */
function seqsOf(file) {
  using db = new DatabaseSync(file);
  const rows = ['user', 'patient'].flatMap((name) => db.prepare(`SELECT id, seq FROM ${name}`).all());
  return new Map(rows.map(({ id, seq }) => [id, seq]));
}

/** @returns what the looks of the days cost, once it is sure that the log has each of them */
async function measure(dir) {
  const module = await builtWorker();
  const counts = { ...countsOf(PATIENTS), user: ACCOUNTS + 1 };
  const data = join(dir, 'data');
  const file = await createDatabase(module, data);
  const before = fill(file, hospitalOf(await seedsOf(module, join(dir, 'seeds')), counts), ['user', 'patient']).bytes;
  const expected = expectations(seqsOf(file));
  const wrapper = readFileSync(join(import.meta.dirname, 'access', 'worker.mjs'), 'utf8');
  const worker = await startedBy(() => serve(module, { data, wrapper }));
  const total = { looks: 0, cpu: 0 };
  try {
    for (let day = 0; day < days; day++) {
      const sent = dayOf(day, looks);
      const cpu = cpuOf(worker.pids);
      const cost = await consume(worker, sent);
      total.cpu += (cpuOf(worker.pids) - cpu) / 1e6;
      total.looks += sent.length;
      for (const [what, n] of Object.entries(cost)) total[what] = (total[what] ?? 0) + n;
      const records = sent.map(({ record }) => record);
      await expected.checkDay(worker, records);
      console.log(`day ${day + 1}: ${number(sent.length)} looks in ${number(cost.seconds)} s`);
    }
  } finally {
    await worker.stop();
  }
  using db = new DatabaseSync(file);
  const tables = ['access_day', 'access_object', 'access_uncounted'];
  const bytes = Object.fromEntries(tables.map((name) => [name, bytesOf(db, TABLE, name)]));
  const d1_bytes = bytesOf(db, ALL) - before;
  expected.checkCounts(db);
  return { ...total, ...bytes, d1_bytes };
}

/** What the figures are called. */
const FIGURES = {
  'rows written': 'rows_written',
  'rows read': 'rows_read',
  'round trips to D1': 'trips',
  'bytes of D1': 'd1_bytes',
  '… of `access_day`': 'access_day',
  '… of `access_object`': 'access_object',
  'objects put into R2': 'puts',
  'bytes of R2': 'r2_bytes',
  'objects got from R2': 'gets',
  batches: 'batches',
};

const cost = await withTemporary(measure);
const yearly = (looks * DAYS_OF_A_YEAR) / DAYS;
const rows = Object.entries(FIGURES).map(([name, what]) => {
  const each = cost[what] / cost.looks;
  return [name, number(cost[what]), each.toFixed(each < 1 ? 4 : 2), number(each * yearly)];
});
const head = ['', `${number(cost.looks)} looks`, 'each', `${number(yearly)}, a year`];
const result = table(head, rows);
const perBatch = (seconds) => (Number.isNaN(seconds) ? '–' : ((seconds / cost.batches) * 1000).toFixed(1));
const waiting = `\`access_uncounted\`, which does not grow, has ${number(cost.access_uncounted)} of the bytes of D1.`;
const took =
  `A batch has ${(cost.looks / cost.batches).toFixed(0)} looks and takes ${perBatch(cost.seconds)} ms, ` +
  `${perBatch(cost.cpu)} ms of CPU of workerd, its D1 and R2 included.`;
console.log(`\n${result}\n\n${waiting}\n\n${took}`);
if (!values['no-results']) {
  const how =
    `${days} of the ${DAYS} days of a hospital of 200 doctors with ${number(looks)} looks: ${ACCOUNTS} accounts, ` +
    `${number(PATIENTS)} patients. Each look was found in R2 once, as it was sent, and D1 had counted all of them.`;
  writeSection(
    'access',
    ['## A month of the access log', circumstances(), how, result, waiting, took, FORMER].join('\n\n'),
  );
}
