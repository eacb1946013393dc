import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { make } from '../support/factories';
import { makeInvoices, ORDERS, TAGS } from '../support/invoice-list';
import { STATUSES } from '../support/invoices';
import { expectList, type ListQuery, pick, queryString } from '../support/list-reference';

const { records, patients, appointments, list } = await makeInvoices();

describe('The list of invoices', () => {
  it('has the first 100 full invoices in the order of their creation by default', async () => {
    const body = await ok('GET', '/invoice/');
    expect(body).toEqual({ total: 60, offset: 0, limit: 100, data: records });
    expect(await ok('GET', '/invoice')).toEqual(body);
  });

  it.each(ORDERS.flatMap((order) => [order, `-${order}`]))(
    'is correct for order_by=%s with every filter',
    async (order_by) => {
      for (const query of [
        {},
        { limit: 7, offset: 11 },
        { equal: { status: 'ISSUED' } },
        { equal: { status: 'PAID' }, limit: 3, offset: 2 },
        { equal: { patient_id: patients[0].id } },
        { equal: { appointment_id: appointments[1].id }, limit: 3 },
        { tags: ['even'], limit: 5, offset: 3 },
        { search: 'blood', limit: 20 },
      ]) {
        await expectList(list, { ...query, order_by });
      }
    },
  );

  it('is correct for all filters together, with the exact total', async () => {
    let n = 0;
    for (const patient_id of [undefined, patients[0].id, patients[1].id])
      for (const appointment_id of [undefined, appointments[0].id])
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

  it('is correct for any query', async () => {
    const words = [
      'anna',
      'bl',
      'blood',
      'BERG',
      'röntgen',
      'lab12',
      'inv',
      '0000000',
      '2',
      'pat00000002',
      'o',
      'nothing',
    ];
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
        if (i !== null) equal.patient_id = patients[i].id;
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
    ['offset=100001', 'less_than_equal', 'offset'],
    ['offset=9007199254740992', 'int_parsing', 'offset'],
    ['order_by=patient_id', 'enum', 'order_by'],
    ['order_by=%2Bstatus', 'enum', 'order_by'],
    ['status=paid', 'enum', 'status'],
    ['status=PAID&status=DRAFT', 'enum', 'status'],
    ['patient_id=abc', 'uuid_parsing', 'patient_id'],
    ['appointment_id=1', 'uuid_parsing', 'appointment_id'],
  ])('is answered with 422 for %s', async (query, type, name) => {
    const { status, body } = await call('GET', `/invoice/?${query}`);
    expect([status, body.detail[0].type, body.detail[0].loc]).toEqual([422, type, ['query', name]]);
  });

  it('ignores what is empty in a query, also beside what is not', async () => {
    const { patient_id } = list.records()[0] ?? {};
    const paths = [
      ['?status=PAID', '?status=PAID&status=&search=&patient_id=&order_by=&limit=&offset='],
      ['?tags=even', '?tags=&tags=even&tags='],
      [`?patient_id=${patient_id}`, `?patient_id=&patient_id=${patient_id}&tags=`],
    ];
    for (const [plain, padded] of paths) {
      expect(await ok('GET', `/invoice/${padded}`), padded).toEqual(await ok('GET', `/invoice/${plain}`));
    }
  });

  it('is answered with all faults of a query at once', async () => {
    const { body } = await call('GET', '/invoice/?limit=x&offset=-1&order_by=x&status=x&patient_id=x&appointment_id=x');
    expect(body.detail.map(({ loc }: Body) => loc[1]).sort()).toEqual(
      ['limit', 'offset', 'order_by', 'status', 'patient_id', 'appointment_id'].sort(),
    );
  });

  it('is empty for filters that no invoice fits', async () => {
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
});

describe('A search for invoices', () => {
  it.each([
    'anna', // a first name, a last name, an item
    'ANNA bergstrom',
    'Ångman röntgen',
    'blood björn',
    'test blo chloe',
    'OBrien',
    'o brien',
    'obrian', // nobody's name
    "o'brien",
    'zofie NUNEZ',
    'NÚÑEZ blood',
    'inv-00000007',
    'INV00000007',
    '00000003', // an invoice's number and a patient's
    '3',
    'inv 7',
    'pat2 img',
    'inv-0000000', // registration numbers are found only whole
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
  ])('finds the right invoices for %j', async (search) => {
    await expectList(list, { search });
  });

  it('does not look at the phone numbers of patients', async () => {
    expect((await ok('GET', '/patient/?search=46701234567')).length).toBeGreaterThan(0);
    expect((await ok('GET', '/invoice/?search=46701234567')).total).toBe(0);
    expect((await ok('GET', `/invoice/?search=46701234567&patient_id=${patients[0].id}`)).total).toBe(0);
  });
});

describe('The list of invoices reads', () => {
  const cost = async (query: ListQuery) => (await call('GET', `/invoice/?${queryString(query)}`)).cost;

  it.each(ORDERS.flatMap((order) => [order, `-${order}`]))(
    '5 rows and their index entries for a page of 5 by %s',
    async (order_by) => {
      // The counters of 6 statuses, or of one; then an index entry and a row for each invoice.
      expect((await cost({ order_by, limit: 5 })).rows_read).toBeLessThanOrEqual(6 + 10);
      expect((await cost({ order_by, limit: 5, equal: { status: 'ISSUED' } })).rows_read).toBeLessThanOrEqual(1 + 10);
    },
  );

  it('only the rows of the tag, the patient or the appointment', async () => {
    expect((await cost({ tags: ['all'], limit: 5 })).rows_read).toBeLessThanOrEqual(1 + 10);
    for (const equal of [{ patient_id: patients[1].id }, { appointment_id: appointments[0].id }]) {
      const { total } = await expectList(list, { equal });
      expect((await cost({ equal, order_by: 'total_amount' })).rows_read).toBeLessThanOrEqual(4 * total + 2);
    }
  });

  it('little more than what a search finds', async () => {
    await make.invoice({ items: [{ name: 'Zebra crossing', code: 'Z-1', unit_price: 7 }] });
    expect((await cost({ search: 'zebra' })).rows_read).toBeLessThanOrEqual(4);
    expect((await cost({ search: 'nobody' })).rows_read).toBeLessThanOrEqual(1);
    expect((await cost({ search: '%' })).rows_read).toBe(0);
  });
});
