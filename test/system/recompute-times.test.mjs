// A changed TIME_ZONE: `npm start` says that the stored times are those of another one, and `npm run recompute-times` moves them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { timeZoneOf } from '../../scripts/storage/time-zone.mjs';
import { command } from './lib/command.mjs';
import { makeHospital, newPersistDir, open } from './lib/hospital.mjs';

const NOW = timeZoneOf({ remote: false });
const BEFORE = NOW === 'Asia/Tokyo' ? 'Europe/Stockholm' : 'Asia/Tokyo';

let service;
after(() => service?.stop());

/** When the appointments without a zone begin, as their texts have it. */
const wallClocks = async (timeZone) => {
  const rows = await service.query("SELECT schedule, starts_at FROM appointment WHERE schedule NOT LIKE '%Z'");
  assert.ok(rows.length > 0, 'there are some');
  const shown = (at) => new Date(at).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T').slice(0, 16);
  return rows.map(({ schedule, starts_at }) => [schedule.slice(0, 16), shown(starts_at)]);
};
/** Of visits of a type: what they take begins so many minutes before them, and in a room. */
const taken = async () =>
  service.query(
    `SELECT (starts_at - busy_from) / 60000 AS before, (busy_until - ends_at) / 60000 AS after, resource_id IS NOT NULL AS has_room
     FROM appointment WHERE series_id IS NOT NULL`,
  );
const areShown = (pairs) => pairs.every(([schedule, shown]) => schedule === shown);

test('Times without a zone stay where TIME_ZONE is changed, until they are recomputed', async () => {
  const dir = await newPersistDir();
  service = await open(dir, { vars: { TIME_ZONE: BEFORE } });
  await makeHospital(service);
  await service.runHourlyJob();
  assert.ok(areShown(await wallClocks(BEFORE)));
  await service.stop();

  const said = `TIME_ZONE is ${NOW}, but stored times without a zone count as those of ${BEFORE}: run npm run recompute-times.\n`;
  for (const _ of ['at each start', 'again']) {
    assert.deepEqual(await command(dir, 'migrate-local'), { status: 0, output: said });
  }
  const { status, output } = await command(dir, 'recompute-times');
  assert.equal(status, 0, output);
  assert.match(output, /^appointment: (\d+) of \d+ changed$/m);
  assert.match(output, new RegExp(`^Times without a zone count in ${NOW}.$`, 'm'));
  assert.deepEqual(await command(dir, 'migrate-local'), { status: 0, output: '' });

  service = await open(dir, { vars: { TIME_ZONE: NOW } });
  assert.ok(areShown(await wallClocks(NOW)));
  assert.ok(!areShown(await wallClocks(BEFORE)));
  assert.deepEqual(
    await taken(),
    [1, 2, 3].map(() => ({ before: 10, after: 5, has_room: 1 })),
  );
});
