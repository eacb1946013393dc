import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Body, call, faults, nextPage, ok, type Result } from '../support/client';
import { parseCsv } from '../support/csv';
import { make } from '../support/factories';
import { makeInvoices, ORDERS } from '../support/invoice-list';
import { STATUSES } from '../support/invoices';
import { expectList } from '../support/list-reference';
import { multiply, UUID } from '../support/multiply';
import { rows } from '../support/rows';

const { records, patients, appointments, list } = await makeInvoices();
const [NOW, TODAY] = ['2026-04-02T09:00:00Z', '2026-04-02'];

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) }));
afterAll(() => void vi.useRealTimers());

/** The day of a date in UTC, which is the zone of the tests. */
const dayOf = (date: string) =>
  new Date(/(Z|[+-]\d\d:\d\d)$/.test(date) ? date : `${date}Z`).toISOString().slice(0, 10);

interface Asked {
  issued_from?: string | undefined;
  issued_to?: string | undefined;
  due_before?: string | undefined;
  overdue?: string | undefined;
  unpaid?: string | undefined;
}
const others = (sent: Asked) => ({
  sent: { ...sent },
  isMet: ({ issue_date, due_date, status, remaining_amount }: Body) => {
    const isUnpaid = ['ISSUED', 'PARTIALY_PAID'].includes(status) && remaining_amount > 0;
    const isOverdue = isUnpaid && due_date !== null && dayOf(due_date) < TODAY;
    return (
      (!sent.issued_from || dayOf(issue_date) >= sent.issued_from) &&
      (!sent.issued_to || dayOf(issue_date) <= sent.issued_to) &&
      (!sent.due_before || (due_date !== null && dayOf(due_date) < sent.due_before)) &&
      (sent.overdue !== 'true' || isOverdue) &&
      (sent.unpaid !== 'true' || isUnpaid)
    );
  },
});

