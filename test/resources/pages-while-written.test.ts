import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call, nextPage, ok, type Result } from '../support/client';
import { make } from '../support/factories';
import { multiply, UUID } from '../support/multiply';
import { rows } from '../support/rows';

// A client reads a list page by page, while others write. Each record that was there before the first page, and still is
// what was searched for after the last, is on exactly one page.

const PATIENTS = 4_000;
const INVOICES = 3_000;
const ITEMS = 2_000;

beforeAll(async () => {
  const patient = await make.patient({ first_name: 'Zoe', middle_name: null, last_name: 'Only' });
  const items = [{ name: 'Consultation', unit_price: 1 }];
  const invoice = await make.invoice({ patient_id: patient.id, items, tags: ['insured'] });
  const item = await make.catalogItem({ name: 'Zebra', code: 'Z' });
  // Three of four are called Maria or Mariana.
  const name = `(CASE i % 4 WHEN 0 THEN 'maria' WHEN 1 THEN 'mariana' WHEN 2 THEN 'maria' ELSE 'ole' END)`;
  await multiply('patient', { key: 'id', value: patient.id }, PATIENTS, {
    id: UUID,
    first_name: name,
    terms: `json_array(${name}, 'only')`,
    name_terms: `json_array(${name}, 'only')`,
  });
  await multiply('invoice', { key: 'id', value: invoice.id }, INVOICES, {
    id: UUID,
    patient_id: '(SELECT id FROM patient WHERE seq = 2 + i)',
  });
  await multiply('catalog_item', { key: 'id', value: item.id }, ITEMS, {
    id: UUID,
    code: `'c' || i`,
    code_key: `'c' || i`,
    terms: `json_array('maria')`,
    tags: `json_array('kit')`,
  });
});

const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id);
const marias = async () =>
  ids(await rows<{ id: string }>("SELECT id FROM patient WHERE deleted_at IS NULL AND first_name LIKE 'maria%'"));

/** Pages by `Link`; `write` does something before each next one. */
async function follow(path: string, write: (page: number) => Promise<unknown>): Promise<string[]> {
  const found: string[] = [];
  let pages = 0;
  for (let at: string | undefined = path; at !== undefined; pages++) {
    const page: Result = await call('GET', at);
    expect([page.status, page.headers.get('x-search-incomplete')], at).toEqual([200, null]);
    found.push(...ids(page.body));
    at = nextPage(page);
    if (at) await write(pages);
  }
  expect(pages, 'pages').toBeGreaterThan(10);
  return found;
}

/** Pages by `offset`, until one is not full. */
async function skip(path: string, limit: number, write: (page: number) => Promise<unknown>): Promise<string[]> {
  const found: string[] = [];
  for (let page = 0; ; page++) {
    const { data } = await ok('GET', `${path}&limit=${limit}&offset=${page * limit}`);
    found.push(...ids(data));
    if (data.length < limit) return found;
    await write(page);
  }
}

/** Each one that was there before and after was found once, and none that never was. @param between came, and may have left */
function expectOnce(found: string[], before: string[], after: string[], between: string[] = []): void {
  expect(new Set(found).size, 'none twice').toBe(found.length);
  const [had, has, seen] = [new Set([...before, ...between]), new Set(after), new Set(found)];
  expect(
    before.filter((id) => has.has(id) && !seen.has(id)),
    'missed',
  ).toEqual([]);
  expect(
    found.filter((id) => !had.has(id) && !has.has(id)),
    'never matched',
  ).toEqual([]);
}

const newMaria = () => make.patient({ first_name: 'Maria', middle_name: null, last_name: 'Only' });

