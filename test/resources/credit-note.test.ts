import { describe, expect, it } from 'vitest';
import { type Body, call, nextPage, ok, pages, refusal } from '../support/client';
import { credit } from '../support/credit-notes';
import { make } from '../support/factories';
import { input, type Overrides } from '../support/input';
import { putInvoice, unchanged } from '../support/invoices';
import { moneyOf, owed, pay } from '../support/payments';
import { count, row, rows, trail } from '../support/rows';
import { actorOf } from '../support/users';

const reason = input.creditNote().reason;

describe('A credit note', () => {
  it('has a number, names its invoice, lowers what is due, and is read at its Location', async () => {
    const { id, reg_number } = await owed();
    const last = Number(await count('credit_note'));
    const { status, body, headers } = await credit(id, 30.5, { as: 'billing' });
    const { id: note, created_at, ...answer } = body;
    expect([status, answer]).toEqual([
      201,
      {
        ...{ reg_number: `CRN-${String(last + 1).padStart(8, '0')}`, invoice_id: id, amount: 30.5, reason },
        ...{ items: [], discount_percent: 0 },
        invoice: {
          ...{ id, reg_number, status: 'ISSUED' },
          ...{ total_amount: 100, paid_amount: 0, remaining_amount: 69.5, credited_amount: 30.5 },
        },
      },
    ]);
    expect(Date.now() - Date.parse(created_at)).toBeLessThan(60_000);
    const path = `/invoice/${id}/credit-note/${note}`;
    expect(headers.get('location')).toBe(`http://localhost${path}`);
    expect(await ok('GET', path)).toEqual(body);
    expect(await ok('GET', `/invoice/${id}`)).toMatchObject({ total_amount: 100, credited_amount: 30.5 });
    expect((await row('SELECT created_by FROM credit_note WHERE id = ?', note))?.created_by).toBe(
      actorOf('billing').id,
    );
  });

  it('moves the status as payments do, and leaves a credit, which is refunded', async () => {
    const { id } = await owed();
    const steps: ['credit' | 'pay', amount: number, status: string, remaining: number][] = [
      ['credit', 10, 'ISSUED', 90],
      ['pay', 40, 'PARTIALY_PAID', 50],
      ['credit', 49.99, 'PARTIALY_PAID', 0.01],
      ['credit', 0.01, 'PAID', 0],
      ['credit', 40, 'PAID', -40],
      ['pay', -39, 'PAID', -1],
      ['pay', -1, 'PAID', 0],
    ];
    for (const [what, amount, status, remaining_amount] of steps) {
      const { body } = await (what === 'pay' ? pay(id, amount) : credit(id, amount));
      expect(body.invoice).toMatchObject({ status, remaining_amount });
      expect(await moneyOf(id)).toMatchObject({ status, remaining_amount, total_amount: 100 });
    }
  });

  it('whose refund is taken back leaves the rest to be paid', async () => {
    const { id } = await owed();
    await pay(id, 100);
    await credit(id, 30);
    expect((await pay(id, -100)).body.invoice).toMatchObject({ status: 'ISSUED', remaining_amount: 70 });
    expect((await pay(id, 70)).body.invoice).toMatchObject({ status: 'PAID', remaining_amount: 0 });
  });

  it('of lines is computed as an invoice is, with its discount', async () => {
    const lines = [
      { name: 'Visit', quantity: 3, unit_price: 10.05, discount_percent: 10 },
      { name: 'Dressing', unit_price: 5 },
    ];
    const { id } = await owed({ items: lines, discount_percent: 5 });
    const { status, body } = await credit(id, { items: [{ ...lines[0], quantity: 1 }] });
    // 10.05 less 10 % is 9.04 (1.005 is rounded up to 1.01), less 5 % (0.45) is 8.59.
    expect([status, body.amount, body.discount_percent]).toEqual([201, 8.59, 5]);
    expect(body.items).toEqual([
      {
        ...{ catalog_id: null, code: null, name: 'Visit', quantity: 1, unit_price: 10.05 },
        ...{ discount_percent: 10, discount_amount: 0, net_amount: 9.04 },
      },
    ]);
    expect(await ok('GET', `/invoice/${id}/credit-note/${body.id}`)).toEqual(body);
  });

  it('of a catalog line is of the price on the invoice, not of the one that the catalog has by now', async () => {
    const item = await make.catalogItem({ default_price: 45 });
    const { id } = await owed({ items: [{ catalog_id: item.id, quantity: 2 }] });
    await ok('PATCH', `/catalog/${item.id}`, { json: { default_price: 99 } });
    const one = await credit(id, { items: [{ catalog_id: item.id, quantity: 1 }] });
    expect([one.status, one.body.amount]).toEqual([201, 45]);
    await ok('DELETE', `/catalog/${item.id}`);
    const whole = await credit(id, { items: [{ catalog_id: item.id }] });
    expect([whole.status, whole.body.code], 'both of them').toEqual([400, 'amount']);
    const other = await make.catalogItem();
    const missing = await credit(id, { items: [{ catalog_id: other.id }] });
    expect([missing.status, missing.body.code]).toEqual([404, 'reference_not_found']);
  });

  it('is a new version of the invoice, and both are audited', async () => {
    const { id } = await owed();
    const { body } = await credit(id, 40);
    await credit(id, 60);
    expect(await trail(body.id)).toEqual(['create 1']);
    expect(await trail(id)).toEqual(['create 1', 'update 2 credited_amount', 'update 3 status,credited_amount']);
    expect((await call('GET', `/invoice/${id}`)).headers.get('etag')).toBe('"3"');
    expect(await rows('SELECT entity FROM audit WHERE entity_id = ?', body.id)).toEqual([{ entity: 'credit_note' }]);
  });

  it('stays counted when the invoice is changed', async () => {
    const { id } = await owed();
    await credit(id, 40);
    const read = await ok('GET', `/invoice/${id}`);
    const put = await putInvoice(id, { ...unchanged(read), tags: ['late'], status: 'PAID', paid_amount: 60 });
    expect([put.status, put.body]).toMatchObject([200, { credited_amount: 40, remaining_amount: 0 }]);
    expect(await moneyOf(id)).toMatchObject({ status: 'PAID', remaining_amount: 0 });
  });

  it('can be neither changed, nor replaced, nor removed', async () => {
    const { body } = await credit((await owed()).id, 1);
    const stored = await rows<{ name: string }>("SELECT name FROM pragma_table_info('credit_note')");
    const columns = stored.map(({ name }) => name).join();
    for (const statement of [
      'UPDATE credit_note SET amount = 2 WHERE id = ?',
      'DELETE FROM credit_note WHERE id = ?',
      `INSERT OR REPLACE INTO credit_note (${columns}) SELECT ${columns} FROM credit_note WHERE id = ?`,
    ]) {
      await expect(rows(statement, body.id), statement).rejects.toThrow('credit_note is append-only');
    }
  });
});

