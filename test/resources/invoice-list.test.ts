import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { make } from '../support/factories';
import { input } from '../support/input';
import { expectList, type ListQuery, queryString, type Reference } from '../support/listing';

const ORDERS = ['created_at', 'issue_date', 'due_date', 'status', 'reg_number', 'total_amount'];
const STATUSES = ['DRAFT', 'ISSUED', 'PARTIALY_PAID', 'PAID', 'VOID', 'WRITTEN_OFF'];
const TAGS = ['all', 'even', "o'clock", 'a"b', '100%', 'ü,ö'];

const records: Body[] = [];
const patients = new Map<string, Body>();
/** of the first and the second patient */
const appointments: string[] = [];
const patient = (i: number): Body => [...patients.values()][i % patients.size];
const pick = <T>(from: readonly T[], i: number): T => from[i % from.length] as T;

const at = (date: string | null) => date && Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(date) ? date : `${date}Z`);
const list: Reference<Body> = {
  path: '/invoice/',
  records: () => records,
  key: (record, order) => {
    if (order === 'created_at') return 0;
    return order.endsWith('_date') ? at(record[order]) : record[order];
  },
  texts: ({ reg_number, items, patient_id }) => {
    const { first_name, middle_name, last_name, reg_number: number } = patients.get(patient_id) ?? {};
    const lines = items.flatMap(({ code, name }: Body) => [code, name]);
    return [reg_number, ...lines, first_name, middle_name, last_name, number];
  },
};

/** 4 issue dates, two of them the same instant in other zones; due dates partly none. */
const ISSUED = [
  '2026-03-01T12:00:00',
  '2026-03-01T14:00:00+02:00',
  '2025-12-31T23:59:59.999Z',
  '2026-03-01T12:00:00.001',
];
const DUE = [null, '2026-04-01T00:00', '2026-04-01T00:00:00Z', '2026-05-01T00:00'];
const ITEMS = [
  [{ name: 'Blood test', code: 'LAB-12', unit_price: 10 }],
  [
    { name: 'Röntgen chest', code: 'IMG', unit_price: 20.5 },
    { name: 'blood count', unit_price: 0 },
  ],
  [],
  [{ name: 'Anna-Lena therapy', unit_price: 10 }],
];

async function makeInvoice(i: number): Promise<void> {
  const status = pick(STATUSES, i * 5 + Math.floor(i / 6));
  const items = pick(ITEMS, i);
  const total = items.reduce((sum, { unit_price }) => sum + unit_price, 0);
  const fits = total > 0 || status !== 'PARTIALY_PAID';
  const owner = i % 7 < 2 ? i % 7 : i;
  const invoice = await make.invoice({
    patient_id: patient(owner).id,
    appointment_id: i % 7 < 2 ? appointments[i % 7] : null,
    issue_date: pick(ISSUED, i * 3),
    due_date: pick(DUE, i + Math.floor(i / 4)),
    status: fits ? status : 'ISSUED',
    paid_amount: status === 'PAID' ? total : status === 'PARTIALY_PAID' ? total / 2 : 0,
    items,
    tags: ['all', ...(i % 2 ? [] : ['even']), pick(TAGS.slice(2), i)],
  });
  records.push(invoice);
}

beforeAll(async () => {
  const names = [
    ['Anna', null, 'Bergström'],
    ['Björn', 'Anders', 'Ångman'],
    ['Chloë', 'Test', "O'Brien"],
    ['Žofie', null, 'Núñez'],
    ['Bo', null, 'Annasson'],
  ];
  for (const [first_name, middle_name, last_name] of names) {
    const made = await make.patient({ first_name, middle_name, last_name });
    patients.set(made.id, made);
  }
  const first = await make.appointment({ patient_id: patient(0).id });
  appointments.push(first.id, (await make.appointment({ ...first, patient_id: patient(1).id })).id);
  for (let i = 0; i < 60; i++) await makeInvoice(i);
});

it('has the first 100 by creation, full invoices, by default', async () => {
  const body = await ok('GET', '/invoice/');
  expect(body).toEqual({ total: 60, offset: 0, limit: 100, data: records });
  expect(await ok('GET', '/invoice')).toEqual(body);
});

describe.each(ORDERS.flatMap((order) => [order, `-${order}`]))('order_by=%s', (order_by) => {
  it('is that of a reference, whatever the filter', async () => {
    for (const query of [
      {},
      { limit: 7, offset: 11 },
      { equal: { status: 'ISSUED' } },
      { equal: { status: 'PAID' }, limit: 3, offset: 2 },
      { equal: { patient_id: patient(0).id } },
      { equal: { appointment_id: appointments[1] }, limit: 3 },
      { tags: ['even'], limit: 5, offset: 3 },
      { search: 'blood', limit: 20 },
    ]) {
      await expectList(list, { ...query, order_by });
    }
  });
});

