import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { make } from '../support/factories';
import { input, unique } from '../support/input';
import { expectList, queryString, type Reference } from '../support/listing';

const full = async (id: string): Promise<Body> => ok('GET', `/catalog/${id}?view=full`);
const idIn = (headers: Headers): string => headers.get('location')?.split('/').pop() as string;
const faults = ({ body }: { body: Body }) =>
  body.detail.map(({ loc, type }: { loc: unknown[]; type: string }) => [loc.slice(1).join('.'), type]);
const unknown = '00000000-0000-4000-8000-00000000ffff';

describe('a catalog item', () => {
  it('is created with a null body, and read back by its address', async () => {
    const json = input.catalogItem({
      tags: ['imaging', 'day', 'imaging'],
      discount_percent: 12.5,
      discount_amount: 1.25,
    });
    const { status, headers, body, cost } = await call('POST', '/catalog/', { json });
    expect([status, body, cost.trips]).toEqual([201, null, 1]);
    expect(headers.get('etag')).toBe('"1"');
    expect(headers.get('location')).toMatch(/^http:\/\/localhost\/catalog\/[0-9a-f-]{36}$/);
    expect(headers.has('preference-applied')).toBe(false);

    const id = idIn(headers);
    const read = await call('GET', `/catalog/${id}`);
    expect([read.status, read.body, read.headers.get('etag'), read.cost.trips]).toEqual([200, null, '"1"', 1]);
    expect(await full(id)).toEqual({
      ...json,
      id,
      tags: ['imaging', 'day'],
      created_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT.*Z$/),
      updated_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT.*Z$/),
    });
  });

  it('answers the record to who prefers it', async () => {
    const json = input.catalogItem();
    const headers = { prefer: 'return=representation' };
    const made = await call('POST', '/catalog', { json, headers });
    expect(made.headers.get('preference-applied')).toBe('return=representation');
    expect(made.body).toEqual(await full(made.body.id));
    const put = await call('PUT', `/catalog/${made.body.id}`, { json: { ...json, name: 'Other' }, headers });
    expect(put.headers.get('preference-applied')).toBe('return=representation');
    expect(put.body).toEqual(await full(made.body.id));
    expect(put.body.name).toBe('Other');
  });

  it('has defaults for what is left out or null', async () => {
    const required = { code: unique(), name: 'X', default_price: 0 };
    const nulls = { discount_percent: null, discount_amount: null, category: null, description: null, tags: null };
    for (const json of [required, { ...required, code: unique(), ...nulls }]) {
      const { headers } = await call('POST', '/catalog/', { json });
      const defaults = { discount_percent: 0, discount_amount: 0, category: null, description: null, tags: [] };
      expect(await full(idIn(headers))).toMatchObject({ ...json, ...defaults });
    }
  });

  it('is replaced whole, with a null body and a new version', async () => {
    const item = await make.catalogItem({ tags: ['a'], category: 'Lab', discount_percent: 5 });
    const json = { code: unique(), name: 'Röntgen', default_price: 12.34 };
    const { status, headers, body, cost } = await call('PUT', `/catalog/${item.id}`, { json });
    expect([status, body, headers.get('etag'), cost.trips]).toEqual([200, null, '"2"', 1]);
    const after = await full(item.id);
    expect(after).toEqual({
      ...json,
      id: item.id,
      discount_percent: 0,
      discount_amount: 0,
      category: null,
      description: null,
      tags: [],
      created_at: item.created_at,
      updated_at: expect.any(String),
    });
    expect(after.updated_at >= item.updated_at).toBe(true);
  });

  it('refuses a stale If-Match and takes a right one', async () => {
    const { id } = await make.catalogItem();
    const put = (etag: string) =>
      call('PUT', `/catalog/${id}`, { json: input.catalogItem(), headers: { 'if-match': etag } });
    expect((await put('"1"')).status).toBe(200);
    expect((await put('"1"')).status).toBe(412);
    expect((await put('*')).headers.get('etag')).toBe('"3"');
  });

  it.each(['GET', 'PUT'])('answers 404 to %s of an unknown id, 422 where it is none', async (method) => {
    const options = method === 'PUT' ? { json: input.catalogItem() } : {};
    const { status, body } = await call(method, `/catalog/${unknown}`, options);
    expect([status, body]).toEqual([404, { detail: `Catalog item not found: ${unknown}` }]);
    const wrong = await call(method, '/catalog/abc', options);
    expect([wrong.status, wrong.body.detail[0]]).toEqual([
      422,
      { loc: ['path', 'id'], msg: 'Input should be a valid UUID', type: 'uuid_parsing' },
    ]);
  });

  it('has a code of its own, whatever the case', async () => {
    const code = unique('Röntgen-');
    const { id } = await make.catalogItem({ code });
    const other = await make.catalogItem();
    const taken = { detail: 'Catalog item with this code already exists' };
    const json = input.catalogItem({ code: code.toUpperCase() });
    const post = await call('POST', '/catalog/', { json });
    expect([post.status, post.body]).toEqual([400, taken]);
    const put = await call('PUT', `/catalog/${other.id}`, { json });
    expect([put.status, put.body]).toEqual([400, taken]);
    expect((await full(other.id)).code).toBe(other.code);
    expect((await call('PUT', `/catalog/${id}`, { json })).status).toBe(200);
  });

  it('tells all that is wrong at once', async () => {
    expect(faults(await call('POST', '/catalog/', { json: {} }))).toEqual([
      ['code', 'missing'],
      ['name', 'missing'],
      ['default_price', 'missing'],
    ]);
    const json = {
      code: '',
      name: 'x'.repeat(201),
      default_price: -1,
      discount_percent: 100.5,
      discount_amount: 'free',
      category: 'x'.repeat(201),
      description: 'x'.repeat(4001),
      tags: ['', 5],
    };
    expect(faults(await call('POST', '/catalog/', { json }))).toEqual([
      ['code', 'string_too_short'],
      ['name', 'string_too_long'],
      ['default_price', 'greater_than_equal'],
      ['discount_percent', 'less_than_equal'],
      ['discount_amount', 'float_type'],
      ['category', 'string_too_long'],
      ['description', 'string_too_long'],
      ['tags.0', 'string_too_short'],
      ['tags.1', 'string_type'],
    ]);
    const tags = Array.from({ length: 201 }, (_, i) => `t${i}`);
    expect(faults(await call('POST', '/catalog/', { json: input.catalogItem({ tags }) }))).toEqual([
      ['tags', 'too_long'],
    ]);
  });

  it('is created once per Idempotency-Key', async () => {
    const json = input.catalogItem();
    const options = { json, headers: { 'idempotency-key': unique('key') } };
    const [first, again] = [await call('POST', '/catalog/', options), await call('POST', '/catalog/', options)];
    expect([again.status, idIn(again.headers)]).toEqual([201, idIn(first.headers)]);
    expect((await call('POST', '/catalog/', { ...options, json: input.catalogItem() })).status).toBe(409);
    expect((await ok('GET', `/catalog/?search=${json.code}`)).total).toBe(1);
  });

  it('leaves an audit trail that names what changed', async () => {
    const { id, ...item } = await make.catalogItem();
    await ok('PUT', `/catalog/${id}`, { json: { ...item, name: 'New', default_price: 1, tags: ['x'] } });
    const { results } = await env.DB.prepare(
      'SELECT action, version, changed FROM audit WHERE entity_id = ? ORDER BY seq',
    )
      .bind(id)
      .all<{ action: string; version: number; changed: string }>();
    expect(results.map((row) => ({ ...row, changed: JSON.parse(row.changed).sort() }))).toEqual([
      { action: 'create', version: 1, changed: [] },
      { action: 'update', version: 2, changed: ['default_price', 'name', 'tags'] },
    ]);
  });
});

