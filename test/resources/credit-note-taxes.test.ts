import { describe, expect, it } from 'vitest';
import { type Body, call, ok, refusal } from '../support/client';
import { credit } from '../support/credit-notes';
import { make } from '../support/factories';
import type { Overrides } from '../support/input';
import { owed, pay } from '../support/payments';
import { rows } from '../support/rows';

// As a German clinic prints it: 50 at 7 %, 200 at 19 %, 80 that are exempt.
const items = [
  { name: 'Consultation', unit_price: 80 },
  { name: 'Wrinkle treatment', unit_price: 238, tax_percent: 19 },
  { name: 'Orthosis', unit_price: 53.5, tax_percent: 7 },
];
const german = () => owed({ items, tax_included: true });
const taxesOf = ({ taxes = [] }: Body) =>
  taxes.map(({ tax_percent, net_amount, tax_amount }: Body) => [tax_percent, net_amount, tax_amount]);
const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + Math.round(amount * 100), 0) / 100;

describe('The taxes of a credit note', () => {
  it('of an amount are spread over the rates, and together are those of the invoice', async () => {
    const { id, total_amount, ...invoice } = await german();
    expect(total_amount).toBe(371.5);
    const notes: Body[] = [];
    for (const amount of [100, 0.01, 33.33, 238.16]) notes.push((await credit(id, amount)).body);
    expect(taxesOf(notes[0])).toEqual([
      [7, 13.46, 0.94],
      [19, 53.84, 10.23],
    ]);
    for (const tax of invoice.taxes) {
      const of = notes.flatMap(({ taxes = [] }) => taxes.filter((one: Body) => one.tax_percent === tax.tax_percent));
      expect(sum(of.map(({ net_amount }: Body) => net_amount))).toBe(tax.net_amount);
      expect(sum(of.map(({ tax_amount }: Body) => tax_amount))).toBe(tax.tax_amount);
    }
    expect(sum(notes.map(({ tax_amount = 0 }) => tax_amount))).toBe(invoice.tax_amount);
    expect(notes.at(-1)?.invoice).toMatchObject({ status: 'PAID', remaining_amount: 0 });
  });

  it('of all that lines have left is exactly what they left', async () => {
    const { id } = await german();
    const line = await credit(id, { items: [items[1]] });
    expect([line.body.amount, taxesOf(line.body)]).toEqual([238, [[19, 200, 38]]]);
    const rest = await credit(id, 133.5);
    expect(taxesOf(rest.body)).toEqual([[7, 50, 3.5]]);
  });

  it('of lines are reckoned as the invoice has it: on top of the price, or within', async () => {
    const line = { name: 'Treatment', unit_price: 100, tax_percent: 19 };
    for (const [tax_included, amount, taxes] of [
      [false, 107.1, [[19, 90, 17.1]]],
      [true, 90, [[19, 75.63, 14.37]]],
    ]) {
      const { id, total_amount } = await owed({ items: [line], tax_included, discount_percent: 10 });
      const { body } = await credit(id, { items: [line] });
      expect([body.amount, taxesOf(body), body.tax_amount]).toEqual([amount, taxes, (taxes as number[][])[0]?.[2]]);
      expect(body.amount).toBe(total_amount);
      expect(body.items[0].tax_percent).toBe(19);
    }
  });

  it('of a catalog line are at the rate on the invoice', async () => {
    const item = await make.catalogItem({ default_price: 100, tax_percent: 7 });
    const { id } = await owed({ items: [{ catalog_id: item.id }] });
    await ok('PATCH', `/catalog/${item.id}`, { json: { tax_percent: 19 } });
    expect(taxesOf((await credit(id, { items: [{ catalog_id: item.id }] })).body)).toEqual([[7, 100, 7]]);
  });

  it('are left out where there are none', async () => {
    const { id } = await owed();
    const { body } = await credit(id, 1);
    expect([body.taxes, body.tax_amount, body.invoice.credited_amount]).toEqual([undefined, undefined, 1]);
    expect(await rows('SELECT taxes, tax_amount FROM credit_note WHERE id = ?', body.id)).toEqual([
      { taxes: null, tax_amount: 0 },
    ]);
  });
});

