import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call, ok, type Result } from '../support/client';
import { make } from '../support/factories';
import { unique } from '../support/input';

let patient_id: string;
beforeAll(async () => {
  patient_id = (await make.patient()).id;
});

const line = { name: 'Visit', quantity: 2, unit_price: 50 };
const post = (json: object): Promise<Result> =>
  call('POST', '/invoice/', { json: { patient_id, items: [line], ...json } });
const put = (id: string, json: object): Promise<Result> => call('PUT', `/invoice/${id}`, { json });
const create = async (json: object): Promise<Body> => {
  const { status, body } = await post(json);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
/** What a client sends to leave an invoice as it is. */
const sent = (invoice: Body) => ({ ...invoice, items: invoice.items.map(({ net_amount: _, ...rest }: Body) => rest) });

describe('transitions', () => {
  const statuses = ['DRAFT', 'ISSUED', 'PARTIALY_PAID', 'PAID', 'VOID', 'WRITTEN_OFF'];
  const allowed: Record<string, string> = {
    DRAFT: 'DRAFT ISSUED PARTIALY_PAID PAID VOID WRITTEN_OFF',
    ISSUED: 'ISSUED PARTIALY_PAID PAID VOID WRITTEN_OFF',
    PARTIALY_PAID: 'PARTIALY_PAID PAID VOID WRITTEN_OFF',
    PAID: 'PAID VOID',
    VOID: 'VOID',
    WRITTEN_OFF: 'WRITTEN_OFF',
  };
  /** A payment that fits the status, so that the transition alone decides. */
  const paid = (status: string) => ({ PARTIALY_PAID: 40, PAID: 100 })[status] ?? 0;

  it.each(statuses.flatMap((from) => statuses.map((to) => [from, to])))('%s → %s', async (from, to) => {
    const invoice = await create({ status: from, paid_amount: paid(from) });
    const { status, body, headers } = await put(invoice.id, { ...sent(invoice), status: to, paid_amount: paid(to) });
    if (allowed[from]?.split(' ').includes(to)) {
      expect([status, body.status, body.paid_amount]).toEqual([200, to, paid(to)]);
      expect(headers.get('etag')).toBe(allowed[from] === from ? '"1"' : '"2"');
    } else {
      expect([status, body]).toEqual([400, { detail: `An invoice that is ${from} cannot become ${to}` }]);
      expect(await ok('GET', `/invoice/${invoice.id}`)).toEqual(invoice);
    }
  });

  it('go on to the end', async () => {
    let invoice = await create({});
    for (const [status, paid_amount] of [
      ['ISSUED', 0],
      ['PARTIALY_PAID', 1],
      ['PARTIALY_PAID', 99.99],
      ['PAID', 100],
      ['PAID', 120],
      ['VOID', 120],
    ]) {
      const answer = await put(invoice.id, { ...sent(invoice), status, paid_amount });
      expect(answer.status).toBe(200);
      invoice = answer.body;
    }
    expect(invoice).toMatchObject({ status: 'VOID', paid_amount: 120, remaining_amount: -20 });
  });
});

describe('an invoice that has left DRAFT', () => {
  const issued = (fields = {}) => create({ status: 'ISSUED', discount_percent: 5, discount_amount: 1, ...fields });
  const two = [line, { ...line, name: 'Scan', code: 'S', discount_percent: 10, discount_amount: 1 }];

  it.each([
    ['a line more', { items: [line, line] }, 'items'],
    ['no line', { items: [] }, 'items'],
    ['no lines given', { items: undefined }, 'items'],
    ['another name', { items: [{ ...line, name: 'visit' }] }, 'items'],
    ['a code', { items: [{ ...line, code: 'V' }] }, 'items'],
    ['another quantity', { items: [{ ...line, quantity: 3 }] }, 'items'],
    ['no quantity given', { items: [{ ...line, quantity: undefined }] }, 'items'],
    ['another price', { items: [{ ...line, unit_price: 50.01 }] }, 'items'],
    ['a line discount', { items: [{ ...line, discount_percent: 1 }] }, 'items'],
    ['a line discount amount', { items: [{ ...line, discount_amount: 1 }] }, 'items'],
    ['another discount', { discount_amount: 2 }, 'discount_amount'],
    ['no discount given', { discount_amount: undefined }, 'discount_amount'],
    ['another percentage', { discount_percent: 5.5 }, 'discount_percent'],
    ['several', { items: [], discount_percent: 0, discount_amount: 0 }, 'items, discount_percent, discount_amount'],
  ])('refuses %s', async (_, change, named) => {
    const invoice = await issued();
    const { status, body } = await put(invoice.id, { ...sent(invoice), ...change });
    expect(status).toBe(400);
    expect(body.detail).toBe(`An invoice that has left DRAFT is a document, these stay as they are: ${named}`);
    expect(await ok('GET', `/invoice/${invoice.id}`)).toEqual(invoice);
  });

  it('refuses another order of lines, and a line that is no longer of the catalog', async () => {
    const invoice = await issued({ items: two });
    expect((await put(invoice.id, { ...sent(invoice), items: [...two].reverse() })).status).toBe(400);
    const item = await make.catalogItem({ default_price: 50, name: 'Visit' });
    const named = await issued({ items: [{ catalog_id: item.id }] });
    const { catalog_id: _, ...plain } = sent(named).items[0];
    expect((await put(named.id, { ...sent(named), items: [plain] })).status).toBe(400);
    expect((await put(named.id, { ...sent(named), items: [{ catalog_id: item.id, quantity: 2 }] })).status).toBe(400);
  });

  it('refuses another patient', async () => {
    const invoice = await issued();
    const other = await make.patient();
    const { status, body } = await put(invoice.id, { ...sent(invoice), patient_id: other.id });
    expect([status, body.detail]).toEqual([400, expect.stringMatching(/: patient_id$/)]);
  });

  it('takes new dates, payment, tags and appointment', async () => {
    const { id: appointment_id } = await make.appointment({ patient_id });
    const invoice = await issued({ items: two });
    const fields = {
      issue_date: '2026-01-01T00:00',
      due_date: '2026-02-01T00:00',
      paid_amount: 7,
      tags: ['t'],
      appointment_id,
    };
    const { status, body } = await put(invoice.id, { ...sent(invoice), ...fields });
    expect(status).toBe(200);
    const remaining_amount = (invoice.total_amount * 100 - 700) / 100;
    expect(body).toEqual({ ...invoice, ...fields, remaining_amount, updated_at: body.updated_at });
  });

  it('takes the same lines as they were first sent, whatever the catalog says by now', async () => {
    const item = await make.catalogItem({ code: unique('C'), default_price: 10, discount_percent: 50 });
    const items = [
      { catalog_id: item.id, quantity: 4 },
      { catalog_id: item.id, unit_price: 3 },
      { name: 'Plain', unit_price: 1 },
    ];
    const invoice = await issued({ items });
    await ok('PUT', `/catalog/${item.id}`, { json: { ...item, default_price: 99, discount_percent: 0 } });
    for (const lines of [items, sent(invoice).items]) {
      const { status, body } = await put(invoice.id, { ...sent(invoice), items: lines });
      expect([status, body.items, body.total_amount]).toEqual([200, invoice.items, invoice.total_amount]);
    }
  });
});

describe.each(['VOID', 'WRITTEN_OFF'])('an invoice that is %s', (status) => {
  it('is final: nothing is written where nothing changes, and every change is refused', async () => {
    const { id: appointment_id } = await make.appointment({ patient_id });
    const invoice = await create({
      status,
      discount_percent: 5,
      paid_amount: 1,
      tags: ['a', 'b'],
      due_date: '2026-02-01T00:00',
    });
    const same = await put(invoice.id, sent(invoice));
    expect([same.status, same.body, same.headers.get('etag'), same.cost.trips]).toEqual([200, invoice, '"1"', 1]);
    expect((await put(invoice.id, { ...sent(invoice), issue_date: null })).status).toBe(200);
    for (const change of [
      { issue_date: '2026-01-01T00:00' },
      { due_date: null },
      { due_date: '2026-02-01T00:00:00' },
      { discount_amount: 1 },
      { discount_percent: 0 },
      { paid_amount: 0 },
      { appointment_id },
      { patient_id: (await make.patient()).id },
      { items: [] },
      { tags: ['b', 'a'] },
      { status: 'DRAFT' },
    ]) {
      expect((await put(invoice.id, { ...sent(invoice), ...change })).status, JSON.stringify(change)).toBe(400);
    }
    expect(await ok('GET', `/invoice/${invoice.id}`)).toEqual(invoice);
    const audit = env.DB.prepare('SELECT count(*) AS n FROM audit WHERE entity_id = ?').bind(invoice.id);
    expect(await audit.first('n')).toBe(1);
  });
});

describe('payment', () => {
  it.each([
    ['PAID', 100, 201],
    ['PAID', 100.01, 201],
    ['PAID', 99.99, 400],
    ['PAID', 0, 400],
    ['PARTIALY_PAID', 0.01, 201],
    ['PARTIALY_PAID', 99.99, 201],
    ['PARTIALY_PAID', 100, 400],
    ['PARTIALY_PAID', 0, 400],
    ['ISSUED', 100, 201],
    ['DRAFT', 100, 201],
    ['VOID', 50, 201],
    ['WRITTEN_OFF', 50, 201],
  ])('%s with %d of 100 paid: %i', async (status, paid_amount, expected) => {
    const made = await post({ status, paid_amount });
    expect(made.status).toBe(expected);
    const draft = await create({});
    const replaced = await put(draft.id, { ...sent(draft), status, paid_amount });
    expect(replaced.status).toBe(expected === 201 ? 200 : 400);
    if (expected === 400) expect(made.body.detail).toContain(`An invoice is ${status} only when`);
  });

  it('of nothing is PAID with nothing, and of too much a credit', async () => {
    expect(await create({ items: [], status: 'PAID' })).toMatchObject({ total_amount: 0, remaining_amount: 0 });
    expect(await create({ paid_amount: 100.25 })).toMatchObject({ remaining_amount: -0.25 });
  });
});

describe('money', () => {
  it('is never a floating point sum: 0.1 + 0.2 is no amount, 0.1 and 0.2 are 0.3', async () => {
    expect((await post({ items: [{ name: 'x', unit_price: 0.1 + 0.2 }] })).status).toBe(422);
    const items = [0.1, 0.2].map((unit_price) => ({ name: 'x', unit_price }));
    expect(await create({ items })).toMatchObject({ subtotal: 0.3, total_amount: 0.3, remaining_amount: 0.3 });
  });

  it.each([
    // percentage of the amount, in cents, rounded half up
    [1, 50, 0],
    [1, 49.999, 1],
    [3, 50, 1],
    [45, 10, 40],
    [44, 10, 40],
    [1005, 0.5, 1000],
    [115, 30, 80],
    [100, 100, 0],
    [9999, 1e-7, 9999],
  ])('%i cents less %d %% are %i', async (cents, discount_percent, left) => {
    const items = [{ name: 'x', unit_price: cents / 100, discount_percent }];
    expect((await create({ items })).items[0].net_amount).toBe(left / 100);
    const plain = [{ name: 'x', unit_price: cents / 100 }];
    expect((await create({ items: plain, discount_percent })).total_amount).toBe(left / 100);
  });

  it.each([
    ['a line', { items: [line, { ...line, discount_amount: 100.01 }] }, 'Line 2: net_amount'],
    [
      'a line after its percentage',
      { items: [{ ...line, discount_percent: 50, discount_amount: 50.01 }] },
      'Line 1: net_amount',
    ],
    ['the total', { discount_amount: 100.01 }, 'total_amount'],
    ['the total after its percentage', { discount_percent: 99, discount_amount: 1.01 }, 'total_amount'],
  ])('refuses discounts that make %s negative', async (_, fields, what) => {
    const { status, body } = await post(fields);
    expect([status, body.detail]).toEqual([400, `${what} must not be negative: the discounts are too large`]);
    const draft = await create({});
    expect((await put(draft.id, { ...sent(draft), ...fields })).status).toBe(400);
  });

  it('refuses what is too large to be exact', async () => {
    const items = [{ name: 'x', unit_price: 1e11, quantity: 1e6 }];
    const { status, body } = await post({ items });
    expect([status, body.detail]).toEqual([400, 'Line 1: net_amount is too large']);
  });
});

/** An exact fraction, from decimal text; shares nothing with the service. */
type Fraction = readonly [bigint, bigint];
const fraction = (text: string): Fraction => {
  const [whole = '', decimals = ''] = text.split('.');
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
};
const times = (a: Fraction, b: Fraction): Fraction => [a[0] * b[0], a[1] * b[1]];
/** To whole cents, a half upwards. */
const rounded = ([n, d]: Fraction): bigint => ((n % d) * 2n >= d ? n / d + 1n : n / d);
const share = (cents: bigint, percent: string) => rounded(times([cents, 100n], fraction(percent)));
const cents = (text: string): bigint => rounded(times([100n, 1n], fraction(text)));

const decimal = (max: number, places: number) =>
  fc.integer({ min: 0, max: max * 10 ** places }).map((n) => (n / 10 ** places).toFixed(places));
const percent = fc.oneof(fc.constantFrom('0', '50', '100', '33.3333', '0.005'), decimal(100, 2));
const money = fc.oneof(decimal(3, 2), decimal(1_000_000, 2));
const lines = fc.array(
  fc.record({
    quantity: fc.oneof(
      fc.constant('1'),
      fc.constant('0.001'),
      fc.integer({ min: 1, max: 20_000 }).map((n) => (n / 1000).toFixed(3)),
    ),
    unit_price: money,
    discount_percent: percent,
    discount_amount: fc.oneof({ weight: 4, arbitrary: fc.constant('0') }, decimal(1, 2)),
  }),
  { maxLength: 8 },
);

it('totals are those of exact arithmetic', async () => {
  const discount_amount = fc.oneof({ weight: 4, arbitrary: fc.constant('0') }, decimal(5, 2));
  const invoices = fc.record({ lines, discount_percent: percent, discount_amount, paid_amount: money });
  await fc.assert(
    fc.asyncProperty(invoices, async ({ lines, ...invoice }) => {
      const nets = lines.map((each) => {
        const gross = rounded(times(times(fraction(each.quantity), fraction(each.unit_price)), [100n, 1n]));
        return gross - share(gross, each.discount_percent) - cents(each.discount_amount);
      });
      const subtotal = nets.reduce((sum, net) => sum + net, 0n);
      const total = subtotal - share(subtotal, invoice.discount_percent) - cents(invoice.discount_amount);
      const numbers = (texts: object) =>
        Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, Number(text)]));
      const { status, body } = await post({
        ...numbers(invoice),
        items: lines.map((each) => ({ name: 'x', ...numbers(each) })),
      });
      expect(status).toBe(nets.some((net) => net < 0n) || total < 0n ? 400 : 201);
      if (status === 400) return;
      const inCents = (amount: number) => BigInt(Math.round(amount * 100));
      expect(body.items.map((item: Body) => inCents(item.net_amount))).toEqual(nets);
      expect(inCents(body.subtotal)).toBe(subtotal);
      expect(inCents(body.total_amount)).toBe(total);
      expect(inCents(body.remaining_amount)).toBe(total - cents(invoice.paid_amount));
      for (const amount of [body.subtotal, body.total_amount, body.remaining_amount]) {
        expect(String(amount)).toMatch(/^-?\d+(\.\d{1,2})?$/);
      }
    }),
    { numRuns: 60 },
  );
});
