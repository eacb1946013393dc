import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, type CallOptions, call, faults, nextPage, type Result } from '../support/client';
import { make } from '../support/factories';
import { multiply, UUID } from '../support/multiply';
import { rows } from '../support/rows';

/** Matches that are counted, and put in an order other than that of creation. */
const COUNTED = 2_000;
const ORDERED = 1_000;
/** A little more than an offset may skip, and of items more than twice what is counted. */
const PATIENTS = 12_500;
const INVOICES = 10_500;
const ITEMS = 6_600;
/** As many patients are born on it as on no other day. */
const BIRTHDAY = '1980-05-06';

/** One of `n`, different for each `salt`, without a pattern that copies have in common. */
const pick = (n: number, salt: number) => `((i * 2654435761 + ${salt} * 40503 + (i * i * 97) % 65521) / 977 % ${n})`;
// No name begins with "ole" or "berg" but these themselves; "maria" and "garcia" are the beginning of longer ones.
const GIVEN = `(CASE ${pick(10, 1)} WHEN 0 THEN 'mariana' WHEN 1 THEN 'martin' WHEN 2 THEN 'ole' WHEN 3 THEN 'ole'
  WHEN 4 THEN 'ole' WHEN 5 THEN 'maria' WHEN 6 THEN 'maria' WHEN 7 THEN 'maria' ELSE 'g' || ${pick(900, 2)} END)`;
// The first are old patients whose names begin alike.
const FAMILY = `(CASE WHEN i < 500 THEN 'quist' || i WHEN ${pick(10, 3)} < 4 THEN 'garcia' WHEN ${pick(10, 3)} = 4 THEN 'garcias'
  WHEN ${pick(10, 3)} < 8 THEN 'berg' ELSE 'p' || ${pick(3000, 4)} END)`;
const BORN = `(CASE WHEN ${pick(4, 6)} = 0 THEN '${BIRTHDAY}' ELSE printf('%d-%02d-%02d', 1990 + i % 20, 1 + ${pick(12, 7)}, 1 + ${pick(28, 8)}) END)`;

/** A record as a search sees it. */
interface Entry {
  id: string;
  terms: string[];
  tags: string[];
}
const world: Record<'patient' | 'invoice' | 'catalog', Entry[]> = { patient: [], invoice: [], catalog: [] };

async function entries(sql: string): Promise<Entry[]> {
  const found = await rows<Record<'id' | 'terms' | 'tags', string>>(sql);
  return found.map(({ id, terms, tags }) => ({
    id,
    terms: terms.split('|').flatMap((one) => JSON.parse(one)),
    tags: JSON.parse(tags),
  }));
}

/** The ids of all that a search of plain words must find, in the order of `world`. */
const truth = (of: readonly Entry[], search: string, tags: string[] = []) => {
  const words = search.split(' ');
  return of
    .filter(({ terms }) => words.every((word) => terms.some((term) => term.startsWith(word))))
    .filter((entry) => tags.every((tag) => entry.tags.includes(tag)))
    .map(({ id }) => id);
};

const ids = (body: Body[]): string[] => body.map(({ id }) => id);
const isIncomplete = ({ headers }: Result) => headers.get('x-search-incomplete') === 'true';

beforeAll(async () => {
  const patient = await make.patient({ first_name: 'Zoe', last_name: 'Only', dob: '1970-01-01' });
  const invoice = await make.invoice({ patient_id: patient.id, items: [{ name: 'Zebra', unit_price: 1 }] });
  const item = await make.catalogItem({ name: 'Zebra', code: 'Z' });
  await multiply('patient', { key: 'id', value: patient.id }, PATIENTS, {
    id: UUID,
    first_name: GIVEN,
    last_name: FAMILY,
    dob: BORN,
    // Everybody has a word that begins with "all".
    terms: `json_array('all' || i, '*' || replace(${BORN}, '-', ''))`,
    name_terms: `json_array(${GIVEN}, ${FAMILY})`,
  });
  await multiply('invoice', { key: 'id', value: invoice.id }, INVOICES, {
    id: UUID,
    patient_id: '(SELECT id FROM patient WHERE seq = 2 + i * 2 % 12000)',
    total_amount: pick(1_000_000, 9),
    status: `iif(i IN (1001, 2000, 2001), 'VOID', 'ISSUED')`,
    // Of some words it is known exactly how many invoices have them.
    terms: `json_array('consultation', iif(i % 3, 'ole', 'x' || (i % 500)), iif(i <= 2000, 'manyless', 'z'),
      iif(i <= 2001, 'manymore', 'z'), iif(i <= 1000, 'fewless', 'z'), iif(i <= 1001, 'fewmore', 'z'))`,
    tags: `json_array('insured', 'ward-' || (i % 700), iif(i % 2, 'odd', 'even'))`,
  });
  await multiply('catalog_item', { key: 'id', value: item.id }, ITEMS, {
    id: UUID,
    code: `'c' || i`,
    code_key: `'c' || i`,
    terms: `json_array('half', iif(i % 3, 'kit', 'kits'), 'c' || i)`,
    tags: `json_array('listed', 'kit-' || (i % 300))`,
  });
  world.patient = await entries(
    `SELECT id, terms || '|' || name_terms AS terms, '[]' AS tags FROM patient ORDER BY seq DESC`,
  );
  world.invoice = await entries(
    `SELECT i.id, i.terms || '|' || p.name_terms AS terms, i.tags FROM invoice i JOIN patient p ON p.id = i.patient_id
     ORDER BY i.seq`,
  );
  world.catalog = await entries('SELECT id, terms, tags FROM catalog_item ORDER BY seq');
});

