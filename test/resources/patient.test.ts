import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { make } from '../support/factories';
import { input } from '../support/input';
import { rows, trail } from '../support/rows';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const BY_REG_NUMBER = [
  'id',
  'reg_number',
  'gender',
  'first_name',
  'middle_name',
  'last_name',
  'phone_number',
  'dob',
  'blood_group',
];
const REDUCED = [...BY_REG_NUMBER, 'alt_phone_number'];
const post = (overrides: object) => call('POST', '/patient/', { json: input.patient({ ...overrides }) });
const full = (id: string): Promise<Body> => ok('GET', `/patient/${id}?view=full`);
const only = (record: Body, keys: string[]) => Object.fromEntries(keys.map((key) => [key, record[key]]));

describe('POST /patient/', () => {
  it('answers 201 with the full patient, its number and its address', async () => {
    const json = input.patient();
    const { status, body, headers, cost } = await call('POST', '/patient/', { json });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(UUID),
      reg_number: expect.stringMatching(/^PAT-\d{8}$/),
      ...json,
      files: [],
    });
    expect(headers.get('location')).toBe(`http://localhost/patient/${body.id}`);
    expect(headers.get('etag')).toBe('"1"');
    expect(cost.trips).toBe(1);
    expect(await trail(body.id)).toEqual(['create 1']);
  });

  it('counts registration numbers', async () => {
    const [a, b] = [await make.patient(), await make.patient()];
    expect(Number(b.reg_number.slice(4))).toBe(Number(a.reg_number.slice(4)) + 1);
  });

  it('fills in what is left out or null', async () => {
    const required = { first_name: 'A', last_name: 'B', gender: 'x' };
    const nothing = { middle_name: null, phone_number: null, alt_phone_number: null, dob: null };
    const lists = ['medical_conditions', 'past_surgeries', 'current_medications', 'addresses'];
    const expected = {
      ...required,
      ...nothing,
      blood_group: 'NOT_SET',
      ...Object.fromEntries(lists.map((name) => [name, []])),
      files: [],
    };
    const nulls = { ...nothing, blood_group: null, ...Object.fromEntries(lists.map((name) => [name, null])) };
    for (const json of [
      required,
      { ...required, ...nulls },
      { ...required, id: 'x', reg_number: 'PAT-7', files: [1] },
    ]) {
      const { id, reg_number, ...made } = await ok('POST', '/patient/', { json });
      expect(made).toEqual(expected);
      expect(await full(id)).toEqual({ id, reg_number, ...expected });
    }
  });

  it('fills in the fields of list elements', async () => {
    const made = await make.patient({
      medical_conditions: [{}],
      past_surgeries: [{}],
      current_medications: [{ dosage: '' }],
      addresses: [{}],
    });
    expect(made.medical_conditions).toEqual([{ diagnozed_date: null, condition: null, description: null }]);
    expect(made.past_surgeries).toEqual([{ surgery: null, date: null, surgeon: null, hospital: null }]);
    expect(made.current_medications).toEqual([{ medication: null, dosage: '', frequency: null, prescribed_by: null }]);
    expect(Object.keys(made.addresses[0])).toEqual([
      'address_type',
      'street',
      'city',
      'state',
      'postal_code',
      'country',
    ]);
    expect(await full(made.id)).toEqual(made);
  });

  it.each(['NOT_SET', 'A_POS', 'A_NEG', 'B_POS', 'B_NEG', 'AB_POS', 'AB_NEG', 'O_POS', 'O_NEG'])(
    'takes the blood group %s',
    async (blood_group) => {
      const { id } = await make.patient({ blood_group });
      expect((await ok('GET', `/patient/${id}`)).blood_group).toBe(blood_group);
    },
  );

  it.each(['a_pos', 'A+', ''])('refuses the blood group %j', async (blood_group) => {
    const { status, body } = await post({ blood_group });
    expect([status, body.detail[0].loc, body.detail[0].type]).toEqual([422, ['body', 'blood_group'], 'enum']);
  });
});