describe('A credit note is refused', () => {
  const refused = async (id: string, given: Overrides | number) => {
    const before = [await ok('GET', `/invoice/${id}`), await count('credit_note'), await count('audit')];
    const { status, body } = await credit(id, given);
    expect([await ok('GET', `/invoice/${id}`), await count('credit_note'), await count('audit')]).toEqual(before);
    return [status, body];
  };

  it.each(['DRAFT', 'VOID', 'WRITTEN_OFF'])('on an invoice that is %s', async (status) => {
    const { id } = await owed({ status });
    expect(await refused(id, 1)).toEqual([
      400,
      refusal('not_editable', `An invoice that is ${status} has no credit notes`),
    ]);
  });

  it('above what is not credited yet, whatever is paid', async () => {
    const { id } = await owed();
    await credit(id, 60);
    const tooMuch = [400, refusal('amount', 'Credit notes must not exceed total_amount: 40 is left')];
    expect(await refused(id, 40.01)).toEqual(tooMuch);
    expect(await refused(id, { items: [{ name: 'Visit', unit_price: 40.01 }] })).toEqual(tooMuch);
    await pay(id, 500);
    expect(await refused(id, 40.01)).toEqual(tooMuch);
    expect((await credit(id, 40)).status).toBe(201);
  });

  it('of a line by a cent, where discounts are rounded, and says what can be credited instead', async () => {
    const line = { name: 'Visit', unit_price: 10.04 };
    const { id, total_amount } = await owed({ items: [line, line], discount_percent: 10 });
    expect(total_amount).toBe(18.07);
    expect((await credit(id, { items: [line] })).body.amount).toBe(9.04);
    const tooMuch = refusal('amount', 'Credit notes must not exceed total_amount: 9.03 is left');
    expect(await refused(id, { items: [line] })).toEqual([400, tooMuch]);
    expect((await credit(id, 9.03)).body.invoice).toMatchObject({ status: 'PAID', remaining_amount: 0 });
  });

  it('of nothing, of both items and amount, and of neither', async () => {
    const { id } = await owed();
    const line = { name: 'Visit', unit_price: 1 };
    expect(await refused(id, { items: [{ ...line, unit_price: 0 }] })).toEqual([
      400,
      refusal('amount', 'A credit note must not be of nothing'),
    ]);
    for (const given of [{ items: [line], amount: 1 }, {}, { items: [] }, { items: null, amount: null }])
      expect(await refused(id, given)).toEqual([400, refusal('inconsistent', 'Either items or amount is needed')]);
    for (const wrong of [{ amount: 0 }, { amount: -1 }, { amount: 1, reason: '' }, { amount: 1, reason: null }])
      expect((await credit(id, wrong)).status, JSON.stringify(wrong)).toBe(422);
  });

  it('if there is no such invoice, or note of it', async () => {
    const id = crypto.randomUUID();
    expect((await credit(id, 1)).status).toBe(404);
    expect((await call('GET', `/invoice/${id}/credit-note`)).status).toBe(404);
    const [one, other] = [await owed(), await owed()];
    const { body } = await credit(one.id, 1);
    expect((await call('GET', `/invoice/${other.id}/credit-note/${body.id}`)).status).toBe(404);
  });

  it('to who may only read', async () => {
    expect((await credit((await owed()).id, 1, { as: 'doctor' })).status).toBe(403);
  });
});

