import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Body, call, faults, ok } from '../support/client';
import { make } from '../support/factories';
import { ask, expectIndexed } from '../support/full-text';
import { input } from '../support/input';
import { contradictions } from '../support/invariants';
import { anyText } from '../support/texts';

// A tag is a term of the index: its JSON, cut where a text ends, in hexadecimal. What could be cut wrongly is tried here.

/** Parts of JSON, of FTS5's language and of the terms themselves. */
const PARTS = [
  ...['"', '\\', '","', '",', ',"', '",\\"', '\\"', '\\\\', '\\u0022', '\\u005c', 'u0022', '[', ']', '[]', '["', '"]'],
  ...[
    ',',
    ', ',
    ' ',
    "'",
    "''",
    ';',
    '*',
    '^',
    '-',
    '#',
    '=',
    ':',
    '~',
    '(',
    ')',
    '{words}:',
    'AND',
    'NOT',
    'NEAR(a b)',
  ],
  ...['\n', '\r', '\t', '\b', '\f', '\u0001', '\u001f', '\u007f', '\u0085', '\u2028', '\ufeff', '\u00a0', '\u200d'],
  ...[
    '😀',
    '👩‍👩‍👧',
    'é',
    'e\u0301',
    'ß',
    'İ',
    'ı',
    '漢',
    'ไทย',
    '\ud83d\ude00',
    '\u{10ffff}',
    '\uffff',
    '=PAT-00000001',
  ],
  ...['a', 'A', 'b', 'ab', '0', '22', '2c', '222c22', 'null', '%', '_', '\\0', '/*', '--'],
];
const isTag = (text: string) =>
  text.length > 0 && [...text].length <= 200 && text.isWellFormed() && !text.includes('\0');
const tag = fc
  .oneof(
    anyText,
    fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
  )
  .filter(isTag);
const tagsOf = (max: number) => fc.uniqueArray(tag, { maxLength: max });

const LISTS = [
  ['/catalog/', (tags: string[]) => make.catalogItem({ tags })],
  ['/invoice/', (tags: string[]) => make.invoice({ tags })],
] as const;

const asked = (path: string, tags: readonly string[], more: [string, string][] = []) =>
  `${path}?${new URLSearchParams([...tags.map((one): [string, string] => ['tags', one]), ...more, ['limit', '1000']])}`;
const ids = ({ data }: Body): string[] => data.map(({ id }: Body) => id);

/** What the list has by all of these tags, with its total by the counter or by counting. */
async function found(path: string, tags: readonly string[]): Promise<string[]> {
  const body = await ok('GET', asked(path, tags));
  expect(body.total, JSON.stringify(tags)).toBe(body.data.length);
  return ids(body);
}

describe.each(LISTS)('%s', (path, create) => {
  it('finds records by exactly their tags, whatever is in them', async () => {
    const world: { id: string; tags: string[] }[] = [];
    const having = (tags: readonly string[]) =>
      world.filter((record) => tags.every((one) => record.tags.includes(one))).map(({ id }) => id);
    await fc.assert(
      fc.asyncProperty(tagsOf(5), tag, async (tags, other) => {
        const { id } = await create(tags);
        world.push({ id, tags });
        for (const one of [...tags, other])
          expect(await found(path, [one]), JSON.stringify(one)).toEqual(having([one]));
        if (tags.length > 0) expect(await found(path, [...tags, other])).toEqual(having([...tags, other]));
        if (tags.length > 1) expect(await found(path, tags)).toEqual(having(tags));
      }),
      { numRuns: 60 },
    );
    // Each of the parts by itself, and every tag that was ever given.
    for (let i = 0; i < PARTS.length; i += 20) {
      const tags = PARTS.slice(i, i + 20);
      world.push({ id: (await create(tags)).id, tags: [...new Set(tags)] });
    }
    const every = new Set(world.flatMap(({ tags }) => tags));
    for (const one of every) expect(await found(path, [one]), JSON.stringify(one)).toEqual(having([one]));
    await expectIndexed();
  });

  it('tells tags apart that share a beginning, an end or their letters without case', async () => {
    const own = (end: string) => `tells ${end}`;
    const tags = [
      'ward',
      'Ward',
      'WARD',
      'ward-1',
      'ward-',
      'war',
      'ard',
      'ward","x',
      'ward",',
      'ward"',
      '"ward',
      'ẁard',
    ];
    const made = new Map<string, string>();
    for (const one of tags) made.set(one, (await create([own(one)])).id);
    for (const one of tags) expect(await found(path, [own(one)]), one).toEqual([made.get(one)]);
    for (const none of ['wa', 'wArd', 'ward","', 'x', '', 'ward*', 'ward" OR "war', 'ward\\"']) {
      expect(await found(path, [own(none)]), none).toEqual([]);
    }
  });

  it('finds by twenty tags at once, each of which counts', async () => {
    const tags = Array.from({ length: 20 }, (_, i) => `${'twenty"\\,'.repeat(15)}${i}`);
    const { id } = await create(tags);
    await create(tags.slice(1));
    expect(await found(path, tags)).toEqual([id]);
    expect(await found(path, tags.slice(1))).toHaveLength(2);
  });

  it('narrows a search and an order by tags', async () => {
    const wanted = await create(['a "b"', 'c,d']);
    await create(['a "b"']);
    const query: [string, string][] = [
      ['search', 'consultation'],
      ['order_by', '-created_at'],
    ];
    expect(ids(await ok('GET', asked(path, ['c,d', 'a "b"'], query)))).toEqual([wanted.id]);
    expect(ids(await ok('GET', asked(path, ['c,d', 'a b'], query)))).toEqual([]);
  });

  it.each(['\ud800', 'a\udfff', '\0', ''])('refuses %j as a tag of a record', async (one) => {
    const json = path === '/invoice/' ? input.invoice({ tags: [one] }) : input.catalogItem({ tags: [one] });
    const answer = await call('POST', path, { json });
    expect([answer.status, faults(answer)[0]?.[0]]).toEqual([422, 'tags.0']);
  });
});

describe('The total of a tag', () => {
  const totals = async (...tags: string[]) => {
    const found = [];
    for (const one of tags) found.push((await ok('GET', asked('/catalog/', [one]))).total);
    return found;
  };

  it('is right at once after a create, a change and a delete, and never asks for rows', async () => {
    const [a, b, c] = ['total "a"', 'total, b', 'total\\c'] as [string, string, string];
    const first = await make.catalogItem({ tags: [a, b, a] });
    const second = await make.catalogItem({ tags: [b] });
    expect(await totals(a, b, c)).toEqual([1, 2, 0]);
    await ok('PATCH', `/catalog/${first.id}`, { json: { tags: [c, b] } });
    expect(await totals(a, b, c)).toEqual([0, 2, 1]);
    await ok('PATCH', `/catalog/${first.id}`, { json: { name: 'Another' } });
    await ok('PATCH', `/catalog/${second.id}`, { json: { tags: [] } });
    expect(await totals(a, b, c)).toEqual([0, 1, 1]);
    await ok('DELETE', `/catalog/${first.id}`);
    expect(await totals(a, b, c)).toEqual([0, 0, 0]);
    const { cost } = await call('GET', `${asked('/catalog/', [b])}&limit=0`);
    expect(cost.rows_read).toBeLessThanOrEqual(1);
  });

  it('is that of the rows, of all tags that were given here', async () => {
    expect((await contradictions(ask)).filter((one) => one.includes('counters'))).toEqual([]);
  });
});
