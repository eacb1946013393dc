// `npm run recompute-times [-- --remote] [--env NAME] [--database NAME]`: after a change of TIME_ZONE. Stored times without a zone
// keep their wall clock, and count in the zone that is set now. Also while the service runs; docs/calendar.md
import { parseArgs } from 'node:util';
import { fail } from './lib.mjs';
import { PLACE, withStorage } from './storage/open.mjs';
import { databaseFor, timeZoneOf } from './storage/time-zone.mjs';

const { values } = parseArgs({ options: PLACE });
const { beginAnew, recomputeTimes } = await import('../src/db/zone-times.ts');
const { ZONE_TIMES } = await import('../src/jobs/zone-times.ts');

const zone = timeZoneOf(values);
const { tables } = await withStorage(values, async (storage) => {
  const database = databaseFor(storage);
  await beginAnew(database, zone);
  return recomputeTimes(database, ZONE_TIMES, zone);
}).catch((error) => fail(`Not recomputed, run it again: ${error.message}`));

for (const [table, { checked, changed }] of Object.entries(tables))
  console.log(`${table}: ${changed} of ${checked} changed`);
console.log(`Times without a zone count in ${zone}.`);