/** Every page of a search for patients, by following Link, with what each cost. */
async function follow(path: string): Promise<Result[]> {
  const found: Result[] = [];
  for (let at: string | undefined = path; at !== undefined; ) {
    const page: Result = await call('GET', at);
    expect(page.status, at).toBe(200);
    expect(page.cost.trips, at).toBe(1);
    expect(page.headers.has('x-search-incomplete'), at).toBe(false);
    found.push(page);
    at = nextPage(page);
    if (found.length > 400) expect.fail(`${path} has no end`);
  }
  return found;
}

const patients = (search: string, more = '') => `/patient/?search=${encodeURIComponent(search)}${more}`;

describe('The pages of a search for patients', () => {
  it.each([
    ...[
      'ole berg',
      'berg ole',
      'berg',
      'ole',
      'maria',
      'garcia',
      'maria garcia',
      'garcia maria',
      'maria berg',
      'maria b',
    ],
    ...['mar gar', 'gar mar', 'm', 'ma g', 'martin', 'be ol', 'mariana gar', 'ole be', 'garcia m', 'all'],
  ])('are all matches, the newest first, each once: %s', async (search) => {
    const all = truth(world.patient, search);
    expect(all.length).toBeGreaterThan(100);
    // A hundred pages of a hundred tell no more than ten of a thousand.
    for (const limit of all.length > 3_000 ? [1_000] : [100, 1_000]) {
      const pages = await follow(patients(search, `&limit=${limit}`));
      expect(pages.flatMap(({ body }) => ids(body))).toEqual(all);
      for (const { body } of pages.slice(0, -1)) expect(body).toHaveLength(limit);
    }
  });

  it('skip as many as the offset says, from the cursor on', async () => {
    for (const search of ['mar gar', 'ole berg', 'be ol']) {
      const pages = await follow(patients(search, '&limit=1000&offset=700'));
      expect(
        pages.flatMap(({ body }) => ids(body)),
        search,
      ).toEqual(truth(world.patient, search).slice(700));
    }
    for (const [search, cursor, offset] of [
      ['all', PATIENTS + 2, 10_000],
      ['all', 2_900, 1_900],
      ['ole', PATIENTS + 2, 900],
    ] as const) {
      const all = truth(world.patient.slice(PATIENTS + 2 - cursor), search);
      const pages = await follow(patients(search, `&limit=1000&offset=${offset}&cursor=${cursor}`));
      expect(
        pages.flatMap(({ body }) => ids(body)),
        `${search} from ${cursor}`,
      ).toEqual(all.slice(offset));
    }
  });

  it('have matches that lie behind thousands of others', async () => {
    const all = truth(world.patient, 'ole quis');
    expect(all.length).toBeGreaterThan(50);
    for (const limit of [20, 1_000]) {
      const pages = await follow(patients('ole quis', `&limit=${limit}`));
      expect(pages.flatMap(({ body }) => ids(body))).toEqual(all);
    }
  });

  it('begin with the right ones and lead on where there are more, whatever is combined', async () => {
    const given = ['m', 'mar', 'maria', 'mariana', 'martin', 'ole', 'o', 'g', 'g1', 'g77'];
    const family = ['', 'g', 'gar', 'garcia', 'garcias', 'berg', 'b', 'p', 'p1', 'p2999'];
    for (const search of given.flatMap((first) => family.map((last) => `${first} ${last}`.trim()))) {
      const all = truth(world.patient, search);
      if (all.length === 0) continue; // then names that sound alike are answered
      for (const limit of [20, 1_000]) {
        const page = await call('GET', patients(search, `&limit=${limit}`));
        expect(ids(page.body), search).toEqual(all.slice(0, limit));
        expect(nextPage(page) !== undefined, search).toBe(all.length > limit);
        expect(page.headers.has('x-search-incomplete'), search).toBe(false);
      }
    }
  });
});

