import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call, nextPage, ok, type Result } from '../support/client';
import { make } from '../support/factories';
import { unique } from '../support/input';
import { large, multiplyLarge, PAGE_BYTES, ROW_BYTES } from '../support/large';
import { multiply, UUID } from '../support/multiply';
import { rows } from '../support/rows';
import { insertUser } from '../support/users';

/** Rows that have `?view=full`, where there is one. */
const LISTS = [
  { list: 'patient', view: '&view=full', small: { medical_conditions: "'[]'" }, differing: {} },
  {
    list: 'doctor',
    view: '&view=full',
    small: { addresses: "'[]'", bio: 'null' },
    differing: { license_key: 'i', user_id: "(SELECT id FROM user WHERE email_key = 'copy' || i)" },
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
  const { id } = await insertUser('none');
  const keys = { email_key: "'copy' || i", username_key: "'copy' || i" };
  await multiply('user', { key: 'id', value: id }, COPIES.doctor, { id: UUID, ...keys });
  for (const { list, small, differing } of LISTS) {
    const terms = `'["${word}"]'`;
    all[list] = await multiplyLarge(list, await large[list](), COPIES[list], small, { ...differing, terms });
  }
});

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

describe('Records of nearly the size that D1 takes', () => {
  it('are given by threes', async () => {
    const name = unique('Huge');
    const first = await make.patient({ last_name: name });
    const condition = { diagnozed_date: null, condition: null, description: '𝔸'.repeat(2_000) };
    const conditions = new Array(200).fill(condition);
    await rows('UPDATE patient SET medical_conditions = ? WHERE id = ?', JSON.stringify(conditions), first.id);
    await multiply('patient', { key: 'id', value: first.id }, 6, { id: UUID });
    for (const path of ['/patient/?view=full&limit=7', `/patient/?view=full&search=${name}`]) {
      const one = await call('GET', path);
      const two = await call('GET', nextPage(one) ?? '');
      expect([one.body.length, two.body.length]).toEqual([3, 3]);
      expect(new Set(ids([...one.body, ...two.body])).size).toBe(6);
      for (const { medical_conditions } of [...one.body, ...two.body]) expect(medical_conditions).toEqual(conditions);
    }
    const alone = await call('GET', '/patient/?view=full&limit=1&offset=3');
    expect(alone.body.map(({ medical_conditions }: Body) => medical_conditions)).toEqual([conditions]);
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
