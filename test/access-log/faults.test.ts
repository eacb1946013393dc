/**
 * What the access log keeps where things fail: D1 and R2 are the real ones, but for the calls that a test breaks. FUZZ_SEED
 * names the seed of the run at random, or is `random`.
 */
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AccessObject, gunzip, gzip, objectKey } from '../../src/access-log/objects';
import type { AccessRecord } from '../../src/access-log/record';
import type { Bindings } from '../../src/env';
import { dateOfDay } from '../../src/rules/datetime';
import { accessRecord } from '../support/access';
import { deliver } from '../support/deliver';
import { make } from '../support/factories';
import { bucketWith, databaseThrough, logged } from '../support/fakes';
import { faultyDatabase } from '../support/faulty';
import { row, rows } from '../support/rows';
import { keptAccesses } from '../support/stored-accesses';
import { actorOf } from '../support/users';
import { isFull } from '../support/volume';

const DAY = 86_400_000;
const HOUR = DAY / 24;
/** The batches of one delivery: the first asks what is on record, the second puts on record. */
const WRITE = [2];

let patients: string[];
beforeAll(async () => {
  patients = (await Promise.all(Array.from({ length: 3 }, () => make.patient()))).map(({ id }) => id);
});

/** All looks that have been delivered so far: each must be on record, once. */
const taken: AccessRecord[] = [];
const NOON = Date.parse('2026-11-23T12:00:00Z');
/** Looks of some seconds, at patients and from accounts that come again. */
function newAccesses(n: number, at = NOON, apart = 100): AccessRecord[] {
  const looks = Array.from({ length: n }, (_, i) =>
    accessRecord({
      at: at + i * apart,
      patient_id: patients[i % 4] ?? null,
      actor: i % 5 === 0 ? null : actorOf(i % 2 ? 'staff' : 'doctor').id,
      action: i % 7 === 0 ? 'login_failed' : 'read',
    }),
  );
  taken.push(...looks);
  return looks;
}

const idsOf = (looks: readonly { id: string }[]) => looks.map(({ id }) => id).sort();
const expectAllKept = async (timeZone?: string | null) =>
  expect(idsOf(await keptAccesses(timeZone))).toEqual(idsOf(taken));

/** @returns how many messages are taken off the queue, and how many come again */
async function outcomeOf(bodies: readonly unknown[], broken: Partial<Bindings> = {}) {
  let outcome: number[] = [];
  await logged(async () => {
    const { explicitAcks, retryMessages } = await deliver(bodies, broken);
    outcome = [explicitAcks.length, retryMessages.length];
  });
  return outcome;
}
const kept = (n: number) => [n, 0];
const again = (n: number) => [0, n];

function shuffled<T>(all: readonly T[], random = Math.random): T[] {
  return all
    .map((one) => ({ one, by: random() }))
    .sort((a, b) => a.by - b.by)
    .map(({ one }) => one);
}

