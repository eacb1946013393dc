import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { removeUnrecorded } from '../../src/access-log/leftovers';
import { gzip, objectKey } from '../../src/access-log/objects';
import { countUp } from '../../src/access-log/queries';
import { removeOldAccesses } from '../../src/access-log/retention';
import { storeAccesses } from '../../src/access-log/store';
import { Database } from '../../src/db/client';
import { statements } from '../../src/db/statement';
import type { Bindings } from '../../src/env';
import { runHourlyJob } from '../../src/jobs/hourly';
import { dateOfDay, instant, localDay } from '../../src/rules/datetime';
import { accessRecord } from '../support/access';
import { testEnv } from '../support/client';
import { make } from '../support/factories';
import { bucketWith, databaseThrough, logged } from '../support/fakes';
import { count, rows } from '../support/rows';
import { actorOf } from '../support/users';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TIME_ZONE = 'Pacific/Auckland';

const store = ({ DB = env.DB, bucket = env.FILES } = {}) => ({
  database: new Database(DB, 'first-primary'),
  bucket,
  timeZone: TIME_ZONE,
});
const at = (datetime: string) => instant(datetime, TIME_ZONE);
const dayOf = (date: string) => localDay(at(date), TIME_ZONE);

let patient: string;
beforeAll(async () => {
  patient = (await make.patient()).id;
});
const keep = (...times: string[]) =>
  storeAccesses(
    store(),
    times.map((time) => accessRecord({ at: at(time), patient_id: patient, actor: actorOf('staff').id })),
  );

const runJob = async (now: string | number, changed: Partial<Bindings> = {}) => {
  const time = typeof now === 'string' ? at(now) : now;
  const settings = { ...testEnv, TIME_ZONE, ACCESS_RETENTION_DAYS: '365', ...changed };
  return JSON.parse(await logged(() => runHourlyJob(settings, time, { rebuilds: [], times: [] })));
};

/** The days whose objects are in the bucket, in D1, and that are counted. */
async function daysLeft() {
  await store().database.run(countUp());
  const { objects } = await env.FILES.list({ prefix: 'audit/access/' });
  const inR2 = [...new Set(objects.map(({ key }) => key.split('/')[2]))];
  const daysIn = async (table: string) =>
    (await rows<{ day: number }>(`SELECT DISTINCT day FROM ${table} ORDER BY day`)).map(({ day }) => dateOfDay(day));
  const [live, counted] = [await daysIn('access_object WHERE removed_at IS NULL'), await daysIn('access_day')];
  expect([live, counted]).toEqual([inR2, inR2]);
  return inR2;
}

