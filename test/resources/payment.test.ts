import { describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../src/rules/clock';
import { isoTime } from '../../src/rules/datetime';
import { type Body, call, faults, nextPage, ok, pages } from '../support/client';
import { make } from '../support/factories';
import { input } from '../support/input';
import { moneyOf, owed, pay } from '../support/payments';
import { count, row, rows, trail } from '../support/rows';
import { actorOf } from '../support/users';

describe('A payment', () => {
  it('is answered with what it makes of its invoice, and is read at its Location', async () => {
    const { id, reg_number } = await owed();
    const { status, body, headers } = await pay(id, 40.5);
    const { id: payment, receipt_number, created_at, ...answer } = body;
    expect([status, answer]).toEqual([
      201,
      {
        ...{ invoice_id: id, amount: 40.5, method: 'cash', reference: 'R-1', paid_at: '2026-11-01T10:15:00' },
        note: 'Paid by the daughter',
        payer: { name: 'Folksam', kind: 'insurance', member_number: '4711', tax_id: 'SE502006161901' },
        invoice: {
          ...{ id, reg_number, status: 'PARTIALY_PAID' },
          ...{ total_amount: 100, paid_amount: 40.5, remaining_amount: 59.5 },
        },
      },
    ]);
    expect(receipt_number).toMatch(/^RCP-\d{8}$/);
    expect(Date.now() - Date.parse(created_at)).toBeLessThan(60_000);
    const path = `/invoice/${id}/payments/${payment}`;
    expect(headers.get('location')).toBe(`http://localhost${path}`);
    expect(await ok('GET', path)).toEqual(body);
    await pay(id, 59.5);
    expect((await ok('GET', path)).invoice).toMatchObject({ status: 'PAID', remaining_amount: 0 });
  });

  it('is of now, without reference and note, if nothing is said of them', async () => {
    const { id } = await owed();
    const { body } = await call('POST', `/invoice/${id}/payments`, { json: { amount: 1, method: 'card' } });
    expect(body).toMatchObject({ reference: null, note: null, paid_at: body.created_at });
    expect(body).not.toHaveProperty('payer');
  });

  it('may be of the next day, by a clock that is ahead', async () => {
    const { id } = await owed();
    const paid_at = isoTime(Date.now() + DAY - MINUTE);
    expect((await pay(id, 1, { more: { paid_at } })).body.paid_at).toBe(paid_at);
  });

  it('moves the status to PAID and back, and leaves a credit where it is too high', async () => {
    const { id } = await owed();
    const steps: [amount: number, status: string, paid: number][] = [
      [0.01, 'PARTIALY_PAID', 0.01],
      [99.98, 'PARTIALY_PAID', 99.99],
      [0.01, 'PAID', 100],
      [20, 'PAID', 120],
      [-20, 'PAID', 100],
      [-0.01, 'PARTIALY_PAID', 99.99],
      [-99.99, 'ISSUED', 0],
    ];
    for (const [amount, status, paid_amount] of steps) {
      expect((await pay(id, amount)).status).toBe(201);
      expect(await moneyOf(id)).toEqual({
        status,
        total_amount: 100,
        paid_amount,
        remaining_amount: (10_000 - paid_amount * 100) / 100,
      });
    }
    expect((await ok('GET', '/invoice/?status=ISSUED&limit=0')).total).toBe(
      await count(`invoice WHERE status = 'ISSUED'`),
    );
  });

  it('on an invoice of nothing is a credit, and once it is refunded the invoice is ISSUED again', async () => {
    const { id } = await owed({ items: [] });
    expect((await pay(id, 5)).body.invoice).toMatchObject({ status: 'PAID', remaining_amount: -5 });
    expect((await pay(id, -5)).body.invoice).toMatchObject({ status: 'ISSUED', remaining_amount: 0 });
  });

  it('makes a new version of the invoice and is in the audit trail, as the invoice is', async () => {
    const { id } = await owed();
    const actor = actorOf('billing').id;
    const { body } = await pay(id, 40, { as: 'billing' });
    await pay(id, 10, { as: 'billing' });
    expect(await trail(id)).toEqual(['create 1', 'update 2 status,paid_amount', 'update 3 paid_amount']);
    expect(await trail(body.id)).toEqual(['create 1']);
    expect((await call('GET', `/invoice/${id}`)).headers.get('etag')).toBe('"3"');
    const ofPayment = await rows(
      'SELECT actor, entity, request_id IS NOT NULL AS named FROM audit WHERE entity_id = ?',
      body.id,
    );
    expect(ofPayment).toEqual([{ actor, entity: 'payment', named: 1 }]);
    expect(await row('SELECT created_by FROM payment WHERE id = ?', body.id)).toEqual({ created_by: actor });
    expect(await row('SELECT updated_by FROM invoice WHERE id = ?', id)).toEqual({ updated_by: actor });
  });

  it('settles the invoice of a deleted patient', async () => {
    const { id, patient_id } = await owed();
    await ok('DELETE', `/patient/${patient_id}`);
    expect((await pay(id, 100)).body.invoice.status).toBe('PAID');
  });

  it('costs as much on an invoice with many payments as on one with few', async () => {
    const { id } = await owed({ items: [{ name: 'Surgery', unit_price: 10_000 }] });
    await pay(id, 1);
    const { cost } = await pay(id, 1);
    for (let n = 0; n < 30; n++) await pay(id, 1);
    expect((await pay(id, 1)).cost).toEqual(cost);
    expect(cost.trips).toBe(1);
  });
});

describe('A payment is refused', () => {
  const refused = async (id: string, amount: number) => {
    const before = [await ok('GET', `/invoice/${id}`), await count('payment'), await count('audit')];
    const { status, body } = await pay(id, amount);
    expect([await ok('GET', `/invoice/${id}`), await count('payment'), await count('audit')]).toEqual(before);
    return [status, body.detail];
  };

  it('on an invoice that is VOID', async () => {
    const { id } = await make.invoice({ status: 'VOID' });
    expect(await refused(id, 10)).toEqual([400, 'An invoice that is VOID takes no payments, only refunds']);
    expect(await refused(id, -10)).toEqual([400, 'A refund must not exceed paid_amount']);
  });

  it('if it refunds more than was paid', async () => {
    const { id } = await owed({ paid_amount: 50 });
    expect(await refused(id, -50.01)).toEqual([400, 'A refund must not exceed paid_amount']);
    expect(await refused((await owed()).id, -0.01)).toEqual([400, 'A refund must not exceed paid_amount']);
    expect((await pay(id, -50)).status).toBe(201);
  });

  it('if together with others it is more than an amount may be', async () => {
    const { id } = await owed();
    const most = 100_000_000_000;
    expect((await pay(id, most)).body.invoice).toMatchObject({ status: 'PAID', remaining_amount: 100 - most });
    expect(await refused(id, 0.01)).toEqual([400, 'paid_amount would be too large']);
    const patient_id = (await ok('GET', `/invoice/${id}`)).patient_id;
    await ok('PUT', `/invoice/${id}`, { json: { patient_id, paid_amount: most } });
    expect((await moneyOf(id)).paid_amount).toBe(most);
  });

  it('if there is no such invoice', async () => {
    const id = crypto.randomUUID();
    const { status, body } = await pay(id, 10);
    expect([status, body.detail]).toEqual([404, `Invoice not found: ${id}`]);
    expect((await call('GET', `/invoice/${id}/payments`)).status).toBe(404);
    expect((await call('GET', `/invoice/${id}/payments/${id}`)).status).toBe(404);
  });

  it.each([
    [{ amount: 0 }, 'amount', 'value_error'],
    [{ amount: 0.000000001 }, 'amount', 'value_error'],
    [{ amount: 1.005 }, 'amount', 'value_error'],
    [{ amount: '10' }, 'amount', 'float_type'],
    [{ amount: null }, 'amount', 'float_type'],
    [{ amount: 100_000_000_000.01 }, 'amount', 'less_than_equal'],
    [{ amount: -100_000_000_000.01 }, 'amount', 'greater_than_equal'],
    [{ method: 'adjustment' }, 'method', 'value_error'],
    [{ method: ' Adjustment ' }, 'method', 'value_error'],
    [{ method: 'adjust\u00ADment\u200B' }, 'method', 'value_error'],
    [{ method: '\u2060adjustment\uFE0F' }, 'method', 'value_error'],
    [{ method: 'ＡＤＪＵＳＴＭＥＮＴ' }, 'method', 'value_error'],
    [{ method: '\u2800adjustment\u{1d159}' }, 'method', 'value_error'],
    [{ method: '' }, 'method', 'string_too_short'],
    [{ method: 'x'.repeat(51) }, 'method', 'string_too_long'],
    [{ paid_at: 'yesterday' }, 'paid_at', 'datetime_parsing'],
    [{ paid_at: isoTime(Date.now() + DAY + MINUTE) }, 'paid_at', 'value_error'],
    [{ paid_at: '2126-01-01' }, 'paid_at', 'value_error'],
    [{ payer: { kind: 'insurance' } }, 'payer.name', 'missing'],
  ])('for %j', async (wrong, field, type) => {
    const { id } = await owed();
    const answer = await call('POST', `/invoice/${id}/payments`, { json: input.payment(wrong) });
    expect([answer.status, faults(answer)]).toEqual([422, [[field, type]]]);
  });
});

describe('The payments of an invoice', () => {
  it('are listed in the order in which they were recorded, in pages', async () => {
    const { id } = await owed();
    const other = await owed();
    expect(await ok('GET', `/invoice/${id}/payments`)).toEqual([]);
    const made: Body[] = [];
    for (const [amount, paid_at] of [
      [5, '2026-01-05'],
      [-5, '2026-01-09T10:00:00+02:00'],
      [7, '2026-01-04'],
      [8, '2026-01-03'],
      [9, '2026-01-02'],
    ] as const) {
      made.push((await pay(id, amount, { more: { paid_at } })).body);
      await pay(other.id, 1);
    }
    const payments = made.map(({ invoice: _, ...payment }) => payment);
    expect(await ok('GET', `/invoice/${id}/payments`)).toEqual(payments);
    const found = await pages(`/invoice/${id}/payments?limit=2`);
    expect(found.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(found.flat()).toEqual(payments);
    expect(nextPage(await call('GET', `/invoice/${id}/payments?limit=5`))).toBeUndefined();
    expect((await call('GET', `/invoice/${id}/payments?limit=201`)).status).toBe(422);
  });

  it('are not found under another invoice', async () => {
    const [one, other] = [await owed(), await owed()];
    const { body } = await pay(one.id, 1);
    expect((await call('GET', `/invoice/${other.id}/payments/${body.id}`)).status).toBe(404);
  });

  it('can be neither changed, nor replaced, nor removed', async () => {
    const { body } = await pay((await owed()).id, 1);
    const { id } = body;
    const stored = await rows<{ name: string }>("SELECT name FROM pragma_table_info('payment')"); // without generated ones
    const columns = stored.map(({ name }) => name).join();
    for (const statement of [
      'UPDATE payment SET amount = 2 WHERE id = ?',
      'DELETE FROM payment WHERE id = ?',
      `INSERT OR REPLACE INTO payment (${columns}) SELECT ${columns} FROM payment WHERE id = ?`,
    ]) {
      await expect(rows(statement, id), statement).rejects.toThrow('payment is append-only');
    }
  });
});
