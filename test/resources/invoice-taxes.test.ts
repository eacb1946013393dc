import { describe, expect, it } from 'vitest';
import { type Body, type CallOptions, call, ok, refusal } from '../support/client';
import { make } from '../support/factories';
import { input, unique } from '../support/input';
import { putInvoice, unchanged } from '../support/invoices';
import { trail } from '../support/rows';

const patient_id = (await make.patient()).id;
const of = (json: object, options: CallOptions = {}) => make.invoice({ patient_id, ...json }, options);
const patch = (id: string, json: object) => call('PATCH', `/invoice/${id}`, { json });
const read = (id: string) => ok('GET', `/invoice/${id}`);
const items = [
  { name: 'Consultation', unit_price: 80 },
  { name: 'Cream', unit_price: 23.8, tax_percent: 19 },
  { name: 'Orthosis', unit_price: 53.5, tax_percent: 7 },
];
const tax = (tax_percent: number, net_amount: number, tax_amount: number) => ({ tax_percent, net_amount, tax_amount });

describe('An invoice with taxes', () => {
  it('adds them to its prices, by rate', async () => {
    const invoice = await of({ items });
    expect(invoice).toMatchObject({
      subtotal: 157.3,
      tax_included: false,
      taxes: [tax(7, 53.5, 3.75), tax(19, 23.8, 4.52)],
      tax_amount: 8.27,
      total_amount: 165.57,
      remaining_amount: 165.57,
    });
    expect(invoice.items.map((line: Body) => line.tax_percent)).toEqual([undefined, 19, 7]);
    expect(await read(invoice.id)).toEqual(invoice);
    const { data } = await ok('GET', `/invoice/?search=${invoice.reg_number}`);
    expect(data).toEqual([invoice]);
  });

  it('finds them in its prices where these have them', async () => {
    expect(await of({ items, tax_included: true })).toMatchObject({
      subtotal: 157.3,
      tax_included: true,
      taxes: [tax(7, 50, 3.5), tax(19, 20, 3.8)],
      tax_amount: 7.3,
      total_amount: 157.3,
    });
  });

  it.each([
    ['yes', undefined, true],
    ['yes', false, false],
    ['no', undefined, false],
    ['no', true, true],
    [undefined, undefined, false],
  ])('has them in its prices if the deployment says %s and itself %s: %s', async (TAX_INCLUDED, sent, expected) => {
    const invoice = await of({ items, tax_included: sent }, { env: { TAX_INCLUDED } });
    expect(invoice.tax_included).toBe(expected);
    const after = await call('PATCH', `/invoice/${invoice.id}`, {
      json: { tags: ['x'] },
      env: { TAX_INCLUDED: 'yes' },
    });
    expect(after.body.tax_included).toBe(expected);
    const cleared = { json: { tax_included: null }, env: { TAX_INCLUDED: 'yes' } };
    expect((await call('PATCH', `/invoice/${invoice.id}`, cleared)).body.tax_included).toBe(true);
  });

  it('is PAID once its taxes are, too', async () => {
    const { id } = await of({ items, status: 'ISSUED' });
    const pay = async (amount: number) => {
      const { invoice } = await ok('POST', `/invoice/${id}/payments`, { json: { amount, method: 'cash' } });
      return [invoice.status, invoice.remaining_amount];
    };
    expect(await pay(157.3)).toEqual(['PARTIALY_PAID', 8.27]);
    expect(await pay(8.27)).toEqual(['PAID', 0]);
  });

  it('computes them anew as long as it is a DRAFT', async () => {
    const { id } = await of({ items, discount_percent: 50 });
    expect((await patch(id, { tax_included: true })).body).toMatchObject({ tax_amount: 3.65, total_amount: 78.65 });
    const { body } = await patch(id, { items: [{ name: 'Cream', unit_price: 10, tax_percent: 0 }] });
    expect(body).toMatchObject({ taxes: [tax(0, 5, 0)], tax_amount: 0, total_amount: 5 });
    const none = (await patch(id, { items: [{ name: 'Visit', unit_price: 10 }] })).body;
    expect(none.total_amount).toBe(5);
    expect(Object.keys(none).filter((name) => name.startsWith('tax'))).toEqual([]);
    expect(await read(id)).toEqual(none);
    const audited = ['create 1', 'update 2 tax_included', 'update 3 items', 'update 4 items'];
    expect(await trail(id)).toEqual(audited);
  });

  it('keeps them once it is issued', async () => {
    const { id } = await of({ items, status: 'ISSUED' });
    const before = await read(id);
    const same = await putInvoice(id, unchanged(before));
    expect([same.status, same.body]).toEqual([200, { ...before, updated_at: expect.any(String) }]);
    const document = (names: string) =>
      refusal('not_editable', `An invoice that has left DRAFT is a document; these fields cannot change: ${names}`);
    for (const tax_percent of [null, 0, 18]) {
      const changed = items.map((line, i) => (i === 1 ? { ...line, tax_percent } : line));
      const { status, body } = await putInvoice(id, { patient_id, items: changed });
      expect([status, body]).toEqual([400, document('items')]);
    }
    const { status, body } = await putInvoice(id, { patient_id, tax_included: true });
    expect([status, body]).toEqual([400, document('tax_included')]);
  });

  it('keeps them where a client that does not know them sends its lines back', async () => {
    const item = await make.catalogItem({ default_price: 10, tax_percent: 19 });
    const lines = [{ name: 'Free', unit_price: 10, tax_percent: 7 }, { catalog_id: item.id, tax_percent: 0 }, items[0]];
    for (const status of ['DRAFT', 'ISSUED']) {
      const before = await of({ items: lines, status });
      const known = before.items.map(({ tax_percent, net_amount, ...line }: Body) => line);
      const { status: answered, body } = await putInvoice(before.id, { ...unchanged(before), items: known });
      expect([answered, body]).toEqual([200, { ...before, updated_at: expect.any(String) }]);
    }
    const draft = await of({ items: lines });
    const other = { ...draft.items[0], name: 'Other', tax_percent: undefined };
    expect((await patch(draft.id, { items: [other] })).body.items[0]).not.toHaveProperty('tax_percent');
    const cleared = { ...draft.items[0], tax_percent: null };
    expect((await patch(draft.id, { items: [cleared] })).body.items[0]).not.toHaveProperty('tax_percent');
  });

  it('refuses discounts beyond its lines, and rates beyond 100 %', async () => {
    const body = input.invoice({ patient_id, items: [items[1]], discount_amount: 23.81 });
    const refused = await call('POST', '/invoice/', { json: body });
    expect([refused.status, refused.body.code]).toEqual([400, 'amount']);
    for (const tax_percent of [-1, 100.1, '19']) {
      const json = input.invoice({ patient_id, items: [{ name: 'X', unit_price: 1, tax_percent }] });
      expect((await call('POST', '/invoice/', { json })).body.detail[0].loc).toEqual([
        'body',
        'items',
        0,
        'tax_percent',
      ]);
    }
  });
});

