import { describe, expect, it } from 'vitest';
import { type Body, call, faults, ok } from '../support/client';
import { make } from '../support/factories';
import { input, unique } from '../support/input';
import { signUp } from '../support/logins';

const NAMELESS = [
  ' ',
  '\t\n',
  '.',
  '-',
  "''",
  '_',
  '123',
  '🙂',
  '\u00a0',
  '\u200b',
  '\u200d\ufeff',
  '\u00ad',
  '\u202e',
  '\u3164', // a letter to Unicode, but invisible
  '\u115f\u1160',
  '\uffa0',
  '\u2800',
  '\u02bc', // modifiers
  'ー',
  'ـ',
  '\u0301',
];
const NAMES = ['Å', 'O', "O'Brien", 'Anne-Marie', '王小明', 'राम', 'สมชาย', 'محمد', 'נועה', 'か', 'X Æ A-12', ' J. '];

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

/** The creates and updates of patients and doctors. */
const WRITES = [
  ['POST /patient/', 'patient'],
  ['PUT /patient/{id}', 'patient'],
  ['POST /doctor/', 'doctor'],
  ['PUT /doctor/{id}', 'doctor'],
] as const;

async function send(name: string, kind: 'patient' | 'doctor', fields: object) {
  const [method = '', template = ''] = name.split(' ');
  const path = method === 'PUT' ? template.replace('{id}', (await make[kind]()).id) : template;
  return call(method, path, { json: input[kind]({ ...fields }) });
}

describe.each(WRITES)('A name in %s', (name, kind) => {
  it('has a letter of some script', async () => {
    for (const text of NAMELESS) {
      const fields = { first_name: text, middle_name: text, last_name: text };
      const refused = await send(name, kind, fields);
      expect(refused.status, JSON.stringify(text)).toBe(422);
      expect(faults(refused)).toEqual(Object.keys(fields).map((field) => [field, 'value_error']));
      const mayBeEmpty = 'A name should have a letter or be empty';
      expect(refused.body.detail.map(({ msg }: Body) => msg)).toEqual([
        'A name should have a letter',
        mayBeEmpty,
        mayBeEmpty,
      ]);
    }
    for (const text of NAMES) {
      const { status } = await send(name, kind, { first_name: text, middle_name: text, last_name: text });
      expect(status, text).toBeLessThan(300);
    }
  });

  it('may be a first name alone, with an empty last name', async () => {
    const prefer = { first_name: 'Suharto', middle_name: '', last_name: '' };
    expect((await send(name, kind, prefer)).status).toBeLessThan(300);
    expect(faults(await send(name, kind, { first_name: '', last_name: '' }))).toEqual([
      ['first_name', 'string_too_short'],
    ]);
    expect(faults(await send(name, kind, { first_name: ' ', last_name: '' }))).toEqual([['first_name', 'value_error']]);
    expect(faults(await send(name, kind, { last_name: undefined }))).toEqual([['last_name', 'missing']]);
    expect(faults(await send(name, kind, { last_name: null }))).toEqual([['last_name', 'string_type']]);
  });
});

describe('A person with one name', () => {
  it('is answered, listed and found by it', async () => {
    const first_name = unique('Suharto');
    const patient = await make.patient({ first_name, middle_name: null, last_name: '' });
    expect(patient).toMatchObject({ first_name, last_name: '' });
    expect((await ok('GET', `/patient/?search=${first_name}`)).map(({ id }: Body) => id)).toEqual([patient.id]);
    const doctor = await make.doctor({ first_name, middle_name: null, last_name: '' });
    const accounts = await ok('GET', '/auth/users?limit=1', { as: 'admin' });
    expect(accounts[0]).toMatchObject({ id: doctor.user.id, full_name: first_name });
  });
});

describe('The full name of an account', () => {
  it('has a letter', async () => {
    const json = { email: `${unique('name')}@test.example`, password: 'correct horse' };
    for (const full_name of NAMELESS) {
      const { status, body } = await signUp({ ...json, full_name });
      expect([status, body.detail[0].loc], JSON.stringify(full_name)).toEqual([400, ['body', 'full_name']]);
    }
    expect((await signUp({ ...json, full_name: 'Ö' })).status).toBe(200);
  });
});

describe.each(WRITES)('A date of birth in %s', (name, kind) => {
  it('is not later than tomorrow, so that no time zone refuses today', async () => {
    for (const dob of [day(0), day(1), '1875-02-21']) {
      expect((await send(name, kind, { dob })).status, dob).toBeLessThan(300);
    }
    for (const dob of [day(2), day(60), '9999-12-31']) {
      expect(faults(await send(name, kind, { dob })), dob).toEqual([['dob', 'value_error']]);
    }
  });

  it('of the Buddhist calendar is refused with a hint', async () => {
    const { status, body } = await send(name, kind, { dob: '2527-02-28' });
    expect([status, body.detail]).toEqual([
      422,
      [
        {
          loc: ['body', 'dob'],
          msg: 'Date of birth should not be later than tomorrow; a year of the Buddhist calendar is 543 too high',
          type: 'value_error',
        },
      ],
    ]);
  });
});
