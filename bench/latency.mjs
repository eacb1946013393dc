// Writes the tables of docs/latency.md: the model of what portals see, and capacity, measured.
// `npm run bench:latency [-- patients] [--no-results]`, 20,000 of them by default.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../scripts/lib.mjs';
import { withTemporary } from '../scripts/local-worker.mjs';
import { builtWorker } from '../test/system/lib/service.mjs';
import { DATABASE_MAX, sizesTable, yearsSection } from './costs/space.ts';
import { ASSUMED } from './latency/assumed.ts';
import { measure, PER_PATIENT } from './latency/capacity.mjs';
import { ARRANGEMENTS, ENDPOINTS, tripsOf } from './latency/model.mjs';
import { CITIES, PRIMARY, REPLICAS, SOURCE } from './latency/regions.mjs';
import { circumstances, table } from './lib/results.mjs';
import { withSection } from './lib/sections.ts';
import { seedsOf } from './lib/seeds.mjs';

const DOC = join(root, 'docs', 'latency.md');
const PATIENTS = 20_000;

const whole = (n) => Math.round(n).toLocaleString('en');
const cities = Object.keys(CITIES);

function inputs() {
  const rows = Object.entries(CITIES).map(([city, { region, to }]) => [
    `${city} (${region})`,
    ...to.map((ms) => ms ?? '–'),
  ]);
  return [
    `${SOURCE.what}, ${SOURCE.when} (${SOURCE.url}); milliseconds. Primary: ${PRIMARY}.`,
    table(['From', ...Object.keys(REPLICAS)], rows),
    table(
      ['Assumed', 'ms'],
      [
        ['Portal to the nearest Cloudflare location and back', ASSUMED.client],
        ['Between two services in one place', ASSUMED.same],
        ["The Worker's own work", ASSUMED.worker],
        ['D1, a batch that reads', ASSUMED.read],
        ['D1, a batch that writes, until it is durable', ASSUMED.write],
        ['scrypt of a login', ASSUMED.scrypt],
        ['R2, to the first byte', ASSUMED.r2],
      ],
    ),
    table(
      ['Endpoint', 'reads', 'writes', 'R2'],
      Object.entries(ENDPOINTS).map(([name, endpoint]) => {
        const { reads, writes, files } = tripsOf(endpoint);
        return [name, reads, writes, files];
      }),
    ),
  ];
}

const predicted = (arrangement) =>
  table(
    ['ms', ...cities],
    Object.entries(ENDPOINTS).map(([name, endpoint]) => [
      name,
      ...cities.map((city) => whole(ARRANGEMENTS[arrangement](endpoint, city))),
    ]),
  );

async function capacity(patients) {
  const { total, bytes, one, spent } = await withTemporary(async (dir) => {
    const seeds = await seedsOf(await builtWorker(), join(dir, 'seeds'));
    return measure(join(dir, 'hospital.sqlite'), patients, seeds);
  });
  const perPatient = bytes.reduce((sum, [, n]) => sum + n, 0) / patients;
  const sizes = bytes.toSorted(([, a], [, b]) => b - a).map(([name, n]) => [name, whole(n / patients)]);
  const { appointment, invoice, file } = PER_PATIENT;
  const local = Object.entries(spent).map(([what, { n, ms }]) => [what, (ms / n).toFixed(3), whole(n / (ms / 1000))]);
  const measured = [
    `${circumstances()}.`,
    `${whole(patients)} patients with ${invoice} invoices (each updated twice, and paid by one payment), ${appointment} appointments and ${file} files each: ` +
      `${whole(total / 1e6)} MB. One of them takes ${whole(perPatient)} bytes, so ${whole(DATABASE_MAX / 1e9)} GB hold ` +
      `**${(DATABASE_MAX / perPatient / 1e6).toFixed(2)} million**.`,
    table(['Table with its indexes', 'bytes per patient'], [...sizes, ['all', whole(perPatient)]]),
    sizesTable(one),
    table(['Write, with its audit row', 'ms', 'per second'], local),
  ];
  return { capacity: measured, years: [yearsSection(one)] };
}

function write(sections) {
  let text = readFileSync(DOC, 'utf8');
  for (const [name, parts] of Object.entries(sections)) text = withSection(text, name, parts.join('\n\n'));
  writeFileSync(DOC, text);
  console.log(`Written: ${DOC}`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'no-results': { type: 'boolean', default: false } },
});
const patients = Number(positionals[0] ?? PATIENTS);
if (!Number.isInteger(patients / 1000) || patients < 1000 || patients > 5_000_000) {
  console.error('Patients: a multiple of 1000, from 1000 to 5000000');
  process.exit(1);
}
const sections = {
  inputs: inputs(),
  near: [predicted('near')],
  smart: [predicted('smart')],
  replicas: [predicted('replicas')],
  ...(await capacity(patients)),
};
if (values['no-results']) console.log(Object.values(sections).flat().join('\n\n'));
else write(sections);
