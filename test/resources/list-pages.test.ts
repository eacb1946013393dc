import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call, nextPage, ok, pages } from '../support/client';
import { make } from '../support/factories';
import { unique } from '../support/input';
import { multiply, UUID } from '../support/multiply';

const ids = (list: Body[]): string[] => list.map(({ id }) => id);
const word = unique('Paged');
const makeOne: Record<string, () => Promise<Body>> = {
  department: () => make.department({ name: `${word} Ward` }),
  patient: () => make.patient({ last_name: word, middle_name: 'Ward' }),
  doctor: () => make.doctor({ last_name: word, middle_name: 'Ward' }),
};

// Must be first, while the storage is empty.
describe('A list without parameters', () => {
  it('has all of 150 patients', async () => {
    const { id } = await make.patient();
    await multiply('patient', { key: 'id', value: id }, 149, { id: UUID });
    const { body, headers, cost } = await call('GET', '/patient/');
    expect(new Set(ids(body)).size).toBe(150);
    expect(headers.get('link')).toBe(null);
    expect(cost).toMatchObject({ trips: 1, rows_read: 150 });
  });
});

describe.each(['department', 'patient', 'doctor'])('The list of a %s, by offset,', (name) => {
  const queries = ['', `search=${word}`, `search=ward+${word}`, ...(name === 'department' ? [] : ['view=full'])];
  const path = (query: string, limit: number, offset?: number) =>
    `/${name}/?${query}&limit=${limit}${offset === undefined ? '' : `&offset=${offset}`}`;

  beforeAll(async () => {
    for (let i = 0; i < 5; i++) await makeOne[name]?.();
  });

  it.each(queries)('has the pages that the cursor leads to: "%s"', async (query) => {
    const byCursor = await pages(path(query, 2));
    const n = byCursor.flat().length;
    expect(n).toBeGreaterThanOrEqual(5);
    for (const [i, page] of byCursor.entries()) {
      expect(await ok('GET', path(query, 2, 2 * i)), `offset ${2 * i}`).toEqual(page);
    }
    for (const offset of [n, n + 1, query.includes('search') ? 10_000 : 100_000]) {
      const { status, body, headers } = await call('GET', path(query, 2, offset));
      expect([status, body, headers.get('link')], `offset ${offset}`).toEqual([200, [], null]);
    }
  });

  it.each(queries)('leads on by the cursor, without the offset: "%s"', async (query) => {
    const all = (await pages(path(query, 50))).flat();
    const [first = '', ...rest] = ids(all);
    const page = await call('GET', path(query, 1, 1));
    expect(ids(page.body)).toEqual([rest[0]]);
    expect(first).not.toBe(rest[0]);
    expect(nextPage(page)).toMatch(/cursor=\d+/);
    expect(nextPage(page)).not.toContain('offset');
    const after = await call('GET', `${nextPage(page)}&offset=1`);
    expect(ids(after.body), 'an offset counts from the cursor').toEqual([rest[2]]);
    expect((await pages(path(query, 50, 1))).flat()).toEqual(all.slice(1));
  });

  it('refuses an offset that is not a number from 0 on', async () => {
    for (const offset of ['-1', 'x', '1.5', '1e3', '9'.repeat(30)]) {
      const { status, body } = await call('GET', `/${name}/?offset=${offset}`);
      expect([status, body.detail[0].loc], offset).toEqual([422, ['query', 'offset']]);
    }
  });
});

describe('An offset', () => {
  it('skips the matches of one word without a look at their rows', async () => {
    const name = unique('Skipped');
    await multiply('patient', { key: 'id', value: (await make.patient({ last_name: name })).id }, 99, { id: UUID });
    const cost = async (query: string) =>
      (await call('GET', `/patient/?search=${name}&limit=5${query}`)).cost.rows_read;
    expect(await cost('&offset=80')).toBeLessThanOrEqual((await cost('')) + 80);
  });
});
