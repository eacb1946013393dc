import { describe, expect, it } from 'vitest';
import { call, ok, refusal } from '../support/client';
import { make } from '../support/factories';
import { databaseWith } from '../support/fakes';
import { makePng } from '../support/files';
import { unique } from '../support/input';
import { postInvoice, putInvoice, unchanged } from '../support/invoices';

const unknown = '00000000-0000-4000-8000-00000000ffff';

describe('What an invoice refers to', () => {
  const missing = (what: string) => refusal('reference_not_found', `${what} not found: ${unknown}`);

  it('must exist, which is checked before any rule', async () => {
    const { id: patient_id } = await make.patient();
    const items = [{ name: 'x', unit_price: 1, discount_amount: 2 }];
    const named = [{ catalog_id: unknown }];
    const { id } = await make.invoice({ patient_id });
    for (const send of [postInvoice, (json: object) => putInvoice(id, json)]) {
      const patient = await send({ patient_id: unknown, items });
      expect([patient.status, patient.body]).toEqual([404, missing('Patient')]);
      expect((await send({ patient_id: unknown })).body).toEqual(missing('Patient'));
      const appointment = await send({ patient_id, appointment_id: unknown, items });
      expect([appointment.status, appointment.body]).toEqual([404, missing('Appointment')]);
      expect((await send({ patient_id, appointment_id: unknown })).body).toEqual(missing('Appointment'));
      const catalog = await send({ patient_id, items: [...items, ...named] });
      expect([catalog.status, catalog.body]).toEqual([404, missing('Catalog item')]);
      expect((await send({ patient_id: unknown, items: named })).body).toEqual(missing('Patient'));
    }
  });

  it('is looked up once, with what else must hold of it', async () => {
    const { id: appointment_id, patient_id } = await make.appointment();
    const read: number[] = [];
    for (let n = 0; n < 10; n++) read.push((await postInvoice({ patient_id, appointment_id })).cost.rows_read);
    // Of the first rows of a table some are not read.
    expect(Math.max(...read)).toBeLessThanOrEqual(12);
  });

  it('must not be a deleted patient, whose existing invoices remain', async () => {
    const { id: patient_id } = await make.patient();
    const invoice = await make.invoice({ patient_id, status: 'ISSUED' });
    const draft = await make.invoice();
    await ok('DELETE', `/patient/${patient_id}`);
    expect((await postInvoice({ patient_id })).body).toEqual(
      refusal('reference_not_found', `Patient not found: ${patient_id}`),
    );
    expect((await putInvoice(draft.id, { patient_id })).status).toBe(404);
    expect(await ok('GET', `/invoice/${invoice.id}`)).toEqual(invoice);
    const settled = await putInvoice(invoice.id, { ...unchanged(invoice), status: 'PAID', paid_amount: 100 });
    expect([settled.status, settled.body.status]).toEqual([200, 'PAID']);
  });

  it('must be an appointment of the same patient', async () => {
    const { id: appointment_id } = await make.appointment();
    const invoice = await make.invoice();
    for (const answer of [
      await postInvoice({ patient_id: invoice.patient_id, appointment_id }),
      await putInvoice(invoice.id, { patient_id: invoice.patient_id, appointment_id }),
    ]) {
      expect([answer.status, answer.body]).toEqual([
        400,
        refusal('inconsistent', 'The appointment belongs to another patient'),
      ]);
    }
  });

  it('is a condition of the insert, which says what is missing in the same trip', async () => {
    const { id: appointment_id, patient_id } = await make.appointment();
    const made = await postInvoice({ patient_id, appointment_id });
    expect([made.status, made.cost]).toEqual([201, expect.objectContaining({ trips: 1, statements: 3 })]);
    const refused = await postInvoice({ patient_id: unknown });
    expect([refused.status, refused.cost]).toEqual([
      404,
      expect.objectContaining({ trips: 1, statements: 3, rows_written: 0 }),
    ]);
  });

  it('is in conflict where an appointment is given to the patient right after the insert was refused', async () => {
    const { id: appointment_id } = await make.appointment();
    const { id: patient_id } = await make.patient();
    const DB = databaseWith((session) => ({
      batch: async (statements: D1PreparedStatement[]) => {
        const results = await session.batch(statements);
        await ok('PATCH', `/calendar/appointments/${appointment_id}`, { json: { patient_id } });
        return results;
      },
    }));
    const json = { patient_id, appointment_id };
    const refused = await call('POST', '/invoice/', { json, env: { DB } });
    expect([refused.status, refused.body]).toEqual([
      409,
      refusal('conflict', 'The appointment has changed meanwhile: try again'),
    ]);
    expect((await postInvoice(json)).status).toBe(201);
  });

  it('stays its patient once the invoice has files, which are the patient’s', async () => {
    const [invoice, other] = [await make.invoice({ status: 'DRAFT' }), await make.patient()];
    const file = await makePng(invoice.id);
    const answer = await putInvoice(invoice.id, { patient_id: other.id });
    expect([answer.status, answer.body]).toEqual([
      400,
      refusal('in_use', 'An invoice that has files stays with its patient'),
    ]);
    expect((await putInvoice(invoice.id, { patient_id: invoice.patient_id })).status).toBe(200);
    await ok('DELETE', `/static/delete_file/${file.id}`);
    expect((await putInvoice(invoice.id, { patient_id: other.id })).status).toBe(200);
  });
});