describe('A credit note of lines is held to the rates of its invoice', () => {
  const sold = { name: 'Wrinkle treatment', unit_price: 119, tax_percent: 19 };
  const over = (left: string) => [
    400,
    refusal('amount', `Credit notes must not exceed a rate of the invoice: ${left}`),
  ];
  const answerTo = async (id: string, ...lines: Overrides[]) => {
    const { status, body } = await credit(id, { items: lines });
    return [status, body];
  };

  it('whose tax is credited whole, as nothing at a rate that it lacks, or without one, is', async () => {
    const { id } = await owed({ items: [sold], tax_included: true });
    expect(await answerTo(id, { name: 'Rebate', unit_price: 50 })).toEqual(over('0 is left without a tax'));
    const neverSold = { name: 'Never sold', unit_price: 40, tax_percent: 50 };
    expect(await answerTo(id, neverSold)).toEqual(over('0 is left at 50 %, with the tax'));
    expect(await answerTo(id, { ...sold, unit_price: 119.01 })).toEqual(over('119 is left at 19 %, with the tax'));
    const { body } = await credit(id, { items: [{ name: 'Rebate', unit_price: 50, tax_percent: 19 }] });
    expect(taxesOf(body)).toEqual([[19, 42.02, 7.98]]);
    expect(await answerTo(id, sold)).toEqual(over('69 is left at 19 %, with the tax'));
    expect(taxesOf((await credit(id, 69)).body)).toEqual([[19, 57.98, 11.02]]);
  });

  it('by prices without the tax, too', async () => {
    const { id } = await owed({ items: [{ ...sold, unit_price: 100 }, items[0]], tax_included: false });
    expect(await answerTo(id, { ...sold, unit_price: 100.01 })).toEqual(over('100 is left at 19 %, without the tax'));
    expect(await answerTo(id, { name: 'Rebate', unit_price: 80.01 })).toEqual(over('80 is left without a tax'));
    expect((await credit(id, { items: [{ ...sold, unit_price: 100 }, items[0]] })).body.amount).toBe(199);
  });

  it('where another line leaves room for a catalog line that was sold once', async () => {
    const item = await make.catalogItem({ default_price: 50, tax_percent: 7 });
    const { id } = await owed({ items: [{ catalog_id: item.id }, sold], tax_included: true });
    const line = { catalog_id: item.id };
    expect((await answerTo(id, line))[0]).toBe(201);
    expect(await answerTo(id, line)).toEqual(over('0 is left at 7 %, with the tax'));
  });

  it('and takes the rate of the line that was sold for the same name and price where it says none', async () => {
    const { id } = await owed({
      items: [items[0], sold, { ...sold, unit_price: 10, tax_percent: 7 }],
      tax_included: true,
    });
    const { tax_percent: _, ...unsaid } = sold;
    expect(taxesOf((await credit(id, { items: [unsaid] })).body)).toEqual([[19, 100, 19]]);
    const { body } = await credit(id, { items: [{ ...unsaid, unit_price: 10 }, items[0] as Overrides] });
    expect([taxesOf(body), body.items[0].tax_percent, body.items[1].tax_percent]).toEqual([
      [[7, 9.35, 0.65]],
      7,
      undefined,
    ]);
    expect(body.invoice.remaining_amount).toBe(0);
  });

  it.each([
    // Each line alone would have a tax of 0.01, both have 0.01; and of 0.00, where all three have 0.01.
    [false, 2, 0.05],
    [false, 3, 0.04],
    [true, 2, 0.05],
    [true, 3, 0.06],
  ])('which are rounded once: prices with the tax %s, %i lines of %d', async (tax_included, n, unit_price) => {
    const lines = Array.from({ length: n }, (_, i) => ({ name: `Swab ${i}`, unit_price, tax_percent: 10 }));
    const { id, taxes, total_amount } = await owed({ items: lines, tax_included });
    const notes: Body[] = [];
    for (const line of lines) notes.push((await credit(id, { items: [line] })).body);
    const of = notes.flatMap((note) => note.taxes);
    const all = (name: string) => sum(of.map((tax) => tax[name]));
    expect([all('net_amount'), all('tax_amount')]).toEqual([taxes[0].net_amount, taxes[0].tax_amount]);
    expect(sum(notes.map(({ amount }) => amount))).toBe(total_amount);
  });

  it('also where several are made at once', async () => {
    const { id } = await owed({ items: [sold, { name: 'Surgery', unit_price: 1000 }], tax_included: true });
    const answers = await Promise.all(Array.from({ length: 8 }, () => credit(id, { items: [sold] })));
    const made = answers.filter(({ status }) => status === 201);
    expect(made.map(({ body }) => taxesOf(body))).toEqual([[[19, 100, 19]]]);
    for (const { status } of answers) expect([201, 400, 409]).toContain(status);
  });
});

describe('What is printed is one read', () => {
  const env = { TAX_ID: 'DE 123/456/789' };
  const payer = { name: 'AOK', kind: 'insurance', member_number: 'A1', tax_id: null };

  it('of a credit note: its invoice, patient and payer, and the tax id of the clinic', async () => {
    const { id: patient_id, reg_number, first_name, last_name } = await make.patient();
    const invoice = await owed({ items, tax_included: true, patient_id, payer });
    const { body } = await credit(invoice.id, { items: [items[1]] });
    const path = `/invoice/${invoice.id}/credit-note/${body.id}`;
    const full = await call('GET', `${path}?view=full`, { env });
    const { issue_date, tax_included } = invoice;
    expect(full.body).toEqual({
      ...body,
      invoice: { ...body.invoice, issue_date, tax_included, payer },
      patient: { id: patient_id, reg_number, first_name, last_name },
      tax_id: env.TAX_ID,
    });
    expect(full.cost.trips).toBe(1);
    expect(await ok('GET', path)).toEqual(body);
  });

  it('of a credit note on a bill that names a record which was merged since', async () => {
    const { id } = await owed();
    const { body } = await credit(id, 1);
    const named = { id: crypto.randomUUID(), reg_number: 'PAT-00000009', first_name: 'Ann', last_name: 'Lee' };
    await rows('UPDATE invoice SET issued_to = ? WHERE id = ?', JSON.stringify({ ...named, middle_name: 'B' }), id);
    expect((await ok('GET', `/invoice/${id}/credit-note/${body.id}?view=full`)).patient).toEqual(named);
  });

  it('of an invoice: its payments and credit notes, and the tax id of the clinic', async () => {
    const { id } = await german();
    await pay(id, 100);
    const { items: _, discount_percent: __, invoice: ___, ...note } = (await credit(id, 10)).body;
    const { body, cost } = await call('GET', `/invoice/${id}?view=full`, { env });
    expect(body).toMatchObject({
      credit_notes: [note],
      credited_amount: 10,
      tax_id: env.TAX_ID,
      status: 'PARTIALY_PAID',
    });
    expect([body.payments.length, cost.trips]).toEqual([1, 1]);
    expect((await ok('GET', `/invoice/${id}?view=full`)).tax_id).toBeUndefined();
  });
});
