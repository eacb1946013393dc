import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { countUp } from '../../src/access-log/queries';
import type { AccessRecord } from '../../src/access-log/record';
import { Database } from '../../src/db/client';
import { accessRecord } from '../support/access';
import { deliver } from '../support/deliver';
import { make } from '../support/factories';
import { databaseWith, through } from '../support/fakes';
import { multiply, UUID } from '../support/multiply';
import { LOOK } from '../support/operations/access-budget';
import { rows } from '../support/rows';
import { newDatabase } from '../support/trail';
import { actorOf } from '../support/users';
import { batchesOf, RHYTHMS, type Rhythm, scattered, timesOf } from '../support/visits';
import { isFull } from '../support/volume';

/** A clinic of 20 doctors with 10 appointments each from 8 to 14. */
const PATIENTS = 200;
const HOURS = 6;
const ACCOUNTS = 40;
/** who see a patient in a day */
const EACH = 3;
/** of all looks those that are lists of so many people */
const LISTS = 0.15;
const LISTED = 20;

let patients: string[];
let accounts: string[];

beforeAll(async () => {
  const all = async (table: string) =>
    (await rows<{ id: string }>(`SELECT id FROM ${table} ORDER BY seq`)).map(({ id }) => id);
  const first = { key: 'id', value: (await make.patient()).id };
  await multiply('patient', first, PATIENTS - 1, { id: UUID, reg_number: "'MRN-' || (1000 + i)" });
  const email = "'account' || i || '@test.example'";
  const differing = { id: UUID, email, email_key: email, username: email, username_key: email };
  await multiply('user', { key: 'id', value: actorOf('staff').id }, ACCOUNTS, differing);
  patients = await all('patient');
  accounts = await all('user');
});

const NOTHING = () => ({ trips: 0, rows_read: 0, rows_written: 0, puts: 0, gets: 0, r2_bytes: 0, looks: 0 });
type Cost = ReturnType<typeof NOTHING>;
function totalOf(costs: readonly Cost[]): Cost {
  const total = NOTHING();
  for (const cost of costs) for (const what of Object.keys(total) as (keyof Cost)[]) total[what] += cost[what];
  return total;
}

/** Bytes of the database: as many pages as it has. */
const size = async () => (await env.DB.prepare('SELECT 1').run()).meta.size_after;

/**
 * Gives batches to the consumer, a message for each look, and counts what is left in the end.
 * @returns what each batch cost, and last what it cost to count
 */
async function consume(batches: Iterable<readonly AccessRecord[]>): Promise<Cost[]> {
  const costs: Cost[] = [];
  let cost = NOTHING();
  const DB = databaseWith((session) => ({
    batch: async (statements: D1PreparedStatement[]) => {
      const results = await session.batch(statements);
      cost.trips++;
      for (const { meta } of results) {
        cost.rows_read += meta.rows_read;
        cost.rows_written += meta.rows_written;
      }
      return results;
    },
  }));
  const FILES = through(env.FILES, async (method, run) => {
    const result = await run();
    if (method === 'get') cost.gets++;
    if (method === 'put') {
      cost.puts++;
      cost.r2_bytes += (result as R2Object).size;
    }
    return result;
  });
  await newDatabase().run(countUp());
  for (const batch of batches) {
    cost = { ...NOTHING(), looks: batch.length };
    await deliver(
      batch.map((record) => [record]),
      { DB, FILES },
    );
    costs.push(cost);
  }
  cost = NOTHING();
  await new Database(DB, 'first-primary').run(countUp());
  return [...costs, cost];
}

/** As the service sends them: no two with the same ids. */
const look = (given: Partial<AccessRecord>) =>
  accessRecord({ request_id: crypto.randomUUID(), address: '192.0.2.1', ...given });

const opens = (day: number) => Date.UTC(2026, 10, day, 8);

/** The looks at the clinic's patients on a day of November. */
const clinicDay = (day: number, rhythm: Rhythm): AccessRecord[] =>
  Array.from({ length: PATIENTS * EACH }, (_, n) => {
    const [patient_id = '', actor = ''] = [patients[Math.floor(n / EACH)], accounts[(n * 7) % ACCOUNTS]];
    const times = timesOf(n, rhythm, { opens: opens(day), hours: HOURS });
    return times.map((at) => look({ at, actor, patient_id, entity_id: patient_id }));
  }).flat();

