import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { gunzip, gzip } from '../../src/access-log/objects';
import { accessOf, accessRecord, keep } from '../support/access';
import { type Body, call, faults, nextPage, ok, pages, refusal } from '../support/client';
import { bucketWith, loggedLines } from '../support/fakes';
import { rows } from '../support/rows';
import { actorOf } from '../support/users';

const admin = { as: 'admin' } as const;
const DAY = '/audit/access/2026-11-23';
const NOON = Date.parse('2026-11-23T12:00Z');
const ANNA = crypto.randomUUID();
const BODIL = crypto.randomUUID();
const READER = crypto.randomUUID();
const PER_OBJECT = [30, 10, 20];
const LOOKS = 60;

/** By `count`, which numbers them. */
const numbersOf = (found: Body[]): number[] => found.map(({ count }) => count);
const numbers = async (query: string) => numbersOf((await pages(`${DAY}?${query}`, admin)).flat());
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

/** The nth look of the day, a second after the one before. */
const nth = (n: number, given: Parameters<typeof accessRecord>[0] = {}) =>
  accessRecord({ at: NOON + n * 1_000, count: n, ...given });

const given = (n: number): Parameters<typeof accessRecord>[0] =>
  ({
    7: { patient_id: ANNA, actor: READER, entity_id: ANNA, request_id: 'seven', address: '198.51.100.7' },
    29: { patient_id: BODIL, action: 'list', entity: 'appointment', detail: JSON.stringify({ patients: [ANNA] }) },
    30: { action: 'search', detail: JSON.stringify({ patients: [BODIL, ANNA] }) },
    45: { action: 'refused', actor: READER, detail: '{"permission":"patient:read","route":"GET /patient/"}' },
  })[n] ?? {};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7000-8000-[0-9a-f]{12}$/;
/** The pages of a request, and the keys of damaged objects that the log named meanwhile. */
async function damagedOf(path: string, options: Parameters<typeof pages>[1]) {
  let answer: Body[][] = [];
  const lines = await loggedLines(async () => {
    answer = await pages(path, options);
  });
  const told = lines.filter(({ event }) => event === 'access_damaged');
  for (const { level } of told) expect(level).toBe('error');
  return { answer, keys: told.map(({ key }): string => key) };
}

beforeAll(async () => {
  let n = 0;
  for (const size of PER_OBJECT) await keep(Array.from({ length: size }, () => nth(n, given(n++))).reverse());
  await keep([nth(-13 * 3_600), nth(13 * 3_600)]);
});