describe('Invoices by their dates', () => {
  it('are those of the days, both included', async () => {
    const { total } = await expectList(list, {
      others: others({ issued_from: '2026-03-01', issued_to: '2026-03-01' }),
    });
    expect(total).toBe(45);
    expect((await expectList(list, { others: others({ issued_to: '2025-12-31' }) })).total).toBe(15);
  });

  it('are due before a day, that day excluded', async () => {
    const { total } = await expectList(list, { others: others({ due_before: '2026-04-02' }) });
    expect(total).toBeGreaterThan(0);
    expect((await expectList(list, { others: others({ due_before: '2026-04-01' }) })).total).toBe(0);
  });

  it('are overdue the day after they were due, while something remains', async () => {
    const { data } = await expectList(list, { others: others({ overdue: 'true' }), order_by: '-due_date' });
    expect(new Set(data.map(({ status }: Body) => status))).toEqual(new Set(['ISSUED', 'PARTIALY_PAID']));
    vi.setSystemTime(new Date('2026-04-01T23:59:59Z'));
    expect((await ok('GET', '/invoice/?overdue=true')).total).toBe(0);
    vi.setSystemTime(new Date(NOW));
    expect((await ok('GET', '/invoice/?overdue=false')).total).toBe(records.length);
  });

  it('are unpaid, due or not, while something remains', async () => {
    const { total } = await expectList(list, { others: others({ unpaid: 'true' }), order_by: '-issue_date' });
    expect(total).toBeGreaterThan((await ok('GET', '/invoice/?overdue=true')).total);
    expect((await ok('GET', '/invoice/?unpaid=false')).total).toBe(records.length);
  });

  it('are right for any query', async () => {
    const day = fc.constantFrom(
      undefined,
      '2025-12-31',
      '2026-01-01',
      '2026-03-01',
      '2026-03-02',
      '2026-04-01',
      '2026-05-02',
    );
    const query = fc.record({
      issued_from: day,
      issued_to: day,
      due_before: day,
      overdue: fc.constantFrom(undefined, undefined, 'true', 'false'),
      unpaid: fc.constantFrom(undefined, undefined, 'true', 'false'),
      status: fc.constantFrom(undefined, undefined, ...STATUSES),
      patient_id: fc.constantFrom(undefined, undefined, undefined, patients[0].id),
      appointment_id: fc.constantFrom(undefined, undefined, undefined, appointments[1].id),
      search: fc.constantFrom(undefined, undefined, 'blood', 'anna'),
      tags: fc.constantFrom<string[]>([], [], ['even'], ['all', 'even']),
      order: fc.constantFrom(...ORDERS),
      descending: fc.boolean(),
      limit: fc.constantFrom(0, 5, 100),
      offset: fc.constantFrom(0, 3, 20),
    });
    await fc.assert(
      fc.asyncProperty(
        query,
        async ({ status, patient_id, appointment_id, order, descending, search, tags, limit, offset, ...sent }) => {
          fc.pre(!sent.issued_to || (sent.issued_from ?? '') <= sent.issued_to);
          const equal = { status, patient_id, appointment_id };
          const order_by = descending ? `-${order}` : order;
          const page = { order_by, limit, offset, tags, ...(search && { search }) };
          await expectList(list, { ...page, equal, others: others(sent) });
        },
      ),
      { numRuns: 150 },
    );
  });

  it('are of the days of the hospital, wherever the client is', async () => {
    const env = { TIME_ZONE: 'Asia/Kolkata' };
    const of = async (query: string) => (await ok('GET', `/invoice/?${query}`, { env })).total;
    const before = await of('issued_from=2026-03-11&issued_to=2026-03-11');
    // Two hours after midnight in India.
    await make.invoice({ patient_id: patients[0].id, issue_date: '2026-03-10T20:30:00Z', due_date: null });
    expect(await of('issued_from=2026-03-11&issued_to=2026-03-11')).toBe(before + 1);
    expect(await of('issued_from=2026-03-10&issued_to=2026-03-10')).toBe(0);
  });

  it('are overdue from midnight on by the clocks of the hospital', async () => {
    const env = { TIME_ZONE: 'Asia/Kolkata' };
    const bill = { patient_id: patients[0].id, status: 'ISSUED', issue_date: '2026-04-01', tags: ['india'] };
    for (const due_date of ['2026-04-02', '2026-04-02T18:29:59Z', '2026-04-02T18:30:00Z'])
      await make.invoice({ ...bill, due_date }, { env });
    const overdue = async (now: string) => {
      vi.setSystemTime(new Date(now));
      return (await ok('GET', '/invoice/?overdue=true&tags=india', { env })).total;
    };
    expect([await overdue('2026-04-02T18:29:59Z'), await overdue('2026-04-02T18:30:00Z')]).toEqual([0, 2]);
    vi.setSystemTime(new Date(NOW));
  });

  it.each([
    ['issued_from=2026-02-30', 'issued_from'],
    ['due_before=tomorrow', 'due_before'],
    ['overdue=yes', 'overdue'],
    ['unpaid=yes', 'unpaid'],
    ['unpaid=true&offset=10001', 'offset'],
    ['issued_from=2026-03-02&issued_to=2026-03-01', 'issued_to'],
    ['overdue=true&offset=10001', 'offset'],
  ])('refuse %s, and name the field', async (query, field) => {
    const answer = await call('GET', `/invoice/?${query}`);
    expect(answer.status).toBe(422);
    expect(faults(answer).map(([name]) => name)).toEqual([field]);
  });
});

const textOf = ({ bytes }: Result) => new TextDecoder().decode(bytes);

