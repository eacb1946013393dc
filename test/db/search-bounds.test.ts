import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call, faults, type Result } from '../support/client';
import { make } from '../support/factories';
import { multiply, UUID } from '../support/multiply';

/** More than an offset may skip. */
const PATIENTS = 12_000;
const INVOICES = 5_000;
const ITEMS = 3_000;

/** Matches that are counted, and looked at by a filter that the index does not know. One more tells that there are more. */
const COUNTED = 2_001;
/** Matches that are put in an order other than that of creation. */
const ORDERED = 1_000;
/** What a statement may read besides. */
const REST = 50;
/** Of the people whose names sound like what nobody is called, at most so many are compared. */
const SIMILAR = 200;

/** One of `n`, different for each `salt`, without a pattern that copies have in common. */
const pick = (n: number, salt: number) => `((i * 2654435761 + ${salt} * 40503 + (i * i * 97) % 65521) / 977 % ${n})`;
// Half of the hospital is called Maria or Mariana, half Garcia; thousands of the others share two letters.
const GIVEN = `(CASE ${pick(10, 1)} WHEN 0 THEN 'mariana' WHEN 1 THEN 'martin' WHEN 2 THEN 'li' WHEN 3 THEN 'maria'
  WHEN 4 THEN 'maria' WHEN 5 THEN 'maria' WHEN 6 THEN 'maria' WHEN 7 THEN 'maria' ELSE 'g' || ${pick(3000, 2)} END)`;
const FAMILY = `(CASE WHEN ${pick(10, 3)} < 5 THEN 'garcia' WHEN ${pick(10, 3)} = 6 THEN 'garcias' ELSE 'p' || ${pick(9000, 4)} END)`;
const PHONE = `('#' || substr('7654321000000000' || ${pick(100_000_000, 5)}, -9))`;
const BORN = `('*' || (1930 + ${pick(90, 6)}) || printf('%02d%02d', 1 + ${pick(12, 7)}, 1 + ${pick(28, 8)}))`;

const HOSTILE = [
  ...['0 1', 'pat a', 'p a', 'a', 'm', "'", '1 2 3 4 5 6 7 8', '19', '1984', '4567', '0000', 'pat', 'inv', '- -', 'li'],
  ...['maria', 'mariana', 'garcia', 'maria garcia', 'garcia maria li', 'maria 1984', 'maria g', 'mar gar', 'g1 p1'],
  ...['nobody', 'maria nobody', 'all', 'alleveryone', 'm all g', 'mar gar allev'],
  'maria garcia martin mariana li garcias g1 p1',
  'm g a b c d e f',
  ...['g', 'ga', 'gar', 'garc', 'garci', 'ma', 'mar', 'mari'],
];

beforeAll(async () => {
  const patient = await make.patient({ first_name: 'Zoe', last_name: 'Only' });
  const invoice = await make.invoice({ patient_id: patient.id, items: [{ name: 'Zebra', unit_price: 1 }] });
  const item = await make.catalogItem({ name: 'Zebra', code: 'Z' });
  const by = (record: Body) => ({ key: 'id', value: record.id });
  await multiply('patient', by(patient), PATIENTS, {
    id: UUID,
    first_name: GIVEN,
    last_name: FAMILY,
    terms: `json_array('alleveryone', ${PHONE}, ${BORN})`,
    name_terms: `json_array(${GIVEN}, ${FAMILY})`,
  });
  await multiply('invoice', by(invoice), INVOICES, {
    id: UUID,
    patient_id: `(SELECT id FROM patient WHERE seq = 2 + i * 2)`,
    status: `(CASE i % 3 WHEN 0 THEN 'PAID' ELSE 'ISSUED' END)`,
    total_amount: pick(1_000_000, 9),
    terms: `json_array('consultation', 'maria', 'x' || (i % 5), 'y' || (i % 500))`,
    tags: `json_array('insured', 'ward-' || (i % 700), iif(i % 2, 'odd', 'even'))`,
  });
  await multiply('catalog_item', by(item), ITEMS, {
    id: UUID,
    code: `'c' || i`,
    code_key: `'c' || i`,
    terms: `json_array('half', 'maria', 'c' || i)`,
    tags: `json_array('listed', 'kit-' || (i % 300), iif(i % 10, 'routine', 'rare'))`,
  });
});

