import { beforeAll, describe, expect, it } from 'vitest';
import { eventId } from '../../src/events/id';
import { type Body, call, nextPage } from '../support/client';
import { make } from '../support/factories';
import { rows } from '../support/rows';

const DAY = 86_400_000;
const OLD = 3_000;
const QUIET = 21_000;
const BUSY = 2_000;

/** Rows one after another, a second apart. */
const add = (n: number, at: number, action: string, entity: string) =>
  rows(
    `WITH RECURSIVE i(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM i WHERE n < ?1 - 1)
     INSERT INTO audit (at, action, entity, entity_id, version, changed, request_id)
     SELECT ?2 + n * 1000, ?3, ?4, 'record-' || n, 1, '[]', 'request-' || n FROM i`,
    ...[n, at, action, entity],
  );
const idAt = async (seq: number) => {
  const [row] = await rows<{ seq: number; at: number; request_id: string }>('SELECT * FROM audit WHERE seq = ?', seq);
  return eventId(row as { seq: number; at: number; request_id: string });
};
const read = (query: string) => call('GET', `/events/${query}`, { as: 'admin' });

/** 31 days ago it was busy, then nobody but logins came for two pages, and then it was busy again. */
beforeAll(async () => {
  const now = Date.now();
  await add(OLD, now - 31 * DAY, 'update', 'department');
  await add(QUIET, now - 29 * DAY, 'login', 'user');
  await add(BUSY, now - DAY, 'update', 'patient');
});

describe('GET /events', () => {
  it('begins 30 days ago, found by halving', async () => {
    const page = await read('');
    expect([page.status, page.body]).toEqual([200, []]);
    expect(nextPage(page)).toBe(`/events/?after=${await idAt(OLD + 10_000)}`);
  });

  it('goes on behind an older event that is still there', async () => {
    const page = await read(`?after=${await idAt(2)}&limit=3`);
    expect(page.body.map(({ entity_id }: Body) => entity_id)).toEqual(['record-2', 'record-3', 'record-4']);
  });

  it('leads over what is no event, and each event is read once', async () => {
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let at = '?limit=1000', done = false; !done; ) {
      const page = await read(at);
      const next = nextPage(page)?.slice('/events/'.length) ?? '';
      done = page.body.length === 0 && next === at;
      sizes.push(page.body.length);
      seen.push(...page.body.map(({ entity_id }: Body) => entity_id));
      at = next;
    }
    expect(seen).toEqual(Array.from({ length: BUSY }, (_, n) => `record-${n}`));
    expect(sizes).toEqual([0, 0, 1000, 1000, 0]);
  });

  it('reads a bounded number of rows in one trip, wherever it is', async () => {
    const cost = async (query: string) => {
      const { status, cost } = await read(query);
      expect([status, cost.trips, cost.rows_written], query).toEqual([200, 1, 0]);
      return cost.rows_read;
    };
    // What is no event is looked at, 10,000 rows for a page at most.
    for (const query of ['', `?after=${await idAt(OLD)}`, '?types=patient.merged', '?limit=1000&types=invoice.*'])
      expect(await cost(query), query).toBeLessThan(10_200);
    // An event costs its row, and whose it is.
    const busy = `?after=${await idAt(OLD + QUIET)}`;
    expect(await cost(`${busy}&limit=10`)).toBeLessThan(100);
    expect(await cost(`${busy}&limit=100`)).toBeLessThan(400);
    expect(await cost(`${busy}&limit=1000`)).toBeLessThan(3_150);
    // Who has read all asks every few seconds.
    expect(await cost(`?after=${await idAt(OLD + QUIET + BUSY)}`)).toBeLessThanOrEqual(20);
  });

  it('counts behind a record that came meanwhile, too', async () => {
    const after = await idAt(OLD + QUIET + BUSY);
    const { id } = await make.department();
    expect((await read(`?after=${after}`)).body).toMatchObject([{ type: 'department.created', entity_id: id }]);
  });
});
