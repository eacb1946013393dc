import { describe, expect, it } from 'vitest';
import { bodyOf, notNull, operationNamed, operations, resolved, type Schema } from './support/openapi';

/** The operations of the interface that the service must have, word for word. */
const INTERFACE = `
POST /auth/signup
POST /auth/login
POST /auth/refresh
GET /auth/users/me
POST /department/
GET /department/
GET /department/{item_id}
POST /patient/
GET /patient/
GET /patient/{id}
PUT /patient/{id}
DELETE /patient/{id}
GET /patient/reg_number/{reg_number}
POST /doctor/
GET /doctor/
GET /doctor/{id}
PUT /doctor/{id}
DELETE /doctor/{id}
GET /doctor/reg_number/{reg_number}
GET /static/{file_path}
DELETE /static/delete_file/{file_id}
POST /appointment/
POST /invoice/
GET /invoice/
GET /invoice/{id}
PUT /invoice/{id}
POST /catalog/
GET /catalog/
GET /catalog/{id}
PUT /catalog/{id}`
  .trim()
  .split('\n');

/** Of an operation with views, what it answers unless another is asked for: the last of them. */
const answerOf = (name: string, status: string): Schema => {
  const schema = operationNamed(name).responses[status]?.content?.['application/json']?.schema ?? {};
  return resolved(schema.anyOf?.at(-1) ?? schema);
};
const fieldsOf = (schema: Schema): string[] => Object.keys(schema.properties ?? {});
const field = (schema: Schema, ...path: string[]): Schema =>
  path.reduce((at, name) => notNull(name === '[]' ? (at.items ?? {}) : (at.properties?.[name] ?? {})), schema);

describe('The service', () => {
  it('has every operation of the interface', () => {
    expect(INTERFACE).toHaveLength(30);
    expect(INTERFACE.filter((row) => !operations.some(({ name }) => name === row))).toEqual([]);
  });
});

