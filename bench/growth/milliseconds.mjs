// How long the SQL of hostile searches takes inside SQLite: the service's own lists on a database in this process.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase } from '../../scripts/local-worker.mjs';
import { fill } from '../lib/database.mjs';
import { countsOf, hospitalOf, idOf } from '../lib/hospital.mjs';
import { hostileSearches } from '../lib/hostile.mjs';
import { TimedD1 } from '../lib/timed-d1.mjs';
import { SEARCH_OFFSET_MAX } from './world.mjs';

// Node can import them now that hospital.mjs has run scripts/typescript.mjs.
const { Database } = await import('../../src/db/client.ts');
const { listCatalogItems } = await import('../../src/resources/catalog/service.ts');
const { listDepartments } = await import('../../src/resources/department/service.ts');
const { listDoctors } = await import('../../src/resources/doctor/service.ts');
const { listInvoices } = await import('../../src/resources/invoice/list.ts');
const { getPatient } = await import('../../src/resources/patient/record.ts');
const { listPatients } = await import('../../src/resources/patient/list.ts');

const TIMES = 5;
const SETTINGS = { DATE_ORDER: 'day-month', CURRENCY: { exponent: 2 }, TIME_ZONE: 'UTC' };

/** Pages of a list by key: the newest, and one among the oldest fiftieth. */
const byKey = (rows) => ({ 'first page': {}, 'far page': { cursor: Math.ceil(rows / 50) } });
const byOffset = (order) => ({
  'first page': {},
  'far page': { offset: SEARCH_OFFSET_MAX },
  [`by ${order}`]: { order_by: order },
});

/** By list: its table, what lists it, and the pages that each search asks for. */
const LISTS = {
  patient: { table: 'patient', list: listPatients, pages: byKey },
  doctor: { table: 'doctor', list: listDoctors, pages: byKey },
  department: { table: 'department', list: listDepartments, pages: byKey },
  invoice: {
    table: 'invoice',
    list: listInvoices,
    pages: () => ({ ...byOffset('-total_amount'), paid: { status: 'PAID' }, insured: { tags: ['insured'] } }),
  },
  catalog: { table: 'catalog_item', list: listCatalogItems, pages: () => byOffset('-default_price') },
};
const PAGE = { view: 'reduced', limit: 100, offset: 0, order_by: 'created_at', tags: [] };

/** The tables whose rows searches find or look at. */
const TABLES = ['user', ...Object.values(LISTS).map(({ table }) => table)];

/** Of some times the least: what else the machine does only adds to it. */
async function least(d1, times, call) {
  const all = [];
  for (let i = 0; i < times; i++) {
    const before = d1.ms;
    await call({ db: new Database(d1, 'first-unconstrained'), settings: SETTINGS });
    all.push(d1.ms - before);
  }
  return Math.min(...all);
}

/** Of each search the page that takes longest, the slowest search first. */
async function searched(d1, { list, pages }, rows, searches) {
  const found = [];
  for (const search of searches) {
    const taken = [];
    for (const [page, query] of Object.entries(pages(rows))) {
      const ms = await least(d1, TIMES, (ctx) => list(ctx, { ...PAGE, ...query, search }));
      taken.push({ ms, by: `"${search}", ${page}` });
    }
    found.push(taken.reduce((a, b) => (b.ms > a.ms ? b : a)));
  }
  return found.sort((a, b) => b.ms - a.ms);
}

/** A hospital's read by key, and by list its searches. @param few whether names are few */
async function ofHospital(patients, module, seeds, data, few) {
  mkdirSync(data);
  const hospital = hospitalOf(seeds, countsOf(patients), { few });
  const started = performance.now();
  const file = await createDatabase(module, data);
  fill(file, hospital, TABLES);
  const seconds = (performance.now() - started) / 1000;
  console.log(`${patients} patients${few ? ', few names' : ''}: loaded in ${seconds.toFixed(1)} s`);
  using d1 = new TimedD1(file);
  const key = await least(d1, 100 * TIMES, (ctx) => getPatient(ctx, 'id', idOf('patient', patients / 2), 'reduced'));
  const lists = {};
  for (const [name, list] of Object.entries(LISTS)) {
    lists[name] = await searched(d1, list, hospital.counts[list.table], hostileSearches(name, few));
  }
  return { key, lists };
}

/** @returns milliseconds where names are usual, and where they are few */
export async function milliseconds(patients, module, seeds, data) {
  const usual = await ofHospital(patients, module, seeds, join(data, 'usual'), false);
  const few = await ofHospital(patients, module, seeds, join(data, 'few'), true);
  return { patients, usual, few };
}