/** The same numbers from 0 to 1 for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % (2 ** 31 - 1);
    return state / 2 ** 31;
  };
}

describe('Looks are kept, each once', () => {
  it('where the consumer ends between R2 and D1, and they come again alone', async () => {
    const looks = newAccesses(10);
    const { DB } = faultyDatabase({ when: 'before', batches: WRITE });
    expect(await outcomeOf(looks, { DB })).toEqual(again(10));
    expect(await rows('SELECT * FROM access_object')).toEqual([]);
    for (const look of shuffled(looks)) expect(await outcomeOf([look])).toEqual(kept(1));
    await expectAllKept();
  });

  it('where they come again with others', async () => {
    const looks = newAccesses(9);
    const { DB } = faultyDatabase({ when: 'before', batches: WRITE });
    expect(await outcomeOf(looks, { DB })).toEqual(again(9));
    const mixed = shuffled([...looks, ...newAccesses(9, NOON + 50)]);
    // Messages of several looks each.
    expect(await outcomeOf([mixed.slice(0, 5), mixed.slice(5, 11), mixed.slice(11)])).toEqual(kept(3));
    await expectAllKept();
  });

  it('where D1 has them on record, but its answer is lost', async () => {
    const looks = newAccesses(10);
    const { DB } = faultyDatabase({ when: 'after', batches: WRITE });
    expect(await outcomeOf(looks, { DB })).toEqual(again(10));
    await expectAllKept();
    const mixed = shuffled([...looks, ...newAccesses(3)]);
    expect(await outcomeOf(mixed.slice(0, 6))).toEqual(kept(6));
    expect(await outcomeOf(mixed.slice(6))).toEqual(kept(7));
    await expectAllKept();
  });

  it('where a consumer that was given up goes on after all, behind another one', async () => {
    const [looks, others] = [newAccesses(10), newAccesses(4)];
    const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let batches = 0;
    const DB = databaseThrough(async (_, run) => {
      if (++batches === 2) {
        reached.resolve();
        await goOn.promise;
      }
      return run();
    });
    const late = deliver(looks, { DB });
    await reached.promise;
    expect(await outcomeOf([...others, ...looks.slice(3)])).toEqual(kept(11));
    goOn.resolve();
    expect((await late).explicitAcks).toHaveLength(10);
    await expectAllKept();
  });

  it.each([1, 2, 3])('where looks of two days come after those of %i, which another consumer had first', async (n) => {
    const slow = [...newAccesses(2), ...newAccesses(2, NOON + DAY)];
    const fast = Array.from({ length: n }, (_, i) => newAccesses(2, NOON + i * DAY));
    let batches = 0;
    const DB = databaseThrough(async (_, run) => {
      if (++batches === 2) await deliver(fast);
      return run();
    });
    expect(await outcomeOf(slow, { DB })).toEqual(kept(4));
    await expectAllKept();
  });

  it('where the same batch comes twice, one after the other and at the same time', async () => {
    const looks = newAccesses(20);
    expect(await outcomeOf([...looks, ...looks])).toEqual(kept(40));
    expect(await outcomeOf(looks)).toEqual(kept(20));
    const others = newAccesses(20);
    expect(await Promise.all([deliver(others), deliver(others)])).toMatchObject([
      { retryMessages: [] },
      { retryMessages: [] },
    ]);
    await expectAllKept();
  });

  it('by five consumers at once, whose batches have some of the same', async () => {
    const looks = newAccesses(100);
    const parts = [0, 15, 30, 45, 60].map((from) => looks.slice(from, from + 40));
    const done = await Promise.all(parts.map((part) => deliver(part)));
    expect(done.map(({ explicitAcks }) => explicitAcks.length)).toEqual(Array(5).fill(40));
    await expectAllKept();
  });

  it('where R2 refuses for an hour, and all come again in another order', async () => {
    const refusing = (method: 'put' | 'get') =>
      bucketWith({ [method]: () => Promise.reject(new Error(`${method}: Internal error (10001)`)) });
    const batches = Array.from({ length: 20 }, (_, n) => newAccesses(20, NOON + n * 180_000));
    for (const batch of batches) expect(await outcomeOf(batch, { FILES: refusing('put') })).toEqual(again(20));
    for (let left = shuffled(batches.flat()); left.length > 0; ) {
      const next = left.splice(0, 1 + Math.floor(Math.random() * 60));
      expect(await outcomeOf(next)).toEqual(kept(next.length));
    }
    // Where it cannot be seen what is on record, nothing is kept.
    expect(await outcomeOf(batches[3] ?? [], { FILES: refusing('get') })).toEqual(again(20));
    await expectAllKept();
  });

  it('where they come days late, and the newest first', async () => {
    const days = [0, 1, 2, 3].map((n) => newAccesses(6, NOON - n * DAY));
    for (const looks of days) expect(await outcomeOf(shuffled(looks))).toEqual(kept(6));
    expect(await outcomeOf(shuffled([...days.flat(), ...newAccesses(5, NOON - 2 * DAY, HOUR)]))).toEqual(kept(29));
    await expectAllKept();
  });

  it('where clocks jump', async () => {
    const times = ['1970-01-01', '2025-11-23', '2026-11-24', '9999-12-31'].map((date) => Date.parse(date));
    const looks = times.flatMap((at) => newAccesses(3, at, 0));
    expect(await outcomeOf([looks])).toEqual(kept(1));
    expect(await outcomeOf(shuffled([...looks, ...newAccesses(3)]))).toEqual(kept(15));
    await expectAllKept();
  });

  it('where settings are broken, once they are mended', async () => {
    const looks = newAccesses(5);
    expect(await outcomeOf(looks, { TIME_ZONE: 'Mars/Olympus_Mons' })).toEqual(again(5));
    expect(await outcomeOf(looks)).toEqual(kept(5));
    await expectAllKept();
  });

  it('on the days of the hospital, also where its clocks change', async () => {
    const TIME_ZONE = 'Europe/Berlin';
    // Midnights there, the second one an hour later by UTC; and the hour that comes twice.
    const nights = ['2027-10-30T22:00Z', '2027-10-31T23:00Z'].flatMap((at) => newAccesses(4, Date.parse(at) - 2, 1));
    const looks = [...nights, ...newAccesses(4, Date.parse('2027-10-31T00:30Z'), HOUR)];
    expect(await outcomeOf(shuffled(looks), { TIME_ZONE })).toEqual(kept(12));
    const days = await rows<AccessObject>('SELECT * FROM access_object ORDER BY seq DESC LIMIT 3');
    expect(days.map(({ day, looks }) => [dateOfDay(day), looks]).sort()).toEqual([
      ['2027-10-30', 2],
      ['2027-10-31', 8],
      ['2027-11-01', 2],
    ]);
    await expectAllKept(null);
    // The hospital's time zone was set meanwhile.
    for (const zone of ['UTC', 'America/Los_Angeles', TIME_ZONE])
      expect(await outcomeOf(shuffled(looks), { TIME_ZONE: zone })).toEqual(kept(12));
    await expectAllKept(null);
  });

  it('whatever fails, in whatever order', async () => {
    const FAULTS: Record<string, () => Partial<Bindings>> = {
      none: () => ({}),
      'D1 does not answer': () => ({ DB: faultyDatabase({ when: 'before', batches: [1, 2] }).DB }),
      'D1 takes no write': () => ({ DB: faultyDatabase({ when: 'before', batches: WRITE }).DB }),
      "D1's answer is lost": () => ({ DB: faultyDatabase({ when: 'after', batches: WRITE }).DB }),
      'R2 takes nothing': () => ({ FILES: bucketWith({ put: () => Promise.reject(new Error('put: (10001)')) }) }),
      "R2's answer is lost": () => ({
        FILES: bucketWith({
          put: async (...given: Parameters<R2Bucket['put']>) => {
            await env.FILES.put(...given);
            throw new Error('put: (10001)');
          },
        }),
      }),
    };
    const step = fc.record({
      fault: fc.constantFrom(...Object.keys(FAULTS)),
      looks: fc.integer({ min: 0, max: 12 }),
      /** how many of those that wait come in this batch */
      delivered: fc.integer({ min: 1, max: 30 }),
      /** how many come again that were acknowledged */
      doubled: fc.integer({ min: 0, max: 5 }),
      hours: fc.constantFrom(0, 0, 0, 1, -30, 24, 9000),
      /** whether a consumer that no fault befalls has the batch at the same time */
      twice: fc.boolean(),
      order: fc.integer({ min: 1, max: 1_000_000 }),
    });
    const seed = env.FUZZ_SEED === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(env.FUZZ_SEED) || 1;
    const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20 }), async (steps) => {
      let [waiting, done]: AccessRecord[][] = [[], []];
      for (const { fault, looks, delivered, doubled, hours, twice, order } of steps) {
        const random = randomFrom(order);
        waiting = shuffled([...(waiting ?? []), ...newAccesses(looks, NOON + hours * HOUR)], random);
        const batch = [...waiting.splice(0, delivered), ...shuffled(done ?? [], random).slice(0, doubled)];
        const broken = FAULTS[fault]?.() ?? {};
        await logged(async () => {
          const [one] = await Promise.all([deliver(batch, broken), ...(twice ? [deliver(batch)] : [])]);
          (one.retryMessages.length > 0 ? waiting : done)?.push(...batch);
        });
      }
      expect(await outcomeOf([waiting])).toEqual(kept(1));
      await expectAllKept(null);
    });
    await fc.assert(property, { seed, numRuns: isFull ? 3 : 1, endOnFailure: true });
  });

  // The last ones, as they leave the log damaged.
  it.each<[string, (key: string) => Promise<unknown>]>([
    ['is missing', (key) => env.FILES.delete(key)],
    ['is not what gzip writes', (key) => env.FILES.put(key, 'x')],
    [
      'has other bytes',
      async (key) => {
        const bytes = new Uint8Array((await (await env.FILES.get(key))?.arrayBuffer()) ?? new ArrayBuffer());
        bytes[40] = 255 - (bytes[40] ?? 0);
        await env.FILES.put(key, bytes);
      },
    ],
    [
      'is made up',
      async (key) => {
        const text = await gunzip((await (await env.FILES.get(key))?.arrayBuffer()) ?? new ArrayBuffer());
        await env.FILES.put(key, await gzip(text.replaceAll('"role":"staff"', '"role":"admin"')));
      },
    ],
  ])('anew, if they come again, where their object %s', async (_, damage) => {
    const looks = newAccesses(5);
    expect(await outcomeOf(looks)).toEqual(kept(5));
    await damage(objectKey(await lastObject()));
    expect(await outcomeOf(looks)).toEqual(kept(5));
    expect(await lastObject()).toMatchObject({ looks: 5 });
    expect(await outcomeOf(looks)).toEqual(kept(5));
  });
});

const lastObject = async () =>
  (await row<AccessObject>('SELECT * FROM access_object ORDER BY seq DESC LIMIT 1')) as AccessObject;