describe('dates', () => {
  it.each(['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31', '1984-12-31'])(
    '%s comes back as sent',
    async (date) => {
      const made = await make.patient({
        dob: date,
        medical_conditions: [{ diagnozed_date: date }],
        past_surgeries: [{ date }],
      });
      const { dob, medical_conditions, past_surgeries } = await full(made.id);
      expect([dob, medical_conditions[0].diagnozed_date, past_surgeries[0].date]).toEqual([date, date, date]);
    },
  );

  it.each([
    '2023-02-31',
    '2023-02-29',
    '1900-02-29',
    '2023-13-01',
    '2023-00-10',
    '2023-04-31',
    '2023-01-00',
    '0000-01-01',
  ])('%s is no day', async (date) => {
    const { status, body } = await post({
      dob: date,
      medical_conditions: [{}, { diagnozed_date: date }],
      past_surgeries: [{ date }],
    });
    expect(status).toBe(422);
    expect(body.detail.map((fault: Body) => [fault.loc.join('.'), fault.type])).toEqual([
      ['body.dob', 'date_parsing'],
      ['body.medical_conditions.1.diagnozed_date', 'date_parsing'],
      ['body.past_surgeries.0.date', 'date_parsing'],
    ]);
  });

  it.each([
    '',
    '20230203',
    '2023-2-3',
    '03.02.2023',
    '10000-01-01',
    '-001-01-01',
    '2023-02-03T00:00:00',
    ' 2023-02-03',
    '2023-02-03\n',
    '２０２３-02-03',
  ])('%j is no date', async (dob) => {
    expect((await post({ dob })).status).toBe(422);
  });
});

