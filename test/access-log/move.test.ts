import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { moveAccesses } from '../../src/access-log/move';
import type { AccessRecord } from '../../src/access-log/record';
import { storeAccesses } from '../../src/access-log/store';
import { writeAccess } from '../../src/access-log/table';
import { lineOf } from '../../src/audit/chain';
import { Database } from '../../src/db/client';
import { runHourlyJob } from '../../src/jobs/hourly';
import { accessRecord } from '../support/access';
import { testEnv } from '../support/client';
import { make } from '../support/factories';
import { bucketWith, databaseThrough, logged } from '../support/fakes';
import { count, row, rows } from '../support/rows';
import { keptAccesses } from '../support/stored-accesses';
import { newDatabase } from '../support/trail';
import { actorOf } from '../support/users';

const DAY = 86_400_000;
const NOON = Date.parse('2025-11-02T12:00:00Z');

let patient: string;
beforeAll(async () => {
  patient = (await make.patient()).id;
});

/** Looks a second apart, unlike those of every other call. */
let last = NOON;
function looks(n: number, given: Partial<AccessRecord> = {}): AccessRecord[] {
  const of = { patient_id: patient, actor: actorOf('staff').id, role: 'staff' };
  const from = last;
  last += n * 1_000;
  return Array.from({ length: n }, (_, i) => accessRecord({ ...of, at: from + i * 1_000, ...given }));
}

/** Lets them wait in D1, as where the queue refuses them. */
async function wait(some: readonly AccessRecord[]): Promise<readonly AccessRecord[]> {
  for (let at = 0; at < some.length; at += 500) await writeAccess(newDatabase(), some.slice(at, at + 500));
  return some;
}

const storeWith = ({ DB = env.DB, bucket = env.FILES } = {}) => ({
  database: new Database(DB, 'first-primary'),
  bucket,
  timeZone: 'UTC',
});
const move = (broken = {}) => moveAccesses(storeWith(broken));
const runJob = async () =>
  JSON.parse(await logged(() => runHourlyJob(testEnv, NOON + 7 * DAY, { rebuilds: [], times: [] })));

const expected: string[] = [];
/** Every look that ever waited is kept. */
const expectEachOnce = async () =>
  expect((await keptAccesses()).map(({ id }) => id).sort()).toEqual([...expected].sort());
const add = (some: readonly AccessRecord[]) => void expected.push(...some.map(({ id }) => id));

