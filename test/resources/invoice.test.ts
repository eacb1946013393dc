import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { type Body, call, ok, type Result } from '../support/client';
import { make } from '../support/factories';
import { input, unique } from '../support/input';

const unknown = '00000000-0000-4000-8000-00000000ffff';
const faults = ({ body }: Result) =>
  body.detail.map(({ loc, type }: { loc: unknown[]; type: string }) => [loc.slice(1).join('.'), type]);
const post = (json: object, headers = {}): Promise<Result> => call('POST', '/invoice/', { json, headers });
const put = (id: string, json: object, headers = {}): Promise<Result> =>
  call('PUT', `/invoice/${id}`, { json, headers });
/** What a client sends to leave an invoice as it is. */
const sent = (invoice: Body) => ({ ...invoice, items: invoice.items.map(({ net_amount: _, ...line }: Body) => line) });
const isoTime = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('create', () => {
  it('answers every field, exactly, and computes the totals', async () => {
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
    const { status, headers, body, cost } = await post(json);
    expect([status, cost.trips]).toEqual([201, 1]);
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
    expect(headers.get('location')).toBe(`http://localhost/invoice/${body.id}`);
    expect(headers.get('etag')).toBe('"1"');
    const read = await call('GET', `/invoice/${body.id}`);
    expect([read.body, read.headers.get('etag'), read.cost.trips]).toEqual([body, '"1"', 1]);
  });

  it('needs no more than a patient', async () => {
    const { id: patient_id } = await make.patient();
    const nulls = Object.fromEntries(Object.keys(input.invoice()).map((name) => [name, null]));
    for (const json of [{ patient_id }, { ...nulls, patient_id }]) {
      const before = new Date().toISOString();
      const { status, body } = await post(json);
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

  it('tells all that is wrong at once', async () => {
    expect(faults(await post({}))).toEqual([['patient_id', 'missing']]);
    const wrong = await post({
      issue_date: '2026-02-30T10:00',
      due_date: 5,
      status: 'SENT',
      discount_amount: 0.1 + 0.2,
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
    expect(faults(await post({ patient_id: unknown, items: lines }))).toEqual([['items', 'too_long']]);
  });

  it('keeps 200 lines and finds the invoice by their words', async () => {
    const items = Array.from({ length: 200 }, (_, i) => ({ name: `w${i}x`, unit_price: i / 100 }));
    const invoice = await make.invoice({ items });
    expect(invoice.items).toHaveLength(200);
    expect(invoice.subtotal).toBe(199);
    const { data } = await ok('GET', '/invoice/?search=w177x');
    expect(data.map(({ id }: Body) => id)).toEqual([invoice.id]);
  });

  it('is done once per Idempotency-Key', async () => {
    const { id: patient_id } = await make.patient();
    const headers = { 'idempotency-key': unique('key') };
    const first = await post({ patient_id }, headers);
    const again = await post({ patient_id }, headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await post({ patient_id, tags: ['x'] }, headers)).status).toBe(409);
    expect((await ok('GET', `/invoice/?patient_id=${patient_id}`)).total).toBe(1);
  });
});

describe('what an invoice refers to', () => {
  const missing = (what: string) => ({ detail: `${what} not found: ${unknown}` });

  it('must be there, which is told before any broken rule', async () => {
    const { id: patient_id } = await make.patient();
    const items = [{ name: 'x', unit_price: 1, discount_amount: 2 }];
    const named = [{ catalog_id: unknown }];
    const { id } = await make.invoice({ patient_id });
    for (const send of [post, (json: object) => put(id, json)]) {
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

  it('must not be a deleted patient, whose own invoices stay', async () => {
    const { id: patient_id } = await make.patient();
    const invoice = await make.invoice({ patient_id, status: 'ISSUED' });
    const draft = await make.invoice();
    await ok('DELETE', `/patient/${patient_id}`);
    expect((await post({ patient_id })).body).toEqual({ detail: `Patient not found: ${patient_id}` });
    expect((await put(draft.id, { patient_id })).status).toBe(404);
    expect(await ok('GET', `/invoice/${invoice.id}`)).toEqual(invoice);
    const settled = await put(invoice.id, { ...sent(invoice), status: 'PAID', paid_amount: 100 });
    expect([settled.status, settled.body.status]).toEqual([200, 'PAID']);
  });

  it('must be an appointment of the same patient', async () => {
    const { id: appointment_id } = await make.appointment();
    const invoice = await make.invoice();
    for (const answer of [
      await post({ patient_id: invoice.patient_id, appointment_id }),
      await put(invoice.id, { patient_id: invoice.patient_id, appointment_id }),
    ]) {
      expect([answer.status, answer.body]).toEqual([400, { detail: 'The appointment is of another patient' }]);
    }
  });

  it.each(['GET', 'PUT'])('404 to %s of an unknown invoice, 422 where it is no id', async (method) => {
    const { id: patient_id } = await make.patient();
    const options = method === 'PUT' ? { json: { patient_id } } : {};
    const { status, body } = await call(method, `/invoice/${unknown}`, options);
    expect([status, body]).toEqual([404, missing('Invoice')]);
    const wrong = await call(method, '/invoice/abc', options);
    expect([wrong.status, wrong.body.detail[0]]).toEqual([
      422,
      { loc: ['path', 'id'], msg: 'Input should be a valid UUID', type: 'uuid_parsing' },
    ]);
  });
});

describe('catalog lines', () => {
  const priced = { code: 'X-1', name: 'X-ray', default_price: 80, discount_percent: 10, discount_amount: 2 };

  it('take from the catalog item what they leave out', async () => {
    const item = await make.catalogItem({ ...priced, code: unique('X') });
    const { id: patient_id } = await make.patient();
    const catalog_id = item.id;
    const { status, body, cost } = await post({
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

  it('of a draft follow a new price when replaced, those of an issued invoice do not', async () => {
    const item = await make.catalogItem({ ...priced, code: unique('X') });
    const json = { patient_id: (await make.patient()).id, items: [{ catalog_id: item.id, quantity: 2 }] };
    const [draft, issued] = [await make.invoice(json), await make.invoice({ ...json, status: 'ISSUED' })];
    await ok('PUT', `/catalog/${item.id}`, { json: { ...item, default_price: 200, name: 'MRI' } });
    expect(await ok('GET', `/invoice/${draft.id}`)).toEqual(draft);
    expect((await put(draft.id, json)).body.items[0]).toMatchObject({ name: 'MRI', unit_price: 200, net_amount: 358 });
    const again = await put(issued.id, { ...json, status: 'ISSUED', tags: ['again'] });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ items: issued.items, total_amount: 142, tags: ['again'] });
  });
});

describe('replace', () => {
  it('replaces the whole invoice but for an issue date left out', async () => {
    const { id: appointment_id, patient_id } = await make.appointment();
    const invoice = await make.invoice({ appointment_id, patient_id, tags: ['a'], paid_amount: 1 });
    const other = await make.patient();
    const { status, headers, body, cost } = await put(invoice.id, { patient_id: other.id });
    expect([status, headers.get('etag'), cost.trips]).toEqual([200, '"2"', 2]);
    expect(body).toEqual({
      ...invoice,
      patient_id: other.id,
      appointment_id: null,
      due_date: null,
      paid_amount: 0,
      items: [],
      tags: [],
      subtotal: 0,
      total_amount: 0,
      remaining_amount: 0,
      updated_at: isoTime,
    });
    expect(await ok('GET', `/invoice/${invoice.id}`)).toEqual(body);
    const dated = await put(invoice.id, { patient_id, issue_date: '2027-01-01T00:00Z', due_date: '2027-02-01T00:00' });
    expect(dated.body).toMatchObject({ issue_date: '2027-01-01T00:00Z', due_date: '2027-02-01T00:00' });
    expect((await put(invoice.id, { patient_id, issue_date: null })).body.issue_date).toBe('2027-01-01T00:00Z');
  });

  it('takes a right If-Match and refuses a stale one, before any rule', async () => {
    const invoice = await make.invoice({ status: 'VOID' });
    expect((await put(invoice.id, sent(invoice), { 'if-match': '"1"' })).status).toBe(200);
    const { status, body } = await put(invoice.id, { patient_id: invoice.patient_id }, { 'if-match': '"7"' });
    expect([status, body]).toEqual([412, { detail: 'Invoice was changed by someone else since it was read' }]);
  });

  it('may take up words that are its own number', async () => {
    const invoice = await make.invoice();
    const number = invoice.reg_number.slice(4);
    const items = [
      { name: `Re ${invoice.reg_number}`, code: number, unit_price: 1 },
      { name: 'Other', code: invoice.reg_number, unit_price: 1 },
    ];
    const found = async (search: string) =>
      (await ok('GET', `/invoice/?search=${search}`)).data.map(({ id }: Body) => id);
    for (const lines of [items, [], items.slice(1), items]) {
      expect((await put(invoice.id, { ...sent(invoice), items: lines })).status).toBe(200);
      for (const search of [number, invoice.reg_number, `inv${number}`])
        expect(await found(search)).toEqual([invoice.id]);
    }
  });

  it('leaves an audit trail that names what changed', async () => {
    const invoice = await make.invoice({ discount_percent: 10 });
    await put(invoice.id, { ...sent(invoice), status: 'ISSUED', due_date: null, paid_amount: 5 });
    const { results } = await env.DB.prepare(
      'SELECT action, version, changed, actor FROM audit WHERE entity_id = ? ORDER BY seq',
    )
      .bind(invoice.id)
      .all<{ action: string; version: number; changed: string; actor: string }>();
    expect(results.map((row) => ({ ...row, changed: JSON.parse(row.changed).sort() }))).toEqual([
      { action: 'create', version: 1, changed: [], actor: expect.any(String) },
      { action: 'update', version: 2, changed: ['due_date', 'paid_amount', 'status'], actor: expect.any(String) },
    ]);
  });
});

describe('at the same time', () => {
  it('invoices are numbered without gap or repeat, whichever of them fail', async () => {
    const { id: patient_id } = await make.patient();
    const { id: catalog_id } = await make.catalogItem();
    const first = await make.invoice({ patient_id });
    const key = { 'idempotency-key': unique('key') };
    const kinds = [
      () => post({ patient_id, tags: ['burst'] }),
      () => post({ patient_id: unknown }),
      () => post({ patient_id, items: [{ catalog_id }] }),
      () => post({ patient_id, items: [{ name: 'x', unit_price: 1, discount_amount: 2 }] }),
      () => post({ patient_id, appointment_id: unknown }),
      () => post({ patient_id, tags: ['once'] }, key),
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

  it('two replacements lose nothing', async () => {
    const invoice = await make.invoice();
    const answers = await Promise.all(['a', 'b'].map((tag) => put(invoice.id, { ...sent(invoice), tags: [tag] })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ headers }) => headers.get('etag')).sort()).toEqual(['"2"', '"3"']);
    const last = answers.find(({ headers }) => headers.get('etag') === '"3"') as Result;
    expect(await ok('GET', `/invoice/${invoice.id}`)).toEqual(last.body);
  });

  it('the rules hold against what another one wrote: of PAID and WRITTEN_OFF one is refused', async () => {
    for (let i = 0; i < 5; i++) {
      const invoice = await make.invoice({ status: 'ISSUED' });
      const change = (fields: object) => put(invoice.id, { ...sent(invoice), ...fields });
      const answers = await Promise.all([
        change({ status: 'PAID', paid_amount: 100 }),
        change({ status: 'WRITTEN_OFF' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  it('an invoice is not given to a patient who is being deleted', async () => {
    for (let i = 0; i < 5; i++) {
      const [invoice, { id }] = [await make.invoice(), await make.patient()];
      const [moved] = await Promise.all([put(invoice.id, { patient_id: id }), ok('DELETE', `/patient/${id}`)]);
      const { results } = await env.DB.prepare(
        'SELECT entity, action FROM audit WHERE entity_id IN (?, ?) ORDER BY seq DESC',
      )
        .bind(invoice.id, id)
        .all<{ entity: string; action: string }>();
      expect([200, 404]).toContain(moved.status);
      // Whoever came first: the deletion is the last that happened to the two.
      expect(results[0]).toEqual({ entity: 'patient', action: 'delete' });
      expect(results.filter(({ entity }) => entity === 'invoice')).toHaveLength(moved.status === 200 ? 2 : 1);
    }
  });

  it('of two with the same If-Match one is refused', async () => {
    const invoice = await make.invoice();
    const answers = await Promise.all([1, 2].map(() => put(invoice.id, sent(invoice), { 'if-match': '"1"' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('many either succeed one after the other or are told of the conflict', async () => {
    const invoice = await make.invoice();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => put(invoice.id, { ...sent(invoice), tags: [`t${i}`] })),
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