describe('Word for word, the document', () => {
  const address = 'address_type street city state postal_code country'.split(' ');
  const patient = 'gender first_name middle_name last_name phone_number alt_phone_number dob blood_group'.split(' ');
  const histories = 'medical_conditions past_surgeries current_medications addresses'.split(' ');
  const person =
    'dob_precision email national_id preferred_language next_of_kin allergies deceased_at mother_id payer contact identifiers'.split(
      ' ',
    );
  const doctor = 'first_name middle_name last_name alt_phone_number bio license_number gender dob'.split(' ');
  const visit = 'reason notes tags'.split(' ');
  const planned = ['type_id', 'resource_id'];
  const appointment =
    'type status patient_id doctor_id department_id schedule is_follow_up expected_duration_minutes'.split(' ');
  const invoice =
    'issue_date due_date status discount_amount discount_percent paid_amount appointment_id patient_id items'.split(
      ' ',
    );
  const catalog = 'code name default_price discount_percent discount_amount category description'.split(' ');

  it.each([
    ['POST /auth/signup', ['email', 'password', 'full_name'], []],
    ['POST /auth/login', ['email', 'password'], ['totp', 'refresh_token', 'scope']],
    ['POST /department/', ['name', 'code', 'description', 'icon_codes'], []],
    ['POST /patient/', [...patient, ...histories], person],
    ['PUT /patient/{id}', [...patient, ...histories], person],
    ['POST /doctor/', [...doctor, 'experience', 'consultation_fee', 'addresses', 'user'], []],
    ['PUT /doctor/{id}', [...doctor, 'experience', 'consultation_fee', 'addresses', 'user'], []],
    ['POST /appointment/', appointment, [...visit, ...planned, 'hold_id']],
    ['POST /invoice/', invoice, ['tags', 'tax_included', 'payer']],
    ['PUT /invoice/{id}', invoice, ['tags', 'tax_included', 'payer']],
    ['POST /catalog/', catalog, ['tags', 'tax_percent']],
    ['PUT /catalog/{id}', catalog, ['tags', 'tax_percent']],
  ])('has the fields of the interface for the body of %s', (name, fields, added) => {
    expect(fieldsOf(bodyOf(name)).sort()).toEqual([...fields, ...added].sort());
  });

  it.each([
    ['POST /patient/', ['medical_conditions', '[]'], ['diagnozed_date', 'condition', 'description']],
    ['POST /patient/', ['past_surgeries', '[]'], ['surgery', 'date', 'surgeon', 'hospital']],
    ['POST /patient/', ['current_medications', '[]'], ['medication', 'dosage', 'frequency', 'prescribed_by']],
    ['POST /patient/', ['addresses', '[]'], address],
    ['POST /doctor/', ['addresses', '[]'], address],
    ['POST /doctor/', ['user'], ['username', 'email', 'phone_number', 'type', 'password']],
  ])('has the fields of the interface in the body of %s at %j', (name, path, fields) => {
    expect(fieldsOf(field(bodyOf(name), ...path))).toEqual(fields);
  });

  it.each([
    ['POST /department/', '201', ['id', 'name', 'code', 'description', 'icon_codes']],
    ['GET /department/{item_id}', '200', ['id', 'name', 'code', 'description', 'icon_codes']],
    ['POST /patient/', '201', ['id', 'reg_number', ...patient, ...histories, 'files'], [...person, 'merged']],
    [
      'POST /doctor/',
      '201',
      ['id', 'reg_number', ...doctor, 'experience', 'consultation_fee', 'addresses', 'user', 'files'],
    ],
    ['POST /appointment/', '201', ['id', ...appointment, 'files'], [...visit, ...planned, 'series_id', 'queue_number']],
    [
      'POST /invoice/',
      '201',
      [
        'id',
        'reg_number',
        ...invoice,
        'tags',
        'subtotal',
        'remaining_amount',
        'total_amount',
        'created_at',
        'updated_at',
      ],
      ['credited_amount', 'tax_included', 'taxes', 'tax_amount', 'payer', 'issued_to'],
    ],
    ['GET /invoice/', '200', ['total', 'offset', 'limit', 'data']],
    ['GET /catalog/', '200', ['total', 'offset', 'limit', 'data']],
  ])(
    'has the fields of the interface in the answer of %s with %s, and others only where they have a value',
    (name, status, fields, added: string[] = []) => {
      expect(fieldsOf(answerOf(name, status)).sort()).toEqual([...fields, ...added].sort());
      expect(answerOf(name, status).required?.slice().sort()).toEqual([...fields].sort());
    },
  );

  it('has the fields of a File', () => {
    expect(fieldsOf(field(answerOf('POST /patient/', '201'), 'files', '[]'))).toEqual([
      'id',
      'type',
      'mime_type',
      'entity_id',
      'url',
    ]);
  });

  it('has the enumerations of the interface', () => {
    const groups = ['NOT_SET', 'A_POS', 'A_NEG', 'B_POS', 'B_NEG', 'AB_POS', 'AB_NEG', 'O_POS', 'O_NEG'];
    expect(field(answerOf('POST /patient/', '201'), 'blood_group').enum).toEqual(groups);
    expect(JSON.stringify(field(bodyOf('POST /patient/'), 'blood_group'))).toContain(JSON.stringify(groups));
    const statuses = ['DRAFT', 'ISSUED', 'PARTIALY_PAID', 'PAID', 'VOID', 'WRITTEN_OFF'];
    expect(field(answerOf('POST /invoice/', '201'), 'status').enum).toEqual(statuses);
    expect(JSON.stringify(bodyOf('POST /appointment/'))).toContain('SCEDULED');
    const media = ['image/png', 'image/jpeg', 'application/pdf', 'application/msword'];
    media.push('application/vnd.openxmlformats-officedocument.wordprocessingml.document');
    const content = operationNamed('GET /static/{file_path}').responses['200']?.content;
    expect(Object.keys(content ?? {})).toEqual(expect.arrayContaining(media));
  });

  it.each(['GET /catalog/{id}', 'PUT /catalog/{id}', 'POST /catalog/'])('allows null as the answer of %s', (name) => {
    const status = name.startsWith('POST') ? '201' : '200';
    expect(JSON.stringify(answerOf(name, status))).toContain('"type":"null"');
  });

  it.each([
    ['GET /invoice/', ['limit', 'offset', 'order_by', 'search', 'tags', 'patient_id', 'appointment_id', 'status']],
    ['GET /catalog/', ['limit', 'offset', 'order_by', 'search', 'tags']],
  ])('has the parameters of %s with their defaults', (name, parameters) => {
    const found = operationNamed(name).parameters ?? [];
    expect(found.map((p) => p.name)).toEqual(expect.arrayContaining(parameters));
    const said = Object.fromEntries(found.map((p) => [p.name, p.description]));
    expect(said.limit).toMatch(/\. By default `100`$/);
    expect(said.offset).toMatch(/\. By default `0`$/);
    expect(said.order_by).toMatch(/By default `created_at`$/);
    expect(found.filter((p) => p.required)).toEqual([]);
  });
});

describe('The document has the statuses of the interface for', () => {
  const area = (prefix: string) => operations.filter(({ path }) => path.startsWith(prefix));
  const statusesOf = (prefix: string) =>
    new Set(area(prefix).flatMap(({ operation }) => Object.keys(operation.responses)));

  it.each([
    ['/auth/signup', ['200', '400', '409']],
    ['/auth/refresh', ['200', '401']],
    ['/auth/users/me', ['200', '401']],
    ['/department/', ['200', '201', '400', '401', '403', '404', '422']],
    ['/patient/', ['200', '201', '400', '401', '403', '404', '422']],
    ['/doctor/', ['200', '201', '400', '401', '403', '404', '422']],
    ['/static/', ['200', '401', '403', '404', '422']],
    ['/appointment/', ['201', '400', '401', '403', '404', '422']],
    ['/invoice/', ['200', '201']],
    ['/catalog/', ['200', '201']],
  ])('%s', (prefix, statuses) => {
    expect([...statusesOf(prefix)]).toEqual(expect.arrayContaining(statuses));
  });

  it.each(INTERFACE)('%s: 404 for one record, 422 for input, 500 and 503 always', (name) => {
    const { parameters, requestBody, responses } = operationNamed(name);
    const expected = ['500', '503'];
    if (/\{\w+\}/.test(name)) expected.push('404');
    const validated = requestBody?.required || (parameters ?? []).length > 0;
    if (validated && !/signup|GET \/static/.test(name)) expected.push('422');
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(expected));
  });
});