describe('text', () => {
  const long = 'x'.repeat(200);
  const TEXTS = [
    '👩🏽‍⚕️ é',
    'مريم',
    'שָׁלוֹם',
    '张伟',
    '"\\\'`;--',
    '%_*?',
    ' padded ',
    '\t\n\r',
    '\u202e\u200b\ufeff',
    '\u0001\u001f\u007f',
    'null',
    '0',
    '<b>&amp;',
    '{"a":1}',
    '\uffff\u{10ffff}',
    long,
    '👩'.repeat(200),
  ];

  it.each(TEXTS)('%j comes back as sent, from every read', async (text) => {
    const json = input.patient({
      ...Object.fromEntries(
        ['first_name', 'middle_name', 'last_name', 'phone_number', 'alt_phone_number'].map((name) => [name, text]),
      ),
      medical_conditions: [{ diagnozed_date: null, condition: text, description: text }],
      addresses: [{ address_type: text, street: text, city: text, state: text, postal_code: text, country: text }],
    });
    const made = await ok('POST', '/patient/', { json });
    expect(made).toMatchObject(json);
    expect(await full(made.id)).toEqual(made);
    expect(await ok('GET', `/patient/${made.id}`)).toEqual(only(made, [...REDUCED, 'files']));
    expect((await ok('GET', '/patient/?limit=1'))[0]).toEqual(only(made, REDUCED));
  });

  it('is bounded in characters, not bytes or UTF-16 units', async () => {
    for (const letter of ['x', 'é', '👩']) {
      expect(
        (await post({ first_name: letter.repeat(200), medical_conditions: [{ description: letter.repeat(4000) }] }))
          .status,
      ).toBe(201);
      const { status, body } = await post({
        first_name: letter.repeat(201),
        medical_conditions: [{ description: letter.repeat(4001) }],
      });
      expect([status, ...body.detail.map((fault: Body) => fault.type)]).toEqual([
        422,
        'string_too_long',
        'string_too_long',
      ]);
    }
  });

  it('takes 200 elements of every list', async () => {
    const { addresses } = input.patient();
    const made = await make.patient({
      addresses: Array.from({ length: 200 }, (_, i) => ({ ...addresses[0], street: `Street ${i}` })),
    });
    expect((await full(made.id)).addresses).toEqual(made.addresses);
    expect(made.addresses).toHaveLength(200);
  });

  it('of any valid Unicode comes back as sent', async () => {
    const text = (maxLength: number, minLength = 0) =>
      fc.string({ unit: 'binary', minLength, maxLength }).filter((s) => !s.includes('\0'));
    const condition = fc.record({
      diagnozed_date: fc.constant(null),
      condition: fc.option(text(200)),
      description: fc.option(text(4000)),
    });
    const fields = fc.record({
      gender: text(50, 1),
      first_name: text(200, 1),
      middle_name: fc.option(text(200)),
      last_name: text(200, 1),
      phone_number: fc.option(text(200)),
      medical_conditions: fc.array(condition, { maxLength: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(fields, async (given) => {
        const { id } = await make.patient(given);
        expect(await full(id)).toMatchObject(given);
      }),
      { numRuns: 60 },
    );
  });
});

describe('reads', () => {
  it('answer exactly the interface’s fields, with files[] for one patient', async () => {
    const made = await make.patient();
    const byId = await call('GET', `/patient/${made.id}`);
    expect(byId.body).toEqual(only(made, [...REDUCED, 'files']));
    const byNumber = await call('GET', `/patient/reg_number/${made.reg_number}`);
    expect(byNumber.body).toEqual(only(made, [...BY_REG_NUMBER, 'files']));
    for (const { headers, cost } of [byId, byNumber]) expect([headers.get('etag'), cost.trips]).toEqual(['"1"', 1]);
    expect((await ok('GET', '/patient/'))[0]).toEqual(only(made, REDUCED));
    expect((await ok('GET', '/patient/?view=reduced'))[0]).toEqual(only(made, REDUCED));
  });

  it('answer the full record with view=full, the list without files', async () => {
    const { files, ...made } = await make.patient();
    for (const path of [
      `/patient/${made.id}`,
      `/patient/reg_number/${made.reg_number}`,
      `/patient/${made.id.toUpperCase()}/`,
    ]) {
      expect(await ok('GET', `${path}?view=full`)).toEqual({ ...made, files });
    }
    expect((await ok('GET', '/patient/?view=full'))[0]).toEqual(made);
  });

  it('answer 404 for what is not there', async () => {
    for (const path of [
      crypto.randomUUID(),
      'reg_number/PAT-99999999',
      'reg_number/DOC-00000001',
      'reg_number/%F0%9F%98%80',
      'reg_number/pat-00000001',
    ]) {
      const { status, body } = await call('GET', `/patient/${path}`);
      expect([path, status, body]).toEqual([path, 404, { detail: expect.stringContaining('Patient not found') }]);
    }
  });

  it('carry the files of the patient', async () => {
    const { id, reg_number } = await make.patient();
    const file_id = crypto.randomUUID();
    await rows(
      `INSERT INTO file (id, version, created_at, updated_at, entity, entity_id, type, extension, name, size)
       VALUES (?, 1, 0, 0, 'patient', ?, 'document', '.png', 'scan.png', 1)`,
      file_id,
      id,
    );
    const files = [
      {
        id: file_id,
        type: 'document',
        mime_type: '.png',
        entity_id: id,
        url: `http://localhost/static/${id}/${file_id}.png`,
      },
    ];
    for (const path of [id, `${id}?view=full`, `reg_number/${reg_number}`])
      expect((await ok('GET', `/patient/${path}`)).files).toEqual(files);
    const headers = { prefer: 'return=representation' };
    expect((await ok('PUT', `/patient/${id}`, { json: input.patient(), headers })).files).toEqual(files);
    const based = await ok('GET', `/patient/${id}`, { env: { BASE_URL: 'https://clinic.example/api/' } });
    expect(based.files[0].url).toBe(`https://clinic.example/api/static/${id}/${file_id}.png`);
  });
});
