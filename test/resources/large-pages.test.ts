import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call, nextPage, ok, type Result } from '../support/client';
import { make } from '../support/factories';
import { unique } from '../support/input';
import { large, multiplyLarge, PAGE_BYTES, ROW_BYTES } from '../support/large';
import { multiply, UUID } from '../support/multiply';
import { rows } from '../support/rows';

/** Rows that have `?view=full`, where there is one. */
const LISTS = [
  { list: 'patient', view: '&view=full', small: { medical_conditions: "'[]'" }, differing: {} },
  {
    list: 'doctor',
    view: '&view=full',
    small: { addresses: "'[]'", bio: 'null' },
    differing: { license_key: 'i' },
  },
  {
    list: 'department',
    view: '',
    small: { icon_codes: "'[]'", description: 'null' },
    differing: { code_key: "'many' || i" },
  },
] as const;
const COPIES = { patient: 30, doctor: 70, department: 180 };

const word = unique('large');
const all: Record<string, string[]> = {};

beforeAll(async () => {
  for (const { list, small, differing } of LISTS) {
    const terms = `'["${word}"]'`;
    all[list] = await multiplyLarge(list, await large[list](), COPIES[list], small, { ...differing, terms });
  }
}, 60_000);

const ids = (body: Body[]) => body.map(({ id }) => id);

/** Every page by following Link. */
async function follow(path: string): Promise<Result[]> {
  const found: Result[] = [];
  for (let at: string | undefined = path; at !== undefined; ) {
    const page: Result = await call('GET', at);
    expect([page.status, page.cost.trips], at).toEqual([200, 1]);
    expect(page.body.length, at).toBeGreaterThan(0);
    expect(page.bytes.length, at).toBeLessThan(PAGE_BYTES + 1.2 * ROW_BYTES);
    found.push(page);
    at = nextPage(page);
  }
  return found;
}

describe.each(LISTS)('The list $list of large records', ({ list, view }) => {
  const newestFirst = () => [...(all[list] ?? [])].reverse();

  it.each(['', '&limit=100', '&limit=7'])('ends its pages early and skips nothing%s', async (limit) => {
    const pages = await follow(`/${list}/?${limit}${view}`);
    expect(pages.flatMap(({ body }) => ids(body))).toEqual(newestFirst());
    if (limit !== '&limit=7')
      for (const { bytes } of pages.slice(0, -1)) expect(bytes.length).toBeGreaterThan(3_500_000);
  });

  it('has every record whole', async () => {
    const [first, second] = await follow(`/${list}/?limit=50${view}`);
    const key = { patient: 'medical_conditions', doctor: 'addresses', department: 'icon_codes' }[list];
    for (const record of [...(first?.body ?? []), ...(second?.body ?? [])]) {
      expect(Array.isArray(record[key])).toBe(true);
      const { files: _, ...read } = await ok('GET', `/${list}/${record.id}?${view}`);
      expect(record).toEqual(read);
    }
  });

  it.each(['', '&limit=6', '&limit=100&offset=9'])('of a search ends its pages early, too%s', async (limit) => {
    const pages = await follow(`/${list}/?search=${word}${limit}${view}`);
    const found = newestFirst().slice(limit.includes('offset') ? 9 : 0, -1);
    expect(pages.flatMap(({ body }) => ids(body))).toEqual(found);
    expect(pages.filter(({ headers }) => headers.has('x-search-incomplete'))).toEqual([]);
  });

  it('begins where the offset says', async () => {
    const pages = await follow(`/${list}/?limit=100&offset=11${view}`);
    expect(pages.flatMap(({ body }) => ids(body))).toEqual(newestFirst().slice(11));
  });

  it('is answered to HEAD with the same headers', async () => {
    const [get, head] = [await call('GET', `/${list}/?${view}`), await call('HEAD', `/${list}/?${view}`)];
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers.get('link')).toBe(get.headers.get('link'));
  });
});

describe('A record that is larger than a page', () => {
  it('is given alone, and the others before and after it', async () => {
    const name = unique('Huge');
    const [before, huge, after] = [
      await large.patient(name),
      await make.patient({ last_name: name }),
      await large.patient(name),
    ];
    const letters = (n: number) => '𝔸'.repeat(n);
    const conditions = new Array(200).fill({ diagnozed_date: null, condition: null, description: letters(4_000) });
    const addresses = new Array(200).fill({
      ...huge.addresses[0],
      street: letters(200),
      city: letters(200),
      state: letters(200),
      postal_code: letters(200),
      country: letters(200),
    });
    const given = [JSON.stringify(conditions), JSON.stringify(addresses)];
    await rows('UPDATE patient SET medical_conditions = ?, addresses = ? WHERE id = ?', ...given, huge.id);
    for (const path of ['/patient/?view=full&limit=3', `/patient/?view=full&search=${name}`]) {
      const first = await call('GET', path);
      expect(ids(first.body)).toEqual([after.id, huge.id]);
      const second = await call('GET', nextPage(first) ?? '');
      expect(ids(second.body)[0]).toBe(before.id);
      const alone = await call('GET', `${path}&offset=1`);
      expect(ids(alone.body)).toEqual([huge.id]);
      expect(alone.body[0].medical_conditions).toEqual(conditions);
    }
  });
});

describe('A page of texts that JSON makes longer', () => {
  it('is measured as it is answered', async () => {
    const name = unique('controls');
    const { id } = await make.department({ name, description: '\u0001'.repeat(4_000) });
    const same = { id: UUID, code_key: `'${name}' || i` };
    await multiply('department', { key: 'id', value: id }, 299, same);
    const pages = await follow(`/department/?search=${name}`);
    expect(pages.flatMap(({ body }) => ids(body))).toHaveLength(300);
    expect(pages.length).toBeGreaterThan(1);
  });
});

describe('A page of ordinary records', () => {
  it('reads no more rows than it has', async () => {
    const name = unique('Ordinary');
    for (let i = 0; i < 12; i++) await make.patient({ last_name: name });
    const cost = async (path: string) => (await call('GET', path)).cost;
    expect(await cost('/patient/?view=full&limit=10')).toMatchObject({ trips: 1, rows_read: 11 });
    expect(await cost(`/patient/?view=full&search=${name}`)).toEqual(await cost(`/patient/?search=${name}`));
  });
});
