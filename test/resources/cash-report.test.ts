import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Body, type CallOptions, call, faults, nextPage, ok, pages } from '../support/client';
import { parseCsv } from '../support/csv';
import { make } from '../support/factories';
import { multiply, UUID } from '../support/multiply';
import { owed, pay, record } from '../support/payments';
import { rows } from '../support/rows';
import { actorOf } from '../support/users';

const env = { TIME_ZONE: 'Asia/Kolkata', CURRENCY: 'USD' };
const options = { env };
/** Takes a payment at a time of the hospital's clocks. */
async function payAt(time: string, id: string, amount: number, more: CallOptions & { more?: Body } = {}) {
  vi.setSystemTime(new Date(`${time}+05:30`));
  const answer = await pay(id, amount, { ...options, ...more, more: { paid_at: null, ...more.more } });
  expect(answer.status).toBe(201);
  return answer.body;
}
const summary = (query: string, more: CallOptions = {}) =>
  ok('GET', `/payment/summary?${query}`, { ...options, ...more });
const list = (query: string) => ok('GET', `/payment/?${query}`, options);
const numbers = (found: Body[]) => found.map(({ receipt_number }) => receipt_number);

let bill: Body;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T09:00:00+05:30') });
  bill = await owed({ items: [{ name: 'Surgery', unit_price: 100_000 }], issue_date: '2026-03-01', due_date: null });
});
afterAll(() => void vi.useRealTimers());
afterEach(() => void vi.setSystemTime(new Date('2026-03-31T12:00:00+05:30')));