describe('GET /audit/access/{day}', () => {
  it('answers every look of the day once, the oldest first, page by page', async () => {
    for (const limit of [1, 7, 30, 59, 60, 1000]) {
      const found = await pages(`${DAY}?limit=${limit}`, admin);
      expect(numbersOf(found.flat()), `${limit}`).toEqual(upTo(LOOKS));
      expect(found).toHaveLength(Math.ceil(LOOKS / limit));
    }
    expect(await ok('GET', '/audit/access/2026-11-30', admin)).toEqual([]);
  });

  it('says what each one was', async () => {
    const found = await ok('GET', DAY, admin);
    expect(found[7]).toEqual({
      ...{ id: expect.any(String), at: new Date(NOON + 7_000).toISOString(), actor: READER, role: 'staff' },
      ...{ action: 'read', entity: 'patient', entity_id: ANNA, patient_id: ANNA, patients: [], count: 7, detail: null },
      ...{ request_id: 'seven', address: '198.51.100.7' },
    });
    expect(found[30]).toMatchObject({ patient_id: null, patients: [BODIL, ANNA], detail: null, request_id: null });
    expect(found[45]).toMatchObject({
      patients: [],
      detail: { permission: 'patient:read', route: 'GET /patient/' },
    });
  });

  it('has filters, also for those whom a list showed', async () => {
    for (const [query, expected] of [
      [`patient_id=${ANNA}`, [7, 29, 30]],
      [`patient_id=${BODIL.toUpperCase()}`, [29, 30]],
      [`patient_id=${ANNA}&action=list`, [29]],
      [`actor=${READER}`, [7, 45]],
      [`actor=${READER}&action=refused`, [45]],
      ['entity=appointment', [29]],
      [`entity_id=${ANNA}`, [7]],
      ['action=search', [30]],
      ['action=juggle', []],
      ['from=2026-11-23T12:00:50&to=2026-11-23T12:00:52.500', [50, 51, 52]],
      ['to=2026-11-23T12:00:02', [0, 1]],
      ['from=2026-11-23T12:00:58Z', [58, 59]],
      ['from=2026-11-24', []],
      ['to=2026-11-23T00:00', []],
    ] as const) {
      expect(await numbers(query), query).toEqual(expected);
      expect(await numbers(`limit=1&${query}`), query).toEqual(expected);
    }
  });

  it('asks the bucket for no more than the page needs', async () => {
    for (const [query, r2] of [
      ['?limit=29', 1],
      ['?limit=30', 2],
      ['?limit=1000', 3],
      ['?action=juggle', 3],
      ['?to=2026-11-23T12:00:20', 1],
      ['?from=2026-11-23T12:00:35', 2],
      ['?from=2026-11-24', 0],
    ] as const) {
      const { cost } = await call('GET', DAY + query, admin);
      expect({ query, ...cost }).toMatchObject({ query, trips: 1, r2, rows_written: 0 });
      expect(cost.rows_read).toBeLessThan(12);
    }
  });

  it('knows the days of the hospital', async () => {
    const zone = { TIME_ZONE: 'Europe/Stockholm' };
    const actor = crypto.randomUUID();
    const at = ['2027-03-27T22:59:59.999Z', '2027-03-27T23:00Z', '2027-03-28T21:59:59.999Z', '2027-03-28T22:00Z'];
    await keep(
      at.map((time, count) => accessRecord({ at: Date.parse(time), actor, count })),
      zone.TIME_ZONE,
    );
    const numbersOn = async (path: string) =>
      numbersOf(await ok('GET', `/audit/access/${path}`, { ...admin, env: zone }));
    expect(await numbersOn('2027-03-27')).toEqual([0]);
    expect(await numbersOn('2027-03-28')).toEqual([1, 2]);
    expect(await numbersOn('2027-03-28?to=2027-03-28T00:01')).toEqual([1]);
    expect(await numbersOn('2027-03-29')).toEqual([3]);
  });

  it('goes on behind the look that it has shown, whatever came since', async () => {
    const begin = Date.parse('2027-05-01T10:00Z');
    const at = (...seconds: number[]) => seconds.map((count) => accessRecord({ at: begin + count * 1_000, count }));
    await keep(at(10, 11, 12));
    await keep(at(20, 21));
    const first = await call('GET', '/audit/access/2027-05-01?limit=2', admin);
    await keep(at(1, 2)); // before all that was shown
    await keep(at(15));
    const next = await call('GET', nextPage(first) ?? '', admin);
    await keep(at(16));
    await keep(at(21));
    const rest = await pages(nextPage(next) ?? '', admin);
    expect([first.body, next.body, ...rest].map(numbersOf)).toEqual([
      [10, 11],
      [12, 15],
      [16, 20],
      [21, 21],
    ]);
  });

  it('refuses what cannot be asked', async () => {
    for (const [path, field] of [
      ['today', 'day'],
      ['2026-02-30', 'day'],
      ['2026-11-23T10:00', 'day'],
      ['2026-11-23?cursor=4711', 'cursor'],
      ['2026-11-23?from=soon', 'from'],
      ['2026-11-23?limit=1001', 'limit'],
    ] as const) {
      const answer = await call('GET', `/audit/access/${path}`, admin);
      expect([answer.status, faults(answer)[0]?.[0]], path).toEqual([422, field]);
    }
  });

  it('is recorded itself, with the day that was asked for', async () => {
    const answer = await call('GET', `${DAY}?patient_id=${ANNA}`, admin);
    expect(accessOf(answer)).toMatchObject([
      {
        ...{ entity: 'access', action: 'list', entity_id: '2026-11-23', patient_id: ANNA, count: 3 },
        ...{ role: 'admin', actor: actorOf('admin').id },
      },
    ]);
  });
});

