import { describe, expect, it } from 'vitest';
import { type Body, ok, refusal } from '../support/client';
import { make } from '../support/factories';
import { unique } from '../support/input';
import { postInvoice, putInvoice, STATUSES, unchanged } from '../support/invoices';
import { count } from '../support/rows';

const patient_id = (await make.patient()).id;
const line = { name: 'Visit', quantity: 2, unit_price: 50 };
const create = async (json: object): Promise<Body> => {
  const { status, body } = await postInvoice({ patient_id, items: [line], ...json });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};

describe('The status of an invoice', () => {
  const allowed: Record<string, string> = {
    DRAFT: 'DRAFT ISSUED PARTIALY_PAID PAID VOID WRITTEN_OFF',
    ISSUED: 'ISSUED PARTIALY_PAID PAID VOID WRITTEN_OFF',
    PARTIALY_PAID: 'PARTIALY_PAID PAID VOID WRITTEN_OFF',
    PAID: 'PAID VOID',
    VOID: 'VOID',
    WRITTEN_OFF: 'WRITTEN_OFF',
  };
  /** An amount that fits the status, so that only the transition can be refused. */
  const paid = (status: string) => ({ PARTIALY_PAID: 40, PAID: 100 })[status] ?? 0;

  it.each(STATUSES.flatMap((from) => STATUSES.map((to) => [from, to])))(
    'changes exactly as the table allows: %s → %s',
    async (from, to) => {
      const invoice = await create({ status: from, paid_amount: paid(from) });
      const { status, body, headers } = await putInvoice(invoice.id, {
        ...unchanged(invoice),
        status: to,
        paid_amount: paid(to),
      });
      if (allowed[from]?.split(' ').includes(to)) {
        expect([status, body.status, body.paid_amount]).toEqual([200, to, paid(to)]);
        expect(headers.get('etag')).toBe(from === to ? '"1"' : '"2"');
      } else {
        expect([status, body]).toEqual([400, refusal('transition', `An invoice that is ${from} cannot become ${to}`)]);
        expect(await ok('GET', `/invoice/${invoice.id}`)).toEqual(invoice);
      }
    },
  );

  it('changes step by step from DRAFT to VOID', async () => {
    let invoice = await create({});
    for (const [status, paid_amount] of [
      ['ISSUED', 0],
      ['PARTIALY_PAID', 1],
      ['PARTIALY_PAID', 99.99],
      ['PAID', 100],
      ['PAID', 120],
      ['VOID', 0],
    ]) {
      const answer = await putInvoice(invoice.id, { ...unchanged(invoice), status, paid_amount });
      expect(answer.status).toBe(200);
      invoice = answer.body;
    }
    expect(invoice).toMatchObject({ status: 'VOID', paid_amount: 0, remaining_amount: 100 });
  });
});