describe('At once,', () => {
  it('50 credit notes have numbers without a gap, and no more than the total is credited', async () => {
    const { id } = await owed({ items: [{ name: 'Surgery', unit_price: 20 }] });
    const before = Number(await count('credit_note'));
    const answers = await Promise.all(Array.from({ length: 50 }, () => credit(id, 1)));
    for (const { status } of answers) expect([201, 400, 409]).toContain(status);
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(10);
    expect(made.length).toBeLessThanOrEqual(20);
    const numbers = made.map(({ body }) => Number(body.reg_number.slice(4))).sort((a, b) => a - b);
    expect(numbers).toEqual(made.map((_, i) => before + 1 + i));
    expect(await moneyOf(id)).toMatchObject({ remaining_amount: 20 - made.length });
    expect(await trail(id)).toHaveLength(made.length + 1);
  });

  it('50 on invoices of their own are all made, without a gap', async () => {
    const before = Number(await count('credit_note'));
    const ids = await Promise.all(Array.from({ length: 50 }, async () => (await owed()).id));
    const answers = await Promise.all(ids.map((id) => credit(id, 1)));
    expect(answers.map(({ status }) => status)).toEqual(new Array(50).fill(201));
    const numbers = answers.map(({ body }) => Number(body.reg_number.slice(4))).sort((a, b) => a - b);
    expect(numbers).toEqual(answers.map((_, i) => before + 1 + i));
  });

  it('a bill that becomes WRITTEN_OFF has no credit notes from then on', async () => {
    const bills = await Promise.all(Array.from({ length: 30 }, () => owed()));
    const end = (id: string, patient_id: string) =>
      call('PUT', `/invoice/${id}`, { json: { patient_id, status: 'WRITTEN_OFF' } });
    await Promise.all(bills.flatMap(({ id, patient_id }) => [end(id, patient_id), credit(id, 1)]));
    for (const { id } of bills) {
      const written = await trail(id);
      expect(written.at(-1), written.join()).toMatch(/^update \d+ status$/);
      expect(await moneyOf(id)).toMatchObject({ status: 'WRITTEN_OFF' });
    }
  });

  it('payments, refunds and credit notes add up', async () => {
    const { id } = await owed({ items: [{ name: 'Surgery', unit_price: 1000 }] });
    await pay(id, 100);
    const answers = await Promise.all(
      Array.from({ length: 45 }, (_, i) => (i % 9 === 0 ? credit(id, 3) : pay(id, i % 3 === 0 ? -2 : 5))),
    );
    for (const [i, { status }] of answers.entries()) expect(i % 9 === 0 ? [201, 409] : [201]).toContain(status);
    await moneyOf(id);
  });
});

describe('The credit notes of an invoice', () => {
  it('are listed in the order in which they were made, in pages, without their lines', async () => {
    const { id } = await owed();
    const other = await owed();
    expect(await ok('GET', `/invoice/${id}/credit-note`)).toEqual([]);
    const made: Body[] = [];
    for (const given of [5, { items: [{ name: 'Visit', unit_price: 6 }] }, 7]) {
      const { items: _, discount_percent: __, invoice: ___, ...note } = (await credit(id, given)).body;
      made.push(note);
      await credit(other.id, 1);
    }
    expect(await ok('GET', `/invoice/${id}/credit-note`)).toEqual(made);
    expect(await pages(`/invoice/${id}/credit-note?limit=2`)).toEqual([made.slice(0, 2), made.slice(2)]);
    expect(nextPage(await call('GET', `/invoice/${id}/credit-note?limit=3`))).toBeUndefined();
    expect((await ok('GET', `/invoice/${id}?view=full`)).credit_notes).toEqual(made);
  });

  it('are left out of an invoice that has none', async () => {
    const { id } = await owed();
    const full = await ok('GET', `/invoice/${id}?view=full`);
    expect([full.credit_notes, full.credited_amount]).toEqual([undefined, undefined]);
  });
});

describe('A credit note with an Idempotency-Key', () => {
  it('that is sent again is the same one, even if it would be refused by now', async () => {
    const { id } = await owed();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => credit(id, 60, { headers })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await moneyOf(id)).toMatchObject({ remaining_amount: 40 });
    await credit(id, 40);
    const again = await credit(id, 60, { headers });
    expect([again.status, again.body.id]).toEqual([201, answers[0]?.body.id]);
    expect(again.body.invoice).toMatchObject({ status: 'PAID', credited_amount: 100 });
  });
});
