import { describe, expect, it } from 'vitest';
import { type Body, call, duplicate, faults, ok } from '../support/client';
import { make } from '../support/factories';
import { input, unique } from '../support/input';
import { logIn } from '../support/logins';
import { count, rows } from '../support/rows';
import { insertUser } from '../support/users';

const LISTED = [
  'id',
  'reg_number',
  'first_name',
  'middle_name',
  'last_name',
  'gender',
  'license_number',
  'experience',
  'consultation_fee',
];
const FULL = [...LISTED, 'dob', 'alt_phone_number', 'bio', 'addresses', 'user', 'files'];
const USER = ['id', 'username', 'email', 'phone_number', 'type'];

const keys = (body: object) => Object.keys(body).sort();
const sorted = (names: string[]) => [...names].sort();
describe('POST /doctor/', () => {
  it('answers 201 with the full doctor and the account without its password', async () => {
    const json = input.doctor();
    const { status, body } = await call('POST', '/doctor/', { json });
    expect(status).toBe(201);
    const { id: _, reg_number, files, user, ...rest } = body;
    const { user: sent, ...fields } = json;
    const { password: _password, ...sentUser } = sent;
    expect(rest).toEqual(fields);
    expect(user).toEqual({ id: user.id, ...sentUser });
    expect(files).toEqual([]);
    expect(reg_number).toMatch(/^DOC-\d{8}$/);
  });

  it('creates an account that can log in and has the role of user.type', async () => {
    const json = input.doctor();
    await ok('POST', '/doctor/', { json });
    const { status, body } = await logIn({ email: json.user.email.toUpperCase(), password: 'stethoscope!' });
    expect(status).toBe(200);
    const me = await ok('GET', '/auth/users/me', {
      as: null,
      headers: { authorization: `Bearer ${body.access_token}` },
    });
    expect(me).toMatchObject({ email: json.user.email, type: 'doctor', full_name: `Greta Elisabet ${json.last_name}` });
  });

  it('fills in the defaults for fields that are left out', async () => {
    const email = `${unique('min')}@test.example`;
    const json = {
      first_name: 'A',
      last_name: 'B',
      license_number: unique('L'),
      user: { email, password: 'longenough#' },
    };
    const body = await ok('POST', '/doctor/', { json });
    expect(body).toMatchObject({ middle_name: null, bio: null, gender: null, dob: null, experience: null });
    expect(body).toMatchObject({ consultation_fee: null, addresses: [], alt_phone_number: null });
    expect(body.user).toMatchObject({ username: email, email, phone_number: null, type: 'doctor' });
  });

  it.each([...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'])('accepts %s as the symbol in a password', async (symbol) => {
    // The invalid license stops the request before it spends 150 ms on hashing the password.
    const json = input.doctor({ license_number: '', user: { password: `longenough${symbol}` } });
    const { status, body } = await call('POST', '/doctor/', { json });
    expect(status).toBe(422);
    expect(body.detail.map((fault: Body) => fault.loc)).toEqual([['body', 'license_number']]);
  });

  it.each([
    ['without a symbol', 'password1', 'value_error'],
    ['with a letter beyond ASCII in place of a symbol', 'passwordé', 'value_error'],
    ['of 7 characters', 'abcde1!', 'string_too_short'],
    ['of 129 characters', `${'a'.repeat(128)}!`, 'string_too_long'],
  ])('refuses a password %s', async (_, password, type) => {
    const { status, body } = await call('POST', '/doctor/', { json: input.doctor({ user: { password } }) });
    expect(status).toBe(422);
    expect(body.detail).toContainEqual({ loc: ['body', 'user', 'password'], msg: expect.any(String), type });
  });

  it.each([
    ['license_number', (a: Body) => ({ license_number: a.license_number.toLowerCase() })],
    ['user.email', (a: Body) => ({ user: { email: a.user.email.toUpperCase() } })],
    ['user.username', (a: Body) => ({ user: { username: a.user.username.toUpperCase() } })],
  ])('refuses a %s that is taken, in any letter case, and creates nothing', async (field, overrides) => {
    const json = input.doctor();
    await ok('POST', '/doctor/', { json });
    const before = await count('user');
    const second = await call('POST', '/doctor/', { json: input.doctor(overrides(json)) });
    expect(second.status).toBe(400);
    expect(second.body).toEqual(duplicate(field, `Doctor with this ${field} already exists`));
    expect(await count('user')).toBe(before);
  });

  it('names the e-mail when it serves as the username, too', async () => {
    const email = `${unique('same')}@test.example`;
    await make.doctor({ user: { email, username: undefined } });
    const { body } = await call('POST', '/doctor/', { json: input.doctor({ user: { email, username: undefined } }) });
    expect(body).toEqual(duplicate('user.email', 'Doctor with this user.email already exists'));
  });

  it('lets only an admin create an admin', async () => {
    const json = input.doctor({ user: { type: 'admin' } });
    expect((await call('POST', '/doctor/', { json })).status).toBe(403);
    expect((await call('POST', '/doctor/', { json, as: 'admin' })).status).toBe(201);
  });

  it('gives a license to one of four requests at the same time, and wastes no registration number', async () => {
    const license_number = unique('RACE');
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call('POST', '/doctor/', { json: input.doctor({ license_number }) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    const numbers = await rows('SELECT seq FROM doctor ORDER BY seq');
    expect(numbers.map(({ seq }) => seq)).toEqual(numbers.map((_, i) => i + 1));
  });

  it('names both faults of a password that is short and has no symbol', async () => {
    const { body } = await call('POST', '/doctor/', { json: input.doctor({ user: { password: 'abc' } }) });
    expect(body.detail.map(({ type }: Body) => type).sort()).toEqual(['string_too_short', 'value_error']);
  });
});

describe('A read of doctors', () => {
  it('answers with exactly the fields of the interface', async () => {
    const doctor = await make.doctor();
    const [listed] = await ok('GET', '/doctor/?limit=1');
    expect(keys(listed)).toEqual(sorted(LISTED));
    const byId = await ok('GET', `/doctor/${doctor.id}`);
    expect(keys(byId)).toEqual(sorted([...LISTED, 'dob', 'files']));
    const byRegNumber = await ok('GET', `/doctor/reg_number/${doctor.reg_number}`);
    expect(keys(byRegNumber)).toEqual(sorted([...LISTED, 'files']));
    expect(doctor).toMatchObject(listed);
    expect(doctor).toMatchObject(byId);
    expect(doctor).toMatchObject(byRegNumber);
  });

  it('answers with the full doctor for view=full', async () => {
    const doctor = await make.doctor();
    expect(keys(doctor)).toEqual(sorted(FULL));
    expect(keys(doctor.user)).toEqual(sorted(USER));
    expect(await ok('GET', `/doctor/${doctor.id}?view=full`)).toEqual(doctor);
    expect(await ok('GET', `/doctor/reg_number/${doctor.reg_number}?view=full`)).toEqual(doctor);
    const { files: _, ...record } = doctor;
    expect((await ok('GET', '/doctor/?view=full&limit=1'))[0]).toEqual(record);
  });

  it('finds the doctor of an account, and nobody for the account of somebody else', async () => {
    const [doctor] = await Promise.all([make.doctor(), make.doctor()]);
    const { files: _, ...record } = doctor;
    const of = (id: string, view = '') => call('GET', `/doctor/?user_id=${id}${view}`, { as: 'doctor' });
    const found = await of(doctor.user.id);
    expect([keys(found.body[0]), found.body, found.headers.has('link')]).toEqual([
      sorted(LISTED),
      [expect.objectContaining({ id: doctor.id })],
      false,
    ]);
    expect((await of(doctor.user.id, '&view=full&limit=1')).body).toEqual([record]);
    const { id: nurse } = await insertUser('staff');
    for (const other of [nurse, doctor.id, crypto.randomUUID()]) expect((await of(other)).body).toEqual([]);
    await ok('DELETE', `/doctor/${doctor.id}`);
    expect((await of(doctor.user.id)).body).toEqual([]);
    expect((await of('')).body.length, 'an empty parameter, as forms send it, is none').toBeGreaterThan(0);
  });

  it.each(['search=anna', 'offset=1', 'cursor=9'])('looks for an account or takes %s, not both', async (other) => {
    const refused = await call('GET', `/doctor/?user_id=${crypto.randomUUID()}&${other}`);
    expect(faults(refused)).toEqual([['user_id', 'value_error']]);
  });

  it('finds doctors by name, license and registration number, ignoring case and accents', async () => {
    const doctor = await make.doctor({
      first_name: 'Åsa',
      last_name: unique('Bjørk'),
      license_number: unique('SE-77-'),
    });
    const terms = [`asa ${doctor.last_name.slice(0, 7)}`, doctor.license_number, doctor.reg_number, doctor.last_name];
    for (const search of terms) {
      const found = await ok('GET', `/doctor/?search=${encodeURIComponent(search)}`);
      expect(found.map(({ id }: Body) => id)).toContain(doctor.id);
    }
    expect(await ok('GET', `/doctor/?search=${encodeURIComponent(`asa ${unique('nobody')}`)}`)).toEqual([]);
  });
});