describe('An invoice that has left DRAFT', () => {
  const issued = (fields = {}) =>
    create({ status: 'ISSUED', issue_date: '2026-11-20T10:00', discount_percent: 5, discount_amount: 1, ...fields });
  const two = [line, { ...line, name: 'Scan', code: 'S', discount_percent: 10, discount_amount: 1 }];

  it.each([
    ['one more line', { items: [line, line] }, 'items'],
    ['an empty list of lines', { items: [] }, 'items'],
    ['lines that are null', { items: null }, 'items'],
    ['another name', { items: [{ ...line, name: 'visit' }] }, 'items'],
    ['a new code', { items: [{ ...line, code: 'V' }] }, 'items'],
    ['another quantity', { items: [{ ...line, quantity: 3 }] }, 'items'],
    ['a quantity that is left out', { items: [{ ...line, quantity: undefined }] }, 'items'],
    ['another price', { items: [{ ...line, unit_price: 50.01 }] }, 'items'],
    ['a line discount', { items: [{ ...line, discount_percent: 1 }] }, 'items'],
    ['a line discount amount', { items: [{ ...line, discount_amount: 1 }] }, 'items'],
    ['another discount', { discount_amount: 2 }, 'discount_amount'],
    ['a discount that is null', { discount_amount: null }, 'discount_amount'],
    ['another percentage', { discount_percent: 5.5 }, 'discount_percent'],
    ['another date of issue', { issue_date: '2026-11-20T10:00:01' }, 'issue_date'],
    [
      'several changes',
      { items: [], discount_percent: 0, discount_amount: 0 },
      'items, discount_percent, discount_amount',
    ],
  ])('refuses %s', async (_, change, named) => {
    const invoice = await issued();
    const { status, body } = await putInvoice(invoice.id, { ...unchanged(invoice), ...change });
    expect(status).toBe(400);
    expect(body.detail).toBe(`An invoice that has left DRAFT is a document; these fields cannot change: ${named}`);
    expect(await ok('GET', `/invoice/${invoice.id}`)).toEqual(invoice);
  });

  it('refuses another order of its lines, and a line that loses its catalog item', async () => {
    const invoice = await issued({ items: two });
    expect((await putInvoice(invoice.id, { ...unchanged(invoice), items: [...two].reverse() })).status).toBe(400);
    const item = await make.catalogItem({ default_price: 50, name: 'Visit' });
    const named = await issued({ items: [{ catalog_id: item.id }] });
    const { catalog_id: _, ...plain } = unchanged(named).items[0];
    expect((await putInvoice(named.id, { ...unchanged(named), items: [plain] })).status).toBe(400);
    expect(
      (await putInvoice(named.id, { ...unchanged(named), items: [{ catalog_id: item.id, quantity: 2 }] })).status,
    ).toBe(400);
  });

  it('refuses another patient', async () => {
    const invoice = await issued();
    const other = await make.patient();
    const { status, body } = await putInvoice(invoice.id, { ...unchanged(invoice), patient_id: other.id });
    expect([status, body.detail]).toEqual([400, expect.stringMatching(/: patient_id$/)]);
  });

  it('accepts its date of issue in another form, and keeps its own', async () => {
    // In another zone the same time may be printed as another day.
    const invoice = await issued({ issue_date: '2026-11-20' });
    for (const issue_date of ['2026-11-20T00:00:00.000Z', '2026-11-19T20:00-04:00', null]) {
      const { status, body } = await putInvoice(invoice.id, { ...unchanged(invoice), issue_date });
      expect([status, body.issue_date]).toEqual([200, '2026-11-20']);
    }
  });

  it('accepts a new due date, payment, tags and appointment', async () => {
    const { id: appointment_id } = await make.appointment({ patient_id });
    const invoice = await issued({ items: two });
    const fields = {
      due_date: '2030-02-01T00:00',
      paid_amount: 7,
      tags: ['t'],
      appointment_id,
    };
    const { status, body } = await putInvoice(invoice.id, { ...unchanged(invoice), ...fields });
    expect(status).toBe(200);
    const remaining_amount = (invoice.total_amount * 100 - 700) / 100;
    expect(body).toEqual({ ...invoice, ...fields, remaining_amount, updated_at: body.updated_at });
  });

  it('accepts its lines as they were first sent, whatever the catalog has now', async () => {
    const item = await make.catalogItem({ code: unique('C'), default_price: 10, discount_percent: 50 });
    const items = [
      { catalog_id: item.id, quantity: 4 },
      { catalog_id: item.id, unit_price: 3 },
      { name: 'Plain', unit_price: 1 },
    ];
    const invoice = await issued({ items });
    await ok('PUT', `/catalog/${item.id}`, { json: { ...item, default_price: 99, discount_percent: 0 } });
    for (const lines of [items, unchanged(invoice).items]) {
      const { status, body } = await putInvoice(invoice.id, { ...unchanged(invoice), items: lines });
      expect([status, body.items, body.total_amount]).toEqual([200, invoice.items, invoice.total_amount]);
    }
  });
});

describe.each(['VOID', 'WRITTEN_OFF'])('An invoice that is %s', (status) => {
  it('is final: it refuses every change, and writes nothing when nothing changes', async () => {
    const { id: appointment_id } = await make.appointment({ patient_id });
    const invoice = await create({
      status,
      discount_percent: 5,
      paid_amount: status === 'VOID' ? 0 : 1,
      tags: ['a', 'b'],
      due_date: '2026-02-01T00:00',
    });
    const same = await putInvoice(invoice.id, unchanged(invoice));
    expect([same.status, same.body, same.headers.get('etag'), same.cost.trips]).toEqual([200, invoice, '"1"', 1]);
    expect((await putInvoice(invoice.id, { ...unchanged(invoice), issue_date: null })).status).toBe(200);
    for (const change of [
      { issue_date: '2026-01-01T00:00' },
      { due_date: null },
      { due_date: '2026-02-01T00:00:00' },
      { discount_amount: 1 },
      { discount_percent: 0 },
      { paid_amount: 2 },
      { appointment_id },
      { patient_id: (await make.patient()).id },
      { items: [] },
      { tags: ['b', 'a'] },
      { status: 'DRAFT' },
    ]) {
      expect((await putInvoice(invoice.id, { ...unchanged(invoice), ...change })).status, JSON.stringify(change)).toBe(
        400,
      );
    }
    expect(await ok('GET', `/invoice/${invoice.id}`)).toEqual(invoice);
    expect(await count('audit WHERE entity_id = ?', invoice.id)).toBe(1);
  });
});