describe('The days of the cash report', () => {
  const made: Body[] = [];
  beforeAll(async () => {
    const cash = { more: { method: 'cash' } };
    const card = { more: { method: 'card' } };
    made.push(await payAt('2026-03-09T23:59:59.999', bill.id, 100, cash));
    made.push(await payAt('2026-03-10T00:00:00', bill.id, 20, cash));
    made.push(await payAt('2026-03-10T08:00:00', bill.id, 30, { ...card, as: 'billing' }));
    made.push(await payAt('2026-03-10T23:59:59.999', bill.id, -5, { ...cash, as: 'billing' }));
    made.push(await payAt('2026-03-11T00:00:00', bill.id, 7, card));
    vi.setSystemTime(new Date('2026-03-11T10:00:00+05:30'));
    await make.invoice({ paid_amount: 3, issue_date: '2026-03-01', due_date: null }, options);
  });

  it('begin and end by the clocks of the hospital, when a payment was recorded', async () => {
    const account = (role: 'staff' | 'billing') => ({ id: actorOf(role).id, full_name: expect.any(String) });
    expect(await summary('from=2026-03-10&to=2026-03-10')).toEqual({
      ...{ from: '2026-03-10', to: '2026-03-10', currency: 'USD' },
      ...{ opening: 100, received: 50, refunded: 5, closing: 145 },
      days: expect.arrayContaining([
        {
          date: '2026-03-10',
          method: 'card',
          account: account('billing'),
          count: 1,
          received: 30,
          refunded: 0,
          net: 30,
        },
        { date: '2026-03-10', method: 'cash', account: account('staff'), count: 1, received: 20, refunded: 0, net: 20 },
        {
          date: '2026-03-10',
          method: 'cash',
          account: account('billing'),
          count: 1,
          received: 0,
          refunded: 5,
          net: -5,
        },
      ]),
      methods: [
        { method: 'card', opening: 0, received: 30, refunded: 0, closing: 30 },
        { method: 'cash', opening: 100, received: 20, refunded: 5, closing: 115 },
      ],
    });
    expect((await summary('from=2026-03-10&to=2026-03-10')).days).toHaveLength(3);
  });

  it('are named in the list, as a spreadsheet would take them from created_at by UTC', async () => {
    const listed: Body[] = await ok('GET', '/payment/?from=2026-03-10&to=2026-03-11&kind=refund&limit=1', options);
    expect(listed).toMatchObject([{ date: '2026-03-10', created_at: '2026-03-10T18:29:59.999Z' }]);
    const [next] = await ok('GET', '/payment/?from=2026-03-11&to=2026-03-11&limit=1', options);
    expect(next).toMatchObject({ date: '2026-03-11', created_at: '2026-03-10T18:30:00.000Z' });
  });

  it('are summed one by one, and close with what the next one opens with', async () => {
    const whole = await summary('from=2026-03-08&to=2026-03-12');
    expect(whole).toMatchObject({ opening: 0, received: 160, refunded: 5, closing: 155 });
    expect(whole.days.map(({ date, method, net }: Body) => `${date} ${method} ${net}`).sort()).toEqual([
      '2026-03-09 cash 100',
      '2026-03-10 card 30',
      '2026-03-10 cash -5',
      '2026-03-10 cash 20',
      '2026-03-11 adjustment 3',
      '2026-03-11 card 7',
    ]);
    let closing = 0;
    for (const day of ['08', '09', '10', '11', '12']) {
      const one = await summary(`from=2026-03-${day}&to=2026-03-${day}`);
      expect(one.opening, day).toBe(closing);
      closing = one.closing;
    }
    expect(closing).toBe(155);
    expect((await summary('from=2026-03-12&to=2026-03-12')).methods).toEqual([
      { method: 'adjustment', opening: 3, received: 0, refunded: 0, closing: 3 },
      { method: 'card', opening: 37, received: 0, refunded: 0, closing: 37 },
      { method: 'cash', opening: 115, received: 0, refunded: 0, closing: 115 },
    ]);
  });

  it('are one method’s or one account’s, which has no balance', async () => {
    expect(await summary('from=2026-03-10&to=2026-03-11&method=card')).toMatchObject({
      ...{ opening: 0, received: 37, refunded: 0, closing: 37 },
      methods: [{ method: 'card', closing: 37 }],
    });
    const own = await summary(`from=2026-03-09&to=2026-03-11&by=${actorOf('billing').id}`);
    expect(own).toMatchObject({ received: 30, refunded: 5 });
    for (const one of [own, ...own.methods]) {
      expect(one).not.toHaveProperty('opening');
      expect(one).not.toHaveProperty('closing');
    }
    expect((await summary('from=2026-03-10&to=2026-03-10&method=cheque')).methods).toEqual([]);
  });

  it('are today, if no day is named', async () => {
    vi.setSystemTime(new Date('2026-03-10T23:00:00+05:30'));
    expect(await summary('')).toMatchObject({ from: '2026-03-10', to: '2026-03-10', received: 50 });
    expect(await summary('from=2026-03-09')).toMatchObject({ from: '2026-03-09', to: '2026-03-10', received: 150 });
    expect(await summary('to=2026-03-09')).toMatchObject({ from: '2026-03-09', to: '2026-03-09', received: 100 });
    expect(numbers(await list(''))).toEqual(numbers(made.slice(1, 4)));
  });

  it('list the payments that they sum', async () => {
    const found = await list('from=2026-03-10&to=2026-03-11');
    expect(numbers(found).slice(0, 4)).toEqual(numbers(made.slice(1)));
    const { invoice: _, ...payment } = made[1];
    const patient = await ok('GET', `/patient/${bill.patient_id}?view=full`, options);
    expect(found[0]).toEqual({
      ...payment,
      date: '2026-03-10',
      kind: 'payment',
      account: { id: actorOf('staff').id, full_name: expect.any(String) },
      invoice: { id: bill.id, reg_number: bill.reg_number },
      patient_id: bill.patient_id,
      patient: {
        ...{ id: patient.id, reg_number: patient.reg_number },
        ...{ first_name: patient.first_name, last_name: patient.last_name },
      },
    });
    const kinds = found.map(({ kind }: Body) => kind);
    expect(kinds).toEqual(['payment', 'payment', 'refund', 'payment', 'adjustment']);
  });

  it.each([
    ['method=card', [2, 4]],
    ['kind=refund', [3]],
    ['kind=payment', [0, 1, 2, 4]],
    ['kind=payment&method=cash', [0, 1]],
    ['reference=R-1', [0, 1, 2, 3, 4]],
    ['reference=R-', []],
    ['kind=payment&reference=R-1&method=card', [2, 4]],
  ])('list only %s', async (filter, which) => {
    const found = await list(`from=2026-03-09&to=2026-03-11&${filter}`);
    expect(numbers(found)).toEqual(which.map((n) => made[n].receipt_number));
  });

  it('list only those of an account', async () => {
    const found = await list(`from=2026-03-09&to=2026-03-11&by=${actorOf('billing').id}`);
    expect(numbers(found)).toEqual(numbers([made[2], made[3]]));
  });

  it('list in pages, whatever the filter', async () => {
    for (const filter of ['', '&kind=payment', '&method=cash']) {
      const path = `/payment/?from=2026-03-09&to=2026-03-11${filter}`;
      const all = await ok('GET', path, options);
      const found = await pages(`${path}&limit=1`, options);
      expect(found.flat()).toEqual(all);
      expect(found.every((page) => page.length <= 1)).toBe(true);
    }
  });

  it('may each be changed by nothing that is recorded later', async () => {
    const before = await summary('from=2026-03-09&to=2026-03-11');
    await payAt('2026-03-20T10:00:00', bill.id, 1000, { more: { paid_at: '2026-03-10T10:00:00' } });
    expect(await summary('from=2026-03-09&to=2026-03-11')).toEqual(before);
    expect(await summary('from=2026-03-20&to=2026-03-20')).toMatchObject({ opening: 155, closing: 1155 });
  });

  it('take a payment whose number comes before one of an earlier time', async () => {
    const first = await payAt('2026-03-21T10:00:00.500', bill.id, 1);
    const second = await payAt('2026-03-21T10:00:00.100', bill.id, 2);
    const day = 'from=2026-03-21&to=2026-03-21';
    expect([numbers(await list(day)), (await summary(day)).received]).toEqual([numbers([first, second]), 3]);
    await payAt('2026-03-22T10:00:00', bill.id, 4);
    expect([numbers(await list(day)), (await summary(day)).received]).toEqual([numbers([first, second]), 3]);
    expect(await summary('from=2026-03-22&to=2026-03-22')).toMatchObject({ received: 4 });
  });
});