describe('The list of invoices as CSV', () => {
  it('has a row for each, with the names of its patient', async () => {
    const query = 'order_by=issue_date&status=ISSUED';
    const { data } = await ok('GET', `/invoice/?${query}`);
    const answer = await call('GET', `/invoice/?${query}`, { headers: { accept: 'text/csv' } });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.cost.trips).toBe(1);
    const [head, ...lines] = parseCsv(textOf(answer));
    const read = lines.map((line) => Object.fromEntries(line.map((cell, i) => [head?.[i], cell])));
    const expected = data.map(({ reg_number, patient_id, remaining_amount }: Body) => {
      const { first_name, last_name } = patients.find(({ id }) => id === patient_id) as Body;
      return { reg_number, first_name, last_name, remaining_amount: String(remaining_amount) };
    });
    expect(read).toMatchObject(expected);
  });

  it('leads from page to page', async () => {
    const numbers: string[] = [];
    let calls = 0;
    for (let at: string | undefined = '/invoice/?format=csv&limit=25&offset=0'; at; calls++) {
      const page: Result = await call('GET', at);
      numbers.push(
        ...parseCsv(textOf(page))
          .slice(1)
          .map(([number]) => number as string),
      );
      at = nextPage(page);
    }
    const { data } = await ok('GET', '/invoice/?limit=1000');
    expect([numbers, calls]).toEqual([data.map(({ reg_number }: Body) => reg_number), 3]);
    expect(nextPage(await call('GET', '/invoice/?format=csv&limit=0'))).toBeUndefined();
  });
});

/** Half of them of either status that may be overdue. */
const MANY = 24_000;
const COUNTED = 10_000;

describe('Among many invoices', () => {
  beforeAll(async () => {
    for (const status of ['ISSUED', 'PARTIALY_PAID']) {
      const paid_amount = status === 'ISSUED' ? 0 : 50;
      const { id } = await make.invoice({ patient_id: patients[0].id, status, paid_amount });
      await multiply('invoice', { key: 'id', value: id }, MANY / 2, {
        id: UUID,
        reg_number: `'${status}-' || i`,
        issue_at: `${Date.UTC(2025, 0, 1)} + i * 60000`,
        due_at: `${Date.UTC(2025, 1, 1)} + i * 60000`,
      });
    }
  });

  const YEAR = 'issued_from=2025-01-01&issued_to=2025-12-30';
  it.each([
    ['overdue=true', [...ORDERS, '-due_date'], 5],
    ['unpaid=true', [...ORDERS, '-issue_date'], 5],
    [YEAR, [...ORDERS, '-issue_date'], 4],
    [`${YEAR}&overdue=true`, ['due_date', 'total_amount'], 5],
    [`${YEAR}&status=ISSUED`, ['issue_date', 'total_amount'], 4],
    ['due_before=2025-12-31&search=consultation', ['created_at', 'due_date'], 1],
  ])('a page of %s reads a bounded number of rows, and says that it is incomplete', async (query, orders, most) => {
    for (const order of orders) {
      const answer = await call('GET', `/invoice/?${query}&order_by=${order}&limit=10`);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toHaveLength(10);
      expect(answer.headers.get('x-search-incomplete'), order).toBe('true');
      expect(answer.cost.trips).toBe(1);
      // For the total and for the page an entry of the index and a row where there is something to check, for the page its place
      // in the order, too.
      expect(answer.cost.rows_read, `${query} by ${order}`).toBeLessThan(most * COUNTED + 100);
    }
  });

  it('the order of the range begins where it begins, and a page of it is whole and reads little beside the total', async () => {
    for (const [order_by, sort] of [
      ['due_date', 'due_at'],
      ['-due_date', 'due_at DESC'],
    ] as const) {
      const answer = await call('GET', `/invoice/?overdue=true&order_by=${order_by}&limit=20`);
      const { data } = answer.body;
      expect(answer.cost.rows_read).toBeLessThan(2 * COUNTED + 100);
      const direction = sort.endsWith('DESC') ? 'DESC' : '';
      const expected = await rows(
        `SELECT id FROM invoice WHERE status IN ('ISSUED', 'PARTIALY_PAID') AND due_at < ? AND remaining_amount > 0
         ORDER BY ${sort}, seq ${direction} LIMIT 20`,
        Date.parse(`${TODAY}T00:00:00Z`),
      );
      expect(data.map(({ id }: Body) => ({ id }))).toEqual(expected);
    }
  });

  it('those of a patient are found through the patient', async () => {
    const answer = await call('GET', `/invoice/?${YEAR}&patient_id=${patients[1].id}`);
    expect(answer.cost.rows_read).toBeLessThan(100);
    expect(answer.headers.get('x-search-incomplete')).toBeNull();
  });
});