describe('Looks that wait in D1', () => {
  beforeEach(async () => expect(await count('access')).toBe(0));

  it('move into objects', async () => {
    const waiting = await wait(looks(65));
    add(waiting);
    const { moved, sealed, level } = await runJob();
    expect([level, moved, await count('access')]).toEqual(['info', 65, 0]);
    const head = await row<{ seq: number; hash: string }>('SELECT * FROM access_object ORDER BY seq DESC LIMIT 1');
    expect(sealed.access).toEqual({ objects: head?.seq, hash: head?.hash });
    await expectEachOnce();
    const kept = await keptAccesses();
    const { owner_id: _, ...look } = waiting[0] as AccessRecord;
    expect(lineOf(kept.find(({ id }) => id === look.id) ?? {})).toBe(lineOf(look));
    expect((await runJob()).moved).toBe(0);
  });

  it('leave their numbers to those that come later', async () => {
    add(await wait(looks(2)));
    expect(await rows('SELECT seq FROM access')).toEqual([{ seq: 1 }, { seq: 2 }]);
    expect(await move()).toBe(2);
    add(await wait(looks(1)));
    expect(await rows('SELECT seq FROM access')).toEqual([{ seq: 1 }]);
    expect(await move()).toBe(1);
    await expectEachOnce();
  });

  it('are left to the next run where this one has asked enough', async () => {
    add(await wait(looks(3_000)));
    const busy = storeWith();
    busy.database.cost.statements = 599;
    expect([await moveAccesses(busy), await moveAccesses(busy), await count('access')]).toEqual([2_500, 0, 500]);
    expect(await move()).toBe(500);
  });

  it('move by days, of a month at most in a step', async () => {
    for (let day = 0; day < 70; day++) {
      last += DAY;
      add(await wait(looks(3)));
    }
    let batches = 0;
    const DB = databaseThrough((method, run) => {
      if (method === 'batch') batches++;
      return run();
    });
    expect(await move({ DB })).toBe(210);
    expect(await count('access_object WHERE day > ?', Math.floor(NOON / DAY))).toBe(70);
    // Three steps of three batches each.
    expect(batches).toBe(9);
    await expectEachOnce();
  });

  it.each([
    ['before an object is written', 'put', 1],
    ['after one of two objects', 'put', 2],
    ['between R2 and D1', 'batch', 2],
    ['between two groups', 'batch', 3],
    ['before what was written is read', 'all', 2],
    ['while it is read', 'get', 1],
    ['before the rows leave', 'batch', 5],
  ])('are kept once after a crash %s', async (_, method, at) => {
    // Two objects of a million bytes.
    const some = await wait(looks(1_000, { detail: JSON.stringify({ patients: Array(20).fill(patient) }) }));
    add(some);
    let calls = 0;
    const step = async <T>(called: string, run: () => Promise<T>): Promise<T> => {
      if (called === method && ++calls >= at) throw new Error('Network connection lost');
      return run();
    };
    const bucket = bucketWith({
      put: (...given: Parameters<R2Bucket['put']>) => step('put', () => env.FILES.put(...given)),
      get: (key: string) => step('get', () => env.FILES.get(key)),
    });
    await expect(move({ DB: databaseThrough(step), bucket })).rejects.toThrow();
    expect(calls).toBeGreaterThanOrEqual(at);
    expect(await count('access')).toBe(1_000);
    expect(await move()).toBe(1_000);
    await expectEachOnce();
  });

  it('are gone for good where only the answer to their removal is lost', async () => {
    add(await wait(looks(10)));
    let calls = 0;
    const DB = databaseThrough(async (method, run) => {
      const answer = await run();
      if (method === 'batch' && ++calls === 3) throw new Error('Network connection lost');
      return answer;
    });
    await expect(move({ DB })).rejects.toThrow();
    expect([await count('access'), await move()]).toEqual([0, 0]);
    await expectEachOnce();
  });

  it.each([
    ['lost', async () => null],
    ['damaged', async () => new Response('no gzip')],
    [
      'other than what was written',
      async () => env.FILES.get((await env.FILES.list({ prefix: 'audit/access/' })).objects[0]?.key ?? ''),
    ],
  ])('stay where their object is %s', async (_, get) => {
    const some = await wait(looks(10));
    add(some);
    await expect(move({ bucket: bucketWith({ get }) })).rejects.toThrow(
      expect.objectContaining({ name: 'MissingLooksError' }),
    );
    expect(await count('access')).toBe(10);
    expect(await move()).toBe(10);
    await expectEachOnce();
  });

  it('move once in two runs at once, beside a consumer that keeps others and some of them', async () => {
    const waiting = [];
    for (let day = 0; day < 3; day++) {
      last += DAY;
      waiting.push(...(await wait(looks(40))));
    }
    const sent = looks(30);
    add([...waiting, ...sent]);
    const consume = async () => {
      for (let n = 0; n < 3; n++) await storeAccesses(storeWith(), sent.slice(n * 10, (n + 1) * 10));
    };
    const [one, other] = await Promise.all([move(), move(), consume()]);
    expect([one + other, await count('access')]).toEqual([120, 0]);
    await expectEachOnce();
  });

  it('stay if they come while others move, whatever their number', async () => {
    const before = await wait(looks(3));
    const after = looks(2);
    add([...before, ...after]);
    let reads = 0;
    const DB = databaseThrough(async (method, run) => {
      if (method === 'all' && ++reads === 2) {
        expect(await move()).toBe(3);
        await wait(after);
      }
      return run();
    });
    expect(await move({ DB })).toBe(2);
    await expectEachOnce();
  });
});