describe('A cash report is refused', () => {
  it.each([
    ['from=2026-03-10&to=2026-03-09', 'to', 'value_error'],
    ['from=2025-01-01&to=2026-03-09', 'to', 'value_error'],
    ['from=10.3.2026', 'from', 'date_parsing'],
    ['to=2026-03-10T10:00', 'to', 'date_parsing'],
    ['by=me', 'by', 'uuid_parsing'],
    ['format=xlsx', 'format', 'enum'],
    ['bom=yes', 'bom', 'enum'],
  ])('for %s', async (query, field, type) => {
    for (const path of ['/payment/', '/payment/summary']) {
      const answer = await call('GET', `${path}?${query}`, options);
      expect([answer.status, faults(answer)], path).toEqual([422, [[field, type]]]);
    }
  });

  it('for 400 days it is not', async () => {
    expect((await call('GET', '/payment/summary?from=2025-02-25&to=2026-03-31', options)).status).toBe(200);
    expect((await call('GET', '/payment/summary?from=2025-02-24&to=2026-03-31', options)).status).toBe(422);
  });
});

describe('As CSV,', () => {
  const csv = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await call('GET', path, { ...options, headers });
    return { answer, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(answer.bytes) };
  };
  const day = 'from=2026-03-25&to=2026-03-25';
  beforeAll(async () => {
    const patient = await make.patient({ first_name: '=cmd|x', last_name: 'Lind, "Erik"' }, options);
    const invoice = await owed({ patient_id: patient.id, issue_date: '2026-03-01', due_date: null });
    await payAt('2026-03-25T10:00:00', invoice.id, 10.5, { more: { note: 'two\nlines', reference: '+46' } });
    await payAt('2026-03-25T10:00:00', invoice.id, -10.5, { more: { note: null, reference: null, payer: null } });
  });

  it('the list has a line of each payment, whose texts are no formulas', async () => {
    const { answer, text } = await csv(`/payment/?${day}&format=csv`);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="payments.csv"');
    const [head = [], ...lines] = parseCsv(text);
    const named = lines.map((line) => Object.fromEntries(head.map((name, i) => [name, line[i]])));
    const listed: Body[] = await list(day);
    expect(named).toMatchObject([
      {
        ...{ receipt_number: listed[0].receipt_number, id: listed[0].id, kind: 'payment', amount: '10.5' },
        ...{ note: 'two\nlines', reference: "'+46", payer: 'Folksam', invoice: listed[0].invoice.reg_number },
        ...{ first_name: "'=cmd|x", last_name: 'Lind, "Erik"', account: listed[0].account.full_name },
      },
      { kind: 'refund', amount: '-10.5', note: '', reference: '', payer: '' },
    ]);
  });

  it('is what Accept asks for, unless the query says otherwise', async () => {
    const path = `/payment/?${day}`;
    const isCsv = async (accept: string, query = '') =>
      (await csv(`${path}${query}`, { accept })).answer.headers.get('content-type')?.startsWith('text/csv');
    expect(await isCsv('text/csv')).toBe(true);
    expect(await isCsv('text/csv, application/json;q=0.5')).toBe(true);
    expect(await isCsv('text/csv', '&format=json')).toBe(false);
    for (const accept of ['*/*', 'application/json, text/csv;q=0.9', 'text/html,*/*;q=0.8'])
      expect(await isCsv(accept), accept).toBe(false);
  });

  it('begins with a byte order mark if that is asked for', async () => {
    expect((await csv(`/payment/?${day}&format=csv`)).text).toMatch(/^receipt_number,/);
    expect((await csv(`/payment/?${day}&format=csv&bom=true`)).text).toMatch(/^\uFEFFreceipt_number,/);
  });

  it('has pages, as JSON has', async () => {
    const { answer, text } = await csv(`/payment/?${day}&format=csv&limit=1`);
    expect(parseCsv(text)).toHaveLength(2);
    expect(nextPage(answer)).toContain('format=csv');
  });

  it('the summary has what each method opens and closes with, and the sums between', async () => {
    const { text } = await csv(`/payment/summary?${day}&method=cash`, { accept: 'text/csv' });
    const report = await summary(`${day}&method=cash`);
    const [, ...lines] = parseCsv(text);
    expect(lines).toEqual([
      ['opening', '2026-03-25', 'cash', '', '', '', '', '', String(report.opening)],
      ['sum', '2026-03-25', 'cash', report.days[0].account.full_name, '2', '10.5', '10.5', '0', ''],
      ['closing', '2026-03-25', 'cash', '', '', '', '', '', String(report.closing)],
    ]);
  });
});