const listsOf = (day: number, n: number): AccessRecord[] =>
  Array.from({ length: n }, (_, i) => {
    const [people, actor = ''] = [patients.slice(i % 180, (i % 180) + LISTED), accounts[(i * 7) % ACCOUNTS]];
    const at = Math.floor(opens(day) + scattered(i) * HOURS * 3_600_000);
    return look({ at, actor, action: 'list', count: LISTED, detail: JSON.stringify({ patients: people }) });
  });

/** Rows that a look writes at most, whatever the rhythm. */
const ROWS_OF_A_LOOK = 0.3;

/** Where hardly two of them come in one batch it is the worst. What `minutes` cost is compared with the budget below. */
const TAKEN: (keyof typeof RHYTHMS)[] = isFull ? ['pages', 'even'] : ['even'];

describe('Looks of a clinic’s day', () => {
  it.each(TAKEN)('at its patients, in the rhythm of %s, write few rows', async (rhythm) => {
    const day = 1 + TAKEN.indexOf(rhythm);
    const looks = clinicDay(day, RHYTHMS[rhythm]);
    expect(looks).toHaveLength(PATIENTS * EACH * 20);
    const costs = await consume(batchesOf(looks));
    expect(totalOf(costs).rows_written / looks.length).toBeLessThanOrEqual(ROWS_OF_A_LOOK);
  });

  it('cost what the budget says, lists among them', async () => {
    const seen = clinicDay(4, RHYTHMS.minutes);
    const looks = [...seen, ...listsOf(4, (LISTS / (1 - LISTS)) * seen.length)];
    const before = await size();
    const costs = await consume(batchesOf(looks));
    const each = { ...totalOf(costs), d1_bytes: (await size()) - before };
    for (const [what, total] of Object.entries(each)) {
      const budget = { ...LOOK, trips: 2 * LOOK.puts, looks: 1 }[what as keyof typeof each];
      expect(total / looks.length, what).toBeLessThanOrEqual(budget);
      // A database grows by whole pages, some of which it may have left from before.
      const least = what === 'd1_bytes' ? 0.7 : 0.8;
      expect(total / looks.length, `${what}: the budget is too large`).toBeGreaterThanOrEqual(least * budget);
    }
    expect(LOOK.d1_bytes).toBeLessThanOrEqual(30);
  });

  it('under load take one call of R2 and at most 30 rows for a hundred', async () => {
    const looks = clinicDay(5, RHYTHMS.pages);
    const { puts, rows_written } = totalOf(await consume(batchesOf(looks, 100, Number.POSITIVE_INFINITY)));
    expect(puts / looks.length).toBe(0.01);
    expect(rows_written / looks.length).toBeLessThanOrEqual(ROWS_OF_A_LOOK);
  });
});

/** The head of the chain, what waits to be counted, and the objects of the same time. */
const BATCH_READS = 20;
/** For each pair of patient and account: as JSON, in groups, and looked up. */
const COUNT_READS = 8;

describe('A batch', () => {
  it.each([
    [1, 1],
    [100, 100],
    [1500, PATIENTS],
  ])(
    'of %i looks, %i of them of other patients, takes two trips, and is counted by a few rows read for each of these',
    async (n, pairs) => {
      const looks = Array.from({ length: n }, (_, i) =>
        look({
          at: opens(20) + n * 10_000 + i,
          actor: accounts[i % ACCOUNTS] ?? '',
          patient_id: patients[i % PATIENTS] ?? '',
        }),
      );
      const [cost, counting] = await consume([looks]);
      expect(cost).toMatchObject({ trips: 2, puts: 1, gets: 0 });
      expect(cost?.rows_read).toBeLessThanOrEqual(BATCH_READS);
      expect(counting?.rows_read).toBeLessThanOrEqual(BATCH_READS + COUNT_READS * pairs);
    },
  );

  it('reads no more rows where its day has many objects', async () => {
    const batches = [...batchesOf(clinicDay(21, RHYTHMS.even), 10)].slice(0, 300);
    const costs = (await consume(batches)).slice(0, -1);
    expect(Math.max(...costs.map(({ rows_read }) => rows_read))).toBeLessThanOrEqual(BATCH_READS);
  });
});
