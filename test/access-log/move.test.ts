import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { moveLooks } from '../../src/access-log/move';
import type { AccessRecord } from '../../src/access-log/record';
import { storeLooks } from '../../src/access-log/store';
import { writeAccess } from '../../src/access-log/table';
import { lineOf, type Seal, sealHash } from '../../src/audit/chain';
import { Database } from '../../src/db/client';
import { runHourlyJob } from '../../src/jobs/hourly';
import { accessRecord } from '../support/access';
import { testEnv } from '../support/client';
import { make } from '../support/factories';
import { bucketWith, databaseThrough, logged } from '../support/fakes';
import { sealAccess } from '../support/former-access';
import { count, row, rows } from '../support/rows';
import { keptLooks } from '../support/stored-looks';
import { newDatabase, tamper } from '../support/trail';
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

/** Lets them wait in D1, as versions before the objects left them. */
async function wait(some: readonly AccessRecord[], { sealed = true } = {}): Promise<readonly AccessRecord[]> {
  for (let at = 0; at < some.length; at += 500) await writeAccess(newDatabase(), some.slice(at, at + 500));
  if (sealed) await sealAccess(env.DB);
  return some;
}

const storeWith = ({ DB = env.DB, bucket = env.FILES } = {}) => ({
  database: new Database(DB, 'first-primary'),
  bucket,
  timeZone: 'UTC',
});
const move = (broken = {}) => moveLooks(storeWith(broken));
const swept = async () =>
  JSON.parse(await logged(() => runHourlyJob(testEnv, NOON + 7 * DAY, { rebuilds: [], times: [] })));

const expected: string[] = [];
/** Every look that ever waited is kept, and those that were sealed still meet their seals. */
async function expectEachOnce(): Promise<void> {
  const kept = await keptLooks();
  expect(kept.map(({ id }) => id).sort()).toEqual([...expected].sort());
  const sealed = kept.filter(({ seq }) => seq).sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
  let before = '';
  for (const { count, hash } of await rows<Seal>("SELECT * FROM audit_seal WHERE trail = 'access' ORDER BY from_seq")) {
    expect(await sealHash('access', before, sealed.splice(0, count).map(lineOf))).toBe(hash);
    before = hash;
  }
  expect(sealed).toEqual([]);
}
const add = (some: readonly AccessRecord[]) => void expected.push(...some.map(({ id }) => id));

