import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Body, call, ok, refusal } from '../support/client';
import { make } from '../support/factories';
import { input, type Overrides } from '../support/input';
import { rows } from '../support/rows';

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
const post = (overrides: Overrides) => call('POST', '/patient/', { json: input.patient(overrides) });
const full = (id: string): Promise<Body> => ok('GET', `/patient/${id}?view=full`);
const only = (record: Body, keys: string[]) => Object.fromEntries(keys.map((key) => [key, record[key]]));

describe('A read of patients', () => {
  it('answers with exactly the fields of the interface, and with files for one patient', async () => {
    const made = await make.patient();
    const byId = await call('GET', `/patient/${made.id}`);
    expect(byId.body).toEqual(only(made, [...REDUCED, 'files']));
    const byNumber = await call('GET', `/patient/reg_number/${made.reg_number}`);
    expect(byNumber.body).toEqual(only(made, [...BY_REG_NUMBER, 'files']));
    for (const { headers, cost } of [byId, byNumber])
      expect([headers.get('etag'), cost.trips]).toEqual([expect.stringMatching(/^"1-/), 1]);
    expect((await ok('GET', '/patient/'))[0]).toEqual(only(made, REDUCED));
    expect((await ok('GET', '/patient/?view=reduced'))[0]).toEqual(only(made, REDUCED));
  });

  it('answers with the full record for view=full, in a list without files', async () => {
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

  it('answers 404 for an unknown patient', async () => {
    for (const path of [
      crypto.randomUUID(),
      'reg_number/PAT-99999999',
      'reg_number/DOC-00000001',
      'reg_number/%F0%9F%98%80',
      'reg_number/pat-00000001',
    ]) {
      const { status, body } = await call('GET', `/patient/${path}`);
      expect([path, status, body]).toEqual([
        path,
        404,
        refusal('not_found', expect.stringContaining('Patient not found')),
      ]);
    }
  });

  it('has the files of the patient', async () => {
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

describe('A text of a patient', () => {
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

  it.each(TEXTS)('%j is returned as it was sent by every read', async (text) => {
    // A name needs a letter.
    const name = [...`A${text}`].slice(0, 200).join('');
    const json = input.patient({
      ...{ first_name: name, middle_name: name, last_name: name, phone_number: text, alt_phone_number: text },
      medical_conditions: [{ diagnozed_date: null, condition: text, description: text }],
      addresses: [{ address_type: text, street: text, city: text, state: text, postal_code: text, country: text }],
    });
    const made = await ok('POST', '/patient/', { json });
    expect(made).toMatchObject(json);
    expect(await full(made.id)).toEqual(made);
    expect(await ok('GET', `/patient/${made.id}`)).toEqual(only(made, [...REDUCED, 'files']));
    expect((await ok('GET', '/patient/?limit=1'))[0]).toEqual(only(made, REDUCED));
  });

  it('is limited in characters, not in bytes or UTF-16 units', async () => {
    for (const letter of ['x', 'é', '👩']) {
      expect(
        (await post({ phone_number: letter.repeat(200), medical_conditions: [{ description: letter.repeat(4000) }] }))
          .status,
      ).toBe(201);
      const { status, body } = await post({
        phone_number: letter.repeat(201),
        medical_conditions: [{ description: letter.repeat(4001) }],
      });
      expect([status, ...body.detail.map((fault: Body) => fault.type)]).toEqual([
        422,
        'string_too_long',
        'string_too_long',
      ]);
    }
  });

  it('is kept in each of 200 elements of a list', async () => {
    const { addresses } = input.patient();
    const made = await make.patient({
      addresses: Array.from({ length: 200 }, (_, i) => ({ ...addresses[0], street: `Street ${i}` })),
    });
    expect((await full(made.id)).addresses).toEqual(made.addresses);
    expect(made.addresses).toHaveLength(200);
  });

  it('is returned as it was sent whatever valid Unicode it is', async () => {
    const text = (maxLength: number, minLength = 0) =>
      fc.string({ unit: 'binary', minLength, maxLength }).filter((s) => !s.includes('\0'));
    const name = text(198).map((rest) => `A${rest}`);
    const condition = fc.record({
      diagnozed_date: fc.constant(null),
      condition: fc.option(text(200)),
      description: fc.option(text(4000)),
    });
    const fields = fc.record({
      gender: text(50, 1),
      first_name: name,
      middle_name: fc.option(name),
      last_name: name,
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