describe('Whoever pages through Maria by Link gets each once', () => {
  const came: string[] = [];
  /** What others do between two pages: at the end of the list, before it and in what the client has seen. */
  async function others(): Promise<void> {
    const some = await rows<{ id: string }>(
      "SELECT id FROM patient WHERE deleted_at IS NULL AND first_name = 'ole' ORDER BY random() LIMIT 2",
    );
    const known = await rows<{ id: string }>(
      "SELECT id FROM patient WHERE deleted_at IS NULL AND first_name LIKE 'maria%' ORDER BY random() LIMIT 3",
    );
    came.push((await newMaria()).id, ...ids(some));
    for (const { id } of some) await ok('PATCH', `/patient/${id}`, { json: { first_name: 'Maria' } });
    const [deleted, renamed, changed] = known as [Body, Body, Body];
    await ok('DELETE', `/patient/${deleted.id}`);
    await ok('PATCH', `/patient/${renamed.id}`, { json: { first_name: 'Ole' } });
    await ok('PATCH', `/patient/${changed.id}`, { json: { phone_number: '070 123 45 67' } });
  }

  it.each(['maria', 'mar', 'only maria'])(
    'while others are created, renamed, changed and deleted: %s',
    async (search) => {
      const before = await marias();
      const found = await follow(`/patient/?limit=150&search=${encodeURIComponent(search)}`, others);
      expectOnce(found, before, await marias(), came);
    },
  );

  it('in the order of creation, newest first, with nobody of those who came later', async () => {
    const before = await rows<{ id: string }>(
      "SELECT id FROM patient WHERE deleted_at IS NULL AND first_name LIKE 'maria%' ORDER BY seq DESC",
    );
    const found = await follow('/patient/?limit=150&search=maria', newMaria);
    expect(found).toEqual(ids(before));
  });

  it('where the page begins behind a patient who is no longer one', async () => {
    const before = await marias();
    let last: string | undefined;
    const found: string[] = [];
    for (let at: string | undefined = '/patient/?limit=300&search=maria'; at !== undefined; ) {
      const page: Result = await call('GET', at);
      found.push(...ids(page.body));
      last = page.body.at(-1)?.id;
      at = nextPage(page);
      if (at) await ok('DELETE', `/patient/${last}`);
    }
    expectOnce(found, before, await marias());
    expect(found.sort()).toEqual(before.sort());
  });
});

describe('Whoever pages by offset in the order of creation gets each once', () => {
  const numbers = async (table: string) => ids(await rows<{ id: string }>(`SELECT id FROM ${table} ORDER BY seq`));

  it('of a search for invoices, while others are written and what they are found by is not', async () => {
    const before = ids(
      await rows<{ id: string }>(`SELECT id FROM invoice WHERE terms LIKE '%consultation%' ORDER BY seq`),
    );
    expect(before).toHaveLength(INVOICES + 1);
    const others = async (page: number) => {
      await make.invoice({ tags: ['insured'] });
      const known = before[page * 100 + 7];
      const json = { due_date: `2027-01-${10 + (page % 20)}`, tags: ['insured', `page-${page}`] };
      await ok('PATCH', `/invoice/${known}`, { json });
      const [one, other] = await rows<{ id: string }>(
        'SELECT id FROM patient WHERE deleted_at IS NULL AND id IN (SELECT patient_id FROM invoice) ORDER BY random() LIMIT 2',
      );
      await ok('PATCH', `/patient/${one?.id}`, { json: { first_name: `Renamed${page}` } });
      await ok('DELETE', `/patient/${other?.id}`);
    };
    for (const query of ['search=consultation', 'tags=insured']) {
      const found = await skip(`/invoice/?${query}`, 200, others);
      expectOnce(found, before, await numbers('invoice'));
      expect(found.slice(0, before.length)).toEqual(before);
    }
  });

  it.each(['search=maria', 'tags=kit', 'tags=kit&search=maria'])(
    'of the catalog, while items are added: %s',
    async (query) => {
      const before = ids(
        await rows<{ id: string }>(`SELECT id FROM catalog_item WHERE terms LIKE '%maria%' ORDER BY seq`),
      );
      const found = await skip(`/catalog/?${query}`, 150, (page) =>
        make.catalogItem({ name: 'Maria', tags: ['kit'], description: `Added beside page ${page}` }),
      );
      expectOnce(found, before, await numbers('catalog_item'));
      expect(found.slice(0, before.length)).toEqual(before);
    },
  );
});
