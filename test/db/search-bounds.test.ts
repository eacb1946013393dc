import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call } from '../support/client';
import { make } from '../support/factories';
import { multiply, UUID } from '../support/multiply';
import { rows } from '../support/rows';

/** What any search or tag query may read. */
const BOUND = 5_000;
const PATIENTS = 60_000;
const INVOICES = 20_000;

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
  'maria garcia martin mariana li garcias g1 p1',
  'm g a b c d e f',
  ...Array.from({ length: 6 }, (_, i) => 'garcia'.slice(0, i + 1)),
  ...Array.from({ length: 5 }, (_, i) => 'maria'.slice(0, i + 1)),
];
const limits = [
  '',
  '&limit=1',
  '&limit=20',
  '&limit=100',
  '&limit=1000',
  '&limit=100&offset=900',
  '&limit=10&offset=5000',
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
    terms: `json_array(${GIVEN}, ${FAMILY}, ${PHONE}, ${BORN})`,
    name_terms: `json_array(${GIVEN}, ${FAMILY})`,
  });
  await multiply('invoice', by(invoice), INVOICES, {
    id: UUID,
    patient_id: `(SELECT id FROM patient WHERE seq = 2 + i * 2)`,
    status: `(CASE i % 3 WHEN 0 THEN 'PAID' ELSE 'ISSUED' END)`,
    total_amount: pick(1_000_000, 9),
    terms: `json_array('consultation', 'maria', 'x' || (i % 500))`,
    tags: `json_array('insured', 'ward-' || (i % 700), iif(i % 2, 'odd', 'even'))`,
  });
  await multiply('catalog_item', by(item), 9_000, {
    id: UUID,
    code: `'c' || i`,
    code_key: `'c' || i`,
    terms: `json_array('half', 'maria', 'c' || i)`,
    tags: `json_array('listed', 'kit-' || (i % 300), iif(i % 10, 'routine', 'rare'))`,
  });
});

/** Those of the requests that read too much. */
async function unbounded(paths: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const { status, cost } = await call('GET', path);
    expect(status, path).toBe(200);
    expect(cost.trips, path).toBeLessThanOrEqual(1);
    if (cost.rows_read > BOUND) found.push(`${cost.rows_read} ${path}`);
  }
  return found;
}

describe('Whatever is searched for, at most 5,000 rows are read', () => {
  it.each(HOSTILE)('in the list of patients: %j', async (text) => {
    const paths = limits.map((limit) => `/patient/?search=${encodeURIComponent(text)}${limit}`);
    expect(await unbounded(paths.flatMap((path) => [path, `${path}&view=full&cursor=30000`]))).toEqual([]);
  });

  it.each(['created_at', '-created_at', 'issue_date', '-total_amount', 'status', 'due_date', '-reg_number'])(
    'in the list of invoices by %s',
    async (order) => {
      const paths: string[] = [];
      for (const text of [...HOSTILE, 'consultation', 'consultation x1', 'maria consultation', 'x']) {
        for (const more of ['', '&tags=insured', '&status=PAID&limit=1000', '&tags=insured&tags=odd&offset=2000']) {
          paths.push(`/invoice/?order_by=${order}&search=${encodeURIComponent(text)}${more}`);
        }
      }
      for (const tags of [
        'insured',
        'insured&tags=odd',
        'ward-1',
        'ward-1&tags=odd',
        'odd&tags=even',
        'none&tags=odd',
      ]) {
        for (const more of ['', '&status=PAID', '&limit=1000', '&offset=9000', '&limit=1000&offset=3500', '&limit=0']) {
          paths.push(`/invoice/?order_by=${order}&tags=${tags}${more}`);
        }
      }
      expect(await unbounded(paths)).toEqual([]);
    },
  );

  it.each(['created_at', '-code', 'name', 'category', '-default_price'])('in the catalog by %s', async (order) => {
    const paths: string[] = [];
    for (const text of ['half', 'half maria', 'h', 'c1', 'c', 'half c1', '1']) {
      for (const more of ['', '&tags=listed', '&tags=listed&tags=kit-1&limit=1000', '&offset=4000']) {
        paths.push(`/catalog/?order_by=${order}&search=${encodeURIComponent(text)}${more}`);
      }
    }
    for (const tags of [
      'listed',
      'kit-1',
      'listed&tags=kit-1',
      'listed&tags=routine',
      'listed&tags=routine&tags=rare&limit=1000',
    ])
      paths.push(`/catalog/?order_by=${order}&tags=${tags}`);
    expect(await unbounded(paths)).toEqual([]);
  });
});

describe('A search that many rows match', () => {
  const newest = (condition: string, limit: number) =>
    rows<{ id: string }>(`SELECT id FROM patient WHERE ${condition} ORDER BY seq DESC LIMIT ${limit}`);

  it.each([
    ['maria garcia', "first_name = 'maria' AND last_name = 'garcia'"],
    ['garcia maria', "first_name = 'maria' AND last_name = 'garcia'"],
  ])('begins with exactly the newest patients: %s', async (text, condition) => {
    for (const limit of [1, 20, 100]) {
      const { body } = await call('GET', `/patient/?search=${encodeURIComponent(text)}&limit=${limit}`);
      const expected = await newest(condition, limit);
      const found = body.filter(({ first_name, last_name }: Body) => `${first_name} ${last_name}` === 'maria garcia');
      expect(found.map(({ id }: Body) => id)).toEqual(expected.slice(0, found.length).map(({ id }) => id));
      expect(body).toHaveLength(limit);
    }
  });
});
