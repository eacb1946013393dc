import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { databaseWith, logged } from '../support/fakes';
import { unique } from '../support/input';
import { large, multiplyLarge, offsetPages, PAGE_BYTES } from '../support/large';

const word = unique('large');
const tag = unique('tag');
/** By list: all ids, oldest first. */
const all: Record<string, string[]> = {};

const ORDERS = {
  invoice: ['created_at', '-created_at', 'issue_date', '-due_date', 'status', 'total_amount'],
  catalog: ['created_at', '-created_at', 'code', '-name', 'category', 'default_price'],
};
const COPIES = { invoice: 100, catalog: 230 };

beforeAll(async () => {
  const invoice = await large.invoice(tag);
  const terms = `'["${word}"]'`;
  const mixed = { total_amount: 'i * 7 % 11', issue_at: 'i * 5 % 13', due_at: 'iif(i % 4, i * 3 % 7, null)', terms };
  all.invoice = await multiplyLarge('invoice', invoice, COPIES.invoice, { items: "'[]'" }, mixed);
  const item = await large.catalogItem(tag);
  const small = { tags: `'["${tag}"]'`, description: 'null' };
  const coded = { code: "'c' || (i * 7 % 239)", code_key: "'c' || i", name: "'n' || (i % 5)", terms };
  all.catalog = await multiplyLarge('catalog_item', item, COPIES.catalog, small, coded);
});

const ids = (body: Body[]): string[] => body.map(({ id }) => id);

describe.each(['invoice', 'catalog'] as const)('The list %s of large records', (list) => {
  const total = COPIES[list] + 1;

  it.each(ORDERS[list])('has every record once, page by page, by %s', async (order) => {
    const small = (await offsetPages(`/${list}/?order_by=${order}`, 4)).flatMap(({ data }) => ids(data));
    const pages = await offsetPages(`/${list}/?order_by=${order}`, 100);
    expect(pages.map((page) => [page.total, page.limit, page.data.length])[0]).toEqual([
      total,
      100,
      Math.min(total, 100),
    ]);
    const found = pages.flatMap(({ data }) => ids(data));
    expect([...found].sort()).toEqual([...(all[list] ?? [])].sort());
    expect(found).toEqual(small);
    if (order === 'created_at') expect(found).toEqual(all[list]);
  });

  it('has every record whole, in one answer that is larger than what is read at once', async () => {
    const { bytes, body } = await call('GET', `/${list}/?limit=1000`);
    expect(bytes.length).toBeGreaterThan(2 * PAGE_BYTES);
    expect(Object.keys(body)).toEqual(['total', 'offset', 'limit', 'data']);
    expect([body.total, body.offset, body.limit, body.data.length]).toEqual([total, 0, 1_000, total]);
    const whole = list === 'catalog' ? '?view=full' : '';
    for (const i of [0, 1, 12, 13, 28, total - 1]) {
      expect(body.data[i]).toEqual(await ok('GET', `/${list}/${body.data[i].id}${whole}`));
    }
  });

  it.each([
    ['words', () => `search=${word}`, 1],
    ['words, by another order', () => `search=${word}&order_by=${ORDERS[list][4]}`, 1],
    ['a tag', () => `tags=${tag}`, 0],
    ['a tag, newest first', () => `tags=${tag}&order_by=-created_at`, 0],
    ['a tag and words', () => `tags=${tag}&search=${word}`, 1],
  ])('has every record once that is found by %s', async (_, query, without) => {
    const expected = (all[list] ?? []).slice(without).sort();
    for (const limit of [1_000, 37]) {
      const pages = await offsetPages(`/${list}/?${query()}`, limit);
      expect(pages.flatMap(({ data }) => ids(data)).sort()).toEqual(expected);
      expect(pages[0].total).toBe(expected.length);
    }
  });

  it('takes one trip for what is read at once', async () => {
    const { body, bytes, cost, headers } = await call('GET', `/${list}/?limit=6&offset=3`);
    expect(bytes.length).toBeLessThan(PAGE_BYTES);
    expect([body.data.length, cost.trips, cost.statements]).toEqual([6, 1, 2]);
    expect(headers.get('content-type')).toBe('application/json');
  });

  it('reads nothing more for HEAD', async () => {
    let batches = 0;
    const DB = databaseWith((session) => ({
      prepare: (sql: string) => {
        batches++;
        return session.prepare(sql);
      },
    }));
    const head = await call('HEAD', `/${list}/?limit=1000`, { env: { DB } });
    expect([head.status, head.bytes.length, batches]).toEqual([200, 0, 2]);
  });

  it('breaks the answer off where the database fails in the middle', async () => {
    const DB = databaseWith((session) => ({
      prepare: (sql: string) => {
        if (/ from json_each\(\?\d+\) j /.test(sql)) throw new Error('D1_ERROR: Network connection lost.');
        return session.prepare(sql);
      },
    }));
    const log = await logged(async () => {
      await expect(call('GET', `/${list}/?limit=1000`, { env: { DB } })).rejects.toThrow();
    });
    expect(log).toContain('"event":"page_broken_off"');
  });
});
