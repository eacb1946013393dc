import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Query, RawRow } from '../../src/db/query';
import { SharedTrips } from '../../src/db/shared-trips';
import { RuleError } from '../../src/errors';

const query = <Result>(sql: string, read: (rows: RawRow[]) => Result): Query<Result> => ({
  statements: [{ sql, values: [], isRead: sql.startsWith('SELECT') }],
  read: ([rows = []]) => read(rows),
});
const select = (n: number) => query(`SELECT ${n} AS n`, ([row]) => row?.n);
const counted = (term: string) =>
  query(`INSERT INTO counter (kind, term, n) VALUES ('shared', '${term}', 1) RETURNING n`, ([row]) => row?.n);

const shared = () => new SharedTrips(env.DB, 'first-primary');

describe('Queries that share a trip', () => {
  it('have an answer each', async () => {
    const database = shared();
    expect(await Promise.all([3, 1, 2].map((n) => database.run(select(n))))).toEqual([3, 1, 2]);
    expect(database.cost).toMatchObject({ trips: 1, statements: 3 });
  });

  it('have what was written where reading the rows of another one throws', async () => {
    const database = shared();
    const refusal = new RuleError('too_many', 'No more');
    const refused = query('SELECT 1', () => {
      throw refusal;
    });
    const [first, second, third] = await Promise.allSettled([
      database.run(counted('first')),
      database.run(refused),
      database.run(counted('third')),
    ]);
    expect(first).toEqual({ status: 'fulfilled', value: 1 });
    expect(second).toEqual({ status: 'rejected', reason: refusal });
    expect(third).toEqual({ status: 'fulfilled', value: 1 });
    expect(database.cost.trips).toBe(1);
  });

  it('are sent one by one where the database refuses one of them', async () => {
    const database = shared();
    const results = await Promise.allSettled([
      database.run(counted('one')),
      database.run(counted('one')),
      database.run(counted('other')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const { results: kept } = await env.DB.prepare(
      `SELECT term FROM counter WHERE kind = 'shared' AND term LIKE 'o%' ORDER BY term`,
    ).all();
    expect(kept).toEqual([{ term: 'one' }, { term: 'other' }]);
  });
});
