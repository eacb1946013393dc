import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call, faults, nextPage, ok, type Result } from '../support/client';
import { parseCsv } from '../support/csv';
import { multiply, UUID } from '../support/multiply';
import { owed, pay, record } from '../support/payments';
import { rows } from '../support/rows';

let bill: Body;
beforeAll(async () => {
  bill = await owed({ items: [{ name: 'Surgery', unit_price: 100_000 }] });
});

describe('A day on which the clocks change', () => {
  // In the order of time, in which payments are recorded.
  it.each([
    ['has 25 hours', 'Europe/Berlin', '2025-10-26', '2025-10-25T22:00Z', '2025-10-26T23:00Z'],
    ['ends after its last hour was repeated', 'Africa/Cairo', '2025-10-30', '2025-10-29T21:00Z', '2025-10-30T22:00Z'],
    ['begins at the first of two midnights', 'America/Havana', '2025-11-02', '2025-11-02T04:00Z', '2025-11-03T05:00Z'],
    ['begins at 01:00 without a midnight', 'Asia/Beirut', '2026-03-29', '2026-03-28T22:00Z', '2026-03-29T21:00Z'],
  ])('%s: %s', async (_, TIME_ZONE, date, begin, end) => {
    const times = [Date.parse(begin) - 1, Date.parse(begin), Date.parse(end) - 1, Date.parse(end)];
    await record(
      bill.id,
      times.map((at, i) => ({ at, amount: 10 ** i, method: date })),
    );
    const read = (path: string) =>
      ok('GET', `${path}?from=${date}&to=${date}&method=${date}`, { env: { TIME_ZONE, CURRENCY: 'USD' } });
    expect(await read('/payment/summary')).toMatchObject({ opening: 0.01, received: 1.1, closing: 1.11 });
    expect((await read('/payment/')).map(({ amount }: Body) => amount)).toEqual([0.1, 1]);
  });
});

describe('The pages of the payments', () => {
  /** @param between what happens before each next page */
  async function follow(path: string, between = async () => {}): Promise<Result[]> {
    const found = [await call('GET', path)];
    for (let at = nextPage(found[0] as Result); at !== undefined; at = nextPage(found.at(-1) as Result)) {
      await between();
      found.push(await call('GET', at));
    }
    return found;
  }
  const listed = (found: Result[]) => found.flatMap(({ body }) => body.map(({ id }: Body) => id));

  it('have each payment once, also those that are recorded while they are read', async () => {
    const made: string[] = [];
    const take = async () => void made.push((await pay(bill.id, 1, { more: { method: 'till' } })).body.id);
    for (const [filter, n] of [
      ['', 20],
      ['&method=till', 40],
    ] as const) {
      for (let i = 0; i < 8; i++) await take();
      const found = await follow(`/payment/?limit=3${filter}`, async () => {
        if (made.length < n) await take();
      });
      expect(listed(found)).toEqual(made);
    }
  });

  it('look at a bounded number of them, and find those that are far behind', async () => {
    const [first] = await ok('GET', '/payment/?limit=1');
    // Some lie on either side of where the first page ends.
    const isRare = 'i % 1000 = 0 OR i BETWEEN 4900 AND 5000';
    await multiply('payment', { key: 'id', value: first.id }, 12_000, {
      id: UUID,
      reference: `iif(${isRare}, 'R-rare', 'R-' || i)`,
    });
    const rare = await rows<Body>("SELECT id FROM payment WHERE reference = 'R-rare' ORDER BY seq");
    const found = await follow('/payment/?reference=R-rare&limit=1000');
    expect(found).toHaveLength(3);
    for (const { cost } of found) {
      expect(cost.trips).toBe(1);
      expect(cost.rows_read).toBeLessThan(5_000 + 500);
    }
    for (const some of [found, await follow('/payment/?reference=R-rare&limit=7')])
      expect(listed(some)).toEqual(rare.map(({ id }) => id));
  });

  it.each(['', '&limit='])('are long as CSV, unless they should not be: format=csv%s', async (limit) => {
    const { bytes, headers } = await call('GET', `/payment/?format=csv${limit}`);
    expect(parseCsv(new TextDecoder().decode(bytes))).toHaveLength(1 + 1_000);
    expect(headers.get('link')).toContain('rel="next"');
  });
});

describe('Of very many methods', () => {
  const MANY = 10_000;
  const add = (n: number, at: string) =>
    rows(
      `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       INSERT INTO payment (id, invoice_id, amount, method, paid_at, created_at, method_total)
       SELECT lower(hex(randomblob(16))), ?1, 100, ?3 || i, ?3, ?4, 100 FROM n`,
      ...[bill.id, n, at, Date.parse(`${at}T12:00Z`)],
    );
  const report = (query: string) => call('GET', `/payment/summary?${query}`);

  it('a report has thousands, as clerks may write the number of a cheque into each, and is refused above a bound', async () => {
    await add(MANY / 2, '2037-01-01');
    const { status, body, cost } = await report('from=2037-01-02&to=2037-01-02');
    expect([status, cost.trips]).toEqual([200, 1]);
    expect(body.methods.length).toBeGreaterThanOrEqual(MANY / 2);
    await add(MANY + 1, '2037-01-03');
    const sums = await report('from=2037-01-03&to=2037-01-03');
    expect([sums.status, faults(sums)]).toEqual([422, [['to', 'value_error']]]);
    const methods = await report('from=2037-01-04&to=2037-01-04');
    expect([methods.status, faults(methods)]).toEqual([422, [['method', 'value_error']]]);
    for (const query of ['method=2037-01-031', `by=${crypto.randomUUID()}`])
      expect((await report(`from=2037-01-04&to=2037-01-04&${query}`)).status).toBe(200);
  });
});
