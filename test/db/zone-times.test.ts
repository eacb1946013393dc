import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../src/db/client';
import { beginAnew, otherZoneOf, recomputeTimes } from '../../src/db/zone-times';
import { runHourlyJob } from '../../src/jobs/hourly';
import { ZONE_TIMES } from '../../src/jobs/zone-times';
import { rulesVersion } from '../../src/rules/zone-rules';
import { newCalendar } from '../support/calendar';
import { type Body, call, ok, testEnv } from '../support/client';
import { databaseWith, logged } from '../support/fakes';
import { input } from '../support/input';
import { count, row, rows } from '../support/rows';

const TOKYO = { env: { TIME_ZONE: 'Asia/Tokyo' } };
const database = (d1 = env.DB) => new Database(d1, 'first-primary');
const swept = async (zone: string): Promise<Body> =>
  JSON.parse(
    await logged(() => runHourlyJob({ ...testEnv, TIME_ZONE: zone }, Date.now(), { rebuilds: [], times: ZONE_TIMES })),
  );
const marks = () => rows("SELECT kind, version FROM search_rebuild WHERE kind LIKE 'zone %'");

/** As if the stored instants were those of other rules of the zone: the rows are of Tokyo's. */
const rulesChange = async (zone = 'Europe/Stockholm', version = 1) => {
  await rows("DELETE FROM search_rebuild WHERE kind LIKE 'zone %' OR kind LIKE 'times %'");
  await rows('INSERT INTO search_rebuild VALUES (?, ?, 0)', `zone ${zone}`, version);
};

/** What is stored, by the hour in UTC: 9 o'clock in Tokyo is 0 o'clock, in Stockholm 7 o'clock in summer. */
async function hours() {
  const hour = (at: number | null) => (at === null ? null : new Date(at).getUTCHours());
  const of = async (from: string, begin: string, end: string) => {
    const all = await rows<{ a: number; b: number | null }>(
      `SELECT ${begin} AS a, ${end} AS b FROM ${from} ORDER BY seq`,
    );
    return all.map(({ a, b }) => [a, b].map(hour));
  };
  return {
    appointments: await of('appointment', 'starts_at', 'ends_at'),
    invoices: await of('invoice', 'issue_at', 'due_at'),
    closures: await of('closures, json_each(closed)', "value ->> 'starts_at'", "value ->> 'ends_at'"),
  };
}
const hoursOf = (local: number, midnight: number) => ({
  appointments: [
    [local, local + 1],
    [9, 10],
  ],
  invoices: [
    [local, local],
    [9, null],
  ],
  closures: [[local, midnight]],
});
const OF_TOKYO = hoursOf(0, 15);
const OF_STOCKHOLM = hoursOf(7, 22);

/** All that clients can see. */
const visible = () =>
  rows(`SELECT id, version, updated_at, schedule AS text FROM appointment
    UNION ALL SELECT id, version, updated_at, issue_date FROM invoice UNION ALL SELECT id, version, updated_at, closures FROM closures`);

let made: Body;
beforeEach(async () => {
  for (const table of ['invoice', 'appointment', 'closures', 'search_rebuild']) await rows(`DELETE FROM ${table}`);
  const { booked, ids } = await newCalendar();
  made = await booked({ schedule: '2027-06-01T09:00', expected_duration_minutes: 60 }, TOKYO);
  await booked({ schedule: '2027-06-01T09:00Z', expected_duration_minutes: 60 }, TOKYO);
  for (const [issue_date, due_date] of [
    ['2027-06-01T09:00', '2027-07-01T09:00'],
    ['2027-06-01T09:00Z', null],
  ]) {
    await ok('POST', '/invoice/', {
      json: input.invoice({ patient_id: ids.patient_id, issue_date, due_date }),
      ...TOKYO,
    });
  }
  const closures = [{ name: 'Midsummer', from: '2027-06-01T09:00', to: '2027-06-01' }];
  await ok('PUT', '/calendar/closures', { json: { closures }, ...TOKYO });
});