it('takes all filters together, with the exact total', async () => {
  let n = 0;
  for (const patient_id of [undefined, patient(0).id, patient(1).id])
    for (const appointment_id of [undefined, appointments[0]])
      for (const status of [undefined, 'DRAFT', 'ISSUED'])
        for (const tags of [[], ['all'], ['even', "o'clock"]])
          for (const search of [undefined, 'anna', 'BLOOD ber']) {
            const order = pick(ORDERS, n);
            await expectList(list, {
              equal: { patient_id, appointment_id, status },
              tags,
              search,
              order_by: n % 2 ? order : `-${order}`,
              limit: pick([100, 5, 0], n),
              offset: pick([0, 0, 2], n++),
            });
          }
});

it('is that of a reference for any query', async () => {
  const words = ['anna', 'bl', 'blood', 'BERG', 'röntgen', 'lab12', 'inv', '0000000', 'pat00000002', 'o', 'nothing'];
  const some = <T>(from: readonly T[], maxLength: number) => fc.array(fc.constantFrom(...from), { maxLength });
  const queries = fc.record({
    limit: fc.nat(30),
    offset: fc.nat(20),
    order: fc.constantFrom(...ORDERS),
    sign: fc.constantFrom('', '-'),
    tags: some(TAGS, 3),
    words: some(words, 3),
    status: some(STATUSES, 1),
    patient: fc.option(fc.nat(4)),
  });
  await fc.assert(
    fc.asyncProperty(queries, async ({ order, sign, words, status, patient: i, ...rest }) => {
      const equal: Record<string, string> = {};
      if (status[0]) equal.status = status[0];
      if (i !== null) equal.patient_id = patient(i).id;
      await expectList(list, { ...rest, order_by: sign + order, search: words.join(' '), equal });
    }),
    { numRuns: 150 },
  );
});

it.each([
  ['limit=1001', 'less_than_equal', 'limit'],
  ['limit=-1', 'greater_than_equal', 'limit'],
  ['limit=many', 'int_parsing', 'limit'],
  ['offset=-1', 'greater_than_equal', 'offset'],
  ['offset=9007199254740992', 'int_parsing', 'offset'],
  ['order_by=patient_id', 'enum', 'order_by'],
  ['order_by=%2Bstatus', 'enum', 'order_by'],
  ['status=paid', 'enum', 'status'],
  ['status=', 'enum', 'status'],
  ['patient_id=abc', 'uuid_parsing', 'patient_id'],
  ['appointment_id=1', 'uuid_parsing', 'appointment_id'],
])('refuses %s', async (query, type, name) => {
  const { status, body } = await call('GET', `/invoice/?${query}`);
  expect([status, body.detail[0].type, body.detail[0].loc]).toEqual([422, type, ['query', name]]);
});

it('tells all that is wrong with a query at once', async () => {
  const { body } = await call('GET', '/invoice/?limit=x&offset=-1&order_by=x&status=x&patient_id=x&appointment_id=x');
  expect(body.detail.map(({ loc }: Body) => loc[1]).sort()).toEqual(
    ['limit', 'offset', 'order_by', 'status', 'patient_id', 'appointment_id'].sort(),
  );
});

it('is empty for what nobody has', async () => {
  const nobody = '00000000-0000-4000-8000-00000000ffff';
  for (const query of [
    { equal: { patient_id: nobody } },
    { equal: { appointment_id: nobody } },
    { tags: ['%'] },
    { search: 'zzz' },
  ]) {
    expect((await expectList(list, query)).total).toBe(0);
  }
});

describe('search', () => {
  it.each([
    'anna', // a first name, a last name, an item
    'ANNA bergstrom',
    'Ångman röntgen',
    'blood björn',
    'test blo chloe',
    'OBrien', // not found: two words
    "o'brien",
    'zofie NUNEZ',
    'NÚÑEZ blood',
    'inv-00000007',
    'INV00000007',
    '00000003', // an invoice's number and a patient's
    'pat-00000002 img',
    'lab12',
    'lab-12 12',
    'rontgen blood count chest',
    'lena anna berg',
    '',
    ' -- ',
    '%',
    '"',
    'a b c d e f g h i j k',
  ])('%j', async (search) => {
    await expectList(list, { search });
  });
});

/** Replaces an invoice; the reference follows. */
async function change(i: number, fields: object): Promise<void> {
  const { id, items, ...invoice } = records[i];
  const lines = items.map(({ net_amount: _, ...line }: Body) => line);
  records[i] = await ok('PUT', `/invoice/${id}`, { json: { ...invoice, items: lines, ...fields } });
}