describe('A search for invoices or catalog items', () => {
  const lists: ['invoice' | 'catalog', string[], string[][]][] = [
    [
      'invoice',
      ['ole', 'consultation', 'cons', 'x1', 'x', 'maria', 'mariana x', 'ole berg', 'garcia ole', 'g1', 'g', 'p29'],
      [[], ['insured'], ['odd', 'insured'], ['ward-7']],
    ],
    ['catalog', ['half', 'kit', 'kits', 'half kit', 'ki ha', 'c1', 'c12', 'c', 'zebra'], [[], ['listed'], ['kit-7']]],
  ];
  const queryOf = (search: string, tags: string[], more: Record<string, string>) =>
    new URLSearchParams([['search', search], ...tags.map((tag) => ['tags', tag]), ...Object.entries(more)]);
  /** In the order by a column: each one of the newest that there are. */
  const byColumn = async (list: 'invoice' | 'catalog') => {
    const [table, column] = list === 'invoice' ? ['invoice', 'total_amount'] : ['catalog_item', 'name'];
    return ids(await rows<{ id: string }>(`SELECT id FROM ${table} ORDER BY ${column}, seq`));
  };

  it.each(lists)('counts up to 2,000 in the list %s, and says where there are more', async (list, searches, tagged) => {
    const seen = new Set<boolean>();
    for (const search of searches) {
      for (const tags of tagged) {
        const all = truth(world[list], search, tags);
        const isMore = all.length > COUNTED;
        seen.add(isMore);
        for (const order_by of ['created_at', '-created_at']) {
          const path = `/${list}/?${queryOf(search, tags, { order_by, limit: '1000' })}`;
          const page = await call('GET', path);
          const ordered = order_by === 'created_at' ? all : all.toReversed();
          expect(ids(page.body.data), path).toEqual(ordered.slice(0, 1_000));
          expect([page.body.total, isIncomplete(page)], path).toEqual([Math.min(all.length, COUNTED), isMore]);
        }
      }
    }
    expect([...seen].sort(), 'searches that have more, and others').toEqual([false, true]);
  });

  it.each(lists)(
    'orders the newest 1,000 in the list %s, and says where there are more',
    async (list, searches, tagged) => {
      const sorted = await byColumn(list);
      const seen = new Set<boolean>();
      for (const search of searches) {
        for (const tags of tagged) {
          const all = truth(world[list], search, tags);
          const isMore = all.length > ORDERED;
          seen.add(isMore);
          const newest = new Set(all.slice(-ORDERED));
          const ordered = sorted.filter((id) => newest.has(id));
          const order_by = list === 'invoice' ? 'total_amount' : 'name';
          const path = `/${list}/?${queryOf(search, tags, { order_by, limit: '1000' })}`;
          const page = await call('GET', path);
          expect(ids(page.body.data), path).toEqual(ordered);
          expect([page.body.total, isIncomplete(page)], path).toEqual([Math.min(all.length, COUNTED), isMore]);
          const reversed = await call('GET', path.replace(order_by, `-${order_by}`));
          expect(ids(reversed.body.data), path).toEqual(ordered.toReversed());
        }
      }
      expect([...seen].sort(), 'searches that have more, and others').toEqual([false, true]);
    },
  );

  it('goes on behind what is counted, where a client skips it', async () => {
    const all = truth(world.invoice, 'consultation');
    for (const offset of [1_950, 2_000, 9_990]) {
      const page = await call('GET', `/invoice/?search=consultation&limit=50&offset=${offset}`);
      expect(ids(page.body.data)).toEqual(all.slice(offset, offset + 50));
      expect([page.body.total, isIncomplete(page)]).toEqual([offset + 50, true]);
    }
  });

  it.each([
    ['2,000', 'manyless', 'created_at', [2_000, false]],
    ['2,001', 'manymore', 'created_at', [2_000, true]],
    ['1,000', 'fewless', 'total_amount', [1_000, false]],
    ['1,001', 'fewmore', 'total_amount', [1_001, true]],
  ])('is told from one that has more at exactly so many: %s', async (_, search, order, expected) => {
    for (const order_by of [order, `-${order}`]) {
      const page = await call('GET', `/invoice/?search=${search}&order_by=${order_by}&limit=20`);
      expect([page.body.total, isIncomplete(page)], order_by).toEqual(expected);
    }
  });

  it('is checked by status for the first 2,000 matches, and says where there are more', async () => {
    const by = async (search: string, order_by: string) => {
      const page = await call('GET', `/invoice/?search=${search}&status=VOID&order_by=${order_by}&limit=1000`);
      return [page.body.total, page.body.data.length, isIncomplete(page)];
    };
    // VOID are the 1,001st, the 2,000th and the 2,001st.
    expect(await by('manyless', 'created_at')).toEqual([2, 2, false]);
    expect(await by('manyless', '-created_at')).toEqual([2, 2, false]);
    expect(await by('manymore', '-created_at')).toEqual([3, 3, true]);
    expect(await by('manymore', 'created_at')).toEqual([3, 3, true]);
    expect(await by('fewless', 'total_amount')).toEqual([0, 0, false]);
    expect(await by('fewmore', 'total_amount')).toEqual([1, 1, true]);
  });

  it('has the exact total of a tag alone', async () => {
    for (const order_by of ['created_at', '-created_at', 'total_amount']) {
      for (const [tag, n] of [
        ['insured', INVOICES],
        ['odd', INVOICES / 2],
        ['none', 0],
      ] as const) {
        const page = await call('GET', `/invoice/?tags=${tag}&order_by=${order_by}&limit=10`);
        const isCut = order_by === 'total_amount' && n > ORDERED;
        expect([page.body.total, isIncomplete(page)], `${tag} ${order_by}`).toEqual([n, isCut]);
      }
    }
  });
});