const queryOf = (path: string) => new URL(path, 'http://localhost').searchParams;
const isApproximate = ({ headers }: Result) => headers.has('x-search-approximate');

/** The paths of which the answer cost more than is `allowed`, with what it cost. */
async function dearer(paths: string[], allowed: (query: URLSearchParams, answer: Result) => number): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const answer = await call('GET', path);
    expect(answer.status, path).toBe(200);
    const finds = answer.body.data ?? answer.body;
    // Where nobody is found, one more trip asks for similar names.
    expect(answer.cost.trips, path).toBeLessThanOrEqual(isApproximate(answer) || finds.length === 0 ? 2 : 1);
    const most = allowed(queryOf(path), answer);
    if (answer.cost.rows_read > most) found.push(`${answer.cost.rows_read} of ${most}: ${path}`);
  }
  return found;
}

describe('A page of a search for patients reads two rows for each that it has, and one for each that it skips', () => {
  const limits = [
    ...['', '&limit=1', '&limit=20', '&limit=100&offset=900', '&limit=10&offset=10000'],
    ...['&limit=100&view=full&cursor=6000', '&limit=20&cursor=6000&offset=3000', '&limit=20&dob=1984-02-01'],
  ];
  const allowed = (query: URLSearchParams, answer: Result) =>
    2 * (isApproximate(answer) ? SIMILAR : Number(query.get('limit') ?? 1_000)) + Number(query.get('offset')) + REST;

  it.each(HOSTILE)('%j', async (text) => {
    const paths = limits.map((more) => `/patient/?search=${encodeURIComponent(text)}${more}`);
    expect(await dearer(paths, allowed)).toEqual([]);
  });
});

describe('A page of invoices and catalog items reads no more than it says', () => {
  const BY_CREATION = ['created_at', 'reg_number'];

  /**
   * Two rows for each that the page has, one for each that it skips or counts. In another order, three for each that is put
   * in order. A filter by status or appointment reads two of each match that it looks at, to count and for the page, and
   * puts in order what it leaves.
   */
  function allowed(query: URLSearchParams, { body, headers }: Result): number {
    const order = (query.get('order_by') ?? '').replace('-', '');
    const isMore = headers.get('x-search-incomplete') === 'true';
    const counted = isMore ? COUNTED : body.total;
    const byCreation = BY_CREATION.includes(order) || (order === 'status' && query.has('status'));
    if (query.has('status') || query.has('appointment_id')) {
      return 4 * (byCreation ? COUNTED : ORDERED + 1) + (byCreation ? 0 : body.total) + REST;
    }
    const page = byCreation ? 2 * body.limit + body.offset : 3 * Math.min(counted, ORDERED);
    const isOneTag = !query.has('search') && query.getAll('tags').length === 1;
    return page + (isOneTag ? 0 : counted) + REST;
  }

  const id = crypto.randomUUID();
  const words = [
    'consultation',
    'consultation x1',
    'x',
    'x1',
    'y1',
    'maria',
    'maria garcia',
    'm g a b c d e f',
    '1',
    "'",
  ];
  const invoices = words.flatMap((text) =>
    ['', '&limit=1000', '&tags=insured', '&status=PAID&limit=1000', '&tags=insured&tags=odd&offset=2000'].map(
      (more) => `search=${encodeURIComponent(text)}${more}`,
    ),
  );
  const filtered = ['consultation', 'x1', 'y1', 'nobody'].flatMap((text) =>
    [`&patient_id=${id}`, `&appointment_id=${id}`, `&status=VOID&appointment_id=${id}`, '&status=VOID', '&limit=0'].map(
      (more) => `search=${text}${more}`,
    ),
  );
  const tagged = ['insured', 'insured&tags=odd', 'ward-1', 'ward-1&tags=odd', 'odd&tags=even', 'none&tags=odd'].flatMap(
    (tags) =>
      ['', '&status=PAID', '&limit=1000', '&offset=10000', '&limit=1000&offset=3500', '&limit=0'].map(
        (more) => `tags=${tags}${more}`,
      ),
  );

  it.each(['created_at', '-created_at', 'issue_date', '-total_amount', 'status', 'due_date', '-reg_number'])(
    'of invoices, by %s',
    async (order) => {
      const paths = [...invoices, ...filtered, ...tagged].map((query) => `/invoice/?order_by=${order}&${query}`);
      expect(await dearer(paths, allowed)).toEqual([]);
    },
  );

  it.each(['created_at', '-code', 'name', 'category', '-default_price'])('of the catalog, by %s', async (order) => {
    const words = ['half', 'half maria', 'h', 'c1', 'c', 'half c1', '1', 'nobody'].flatMap((text) =>
      ['', '&tags=listed', '&tags=listed&tags=kit-1&limit=1000', '&offset=4000'].map((more) => `search=${text}${more}`),
    );
    const tags = ['listed', 'kit-1', 'listed&tags=kit-1', 'listed&tags=routine', 'listed&tags=routine&tags=rare'];
    const queries = [...words, ...tags.map((tag) => `tags=${tag}`)];
    const paths = queries.map((query) => `/catalog/?order_by=${order}&${query}`);
    expect(await dearer(paths, allowed)).toEqual([]);
  });
});