describe('Of any ledger', () => {
  it('the days add up to the period, each opens as the one before closed, and the list is what is summed', async () => {
    const DAY = 86_400_000;
    let begin = Date.parse('2027-01-01T00:00:00+05:30');
    const one = fc.record({
      at: fc.nat(5 * DAY - 1),
      skew: fc.nat(20_000),
      amount: fc.integer({ min: -50, max: 100 }).filter((n) => n !== 0),
      method: fc.constantFrom('m1', 'm2', 'm3'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 40 }), async (given) => {
        const from = begin;
        begin += 10 * DAY;
        // Settled days: the skew does not lead over midnight.
        const ledger = given
          .map(({ at, ...rest }) => ({ ...rest, at: from + at - (at % DAY) + Math.max(20_000, at % DAY) }))
          .sort((a, b) => a.at - b.at)
          .map(({ skew, at, ...rest }) => ({ ...rest, at: at - skew }));
        await record(bill.id, ledger);
        const dateOf = (n: number) => new Date(from + n * DAY + 6 * 3_600_000).toISOString().slice(0, 10);
        const whole = await summary(`from=${dateOf(0)}&to=${dateOf(5)}`);
        let closing = whole.opening;
        for (let n = 0; n <= 5; n++) {
          const day = await summary(`from=${dateOf(n)}&to=${dateOf(n)}`);
          const ofDay = ledger.filter(({ at }) => Math.floor((at - from) / DAY) === n);
          const net = ofDay.reduce((sum, { amount }) => sum + amount, 0);
          expect(day.opening).toBe(closing);
          expect(Math.round((day.closing - day.opening) * 100)).toBe(net);
          closing = day.closing;
          const listed = await list(`from=${dateOf(n)}&to=${dateOf(n)}`);
          expect(listed.map(({ amount }: Body) => Math.round(amount * 100))).toEqual(ofDay.map(({ amount }) => amount));
        }
        expect(whole.closing).toBe(closing);
      }),
      { numRuns: 15 },
    );
  });
});