describe('An invoice line with a catalog item', () => {
  const priced = { code: 'X-1', name: 'X-ray', default_price: 80, discount_percent: 10, discount_amount: 2 };

  it('takes from the item what it leaves out', async () => {
    const item = await make.catalogItem({ ...priced, code: unique('X') });
    const { id: patient_id } = await make.patient();
    const catalog_id = item.id;
    const { status, body, cost } = await postInvoice({
      patient_id,
      items: [
        { catalog_id },
        {
          catalog_id: catalog_id.toUpperCase(),
          quantity: 3,
          code: 'OWN',
          name: 'Own',
          unit_price: 5,
          discount_percent: 0,
          discount_amount: 0,
        },
        {
          catalog_id,
          code: null,
          name: null,
          quantity: null,
          unit_price: null,
          discount_percent: null,
          discount_amount: null,
        },
      ],
    });
    expect([status, cost.trips]).toEqual([201, 2]);
    const line = {
      catalog_id,
      code: item.code,
      name: 'X-ray',
      quantity: 1,
      unit_price: 80,
      discount_percent: 10,
      discount_amount: 2,
      net_amount: 70,
    };
    const own = {
      ...line,
      quantity: 3,
      code: 'OWN',
      name: 'Own',
      unit_price: 5,
      discount_percent: 0,
      discount_amount: 0,
    };
    expect(body.items).toEqual([line, { ...own, net_amount: 15 }, line]);
    expect(body.total_amount).toBe(155);
  });

  it('gets the new price when a draft is replaced, but not on an issued invoice', async () => {
    const item = await make.catalogItem({ ...priced, code: unique('X') });
    const json = { patient_id: (await make.patient()).id, items: [{ catalog_id: item.id, quantity: 2 }] };
    const [draft, issued] = [await make.invoice(json), await make.invoice({ ...json, status: 'ISSUED' })];
    await ok('PUT', `/catalog/${item.id}`, { json: { ...item, default_price: 200, name: 'MRI' } });
    expect(await ok('GET', `/invoice/${draft.id}`)).toEqual(draft);
    expect((await putInvoice(draft.id, json)).body.items[0]).toMatchObject({
      name: 'MRI',
      unit_price: 200,
      net_amount: 358,
    });
    const again = await putInvoice(issued.id, { ...json, status: 'ISSUED', tags: ['again'] });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ items: issued.items, total_amount: 142, tags: ['again'] });
  });
});