describe('Times without a zone', () => {
  it('are those of the present rules where nothing is known', async () => {
    expect(await swept('Asia/Tokyo')).not.toHaveProperty('times');
    expect(await marks()).toEqual([{ kind: 'zone Asia/Tokyo', version: await rulesVersion('Asia/Tokyo') }]);
    expect(await hours()).toEqual(OF_TOKYO);
  });

  it('keep their wall clock when the rules of the zone change', async () => {
    await rulesChange();
    const [seen, trail] = [await visible(), await count('audit')];
    const { level, times } = await swept('Europe/Stockholm');
    expect([level, times]).toMatchObject([
      'info',
      {
        closures: { checked: 1, changed: 1 },
        appointment: { checked: 2, changed: 1 },
        invoice: { checked: 2, changed: 1 },
      },
    ]);
    expect(await hours()).toEqual(OF_STOCKHOLM);
    expect([await visible(), await count('audit')]).toEqual([seen, trail]);
    expect(await marks()).toEqual([{ kind: 'zone Europe/Stockholm', version: await rulesVersion('Europe/Stockholm') }]);
    expect(await swept('Europe/Stockholm'), 'nothing is left to do').not.toHaveProperty('times');
  });

  it('are ordered and booked by the new instants', async () => {
    await rulesChange();
    await swept('Europe/Stockholm');
    const { doctor_id, patient_id } = made;
    const listed = await ok(
      'GET',
      `/calendar/appointments/?doctor_id=${doctor_id}&from=2027-06-01T07:00Z&to=2027-06-01T08:00Z`,
    );
    expect(listed.map(({ id }: Body) => id)).toEqual([made.id]);
    const { data } = await ok('GET', `/invoice/?patient_id=${patient_id}&order_by=issue_date`);
    expect(data.map(({ issue_date }: Body) => issue_date)).toEqual(['2027-06-01T09:00', '2027-06-01T09:00Z']);
  });

  it('are derived from where a run stopped', async () => {
    await rulesChange();
    let steps = 2;
    const first = await recomputeTimes(database(), ZONE_TIMES, 'Europe/Stockholm', () => steps-- > 0);
    expect([Object.keys(first.tables), first.isDone]).toEqual([['closures'], false]);
    expect((await marks())[0]?.version).toBe(1);
    const { times } = await swept('Europe/Stockholm');
    expect(Object.keys(times)).toEqual(['appointment', 'invoice']);
    expect(await hours()).toEqual(OF_STOCKHOLM);
  });

  it('stay where TIME_ZONE was changed, and each run says so until they are derived anew by hand', async () => {
    await swept('Asia/Tokyo');
    for (const _ of ['once', 'again']) {
      const { level, time_zone_was } = await swept('Europe/Stockholm');
      expect([level, time_zone_was]).toEqual(['warn', 'Asia/Tokyo']);
    }
    expect(await hours()).toEqual(OF_TOKYO);
    await beginAnew(database(), 'Europe/Stockholm');
    const { level, times } = await swept('Europe/Stockholm');
    expect([level, times.appointment]).toMatchObject(['info', { checked: 2, changed: 1 }]);
    expect(await hours()).toEqual(OF_STOCKHOLM);
    // And back, by hand each time.
    await beginAnew(database(), 'Asia/Tokyo');
    await swept('Asia/Tokyo');
    expect(await hours()).toEqual(OF_TOKYO);
  });

  it('are asked for by nobody where there are none yet and TIME_ZONE is set', async () => {
    await swept('UTC');
    for (const table of ['invoice', 'appointment', 'closures']) {
      expect((await swept('Asia/Tokyo')).time_zone_was, `while there is ${table}`).toBe('UTC');
      await rows(`DELETE FROM ${table}`);
    }
    expect(await otherZoneOf(database(), 'Asia/Tokyo')).toBeUndefined();
    expect(await marks()).toEqual([{ kind: 'zone Asia/Tokyo', version: await rulesVersion('Asia/Tokyo') }]);
    expect((await swept('Asia/Tokyo')).level).toBe('info');
  });

  it('are none of another zone under another name of the same', async () => {
    await swept('Asia/Calcutta');
    const { level, times } = await swept('Asia/Kolkata');
    expect([level, times]).toEqual(['info', undefined]);
    expect((await marks()).map(({ kind }) => kind)).toEqual(['zone Asia/Kolkata']);
  });

  it('that are derived while a PATCH is between its read and its write are not put back', async () => {
    await rulesChange();
    let batches = 0;
    const DB = databaseWith((session) => ({
      batch: async (statements: D1PreparedStatement[]) => {
        if (++batches === 1) await swept('Europe/Stockholm');
        return session.batch(statements);
      },
    }));
    const { status, body } = await call('PATCH', `/calendar/appointments/${made.id}`, {
      json: { type: 'IPD' },
      env: { DB, TIME_ZONE: 'Europe/Stockholm' },
    });
    expect([status, body.type]).toEqual([200, 'IPD']);
    const stored = await row('SELECT starts_at, ends_at, version FROM appointment WHERE id = ?', made.id);
    const starts_at = Date.parse('2027-06-01T07:00Z');
    expect(stored).toEqual({ starts_at, ends_at: starts_at + 3_600_000, version: 2 });
  });

  it('that a PATCH moves in between are not moved back', async () => {
    await rulesChange();
    let batches = 0;
    const DB = databaseWith((session) => ({
      batch: async (statements: D1PreparedStatement[]) => {
        // The mark, what there is of closures and its write, nothing left, what there is of appointments, its write.
        if (++batches === 6) {
          const moved = { json: { schedule: '2027-08-01T09:00' }, env: { TIME_ZONE: 'Europe/Stockholm' } };
          await ok('PATCH', `/calendar/appointments/${made.id}`, moved);
        }
        return session.batch(statements);
      },
    }));
    expect(await recomputeTimes(database(DB), ZONE_TIMES, 'Europe/Stockholm')).toMatchObject({ isDone: true });
    expect(batches).toBeGreaterThan(6);
    const stored = await row('SELECT starts_at FROM appointment WHERE id = ?', made.id);
    expect(stored).toEqual({ starts_at: Date.parse('2027-08-01T07:00Z') });
  });
});

describe('The version of the rules of a zone', () => {
  it('is another one for other rules, and the same for the same', async () => {
    const zones = ['UTC', 'Europe/Stockholm', 'Europe/London', 'America/New_York', 'Africa/Casablanca', 'Asia/Tokyo'];
    const versions = await Promise.all(zones.map(rulesVersion));
    expect(new Set(versions).size).toBe(zones.length);
    expect(await Promise.all(zones.map(rulesVersion))).toEqual(versions);
    for (const version of versions) expect(Number.isSafeInteger(version) && version > 0).toBe(true);
    expect(await rulesVersion('Asia/Kolkata')).toBe(await rulesVersion('Asia/Calcutta'));
    // Syria has kept summer time since October 2022, as Jordan has.
    expect(await rulesVersion('Asia/Damascus')).not.toBe(await rulesVersion('Asia/Amman'));
  });
});
