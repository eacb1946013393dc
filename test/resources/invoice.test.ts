import { describe, expect, it } from 'vitest';
import { type Body, faults, ok } from '../support/client';
import { make } from '../support/factories';
import { input } from '../support/input';
import { postInvoice } from '../support/invoices';

const unknown = '00000000-0000-4000-8000-00000000ffff';
const isoTime = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('POST /invoice/', () => {
  it('answers 201 with exactly the fields of the interface and the computed totals', async () => {
    const { id: appointment_id, patient_id } = await make.appointment();
    const json = {
      issue_date: '2026-11-20 10:00:00,5+01:00',
      due_date: '2026-12-20T10:00',
      status: 'ISSUED',
      discount_amount: 1.01,
      discount_percent: 10,
      paid_amount: 20,
      appointment_id,
      patient_id,
      items: [
        {
          code: 'CONS',
          name: 'Consultation',
          quantity: 2.5,
          unit_price: 19.99,
          discount_percent: 12.5,
          discount_amount: 0.5,
        },
        { name: 'Plaster', unit_price: 0.1 },
      ],
      tags: ['insurance', 'été', 'insurance'],
    };
    const { status, body } = await postInvoice(json);
    expect(status).toBe(201);
    // 2.5 × 19.99 = 49.975 → 49.98; 12.5 % = 6.2475 → 6.25; 43.73 − 0.50
    expect(body).toEqual({
      ...json,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      reg_number: expect.stringMatching(/^INV-\d{8}$/),
      items: [
        { catalog_id: null, ...json.items[0], net_amount: 43.23 },
        {
          catalog_id: null,
          code: null,
          name: 'Plaster',
          quantity: 1,
          unit_price: 0.1,
          discount_percent: 0,
          discount_amount: 0,
          net_amount: 0.1,
        },
      ],
      tags: ['insurance', 'été'],
      // 43.33 − 4.333 → 4.33, − 1.01
      subtotal: 43.33,
      total_amount: 37.99,
      remaining_amount: 17.99,
      created_at: isoTime,
      updated_at: isoTime,
    });
    expect(await ok('GET', `/invoice/${body.id}`)).toEqual(body);
  });

  it('needs nothing but a patient', async () => {
    const { id: patient_id } = await make.patient();
    const nulls = Object.fromEntries(Object.keys(input.invoice()).map((name) => [name, null]));
    for (const json of [{ patient_id }, { ...nulls, patient_id }]) {
      const before = new Date().toISOString();
      const { status, body } = await postInvoice(json);
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(String),
        reg_number: expect.any(String),
        issue_date: isoTime,
        due_date: null,
        status: 'DRAFT',
        discount_amount: 0,
        discount_percent: 0,
        paid_amount: 0,
        appointment_id: null,
        patient_id,
        items: [],
        subtotal: 0,
        remaining_amount: 0,
        total_amount: 0,
        tags: [],
        created_at: isoTime,
        updated_at: isoTime,
      });
      expect(body.issue_date >= before).toBe(true);
    }
  });

  it('answers 422 with all faults at once', async () => {
    expect(faults(await postInvoice({}))).toEqual([['patient_id', 'missing']]);
    const wrong = await postInvoice({
      issue_date: '2026-02-30T10:00',
      due_date: 5,
      status: 'SENT',
      discount_amount: 0.301,
      discount_percent: 101,
      paid_amount: -0.01,
      appointment_id: 'abc',
      patient_id: 'abc',
      items: [
        {},
        { name: '', quantity: 0, unit_price: '5' },
        { catalog_id: 'abc', quantity: 0.0005 },
        { name: 5, quantity: 1_000_001, discount_percent: -1, discount_amount: 1.001 },
        'line',
        { catalog_id: null, name: null, unit_price: null },
      ],
      tags: [''],
    });
    expect(wrong.status).toBe(422);
    expect(faults(wrong).sort()).toEqual(
      [
        ['issue_date', 'datetime_parsing'],
        ['due_date', 'string_type'],
        ['status', 'enum'],
        ['discount_amount', 'value_error'],
        ['discount_percent', 'less_than_equal'],
        ['paid_amount', 'greater_than_equal'],
        ['appointment_id', 'uuid_parsing'],
        ['patient_id', 'uuid_parsing'],
        ['items.0.name', 'missing'],
        ['items.0.unit_price', 'missing'],
        ['items.1.name', 'string_too_short'],
        ['items.1.quantity', 'greater_than'],
        ['items.1.unit_price', 'float_type'],
        ['items.2.catalog_id', 'uuid_parsing'],
        ['items.2.quantity', 'value_error'],
        ['items.3.name', 'string_type'],
        ['items.3.quantity', 'less_than_equal'],
        ['items.3.discount_percent', 'greater_than_equal'],
        ['items.3.discount_amount', 'value_error'],
        ['items.3.unit_price', 'missing'],
        ['items.4', 'dict_type'],
        ['items.5.name', 'missing'],
        ['items.5.unit_price', 'missing'],
        ['tags.0', 'string_too_short'],
      ].sort(),
    );
    expect(wrong.body.detail.find(({ loc }: Body) => loc[3] === 'name')).toEqual({
      loc: ['body', 'items', 0, 'name'],
      msg: 'Field required',
      type: 'missing',
    });
    const lines = Array.from({ length: 201 }, () => ({ name: 'x', unit_price: 1 }));
    expect(faults(await postInvoice({ patient_id: unknown, items: lines }))).toEqual([['items', 'too_long']]);
  });

  it('stores 200 lines, by whose words the invoice is found', async () => {
    const items = Array.from({ length: 200 }, (_, i) => ({ name: `w${i}x`, unit_price: i / 100 }));
    const invoice = await make.invoice({ items });
    expect(invoice.items).toHaveLength(200);
    expect(invoice.subtotal).toBe(199);
    const { data } = await ok('GET', '/invoice/?search=w177x');
    expect(data.map(({ id }: Body) => id)).toEqual([invoice.id]);
  });
});