describe('A day of many objects', () => {
  const OBJECTS = 130;
  const MANY = '/audit/access/2027-01-01';
  const begin = Date.parse('2027-01-01T08:00Z');

  beforeAll(async () => {
    for (const n of upTo(OBJECTS)) await keep([accessRecord({ at: begin + n * 1_000, count: n })]);
  });

  it('is read in bounded pages, which may have nothing and still a next one', async () => {
    const first = await call('GET', `${MANY}?actor=${READER}`, admin);
    expect([first.body, first.cost.r2]).toEqual([[], 100]);
    const second = await call('GET', nextPage(first) ?? '', admin);
    expect([second.body, second.cost.r2, nextPage(second)]).toEqual([[], 30, undefined]);
    expect(numbersOf((await pages(`${MANY}?limit=1000`, admin)).flat())).toEqual(upTo(OBJECTS));
    expect((await call('GET', `${MANY}?limit=10`, admin)).cost.r2).toBe(11);
  });

  it('is answered without what retention removes meanwhile, and with an entry for what is lost', async () => {
    const lost = bucketWith({ get: async () => null });
    const found = await damagedOf(`${MANY}?limit=70`, { ...admin, env: { FILES: lost } });
    expect(found.answer.map((page) => page.length)).toEqual([70, 60]);
    const ids = new Set(found.answer.flat().map(({ id }) => id));
    expect([ids.size, found.keys.length]).toEqual([OBJECTS, OBJECTS + 1]);
    for (const entry of found.answer.flat()) expect(entry).toMatchObject({ action: 'damaged', count: 1 });
    const removed = bucketWith({
      get: async () => {
        await rows('UPDATE access_object SET removed_at = 1 WHERE day = 20819 AND removed_at IS NULL');
        return null;
      },
    });
    const { status, body } = await call('GET', `${MANY}?limit=20`, { ...admin, env: { FILES: removed } });
    expect([status, body]).toEqual([200, []]);
    const again = await call('GET', MANY, admin);
    expect([again.body, again.cost.r2]).toEqual([[], 0]);
  });
});

describe('Where the bucket fails', () => {
  const failing = (times: number, message: string) => {
    let left = times;
    const get = (key: string) => (left-- > 0 ? Promise.reject(new Error(message)) : env.FILES.get(key));
    return { env: { FILES: bucketWith({ get }) } };
  };

  it('a look is tried for once more, and is never left out', async () => {
    const passing = await call('GET', DAY, { ...admin, ...failing(1, 'get: Internal Error (10001)') });
    expect([passing.status, numbersOf(passing.body), passing.cost.r2]).toEqual([200, upTo(LOOKS), 4]);
    for (const message of ['get: Internal Error (10001)', 'get: Access denied (10003)']) {
      const { status, body, headers } = await call('GET', DAY, { ...admin, ...failing(99, message) });
      expect([status, body]).toEqual([503, refusal('unavailable', 'File storage is briefly unavailable')]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  const garbled = async (key: string) => {
    const text = await gunzip((await (await env.FILES.get(key))?.arrayBuffer()) ?? new ArrayBuffer());
    return gzip(text.replace('"role":"staff"', '"role":"admin"'));
  };
  it.each<[string, (key: string) => Promise<ArrayBuffer | null>]>([
    ['is missing', async () => null],
    ['is no gzip', () => new Response('no gzip').arrayBuffer()],
    ['is cut off', async (key) => (await (await env.FILES.get(key))?.arrayBuffer())?.slice(0, -9) ?? null],
    ['is no JSON', async () => gzip('{}\nno JSON\n')],
    ['is not what was put on record', garbled],
  ])('an object that %s is an entry of its own, whatever is asked for, and named in the log', async (_, bytesOf) => {
    const [, second] = (await env.FILES.list({ prefix: 'audit/access/2026-11-23/' })).objects;
    const key = second?.key ?? '';
    const get = async (asked: string) => {
      if (asked !== key) return env.FILES.get(asked);
      const bytes = await bytesOf(asked);
      return bytes && new Response(bytes);
    };
    const broken = { ...admin, env: { FILES: bucketWith({ get }) } };
    const marker = {
      ...{ id: expect.stringMatching(UUID), at: new Date(NOON + 39_000).toISOString(), action: 'damaged' },
      ...{ entity: 'access', entity_id: null, actor: null, role: null, patient_id: null, patients: [], count: 10 },
      ...{ request_id: null, address: null, detail: null },
    };
    const others = upTo(LOOKS).filter((n) => n < 30 || n >= 40);
    for (const [query, before, after] of [
      ['limit=1000', others.slice(0, 30), others.slice(30)],
      ['limit=1', others.slice(0, 30), others.slice(30)],
      ['limit=30', others.slice(0, 30), others.slice(30)],
      ['limit=31', others.slice(0, 30), others.slice(30)],
      [`patient_id=${ANNA}`, [7, 29], []],
      ['action=juggle', [], []],
      ['from=2026-11-23T12:00:35&to=2026-11-23T12:00:41', [], [40]],
    ] as const) {
      const { answer, keys } = await damagedOf(`${DAY}?${query}`, broken);
      const found = answer.flat();
      expect(found[before.length], query).toEqual(marker);
      expect([numbersOf(found.slice(0, before.length)), numbersOf(found.slice(before.length + 1))]).toEqual([
        before,
        after,
      ]);
      expect(new Set(keys)).toEqual(new Set([key]));
    }
    expect(await numbers('to=2026-11-23T12:00:02')).toEqual([0, 1]);
  });
});
