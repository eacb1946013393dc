import { describe, expect, it } from 'vitest';
import { type Body, call, ok, type Result, refusal } from '../support/client';
import { make } from '../support/factories';
import { unique } from '../support/input';
import { postInvoice, putInvoice, unchanged } from '../support/invoices';
import { rows } from '../support/rows';

const unknown = '00000000-0000-4000-8000-00000000ffff';
const isoTime = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('An invoice', () => {
  it('is updated, and loses what is null or an empty list', async () => {
    const { id: appointment_id, patient_id } = await make.appointment();
    const invoice = await make.invoice({ appointment_id, patient_id, tags: ['a'], paid_amount: 1 });
    const other = await make.patient();
    const empty = { appointment_id: null, due_date: null, paid_amount: null, items: [], tags: null };
    const { status, headers, body, cost } = await putInvoice(invoice.id, { patient_id: other.id, ...empty });
    expect([status, headers.get('etag'), cost.trips]).toEqual([200, '"2"', 2]);
    expect(body).toEqual({
      ...invoice,
      ...empty,
      patient_id: other.id,
      paid_amount: 0,
      tags: [],
      subtotal: 0,
      total_amount: 0,
      remaining_amount: 0,
      updated_at: isoTime,
    });
    expect(await ok('GET', `/invoice/${invoice.id}`)).toEqual(body);
  });

  it('is replaced with the current If-Match and refused with an old one, before any rule', async () => {
    const invoice = await make.invoice({ status: 'VOID' });
    expect((await putInvoice(invoice.id, unchanged(invoice), { 'if-match': '"1"' })).status).toBe(200);
    const { status, body } = await putInvoice(invoice.id, { patient_id: invoice.patient_id }, { 'if-match': '"7"' });
    expect([status, body]).toEqual([412, refusal('outdated', 'Invoice was changed by someone else since it was read')]);
  });

  it('may have its own number among its words', async () => {
    // A number that no patient has: an invoice is also found by the number of its patient.
    await rows("UPDATE sqlite_sequence SET seq = 9000 WHERE name = 'invoice'");
    const invoice = await make.invoice();
    const number = invoice.reg_number.slice(4);
    const items = [
      { name: `Re ${invoice.reg_number}`, code: number, unit_price: 1 },
      { name: 'Other', code: invoice.reg_number, unit_price: 1 },
    ];
    const found = async (search: string) =>
      (await ok('GET', `/invoice/?search=${search}`)).data.map(({ id }: Body) => id);
    for (const lines of [items, [], items.slice(1), items]) {
      expect((await putInvoice(invoice.id, { ...unchanged(invoice), items: lines })).status).toBe(200);
      for (const search of [number, invoice.reg_number, `inv${number}`])
        expect(await found(search)).toEqual([invoice.id]);
    }
  });

  it('has an audit trail that names the changed fields', async () => {
    const invoice = await make.invoice({ discount_percent: 10 });
    await putInvoice(invoice.id, { ...unchanged(invoice), status: 'ISSUED', due_date: null, paid_amount: 5 });
    const audit = await rows<{ action: string; version: number; changed: string; actor: string }>(
      'SELECT action, version, changed, actor FROM audit WHERE entity_id = ? ORDER BY seq',
      invoice.id,
    );
    expect(audit.map((row) => ({ ...row, changed: JSON.parse(row.changed).sort() }))).toEqual([
      { action: 'create', version: 1, changed: [], actor: expect.any(String) },
      { action: 'update', version: 2, changed: ['due_date', 'paid_amount', 'status'], actor: expect.any(String) },
    ]);
  });
});

