import { describe, expect, it } from 'vitest';
import { type Body, call, duplicate, faults, ok } from '../support/client';
import { make } from '../support/factories';
import { input, unique } from '../support/input';
import { trail } from '../support/rows';

const full = async (id: string): Promise<Body> => ok('GET', `/catalog/${id}?view=full`);
const idIn = (headers: Headers): string => headers.get('location')?.split('/').pop() ?? '';

describe('A catalog item', () => {
  it('is created and read with null as the answer, and read in full with view=full', async () => {
    const json = input.catalogItem({
      tags: ['imaging', 'day', 'imaging'],
      discount_percent: 12.5,
      discount_amount: 1.25,
    });
    const { status, headers, body } = await call('POST', '/catalog/', { json });
    expect([status, body]).toEqual([201, null]);
    const id = idIn(headers);
    expect(await ok('GET', `/catalog/${id}`)).toBeNull();
    expect(await full(id)).toEqual({
      ...json,
      id,
      tags: ['imaging', 'day'],
      created_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT.*Z$/),
      updated_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT.*Z$/),
    });
  });

  it('has defaults for fields that are left out or null', async () => {
    const required = { code: unique(), name: 'X', default_price: 0 };
    const nulls = { discount_percent: null, discount_amount: null, category: null, description: null, tags: null };
    for (const json of [required, { ...required, code: unique(), ...nulls }]) {
      const { headers } = await call('POST', '/catalog/', { json });
      const defaults = { discount_percent: 0, discount_amount: 0, category: null, description: null, tags: [] };
      expect(await full(idIn(headers))).toMatchObject({ ...json, ...defaults });
    }
  });

  it('is updated, with null as the answer and a new version', async () => {
    const item = await make.catalogItem({ tags: ['a'], category: 'Lab', discount_percent: 5 });
    const json = input.catalogItem({ name: 'Röntgen', default_price: 12.34, tags: ['b'] });
    const { status, headers, body, cost } = await call('PUT', `/catalog/${item.id}`, { json });
    expect([status, body, headers.get('etag'), cost.trips]).toEqual([200, null, '"2"', 1]);
    const after = await full(item.id);
    expect(after).toEqual({ ...item, ...json, updated_at: expect.any(String) });
    expect(after.updated_at >= item.updated_at).toBe(true);
  });

  it('has a code that no other item has in any letter case', async () => {
    const code = unique('Röntgen-');
    const { id } = await make.catalogItem({ code });
    const other = await make.catalogItem();
    const taken = duplicate('code', 'Catalog item with this code already exists');
    const json = input.catalogItem({ code: code.toUpperCase() });
    const post = await call('POST', '/catalog/', { json });
    expect([post.status, post.body]).toEqual([400, taken]);
    const put = await call('PUT', `/catalog/${other.id}`, { json });
    expect([put.status, put.body]).toEqual([400, taken]);
    expect((await full(other.id)).code).toBe(other.code);
    expect((await call('PUT', `/catalog/${id}`, { json })).status).toBe(200);
  });

  it('is refused with all its faults at once', async () => {
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

  it('has an audit trail that names the changed fields', async () => {
    const { id, ...item } = await make.catalogItem();
    await ok('PUT', `/catalog/${id}`, { json: { ...item, name: 'New', default_price: 1, tags: ['x'] } });
    expect(await trail(id)).toEqual(['create 1', 'update 2 name,default_price,tags']);
  });
});