describe('?dob=', () => {
  const born = (date: string) => world.patient.filter(({ terms }) => terms.includes(`*${date.replaceAll('-', '')}`));

  it('finds everybody who was born on a day, also where thousands were', async () => {
    const all = born(BIRTHDAY).map(({ id }) => id);
    expect(all.length).toBeGreaterThan(2_500);
    for (const limit of [100, 1_000]) {
      const pages = await follow(`/patient/?dob=${BIRTHDAY}&limit=${limit}`);
      expect(pages.flatMap(({ body }) => ids(body))).toEqual(all);
    }
    for (const date of ['1970-01-01', '1995-03-04', '1899-12-31']) {
      const { body, headers } = await call('GET', `/patient/?dob=${date}`);
      expect(ids(body)).toEqual(born(date).map(({ id }) => id));
      expect(headers.get('link')).toBe(null);
    }
  });

  it('narrows a search', async () => {
    for (const search of ['ole berg', 'ole', 'g1', 'zoe']) {
      const all = truth(born(BIRTHDAY), search);
      const pages = await follow(patients(search, `&dob=${BIRTHDAY}&limit=100`));
      expect(
        pages.flatMap(({ body }) => ids(body)),
        search,
      ).toEqual(all);
    }
    for (const search of ["'", ' ']) expect((await call('GET', patients(search, `&dob=${BIRTHDAY}`))).body).toEqual([]);
    const alone = (await call('GET', `/patient/?dob=${BIRTHDAY}&limit=10`)).body;
    expect((await call('GET', patients('', `&dob=${BIRTHDAY}&limit=10`))).body).toEqual(alone);
  });

  it.each(['1980-13-01', '1981-02-29', '06.05.1980', '1980-13', '80', 'x'])(
    'is refused when it is %s',
    async (date) => {
      const answer = await call('GET', `/patient/?dob=${encodeURIComponent(date)}`);
      expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['query', 'dob']]);
      expect(faults(answer).map(([field]) => field)).toEqual(['dob']);
    },
  );
});

describe('A date in a search', () => {
  const monthFirst: CallOptions = { env: { DATE_ORDER: 'month-day' } };

  it('is read in the order of the deployment, in the other one only where that alone makes a date', async () => {
    const april = await make.patient({ first_name: 'Quill', dob: '1961-04-03' });
    const march = await make.patient({ first_name: 'Quill', dob: '1961-03-04' });
    const late = await make.patient({ first_name: 'Quill', dob: '1961-03-24' });
    const found = async (text: string, options?: CallOptions) =>
      ids((await call('GET', patients(`quill ${text}`), options)).body);
    for (const text of ['3/4/1961', '03.04.1961', '3.4.61', '03041961']) {
      expect(await found(text), text).toEqual([april.id]);
      expect(await found(text, monthFirst), text).toEqual([march.id]);
    }
    for (const text of ['24.3.1961', '3/24/1961', '1961-03-24', '19610324']) {
      expect(await found(text), text).toEqual([late.id]);
      expect(await found(text, monthFirst), text).toEqual([late.id]);
    }
    expect(await found('1961')).toEqual([late.id, march.id, april.id]);
    expect(await found('1961-03')).toEqual([late.id, march.id]);
  });
});