describe('follows every change', () => {
  const everywhere = async (more: ListQuery[] = []) => {
    await expectList(list, {});
    for (const status of STATUSES) await expectList(list, { equal: { status }, order_by: '-issue_date' });
    for (const tag of [...TAGS, 'new']) await expectList(list, { tags: [tag] });
    for (const query of more) await expectList(list, query);
  };
  const drafts = () => records.flatMap((record, i) => (record.status === 'DRAFT' ? [i] : []));

  it('of status and tags', async () => {
    const [a, b, c] = drafts() as [number, number, number];
    await change(a, { status: 'ISSUED', tags: ['new'] });
    await change(b, { status: 'VOID', tags: [] });
    await change(c, { tags: [...TAGS].reverse() });
    await everywhere();
    await change(c, { tags: ['new', 'all'], status: 'WRITTEN_OFF' });
    await everywhere([{ tags: ['new', 'all'] }, { tags: ['new'], equal: { status: 'ISSUED' } }]);
  });

  it('of items, dates and patient', async () => {
    const [a] = drafts() as [number];
    const items = [{ name: 'Zebra crossing', code: 'Z-1', unit_price: 7 }];
    await change(a, {
      items,
      due_date: null,
      issue_date: '2030-01-01T00:00',
      patient_id: patient(2).id,
      appointment_id: null,
    });
    await everywhere([
      ...['zebra', 'z1 chloe', 'blood'].map((search) => ({ search })),
      ...[0, 1, 2].map((i) => ({ equal: { patient_id: patient(i).id } })),
      ...ORDERS.map((order_by) => ({ order_by })),
    ]);
  });

  it('of a patient’s name', async () => {
    const { id } = patient(3);
    const json = input.patient({ first_name: 'Renamed', middle_name: null, last_name: 'Person' });
    await ok('PUT', `/patient/${id}`, { json });
    patients.set(id, { ...patient(3), ...json });
    expect((await expectList(list, { search: 'renamed' })).total).toBeGreaterThan(5);
    expect((await expectList(list, { search: 'person blood' })).total).toBeGreaterThan(0);
    expect((await ok('GET', '/invoice/?search=nunez')).total).toBe(0);
  });

  it('not of a patient’s phone number, which is no word of an invoice', async () => {
    expect((await ok('GET', '/patient/?search=46701234567')).length).toBeGreaterThan(0);
    expect((await ok('GET', '/invoice/?search=46701234567')).total).toBe(0);
    expect((await ok('GET', `/invoice/?search=46701234567&patient_id=${patient(0).id}`)).total).toBe(0);
  });

  it('of a patient’s deletion: the invoices stay, its name finds nothing any more', async () => {
    const { id, reg_number } = patient(4);
    await ok('DELETE', `/patient/${id}`);
    patients.set(id, {});
    for (const search of ['annasson', reg_number, 'bo blood']) {
      expect((await expectList(list, { search, equal: { patient_id: id } })).total).toBe(0);
      await expectList(list, { search });
    }
    expect((await expectList(list, { equal: { patient_id: id } })).total).toBeGreaterThan(5);
    await everywhere([{ search: 'blood' }, { search: 'anna' }, { search: 'anna therapy' }]);
  });
});

describe('reads', () => {
  const cost = async (query: ListQuery) => (await call('GET', `/invoice/?${queryString(query)}`)).cost;

  it.each(ORDERS.flatMap((order) => [order, `-${order}`]))('5 rows of the index for 5 by %s', async (order_by) => {
    // the counters of 6 statuses; index and row of each
    expect((await cost({ order_by, limit: 5 })).rows_read).toBeLessThanOrEqual(6 + 10);
    expect((await cost({ order_by, limit: 5, equal: { status: 'ISSUED' } })).rows_read).toBeLessThanOrEqual(1 + 10);
  });

  it('the rows of the tag, the patient or the appointment', async () => {
    expect((await cost({ tags: ['all'], limit: 5 })).rows_read).toBeLessThanOrEqual(1 + 10);
    for (const equal of [{ patient_id: patient(1).id }, { appointment_id: appointments[0] }]) {
      const { total } = await expectList(list, { equal });
      expect((await cost({ equal, order_by: 'total_amount' })).rows_read).toBeLessThanOrEqual(4 * total + 2);
    }
  });

  it('what a search finds', async () => {
    expect((await cost({ search: 'zebra' })).rows_read).toBeLessThanOrEqual(14);
    expect((await cost({ search: 'nobody' })).rows_read).toBeLessThanOrEqual(10);
  });
});