describe('An invoice without taxes', () => {
  it('says nothing of them, as before', async () => {
    const invoice = await of({ tax_included: true });
    const line = ['catalog_id', 'code', 'name', 'quantity', 'unit_price', 'discount_percent', 'discount_amount'];
    expect(Object.keys(invoice.items[0]).sort()).toEqual([...line, 'net_amount'].sort());
    expect(Object.keys(invoice).filter((name) => name.startsWith('tax') || name === 'payer')).toEqual([]);
  });

  it('from before there were any is sent back as it was read', async () => {
    const { id } = await make.invoice({ patient_id, status: 'ISSUED' });
    const before = await read(id);
    const { status, body } = await putInvoice(id, unchanged(before));
    expect([status, body]).toEqual([200, before]);
    expect(await trail(id)).toEqual(['create 1']);
  });
});

describe('The tax of a catalog item', () => {
  const put = (id: string, json: object) =>
    call('PUT', `/catalog/${id}`, { json, headers: { prefer: 'return=representation' } });

  it('is that of the lines that are made of it, unless they have their own', async () => {
    const item = await make.catalogItem({ default_price: 10, tax_percent: 19 });
    expect(item.tax_percent).toBe(19);
    const lines = [
      { catalog_id: item.id },
      { catalog_id: item.id, tax_percent: 0 },
      { catalog_id: item.id, tax_percent: null },
    ];
    const invoice = await of({ items: lines });
    expect(invoice.taxes).toEqual([tax(0, 10, 0), tax(19, 20, 3.8)]);
    await put(item.id, { code: item.code, name: 'Cream', default_price: 10, tax_percent: 7 });
    expect((await patch(invoice.id, { discount_percent: 10 })).body.taxes).toEqual([tax(0, 9, 0), tax(19, 18, 3.42)]);
    expect((await patch(invoice.id, { items: [lines[0]] })).body.taxes).toEqual([tax(7, 9, 0.63)]);
  });

  it('stays in one round trip where a PUT leaves it out, and is cleared by null', async () => {
    const json = input.catalogItem({ code: unique('TAX') });
    const { id } = await make.catalogItem({ ...json, tax_percent: 19 });
    const kept = await put(id, { ...json, default_price: 3 });
    expect([kept.cost.trips, kept.body.tax_percent]).toEqual([1, 19]);
    expect((await put(id, { ...json, tags: ['b'], default_price: 3 })).body).toMatchObject({
      tax_percent: 19,
      tags: ['b'],
    });
    const set = await put(id, { ...json, tags: ['b'], default_price: 3, tax_percent: 8 });
    expect([set.cost.trips, set.body.tax_percent]).toEqual([1, 8]);
    const patched = await call('PATCH', `/catalog/${id}`, { json: { tax_percent: null } });
    expect(patched.status).toBe(200);
    expect(await ok('GET', `/catalog/${id}?view=full`)).not.toHaveProperty('tax_percent');
    const changes = ['default_price', 'tags', 'tax_percent', 'tax_percent'].map((name, i) => `update ${i + 2} ${name}`);
    expect(await trail(id)).toEqual(['create 1', ...changes]);
  });
});
