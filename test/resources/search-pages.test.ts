import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, type CallOptions, call, faults, nextPage, type Result } from '../support/client';
import { make } from '../support/factories';
import { multiply, UUID } from '../support/multiply';
import { rows } from '../support/rows';

/** What any search may read. */
const BOUND = 5_000;
const PATIENTS = 24_000;
const INVOICES = 12_000;
const ITEMS = 9_000;
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
const BORN = `(CASE WHEN ${pick(8, 6)} = 0 THEN '${BIRTHDAY}' ELSE printf('%d-%02d-%02d', 1990 + i % 20, 1 + ${pick(12, 7)}, 1 + ${pick(28, 8)}) END)`;

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
    terms: `json_array(${GIVEN}, ${FAMILY}, 'all' || i, '*' || replace(${BORN}, '-', ''))`,
    name_terms: `json_array(${GIVEN}, ${FAMILY})`,
  });
  await multiply('invoice', { key: 'id', value: invoice.id }, INVOICES, {
    id: UUID,
    patient_id: '(SELECT id FROM patient WHERE seq = 2 + i * 2 % 20000)',
    total_amount: pick(1_000_000, 9),
    terms: `json_array('consultation', iif(i % 3, 'ole', 'x' || (i % 500)))`,
    tags: `json_array('insured', 'ward-' || (i % 700), iif(i % 2, 'odd', 'even'))`,
  });
  await multiply('catalog_item', { key: 'id', value: item.id }, ITEMS, {
    id: UUID,
    code: `'c' || i`,
    code_key: `'c' || i`,
    terms: `json_array('half', iif(i % 3, 'kit', 'kits'), 'c' || i)`,
    tags: `json_array('listed', 'kit-' || (i % 300))`,
  });
  world.patient = await entries(`SELECT id, terms, '[]' AS tags FROM patient ORDER BY seq DESC`);
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
    expect(page.cost.rows_read, at).toBeLessThanOrEqual(BOUND);
    found.push(page);
    at = nextPage(page);
    if (found.length > 400) expect.fail(`${path} has no end`);
  }
  return found;
}

const patients = (search: string, more = '') => `/patient/?search=${encodeURIComponent(search)}${more}`;

describe('The pages of a search for patients', () => {
  it.each(['ole berg', 'berg ole', 'berg', 'ole'])('are exact where nobody extends the words: %s', async (search) => {
    const all = truth(world.patient, search);
    expect(all.length).toBeGreaterThan(1_000);
    for (const limit of [100, 1_000]) {
      const pages = await follow(patients(search, `&limit=${limit}`));
      expect(pages.filter(isIncomplete)).toEqual([]);
      expect(pages.flatMap(({ body }) => ids(body))).toEqual(all);
      for (const { body } of pages.slice(0, -1)) expect(body).toHaveLength(limit);
    }
  });

  it.each(['mar gar', 'gar mar', 'm', 'ma g', 'g p', 'be ol', 'mariana gar', 'ole be'])(
    'lead to every match of beginnings that thousands share: %s',
    async (search) => {
      const all = truth(world.patient, search);
      const pages = await follow(patients(search, '&limit=1000'));
      const found = pages.flatMap(({ body }) => ids(body));
      expect(found.length).toBe(all.length);
      expect(found).toEqual(all);
    },
  );

  it.each(['maria', 'garcia', 'maria garcia', 'garcia maria', 'maria berg', 'maria b', 'garcia m'])(
    'lead to everybody who has a word as a whole that others extend, and say that others may be missing: %s',
    async (search) => {
      const whole = search.split(' ').filter((word) => word.length > 1);
      const all = truth(world.patient, search);
      const pages = await follow(patients(search, '&limit=1000'));
      const found = pages.flatMap(({ body }) => ids(body));
      expect(new Set(found).size, 'nobody twice').toBe(found.length);
      const those = new Set(found);
      expect(all.filter((id) => those.has(id))).toEqual(found);
      const whom = world.patient.filter(({ terms }) => whole.every((word) => terms.includes(word)));
      const wanted = new Set(truth(whom, search));
      expect(all.filter((id) => wanted.has(id) && !those.has(id))).toEqual([]);
      if (found.length < all.length) expect(pages.at(-1)?.headers.get('x-search-incomplete')).toBe('true');
    },
  );

  it('skip as many as the offset says, also where a page does not come to its end', async () => {
    for (const search of ['mar gar', 'ole berg', 'be ol']) {
      const all = truth(world.patient, search);
      const pages = await follow(patients(search, '&limit=1000&offset=700'));
      expect(
        pages.flatMap(({ body }) => ids(body)),
        search,
      ).toEqual(all.slice(700));
    }
  });

  it('lead to every match where an offset reaches beyond what one search answers', async () => {
    // 1,800 rows are read from the cursor on at most; behind the second cursor the whole rest of the hospital is looked at.
    for (const [search, cursor] of [
      ['all', PATIENTS + 2],
      ['all', 2_900],
      ['ole', PATIENTS + 2],
    ] as const) {
      const older = world.patient.slice(PATIENTS + 2 - cursor);
      const all = truth(older, search);
      const pages = await follow(patients(search, `&limit=1000&offset=900&cursor=${cursor}`));
      expect(
        pages.flatMap(({ body }) => ids(body)),
        `${search} from ${cursor}`,
      ).toEqual(all.slice(900));
      const short = await follow(patients(search, `&limit=1000&offset=1900&cursor=${cursor}`));
      expect(
        short.flatMap(({ body }) => ids(body)),
        `${search} from ${cursor}, further`,
      ).toEqual(all.slice(1_900));
    }
  });

  it('lead to matches that lie behind thousands of others', async () => {
    const all = truth(world.patient, 'ole quis');
    expect(all.length).toBeGreaterThan(50);
    for (const limit of [20, 1_000]) {
      const pages = await follow(patients('ole quis', `&limit=${limit}`));
      expect(pages.flatMap(({ body }) => ids(body))).toEqual(all);
    }
  });

  it('say when matches are missing', async () => {
    const given = ['m', 'mar', 'maria', 'mariana', 'martin', 'ole', 'o', 'g', 'g1', 'g77'];
    const family = ['', 'g', 'gar', 'garcia', 'garcias', 'berg', 'b', 'p', 'p1', 'p2999'];
    const silent: string[] = [];
    for (const search of given.flatMap((first) => family.map((last) => `${first} ${last}`.trim()))) {
      const all = truth(world.patient, search);
      for (const limit of [20, 1_000]) {
        const page = await call('GET', patients(search, `&limit=${limit}`));
        const exact = JSON.stringify(ids(page.body)) === JSON.stringify(all.slice(0, limit));
        const linked = (nextPage(page) !== undefined) === all.length > limit;
        if (!isIncomplete(page) && !(exact && linked)) silent.push(`${search}: ${page.body.length} of ${all.length}`);
        if (page.cost.rows_read > BOUND) silent.push(`${search}: ${page.cost.rows_read} rows`);
      }
    }
    expect(silent).toEqual([]);
  });
});