describe('What a report costs', () => {
  it('depends on its own payments alone: one trip, however many come later', async () => {
    const day = 'from=2026-03-12&to=2026-03-12';
    const costs = async () =>
      [await call('GET', `/payment/summary?${day}`, options), await call('GET', `/payment/?${day}`, options)].map(
        ({ cost }) => cost,
      );
    const before = await costs();
    await multiply('payment', { key: 'invoice_id', value: bill.id }, 300, {
      id: UUID,
      created_at: '1900000000000 + 60000 * i',
    });
    expect(await costs()).toEqual(before);
    for (const { trips, rows_read } of before) {
      expect(trips).toBe(1);
      expect(rows_read).toBeLessThan(65);
    }
  });
});

describe('What an older version of the service has recorded, or not,', () => {
  /** A version from before receipts, which writes no total. */
  const payByOld = (amount: number) =>
    rows(
      `INSERT INTO payment (id, invoice_id, amount, method, paid_at, created_at) VALUES (?, ?, ?, 'old', '2035-06-01', ?)`,
      ...[crypto.randomUUID(), bill.id, amount, Date.now()],
    );
  const dayOf = async (date: string) => {
    const { methods } = await summary(`from=${date}&to=${date}`);
    return methods.find(({ method }: Body) => method === 'old');
  };
  beforeAll(async () => {
    vi.setSystemTime(new Date('2035-06-01T10:00:00+05:30'));
    await payAt('2035-06-01T10:00:00', bill.id, 1000, { more: { method: 'old' } });
    await payByOld(50_000);
  });

  it('is in what a day closes with, and the next one opens with, before and after the next payment', async () => {
    const sums = { opening: 0, received: 1500, refunded: 0, closing: 1500 };
    expect(await dayOf('2035-06-01')).toMatchObject(sums);
    expect(await dayOf('2035-06-02')).toMatchObject({ opening: 1500, closing: 1500 });
    await payAt('2035-06-02T10:00:00', bill.id, 7, { more: { method: 'old' } });
    expect(await dayOf('2035-06-02')).toMatchObject({ opening: 1500, received: 7, closing: 1507 });
    expect(await dayOf('2035-06-03')).toMatchObject({ opening: 1507, closing: 1507 });
  });
});

describe('A period that has too many payments', () => {
  const MANY = 250_000;
  const YEAR = 'from=2036-01-01&to=2036-12-31';
  it('is refused, and read no further', async () => {
    await rows(
      `WITH RECURSIVE n (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       INSERT INTO payment (id, invoice_id, amount, method, paid_at, created_at)
       SELECT lower(hex(randomblob(16))), ?1, 1, 'many', '2036-01-01', ?3 + i * 1000 FROM n`,
      ...[bill.id, MANY, Date.parse('2036-06-01T12:00:00Z')],
    );
    const answer = await call('GET', `/payment/summary?${YEAR}`, options);
    expect([answer.status, faults(answer)]).toEqual([422, [['to', 'value_error']]]);
    expect(answer.body.detail[0].msg).toBe('The period has more than 250000 payments: ask for fewer days');
    expect(answer.cost.rows_read).toBeLessThan(20_000);
  });
});