describe('A search that finds nothing', () => {
  it.each([
    ...['patient', 'doctor', 'department', 'invoice', 'catalog'].map((list) => `/${list}/?search=4711471147`),
    ...['created_at', '-total_amount', 'status'].map((order) => `/invoice/?search=nobody&order_by=${order}`),
    '/invoice/?search=nobody&status=PAID',
    '/invoice/?tags=none&tags=neither',
    `/invoice/?search=consultation&patient_id=${crypto.randomUUID()}`,
    '/catalog/?search=nobody&order_by=name',
  ])('reads next to nothing: %s', async (path) => {
    const { body, cost } = await call('GET', path);
    expect(body.data ?? body).toEqual([]);
    expect(cost.trips).toBe(1);
    expect(cost.rows_read).toBeLessThanOrEqual(5);
  });
});

describe('What a search may ask for', () => {
  const searches = [
    ...['patient', 'doctor', 'department', 'invoice', 'catalog'].map((list) => `/${list}/?search=maria`),
    ...['/patient/?dob=1984-02-29', '/invoice/?tags=insured', '/catalog/?tags=listed'],
  ];

  it.each(searches)('is to skip 10,000 records and no more: %s', async (path) => {
    expect((await call('GET', `${path}&limit=10&offset=10000`)).status).toBe(200);
    const refused = await call('GET', `${path}&limit=10&offset=10001`);
    expect([refused.status, refused.cost.trips]).toEqual([422, 0]);
    expect(faults(refused)).toEqual([['offset', 'less_than_equal']]);
  });

  it.each(['patient', 'invoice'])('is not what a list of all may: /%s/', async (list) => {
    for (const search of ['', 'search=&', 'tags=&'])
      expect((await call('GET', `/${list}/?${search}offset=10001`)).status).toBe(200);
  });

  it.each(['invoice', 'catalog'])('are 20 tags and no more: /%s/', async (list) => {
    const tags = Array.from({ length: 21 }, (_, i) => `tags=t${i}`);
    expect((await call('GET', `/${list}/?${tags.slice(1).join('&')}`)).status).toBe(200);
    const refused = await call('GET', `/${list}/?${tags.join('&')}`);
    expect([refused.status, refused.cost.trips]).toEqual([422, 0]);
    expect(faults(refused)).toEqual([['tags', 'too_long']]);
  });
});
