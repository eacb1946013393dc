import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call, type Result } from '../support/client';
import { create, make } from '../support/factories';
import { input } from '../support/input';
import { CATALOG_QUERIES, DEPARTMENT_QUERIES, DOCTOR_QUERIES, PATIENT_QUERIES } from '../support/search-list';
import { WORLD_CATALOG, WORLD_DEPARTMENTS, WORLD_DOCTORS, WORLD_PATIENTS } from '../support/search-world';

type Query = readonly [search: string, found: string];

/** The records of a list, and how the answers to its searches name them. */
interface Searched {
  path: string;
  records: readonly { key: string }[];
  post: (record: Body) => Promise<Body>;
  found: (body: Body) => Body[];
}

const nobody = { middle_name: null, phone_number: null, alt_phone_number: null, dob: null };
const LISTS = {
  patients: {
    path: '/patient/',
    records: WORLD_PATIENTS,
    post: ({ key, ...fields }) => create('/patient/', input.patient({ ...nobody, ...fields })),
    found: (body) => body,
  },
  doctors: {
    path: '/doctor/',
    records: WORLD_DOCTORS,
    post: ({ key, ...fields }) =>
      make.doctor({ middle_name: null, alt_phone_number: null, ...fields, user: { phone_number: null } }),
    found: (body) => body,
  },
  departments: {
    path: '/department/',
    records: WORLD_DEPARTMENTS,
    post: ({ key, ...fields }) => make.department(fields),
    found: (body) => body,
  },
  catalog: {
    path: '/catalog/',
    records: WORLD_CATALOG,
    post: ({ key, ...fields }) => make.catalogItem(fields),
    found: (body) => body.data,
  },
} satisfies Record<string, Searched>;
type List = keyof typeof LISTS;

const GROUPS: [group: string, list: List, queries: readonly Query[]][] = [
  ...Object.entries(PATIENT_QUERIES).map(([name, queries]): [string, List, readonly Query[]] => [
    `patients, ${name}`,
    'patients',
    queries,
  ]),
  ['doctors', 'doctors', DOCTOR_QUERIES],
  ['departments', 'departments', DEPARTMENT_QUERIES],
  ['catalog', 'catalog', CATALOG_QUERIES],
];

const keys = new Map<string, string>();
const numbers = new Map<string, number>();

// In the order of the world: it gives the registration numbers.
beforeAll(async () => {
  for (const [name, { records, post }] of Object.entries<Searched>(LISTS)) {
    for (const record of records) {
      const made = await post(record);
      keys.set(made.id, record.key);
      if (made.reg_number) numbers.set(`${name} ${record.key}`, Number(made.reg_number.slice(4)));
    }
  }
});

interface Answer {
  search: string;
  wanted: string[];
  found: string[];
}

/** Those who only sound like what was typed are not what it finds by letters: test/resources/patient-by-sound.test.ts. */
const isApproximate = ({ headers }: Result) => headers.get('x-search-approximate') === 'true';

function checkCost(result: Result, search: string): void {
  const { cost, headers, body } = result;
  expect(headers.get('x-search-incomplete'), search).toBe(null);
  expect(headers.get('link'), search).toBe(null);
  const again = isApproximate(result) || (body.total ?? body.length) === 0 ? 1 : 0;
  expect(cost.trips, search).toBeLessThanOrEqual(1 + again);
  expect(cost.rows_read, search).toBeLessThanOrEqual(100);
}

async function answer(list: List, [typed, expected]: Query): Promise<Answer> {
  const { path, found }: Searched = LISTS[list];
  const search = typed.replace(/\{(.+?)\}/g, (_, key) => String(numbers.get(`${list} ${key}`)));
  const result = await call('GET', `${path}?search=${encodeURIComponent(search)}`);
  expect(result.status, search).toBe(200);
  checkCost(result, search);
  return {
    search,
    wanted: expected.split(' ').filter(Boolean).sort(),
    found: (isApproximate(result) ? [] : found(result.body)).map(({ id }) => keys.get(id) ?? id).sort(),
  };
}

describe('A search finds whom it must and nobody else', () => {
  it.each(GROUPS)('among %s', async (group, list, queries) => {
    const given: Answer[] = [];
    for (const query of queries) given.push(await answer(list, query));
    const mistakes = given.flatMap(({ search, wanted, found }) => {
      const missed = wanted.filter((key) => !found.includes(key));
      const wrong = found.filter((key) => !wanted.includes(key));
      return missed.length + wrong.length > 0 ? [{ group, search, missed, wrong }] : [];
    });
    expect(mistakes).toEqual([]);
  });
});

describe('A doctor', () => {
  it('is found by the alternative phone number', async () => {
    const doctor = await make.doctor({ alt_phone_number: '018 611 77 01' });
    for (const text of ['7701', '+46 18 611 77 01', '186117701']) {
      const { body } = await call('GET', `/doctor/?search=${encodeURIComponent(text)}`);
      expect(
        body.map(({ id }: Body) => id),
        text,
      ).toEqual([doctor.id]);
    }
  });
});

describe('An invoice', () => {
  it('is found by its own words and the names and number of its patient, together', async () => {
    const patient = await make.patient({ first_name: 'Brid', last_name: "O'Hehir", phone_number: '0870 556677' });
    const invoice = await make.invoice({
      patient_id: patient.id,
      items: [{ code: 'ORT-77', name: 'Röntgen-Thorax', unit_price: 3 }],
    });
    const [pat, inv] = [patient, invoice].map(({ reg_number }) => Number(reg_number.slice(4)));
    const found = ["o'hehir", 'ohehir', 'hehir thorax', 'ort77 brid', 'roentgen', `pat ${pat}`, `inv${inv}`];
    for (const text of [...found, invoice.reg_number, `${patient.reg_number} ort`, `hehir ${inv}`]) {
      const { body } = await call('GET', `/invoice/?search=${encodeURIComponent(text)}`);
      expect([body.total, body.data[0]?.id], text).toEqual([1, invoice.id]);
    }
    for (const text of ['556677', 'hehir labor', 'raten', "'", 'inv', `inv ${Number(inv) + 1}`]) {
      const { body } = await call('GET', `/invoice/?search=${encodeURIComponent(text)}`);
      expect([body.total, body.data], text).toEqual([0, []]);
    }
  });
});