describe('The days of the access log', () => {
  beforeAll(async () => {
    await keep('2020-03-01T00:00', '2020-03-01T23:59:59', '2020-03-02T00:00', '2020-03-03T12:00');
    await keep('2020-03-01T12:00');
  });

  it('stay where no time is set, while they are younger, and where the setting is wrong', async () => {
    for (const [now, ACCESS_RETENTION_DAYS] of [
      ['2040-01-01', ''],
      ['2021-03-01T23:59:59', '365'],
      ['2040-01-01', '0'],
    ] as const) {
      const { removed } = await runJob(now, { ACCESS_RETENTION_DAYS });
      expect(removed.access_object).toBe(ACCESS_RETENTION_DAYS === '0' ? 'failed' : 0);
    }
    expect(await daysLeft()).toEqual(['2020-03-01', '2020-03-02', '2020-03-03']);
  });

  it('leave D1 only after the bucket', async () => {
    const FILES = bucketWith({ delete: () => Promise.reject(new Error('(10001)')) });
    expect((await runJob('2021-03-02', { FILES })).removed.access_object).toBe('failed');
    expect(await daysLeft()).toHaveLength(3);
  });

  it('leave as a whole after a crash between bucket and D1, by the clocks of the hospital', async () => {
    const DB = databaseThrough((method, run) =>
      method === 'batch' ? Promise.reject(new Error('Network connection lost')) : run(),
    );
    const now = at('2021-03-02T00:00');
    await expect(removeOldAccesses(store({ DB }), { now, days: 365 })).rejects.toThrow();
    expect(await count('access_object WHERE removed_at IS NULL')).toBe(4);

    const { removed } = await runJob(now);
    expect(removed.access_object).toBe(2);
    expect(await daysLeft()).toEqual(['2020-03-02', '2020-03-03']);
    expect(await rows('SELECT seq, day, removed_at FROM access_object ORDER BY seq')).toEqual([
      { seq: 1, day: dayOf('2020-03-01'), removed_at: now },
      { seq: 2, day: dayOf('2020-03-02'), removed_at: null },
      { seq: 3, day: dayOf('2020-03-03'), removed_at: null },
      { seq: 4, day: dayOf('2020-03-01'), removed_at: now },
    ]);
  });

  it('leave again where a look comes later', async () => {
    await keep('2020-03-01T12:00', '2020-03-02T12:00');
    expect(await daysLeft()).toEqual(['2020-03-01', '2020-03-02', '2020-03-03']);
    expect((await runJob('2021-03-02')).removed.access_object).toBe(1);
    expect(await daysLeft()).toEqual(['2020-03-02', '2020-03-03']);
  });

  it('leave once in two runs at once', async () => {
    const run = () => removeOldAccesses(store(), { now: at('2021-03-03'), days: 365 });
    const [one, other] = await Promise.all([run(), run()]);
    expect(one + other).toBe(2);
    expect(await daysLeft()).toEqual(['2020-03-03']);
  });

  it('stay counted while one of their objects is left', async () => {
    const bucket = bucketWith({
      delete: async (keys: string[]) => {
        await keep('2020-03-03T13:00');
        return env.FILES.delete(keys);
      },
    });
    const one = databaseThrough(async (method, run) => {
      if (method === 'batch' && ++batches > 1) throw new Error('Network connection lost');
      return run();
    });
    let batches = 0;
    await expect(removeOldAccesses(store({ DB: one, bucket }), { now: at('2021-03-04'), days: 365 })).rejects.toThrow();
    expect(await count('access_object WHERE removed_at IS NULL')).toBe(2);
    expect(await daysLeft()).toEqual(['2020-03-03']);
    expect((await runJob('2021-03-04')).removed.access_object).toBe(2);
    expect([await daysLeft(), await count('access_object')]).toEqual([[], 8]);
  });

  it('of a very large hospital leave in bounded statements and runs', async () => {
    const day = dayOf('2020-03-05');
    await rows(
      `WITH RECURSIVE i(n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM i WHERE n < 1599)
       INSERT INTO access_object (seq, day, looks, first_at, last_at, hash) SELECT n, ?, 1, 0, 0, printf('%064d', n) FROM i`,
      day,
    );
    await rows(
      `WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 25000)
       INSERT INTO access_day (patient_seq, day, actor_seq, looks, first_at, last_at, kinds)
       SELECT n, ?, 1, 1, 0, 0, 1 FROM i`,
      day,
    );
    const one = store();
    expect(await removeOldAccesses(one, { now: at('2021-03-06'), days: 365 })).toBe(1_500);
    expect([await count('access_day'), await count('access_object WHERE removed_at IS NULL')]).toEqual([0, 0]);
    const { trips, rows_read } = one.database.cost;
    expect(trips).toBe(13);
    // No row that leaves has the objects read that are gone.
    expect(rows_read).toBeLessThan(25_000 * 7);

    await rows(
      `WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 30)
       INSERT INTO access_day (patient_seq, day, actor_seq, looks, first_at, last_at, kinds)
       SELECT 1, ? + n, 1, 1, 0, 0, 1 FROM i`,
      day,
    );
    await removeOldAccesses(store(), { now: at('2030-01-01'), days: 365 });
    expect(await count('access_day')).toBe(10);
    await removeOldAccesses(store(), { now: at('2030-01-01'), days: 365 });
    expect(await count('access_day')).toBe(0);
  });

  it('are found by an index', async () => {
    const own = [...statements].filter(
      (sql) => /access_(day|object)`/.test(sql) && /^(delete|update|select min)/.test(sql),
    );
    expect(own).toHaveLength(4);
    for (const sql of own) {
      const values = [...new Set(sql.match(/\?\d+/g))].map(() => '[]');
      for (const { detail } of await rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values)) {
        expect(detail, sql).not.toMatch(/^SCAN (access|o\b|d\b)/);
      }
    }
  });
});

describe('Objects of the access log that are not on record', () => {
  const put = async (date: string, seq: number, bytes: ArrayBuffer) => {
    const key = objectKey({ day: dayOf(date), seq, hash: '0'.repeat(64) });
    await env.FILES.put(key, bytes);
    return key;
  };
  const keys = async () => (await env.FILES.list({ prefix: 'audit/access/' })).objects.map(({ key }) => key);
  /** The first hour in which a day has its turn, so many days after today. */
  const turnOf = (date: string, days: number) => {
    const hour = Math.floor(Date.now() / HOUR) + days * 24;
    return (hour + ((((dayOf(date) - hour) % 720) + 720) % 720)) * HOUR;
  };
  const removedIn = (now: number) => removeUnrecorded(store(), now);

  it('are removed 31 days after they were written if their looks are in others, those on record and other files never', async () => {
    const today = dateOfDay(localDay(Date.now(), TIME_ZONE));
    const yesterday = dateOfDay(localDay(Date.now(), TIME_ZONE) - 1);
    await keep(`${yesterday}T12:00`, `${today}T00:00`);
    const recorded = (await keys()).sort();
    expect(recorded).toHaveLength(2);
    await env.FILES.put(`audit/access/${today}/readme.txt`, 'x');
    await env.FILES.put('audit/access/000000000001-000000002500.ndjson', 'x');
    // With the only copy of a look, as after a restore from an older backup, and one that nobody can read.
    await put(today, 90_001, await gzip(`{}\n${JSON.stringify(accessRecord())}\n`));
    await put(today, 90_002, new ArrayBuffer(9));
    const kept = (await keys()).sort();
    const copy = await (await env.FILES.get(recorded[0] ?? ''))?.arrayBuffer();
    const crashed = (date: string, seq: number) => put(date, seq, copy as ArrayBuffer);
    const left = [await crashed(today, 90_000), await crashed(yesterday, 1), await crashed('2020-03-03', 2)];
    // As a restore puts back what was removed.
    const [removed] = await rows<{ seq: number; day: number; hash: string }>(
      'SELECT * FROM access_object WHERE seq = 3',
    );
    left.push(objectKey(removed ?? { seq: 0, day: 0, hash: '' }));
    await env.FILES.put(left.at(-1) ?? '', await gzip('{}\n'));

    const all = [...kept, ...left].sort();
    expect(await removedIn(turnOf('2020-03-03', 0))).toBe(0);
    for (const date of [today, yesterday]) expect(await removedIn(turnOf(date, 0))).toBe(0);
    expect(await removedIn(turnOf(today, 33) + HOUR)).toBe(0);
    expect((await keys()).sort()).toEqual(all);
    expect(await removedIn(turnOf(today, 33))).toBe(1);
    expect(await removedIn(turnOf(yesterday, 33))).toBe(1);
    expect(await removedIn(turnOf('2020-03-03', 33))).toBe(2);
    expect((await keys()).sort()).toEqual(kept);
  });

  it('leave with a day that retention has removed, whatever they hold', async () => {
    const date = '2020-04-07';
    await keep(`${date}T12:00`);
    // With looks that came again, one that did not, and one that nobody can read.
    const [recorded] = (await env.FILES.list({ prefix: `audit/access/${date}/` })).objects;
    const copy = await (await env.FILES.get(recorded?.key ?? ''))?.arrayBuffer();
    const left = [
      await put(date, 91_000, copy ?? new ArrayBuffer()),
      await put(date, 91_001, await gzip(`{}\n${JSON.stringify(accessRecord({ at: at(`${date}T12:00`) }))}\n`)),
      await put(date, 91_002, new ArrayBuffer(9)),
    ];
    expect((await runJob('2021-04-09')).removed.access_object).toBe(1);
    const here = async () => (await keys()).filter((key) => key.includes(date));
    expect(await here()).toEqual(left);
    expect(await removedIn(turnOf(date, 0))).toBe(0);
    expect(await removedIn(turnOf(date, 33))).toBe(3);
    expect(await here()).toEqual([]);
  });

  it('are looked for in a few days each hour, in all of them within a month', async () => {
    const asked: (string | undefined)[] = [];
    const list = async ({ prefix }: R2ListOptions) => {
      asked.push(prefix);
      return { objects: [], truncated: false };
    };
    const bucket = bucketWith({ list });
    const now = Date.now() + 33 * DAY;
    for (let hour = 0; hour < 720; hour++) await removeUnrecorded(store({ bucket }), now + hour * HOUR);
    const [first] = await rows<{ day: number }>('SELECT min(day) AS day FROM access_object');
    const days = localDay(now - 31 * DAY, TIME_ZONE) - (first?.day ?? 0) + 1;
    expect(days).toBeGreaterThan(2_000);
    expect(new Set(asked).size).toBeGreaterThanOrEqual(days);
    expect(asked.length).toBeLessThan(days + 40);
    for (const prefix of asked) expect(prefix).toMatch(/^audit\/access\/\d{4}-\d\d-\d\d\/$/);
  });
});
