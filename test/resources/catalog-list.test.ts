import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { make } from '../support/factories';
import { unique } from '../support/input';
import { expectList, pick, queryString, type Reference } from '../support/list-reference';

describe('The list of the catalog', () => {
  const records: Body[] = [];
  const list: Reference<Body> = {
    path: '/catalog/',
    records: () => records,
    key: (record, order) => (order === 'created_at' ? 0 : record[order]),
    texts: ({ code, name, category, description }) => [code, name, category, description],
  };

  beforeAll(async () => {
    const names = [
      'Röntgen Chest',
      'Blood count',
      'blood COUNT (full)',
      'Échographie',
      'Ångström scan',
      '😀 smile',
      '￿ last',
    ];
    for (let i = 0; i < 42; i++) {
      const code = `${pick(['LAB', 'lab', 'IMG', 'Zz'], i)}-${(i * 7919) % 1000}`;
      const item = {
        code,
        name: pick(names, i * 5),
        category: pick(['Laboratory', 'Imaging', null], i),
        default_price: pick([10, 10.5, 0, 99.99], i * 3),
        description: pick(['fasting patients', null, 'CT 64-slice'], i + 1),
        tags: [pick(['x'], 0), pick(["o'clock", 'a"b', '100%', 'ü,ö'], i), pick(['even', 'odd'], i)],
      };
      records.push(await make.catalogItem(item));
    }
  });

  it('has the first 100 full records in the order of their creation by default', async () => {
    const body = await ok('GET', '/catalog/');
    expect(Object.keys(body).sort()).toEqual(['data', 'limit', 'offset', 'total']);
    expect(body).toMatchObject({ total: records.length, offset: 0, limit: 100 });
    expect(body.data).toEqual(records);
    expect((await ok('GET', '/catalog')).total).toBe(records.length);
  });

  it.each(['created_at', 'code', 'name', 'category', 'default_price'])(
    'is sorted by %s in both directions',
    async (order) => {
      for (const order_by of [order, `-${order}`]) {
        await expectList(list, { order_by });
        await expectList(list, { order_by, limit: 7, offset: 5 });
        await expectList(list, { order_by, tags: ['even'], limit: 4, offset: 2 });
        await expectList(list, { order_by, search: 'blood', limit: 4 });
      }
    },
  );

  it('is cut by limit and offset', async () => {
    for (const limit of [0, 1, 1000]) await expectList(list, { limit });
    for (const offset of [records.length - 1, records.length, 100_000]) await expectList(list, { offset });
  });

  it.each([
    ['limit=1001', 'less_than_equal', 'limit'],
    ['limit=-1', 'greater_than_equal', 'limit'],
    ['limit=ten', 'int_parsing', 'limit'],
    ['limit=1.5', 'int_parsing', 'limit'],
    ['offset=-1', 'greater_than_equal', 'offset'],
    ['order_by=price', 'enum', 'order_by'],
    ['order_by=--name', 'enum', 'order_by'],
    ['order_by=id', 'enum', 'order_by'],
    [`search=${'x'.repeat(201)}`, 'string_too_long', 'search'],
  ])('refuses %s', async (query, type, name) => {
    const { status, body } = await call('GET', `/catalog/?${query}`);
    expect([status, body.detail[0].type, body.detail[0].loc]).toEqual([422, type, ['query', name]]);
  });

  it('is searched by every word of code, name, category and description', async () => {
    const searches = [
      'blood',
      'BLO',
      'rontgen',
      'RÖNTGEN ch',
      'echo',
      'angstrom',
      'lab',
      'lab 0',
      'img',
      'count full',
      'imag ct',
      'ct 64',
    ];
    for (const search of [
      ...searches,
      'lab fasting blood',
      'nothing',
      '',
      ' !? ',
      `${records.at(-1).code}`,
      '%',
      "'",
    ]) {
      const { total } = await expectList(list, { search });
      if (['nothing', ' !? ', '%', "'"].includes(search)) expect(total).toBe(0);
      if (search === '') expect(total).toBe(records.length);
    }
  });

  it('has exactly the items with all the given tags, whatever their characters', async () => {
    const tags = ["o'clock", 'a"b', '100%', 'ü,ö', 'even', 'odd', 'x'];
    for (const tag of tags) {
      expect((await expectList(list, { tags: [tag] })).total).toBeGreaterThan(5);
      for (const other of tags) await expectList(list, { tags: [tag, other], search: 'lab', order_by: '-name' });
    }
    for (const none of ['EVEN', 'eve', 'even,x', '%', "' OR 1=1 --"]) {
      expect((await expectList(list, { tags: [none] })).total).toBe(0);
    }
    await expectList(list, { tags: ['x', 'x', 'even'] });
  });

  it('follows every change of an item', async () => {
    const [first] = records;
    const change = async (fields: object) => {
      const { id, created_at, updated_at, ...rest } = records[0];
      await ok('PUT', `/catalog/${id}`, { json: { ...rest, ...fields } });
      records[0] = await ok('GET', `/catalog/${id}?view=full`);
    };
    const queries = [
      {},
      { tags: ['even'] },
      { tags: ['new'] },
      { search: 'zebra' },
      { search: first.code },
      { order_by: 'name' },
    ];
    for (const fields of [
      { tags: ['even', 'new'] },
      { name: 'Zebra' },
      { tags: ['new'], code: unique('Q') },
      { tags: [], name: 'A' },
    ]) {
      await change(fields);
      for (const query of queries) await expectList(list, query);
    }
  });

  it('reads no more rows than it needs', async () => {
    const cost = async (query: object) => (await call('GET', `/catalog/?${queryString(query)}`)).cost.rows_read;
    for (const order of ['created_at', 'code', 'name', 'category', 'default_price']) {
      for (const order_by of [order, `-${order}`])
        expect(await cost({ order_by, limit: 5 }), order_by).toBeLessThanOrEqual(11);
    }
    expect(await cost({ tags: ['x'], limit: 5 })).toBeLessThanOrEqual(11);
    expect(await cost({ tags: ['none'] })).toBeLessThanOrEqual(1);
    expect(await cost({ search: 'nothing' })).toBeLessThanOrEqual(1);
    expect(await cost({ search: '!?' })).toBe(0);
    expect(await cost({ limit: 0 })).toBeLessThanOrEqual(2);
  });
});
