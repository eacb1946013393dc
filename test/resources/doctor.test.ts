import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { input, unique } from '../support/input';

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
const create = (overrides?: Record<string, unknown>, as: 'admin' | 'staff' = 'staff') =>
  ok('POST', '/doctor/', { json: input.doctor(overrides), as });
const logIn = (email: string, password: string) => call('POST', '/auth/login', { as: null, json: { email, password } });
const count = async (sql: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .first<{ n: number }>()
  )?.n;

describe('POST /doctor/', () => {
  it('answers the full doctor, its user without password, and where it is', async () => {
    const json = input.doctor();
    const { status, body, headers, cost } = await call('POST', '/doctor/', { json });
    expect(status).toBe(201);
    const { id, reg_number, files, user, ...rest } = body;
    const { user: sent, ...fields } = json;
    const { password: _, ...sentUser } = sent;
    expect(rest).toEqual(fields);
    expect(user).toEqual({ id: user.id, ...sentUser });
    expect(files).toEqual([]);
    expect(reg_number).toMatch(/^DOC-\d{8}$/);
    expect(headers.get('location')).toBe(`http://localhost/doctor/${id}`);
    expect(headers.get('etag')).toBe('"1"');
    expect(cost.trips).toBe(1);
  });

  it('makes an account that can log in, with the role of user.type', async () => {
    const json = input.doctor();
    await ok('POST', '/doctor/', { json });
    const { status, body } = await logIn(json.user.email.toUpperCase(), 'stethoscope!');
    expect(status).toBe(200);
    const me = await ok('GET', '/auth/users/me', {
      as: null,
      headers: { authorization: `Bearer ${body.access_token}` },
    });
    expect(me).toMatchObject({ email: json.user.email, type: 'doctor', full_name: `Greta Elisabet ${json.last_name}` });
  });

  it('fills what is left out', async () => {
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

  it.each([...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'])('takes %s as the symbol of a password', async (symbol) => {
    // A taken license: what is tested is the check of the password, not 150 ms of hashing.
    const json = input.doctor({ license_number: '', user: { password: `password1${symbol}` } });
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
  ])('refuses a taken %s without regard to case, and creates nothing', async (field, overrides) => {
    const json = input.doctor();
    await ok('POST', '/doctor/', { json });
    const before = await count('SELECT count(*) n FROM user');
    const second = await call('POST', '/doctor/', { json: input.doctor(overrides(json)) });
    expect(second.status).toBe(400);
    expect(second.body).toEqual({ detail: `Doctor with this ${field} already exists` });
    expect(await count('SELECT count(*) n FROM user')).toBe(before);
  });

  it('names the e-mail when the username is the e-mail by default', async () => {
    const email = `${unique('same')}@test.example`;
    await create({ user: { email, username: undefined } });
    const { body } = await call('POST', '/doctor/', { json: input.doctor({ user: { email, username: undefined } }) });
    expect(body.detail).toContain('user.email');
  });

  it('lets only an admin create an admin', async () => {
    const json = input.doctor({ user: { type: 'admin' } });
    expect((await call('POST', '/doctor/', { json })).status).toBe(403);
    expect((await call('POST', '/doctor/', { json, as: 'admin' })).status).toBe(201);
  });

  it('is done once with one Idempotency-Key', async () => {
    const json = input.doctor();
    const headers = { 'idempotency-key': unique('key') };
    const first = await call('POST', '/doctor/', { json, headers });
    const second = await call('POST', '/doctor/', { json, headers });
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
  });

  it('lets one of 4 at once have a license, and burns no number', async () => {
    const license_number = unique('RACE');
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call('POST', '/doctor/', { json: input.doctor({ license_number }) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    const numbers = await env.DB.prepare('SELECT seq FROM doctor ORDER BY seq').all<{ seq: number }>();
    expect(numbers.results.map(({ seq }) => seq)).toEqual(numbers.results.map((_, i) => i + 1));
  });
});

describe('reads', () => {
  it('gives the list, by-id and by-reg_number answers exactly the fields of the interface', async () => {
    const doctor = await create();
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

  it('gives the full doctor with view=full', async () => {
    const doctor = await create();
    expect(keys(doctor)).toEqual(sorted(FULL));
    expect(keys(doctor.user)).toEqual(sorted(USER));
    expect(await ok('GET', `/doctor/${doctor.id}?view=full`)).toEqual(doctor);
    expect(await ok('GET', `/doctor/reg_number/${doctor.reg_number}?view=full`)).toEqual(doctor);
    const { files: _, ...record } = doctor;
    expect((await ok('GET', '/doctor/?view=full&limit=1'))[0]).toEqual(record);
  });

  it('costs one round trip and few rows', async () => {
    const doctor = await create();
    for (const path of [`/doctor/${doctor.id}?view=full`, `/doctor/reg_number/${doctor.reg_number}`]) {
      const { cost } = await call('GET', path);
      expect(cost.trips).toBe(1);
      expect(cost.rows_read).toBeLessThanOrEqual(5);
    }
  });

  it('finds by name, license and registration number, whatever case and accents', async () => {
    const doctor = await create({ first_name: 'Åsa', last_name: unique('Bjørk'), license_number: unique('SE-77-') });
    const terms = [`asa ${doctor.last_name.slice(0, 7)}`, doctor.license_number, doctor.reg_number, doctor.last_name];
    for (const search of terms) {
      const found = await ok('GET', `/doctor/?search=${encodeURIComponent(search)}`);
      expect(found.map(({ id }: Body) => id)).toContain(doctor.id);
    }
    expect(await ok('GET', `/doctor/?search=${encodeURIComponent(`asa ${unique('nobody')}`)}`)).toEqual([]);
  });

  it('answers 404 for what is not there', async () => {
    expect((await call('GET', `/doctor/${crypto.randomUUID()}`)).status).toBe(404);
    expect((await call('GET', '/doctor/reg_number/DOC-99999999')).status).toBe(404);
  });
});

describe('PUT /doctor/{id}', () => {
  const without = (json: Body) => ({ ...json, user: { ...json.user, password: undefined } });

  it('replaces doctor and user, with defaults for what is left out', async () => {
    const doctor = await create();
    const email = `${unique('new')}@test.example`;
    const json = { first_name: 'New', last_name: 'Name', license_number: unique('L'), user: { email } };
    const { status, body, headers, cost } = await call('PUT', `/doctor/${doctor.id}`, { json });
    expect(status).toBe(200);
    expect(body).toEqual({ id: doctor.id, reg_number: doctor.reg_number, message: 'Doctor updated successfully' });
    expect(headers.get('etag')).toBe('"2"');
    expect(cost.trips).toBe(1);
    const full = await ok('GET', `/doctor/${doctor.id}?view=full`);
    expect(full).toMatchObject({ first_name: 'New', bio: null, consultation_fee: null, addresses: [] });
    expect(full.user).toEqual({ id: doctor.user.id, email, username: email, phone_number: null, type: 'doctor' });
  });

  it('keeps the password when none is sent, and its logins', async () => {
    const json = input.doctor();
    const doctor = await ok('POST', '/doctor/', { json });
    const { body } = await logIn(json.user.email, 'stethoscope!');
    await ok('PUT', `/doctor/${doctor.id}`, { json: without(json) });
    expect((await logIn(json.user.email, 'stethoscope!')).status).toBe(200);
    const refreshed = await call('POST', '/auth/refresh', { as: null, json: { refresh_token: body.refresh_token } });
    expect(refreshed.status).toBe(200);
  });

  it('changes the password when one is sent, and ends the logins', async () => {
    const json = input.doctor();
    const doctor = await ok('POST', '/doctor/', { json });
    const { body } = await logIn(json.user.email, 'stethoscope!');
    await ok('PUT', `/doctor/${doctor.id}`, { json: { ...json, user: { ...json.user, password: 'another-one!' } } });
    expect((await logIn(json.user.email, 'stethoscope!')).status).toBe(401);
    expect((await logIn(json.user.email, 'another-one!')).status).toBe(200);
    const refreshed = await call('POST', '/auth/refresh', { as: null, json: { refresh_token: body.refresh_token } });
    expect(refreshed.status).toBe(401);
  });

  it('answers the full record on Prefer: return=representation', async () => {
    const json = input.doctor();
    const doctor = await ok('POST', '/doctor/', { json });
    const { body, headers } = await call('PUT', `/doctor/${doctor.id}`, {
      json: without({ ...json, bio: 'Changed' }),
      headers: { prefer: 'return=representation' },
    });
    expect(headers.get('preference-applied')).toBe('return=representation');
    expect(body).toEqual({ ...doctor, bio: 'Changed' });
  });

  it('overwrites nothing that its author has not seen', async () => {
    const json = input.doctor();
    const doctor = await ok('POST', '/doctor/', { json });
    const headers = { 'if-match': '"1"' };
    const change = (bio: string) => without({ ...json, bio, user: { ...json.user, phone_number: bio } });
    expect((await call('PUT', `/doctor/${doctor.id}`, { json: change('first'), headers })).status).toBe(200);
    expect((await call('PUT', `/doctor/${doctor.id}`, { json: change('second'), headers })).status).toBe(412);
    const full = await ok('GET', `/doctor/${doctor.id}?view=full`);
    expect([full.bio, full.user.phone_number]).toEqual(['first', 'first']);
  });

  it('lets nobody but an admin change an admin, or make one', async () => {
    const admin = input.doctor({ user: { type: 'admin' } });
    const doctor = await ok('POST', '/doctor/', { json: admin, as: 'admin' });
    const demotion = { ...without(admin), user: { ...admin.user, password: undefined, type: 'doctor' } };
    expect((await call('PUT', `/doctor/${doctor.id}`, { json: demotion })).status).toBe(403);
    expect((await call('DELETE', `/doctor/${doctor.id}`)).status).toBe(403);
    expect((await ok('GET', `/doctor/${doctor.id}?view=full`)).user.type).toBe('admin');
    const other = input.doctor();
    const { id } = await ok('POST', '/doctor/', { json: other });
    const promotion = { ...other, user: { ...other.user, password: undefined, type: 'admin' } };
    expect((await call('PUT', `/doctor/${id}`, { json: promotion })).status).toBe(403);
    expect((await call('PUT', `/doctor/${id}`, { json: promotion, as: 'admin' })).status).toBe(200);
  });

  it('writes what changed into the audit trail of both', async () => {
    const json = input.doctor();
    const doctor = await ok('POST', '/doctor/', { json });
    await ok('PUT', `/doctor/${doctor.id}`, {
      json: without({ ...json, bio: 'x', user: { ...json.user, phone_number: '1' } }),
    });
    const rows = await env.DB.prepare(
      "SELECT entity, changed, version FROM audit WHERE action = 'update' AND entity_id IN (?, ?) ORDER BY seq",
    )
      .bind(doctor.id, doctor.user.id)
      .all();
    expect(rows.results).toEqual([
      { entity: 'user', changed: '["phone_number"]', version: 2 },
      { entity: 'doctor', changed: '["bio"]', version: 2 },
    ]);
  });

  it('answers 400 for a taken e-mail and changes nothing', async () => {
    const [a, b] = [input.doctor(), input.doctor()];
    await ok('POST', '/doctor/', { json: a });
    const { id } = await ok('POST', '/doctor/', { json: b });
    const json = without({ ...b, bio: 'lost', user: { ...b.user, email: a.user.email } });
    const { status, body } = await call('PUT', `/doctor/${id}`, { json });
    expect([status, body.detail]).toEqual([400, 'Doctor with this user.email already exists']);
    expect((await ok('GET', `/doctor/${id}?view=full`)).bio).toBe(b.bio);
  });
});

describe('DELETE /doctor/{id}', () => {
  it('hides the doctor, ends its account and keeps the rows', async () => {
    const json = input.doctor();
    const doctor = await ok('POST', '/doctor/', { json });
    const { body } = await logIn(json.user.email, 'stethoscope!');
    const { status, body: message, cost } = await call('DELETE', `/doctor/${doctor.id}`);
    expect([status, message, cost.trips]).toEqual([200, { message: 'Doctor deleted successfully' }, 1]);

    for (const path of [`/doctor/${doctor.id}`, `/doctor/reg_number/${doctor.reg_number}`]) {
      expect((await call('GET', path)).status).toBe(404);
    }
    expect((await call('DELETE', `/doctor/${doctor.id}`)).status).toBe(404);
    expect((await call('PUT', `/doctor/${doctor.id}`, { json })).status).toBe(404);
    expect(await ok('GET', `/doctor/?search=${doctor.license_number}`)).toEqual([]);
    expect((await logIn(json.user.email, 'stethoscope!')).status).toBe(401);
    const refreshed = await call('POST', '/auth/refresh', { as: null, json: { refresh_token: body.refresh_token } });
    expect(refreshed.status).toBe(401);

    expect(await count('SELECT count(*) n FROM doctor WHERE id = ? AND deleted_at IS NOT NULL', doctor.id)).toBe(1);
    expect(await count('SELECT count(*) n FROM user WHERE id = ? AND deleted_at IS NOT NULL', doctor.user.id)).toBe(1);
    const seq =
      "SELECT count(*) n FROM search_term WHERE kind = 'doctor' AND seq = (SELECT seq FROM doctor WHERE id = ?)";
    expect(await count(seq, doctor.id)).toBe(0);
  });

  it('frees license, e-mail and username for another', async () => {
    const json = input.doctor();
    const { id, reg_number } = await ok('POST', '/doctor/', { json });
    await ok('DELETE', `/doctor/${id}`);
    const again = await ok('POST', '/doctor/', { json });
    expect(again.reg_number > reg_number).toBe(true);
  });
});

describe('a password', () => {
  it('that is too short and without a symbol is told both', async () => {
    const { body } = await call('POST', '/doctor/', { json: input.doctor({ user: { password: 'abc' } }) });
    expect(body.detail.map(({ type }: Body) => type).sort()).toEqual(['string_too_short', 'value_error']);
  });
});

describe('the account of a doctor', () => {
  it('is renamed with the doctor', async () => {
    const json = input.doctor();
    const { id, user } = await ok('POST', '/doctor/', { json });
    const change = { ...json, first_name: 'Q', middle_name: null, user: { ...json.user, password: undefined } };
    await ok('PUT', `/doctor/${id}`, { json: change });
    const name = await env.DB.prepare('SELECT full_name FROM user WHERE id = ?').bind(user.id).first('full_name');
    expect(name).toBe(`Q ${json.last_name}`);
  });
});