describe('the list', () => {
  const records: Body[] = [];
  const list: Reference<Body> = {
    path: '/catalog/',
    records: () => records,
    key: (record, order) => (order === 'created_at' ? 0 : record[order]),
    texts: ({ code, name, category, description }) => [code, name, category, description],
  };
  const pick = <T>(from: readonly T[], i: number): T => from[i % from.length] as T;

  beforeAll(async () => {
    records.push(...(await ok('GET', '/catalog/?limit=1000')).data);
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

  it('has the first 100 by creation, full records, by default', async () => {
    const body = await ok('GET', '/catalog/');
    expect(Object.keys(body).sort()).toEqual(['data', 'limit', 'offset', 'total']);
    expect(body).toMatchObject({ total: records.length, offset: 0, limit: 100 });
    expect(body.data).toEqual(records);
    expect((await ok('GET', '/catalog')).total).toBe(records.length);
  });

  it.each(['created_at', 'code', 'name', 'category', 'default_price'])('is ordered by %s both ways', async (order) => {
    for (const order_by of [order, `-${order}`]) {
      await expectList(list, { order_by });
      await expectList(list, { order_by, limit: 7, offset: 5 });
      await expectList(list, { order_by, tags: ['even'], limit: 4, offset: 2 });
      await expectList(list, { order_by, search: 'blood', limit: 4 });
    }
  });

  it('is cut by limit and offset', async () => {
    for (const limit of [0, 1, 1000]) await expectList(list, { limit });
    for (const offset of [records.length - 1, records.length, 10 ** 9]) await expectList(list, { offset });
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

  it('finds by every word of code, name, category and description', async () => {
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
      if (search === 'nothing') expect(total).toBe(0);
    }
  });

  it('has all of the tags, whatever characters they are of', async () => {
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

  it('follows every change', async () => {
    const [first] = records;
    const change = async (fields: object) => {
      const { id, created_at, updated_at, ...rest } = records[0];
      await ok('PUT', `/catalog/${id}`, { json: { ...rest, ...fields } });
      records[0] = await full(id);
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
    expect(await cost({ search: 'nothing' })).toBeLessThanOrEqual(4);
    expect(await cost({ limit: 0 })).toBeLessThanOrEqual(2);
  });
});