describe('Looks that wait in D1', () => {
  beforeEach(async () => expect(await count('access')).toBe(0));

  it('move into objects, those that were sealed with their number', async () => {
    for (let seals = 0; seals < 3; seals++) add(await wait(looks(20)));
    const unsealed = await wait(looks(5), { sealed: false });
    add(unsealed);
    const { moved, sealed, level } = await swept();
    expect([level, moved, await count('access')]).toEqual(['info', 65, 0]);
    const head = await row<{ seq: number; hash: string }>('SELECT * FROM access_object ORDER BY seq DESC LIMIT 1');
    expect(sealed.access).toEqual({ objects: head?.seq, hash: head?.hash });
    await expectEachOnce();
    const kept = await keptLooks();
    expect(kept.filter(({ seq }) => seq).map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
    const { owner_id: _, ...look } = unsealed[0] as AccessRecord;
    expect(lineOf(kept.find(({ id }) => id === look.id) ?? {})).toBe(lineOf(look));
    expect((await swept()).moved).toBe(0);
  });

  it('leave their numbers to those that come later, but not those of sealed rows', async () => {
    add(await wait(looks(2), { sealed: false }));
    expect(await rows('SELECT seq FROM access')).toEqual([{ seq: 61 }, { seq: 62 }]);
    expect(await move()).toBe(2);
    add(await wait(looks(1), { sealed: false }));
    expect(await rows('SELECT seq FROM access')).toEqual([{ seq: 61 }]);
    expect(await move()).toBe(1);
    await expectEachOnce();
  });

  it('move seal by seal, several in a step where they are small, in a bounded number of queries', async () => {
    add(await wait(looks(2_600)));
    for (let seals = 0; seals < 30; seals++) add(await wait(looks(100)));
    const store = storeWith();
    expect(await moveLooks(store)).toBe(5_600);
    // 2,500 and then 100 of one seal with 2,400 of others, in two objects each, and the rest.
    expect(store.database.cost.statements).toBeLessThan(60);
    await expectEachOnce();
  });

  it('are left to the next run where this one has asked enough', async () => {
    for (let seals = 0; seals < 6; seals++) add(await wait(looks(500)));
    const busy = storeWith();
    busy.database.cost.statements = 599;
    expect([await moveLooks(busy), await moveLooks(busy), await count('access')]).toEqual([2_500, 0, 500]);
    expect(await move()).toBe(500);
  });

  it('move by days, of a month at most in a step', async () => {
    for (let day = 0; day < 70; day++) {
      last += DAY;
      add(await wait(looks(3), { sealed: day % 2 === 1 && day < 40 }));
    }
    let batches = 0;
    const DB = databaseThrough((method, run) => {
      if (method === 'batch') batches++;
      return run();
    });
    expect(await move({ DB })).toBe(210);
    expect(await count('access_object WHERE day > ?', Math.floor(NOON / DAY))).toBe(70);
    // Each step has four, and the last one finds nothing.
    expect([12, 16]).toContain(batches - 1);
    await expectEachOnce();
  });

  it('move also where a former version that was gone back to began with the first number again', async () => {
    const [one] = looks(1);
    add([one as AccessRecord]);
    await rows(
      "INSERT INTO access (seq, id, at, action, entity) VALUES (1, ?, ?, 'read', 'patient')",
      one?.id,
      Date.now(),
    );
    expect(await move()).toBe(1);
    await expectEachOnce();
  });

  it('stay from the first seal on that they no longer meet', async () => {
    const first = await wait(looks(10));
    const second = await wait(looks(10));
    const third = await wait(looks(10));
    const id = second[3]?.id;
    await tamper('access', `UPDATE access SET actor = 'someone else' WHERE id = '${id}'`);
    const { level, moved, failures } = await swept();
    expect([level, moved]).toEqual(['error', 'failed']);
    expect(failures['move access'].cause).toBe('BrokenChainError');
    add(first);
    expect(await count('access')).toBe(20);
    await tamper('access', `DELETE FROM access WHERE id = '${second[9]?.id}'`);
    await tamper('access', `UPDATE access SET actor = '${second[3]?.actor}' WHERE id = '${id}'`);
    await expect(move()).rejects.toThrow('access');
    expect(await count('access')).toBe(19);

    const { seq } = (await row<{ seq: number }>('SELECT min(seq) AS seq FROM access')) ?? { seq: 0 };
    const { owner_id: _, ...lost } = second[9] as AccessRecord;
    const names = Object.keys(lost);
    const values = [...Object.values(lost), seq + 9];
    await rows(`INSERT INTO access (${names}, seq) VALUES (${values.map(() => '?')})`, ...values);
    expect(await move()).toBe(20);
    add([...second, ...third]);
    await expectEachOnce();
  });

  it('stay where a row has come among those that have left', async () => {
    await rows("INSERT INTO access (seq, id, at, action, entity) VALUES (7, 'made up', 0, 'read', 'patient')");
    await expect(move()).rejects.toThrow('access');
    expect(await count('access')).toBe(1);
    await rows('DELETE FROM access');
    await expectEachOnce();
  });

  it.each([
    ['before an object is written', 'put', 1],
    ['after one of two objects', 'put', 2],
    ['between R2 and D1', 'batch', 3],
    ['between two groups', 'batch', 4],
    ['before what was written is read', 'all', 1],
    ['while it is read', 'get', 1],
    ['before the rows leave', 'batch', 6],
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
      if (method === 'batch' && ++calls === 4) throw new Error('Network connection lost');
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
      for (let n = 0; n < 3; n++) await storeLooks(storeWith(), sent.slice(n * 10, (n + 1) * 10));
    };
    const [one, other] = await Promise.all([move(), move(), consume()]);
    expect([one + other, await count('access')]).toEqual([120, 0]);
    await expectEachOnce();
  });

  it('stay if they come while others move, whatever their number', async () => {
    const before = await wait(looks(3), { sealed: false });
    const after = looks(2);
    add([...before, ...after]);
    let late = true;
    const DB = databaseThrough(async (method, run) => {
      if (method === 'all' && late) {
        late = false;
        expect(await move()).toBe(3);
        await wait(after, { sealed: false });
      }
      return run();
    });
    expect(await move({ DB })).toBe(2);
    await expectEachOnce();
  });
});