describe('At the same time', () => {
  it('new invoices get numbers without gap or duplicate, even if some of them fail', async () => {
    const { id: patient_id } = await make.patient();
    const { id: catalog_id } = await make.catalogItem();
    const first = await make.invoice({ patient_id });
    const key = { 'idempotency-key': unique('key') };
    const kinds = [
      () => postInvoice({ patient_id, tags: ['burst'] }),
      () => postInvoice({ patient_id: unknown }),
      () => postInvoice({ patient_id, items: [{ catalog_id }] }),
      () => postInvoice({ patient_id, items: [{ name: 'x', unit_price: 1, discount_amount: 2 }] }),
      () => postInvoice({ patient_id, appointment_id: unknown }),
      () => postInvoice({ patient_id, tags: ['once'] }, key),
    ];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => kinds[i % kinds.length]?.() as Promise<Result>),
    );
    const created = answers.filter(({ status }) => status === 201).map(({ body }) => body.reg_number);
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, i) => [201, 404, 201, 400, 404, 201][i % 6]));
    const numbers = [...new Set(created)].map((number) => Number(number.slice(4))).sort((a, b) => a - b);
    const start = Number(first.reg_number.slice(4)) + 1;
    expect(numbers).toEqual(Array.from({ length: 9 + 8 + 1 }, (_, i) => start + i));
    const { reg_number } = await make.invoice({ patient_id });
    expect(Number(reg_number.slice(4))).toBe(start + numbers.length);
  });

  it('two replacements of an invoice both succeed, and the last one stays', async () => {
    const invoice = await make.invoice();
    const answers = await Promise.all(
      ['a', 'b'].map((tag) => putInvoice(invoice.id, { ...unchanged(invoice), tags: [tag] })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ headers }) => headers.get('etag')).sort()).toEqual(['"2"', '"3"']);
    const last = answers.find(({ headers }) => headers.get('etag') === '"3"') as Result;
    expect(await ok('GET', `/invoice/${invoice.id}`)).toEqual(last.body);
  });

  it('one of PAID and WRITTEN_OFF is refused, as the rules apply to what the other one wrote', async () => {
    for (let i = 0; i < 5; i++) {
      const invoice = await make.invoice({ status: 'ISSUED' });
      const change = (fields: object) => putInvoice(invoice.id, { ...unchanged(invoice), ...fields });
      const answers = await Promise.all([
        change({ status: 'PAID', paid_amount: 100 }),
        change({ status: 'WRITTEN_OFF' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  it('an invoice does not go to a patient who is being deleted', async () => {
    for (let i = 0; i < 5; i++) {
      const [invoice, { id }] = [await make.invoice(), await make.patient()];
      const [moved] = await Promise.all([putInvoice(invoice.id, { patient_id: id }), ok('DELETE', `/patient/${id}`)]);
      const audit = await rows<{ entity: string; action: string }>(
        'SELECT entity, action FROM audit WHERE entity_id IN (?, ?) ORDER BY seq DESC',
        invoice.id,
        id,
      );
      expect([200, 404]).toContain(moved.status);
      // If the deletion came first, the invoice was not changed: either way the deletion is the last entry.
      expect(audit[0]).toEqual({ entity: 'patient', action: 'delete' });
      expect(audit.filter(({ entity }) => entity === 'invoice')).toHaveLength(moved.status === 200 ? 2 : 1);
    }
  });

  it('twelve replacements succeed one after the other or are refused with 409', async () => {
    const invoice = await make.invoice();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => putInvoice(invoice.id, { ...unchanged(invoice), tags: [`t${i}`] })),
    );
    const done = answers.filter(({ status }) => status === 200);
    for (const { status, body } of answers) {
      if (status !== 200) expect([status, typeof body.detail]).toEqual([409, 'string']);
    }
    const { headers, body } = await call('GET', `/invoice/${invoice.id}`);
    expect(headers.get('etag')).toBe(`"${1 + done.length}"`);
    expect(done.map((answer) => answer.body.tags)).toContainEqual(body.tags);
    for (const { tags } of done.map((answer) => answer.body)) {
      const { total } = await ok('GET', `/invoice/?tags=${tags[0]}`);
      expect(total).toBe(Number(tags[0] === body.tags[0]));
    }
  });
});