describe('The total of a search', () => {
  const lists: ['invoice' | 'catalog', string[], string[][]][] = [
    [
      'invoice',
      ['ole', 'consultation', 'cons', 'x1', 'x', 'maria', 'mariana x', 'ole berg', 'garcia ole', 'g1', 'g', 'p29'],
      [[], ['insured'], ['odd', 'insured'], ['ward-7']],
    ],
    ['catalog', ['half', 'kit', 'kits', 'half kit', 'ki ha', 'c1', 'c12', 'c', 'zebra'], [[], ['listed'], ['kit-7']]],
  ];

  it.each(lists)('is exact in the list %s, or a lower bound that is marked as one', async (list, searches, tagged) => {
    const wrong: string[] = [];
    let marked = 0;
    for (const search of searches) {
      for (const tags of tagged) {
        for (const order of ['created_at', '-created_at', list === 'invoice' ? 'total_amount' : 'name']) {
          const query = new URLSearchParams([
            ['search', search],
            ['order_by', order],
            ...tags.map((tag) => ['tags', tag]),
          ]);
          const path = `/${list}/?limit=1000&${query}`;
          const page = await call('GET', path);
          const { total, data } = page.body;
          const all = truth(world[list], search, tags);
          if (order === '-created_at') all.reverse();
          const incomplete = isIncomplete(page);
          if (incomplete) marked++;
          const at = `${path}: ${total} of ${all.length}${incomplete ? ', marked' : ''}`;
          if (incomplete ? total > all.length : total !== all.length) wrong.push(at);
          if (page.cost.rows_read > BOUND) wrong.push(`${at}, ${page.cost.rows_read} rows`);
          const found = ids(data);
          const wanted = new Set(all);
          if (new Set(found).size !== found.length || found.some((id) => !wanted.has(id))) wrong.push(`${at}: others`);
          if (!incomplete && order.endsWith('created_at')) {
            if (JSON.stringify(found) !== JSON.stringify(all.slice(0, 1_000))) wrong.push(`${at}: not in order`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(marked, 'searches that are cut').toBeGreaterThan(0);
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
      expect(pages.filter(isIncomplete)).toEqual([]);
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

  it.each(['1980-13-01', '1981-02-29', '06.05.1980', '1980', 'x'])('is refused when it is %s', async (date) => {
    const answer = await call('GET', `/patient/?dob=${encodeURIComponent(date)}`);
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['query', 'dob']]);
    expect(faults(answer).map(([field]) => field)).toEqual(['dob']);
  });
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
