import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { accessOf, patientsIn } from '../support/access';
import { type Body, call, ok, type Result } from '../support/client';
import { make } from '../support/factories';
import { fhir } from '../support/fhir/client';
import { input, unique } from '../support/input';
import { merge, pairOf } from '../support/merges';
import { count, row, rows } from '../support/rows';
import { insertUser } from '../support/users';

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();
const versionOf = ({ headers }: Result) => headers.get('etag');
const changesOf = (id: string) =>
  rows<{ action: string; changed: string }>('SELECT action, changed FROM audit WHERE entity_id = ? ORDER BY seq', id);
const put = (path: string, json: object, headers: Record<string, string> = {}) => call('PUT', path, { json, headers });

describe('A patient who is sent back as read', () => {
  const everything = async () => {
    const { id: mother_id } = await make.patient();
    return make.patient(input.person({ mother_id, deceased_at: null }));
  };
  const sendBack = async (id: string) => {
    const { headers, body } = await call('GET', `/patient/${id}?view=full`);
    const version = /\d+/.exec(headers.get('etag') ?? '')?.[0];
    return { version: `"${version}"`, answer: await put(`/patient/${id}`, body) };
  };

  it('stays as it is, with every field, right after the create and after a change', async () => {
    const { id } = await everything();
    const first = await sendBack(id);
    expect([versionOf(first.answer), await changesOf(id)]).toEqual([first.version, [expect.anything()]]);
    await ok('PATCH', `/patient/${id}`, { json: { national_id: unique('N-'), last_name: unique('Ny') } });
    const second = await sendBack(id);
    expect([versionOf(second.answer), (await changesOf(id)).length]).toEqual([second.version, 2]);
  });

  it('stays as it is where another record was merged into it', async () => {
    const { id, from } = await pairOf({ national_id: unique('A-') }, { national_id: unique('B-') });
    await merge(id, from, { take: [] });
    const { version, answer } = await sendBack(id);
    expect(versionOf(answer)).toBe(version);
  });

  it('is asked as before: 412 of an old version, 410 of a merged record, 404 of none', async () => {
    const { id, from } = await pairOf();
    const before = await ok('GET', `/patient/${id}?view=full`);
    await ok('PATCH', `/patient/${id}`, { json: { preferred_language: 'sv' } });
    const now = await ok('GET', `/patient/${id}?view=full`);
    expect((await put(`/patient/${id}`, now, { 'if-match': '"1"' })).status).toBe(412);
    await merge(id, from);
    expect((await put(`/patient/${from}`, before)).status).toBe(410);
    await ok('DELETE', `/patient/${id}`);
    expect((await put(`/patient/${id}`, now)).status).toBe(404);
  });

  it('is written where its search terms are of another version', async () => {
    const { id } = await make.patient();
    await run(`UPDATE patient SET terms = '["a"]' WHERE id = ?`, id);
    const { answer } = await sendBack(id);
    expect(versionOf(answer)).toBe('"2"');
    expect((await changesOf(id)).map(({ changed }) => changed)).toEqual(['[]', '[]']);
    expect((await ok('GET', '/patient/?search=svensson')).length).toBeGreaterThan(0);
  });

  it('leaves a colleague the version, and tells who has looked', async () => {
    const { id } = await make.patient();
    const headers = { prefer: 'return=representation' };
    const look = await call('PATCH', `/patient/${id}`, { json: {}, headers });
    expect(accessOf(look)).toMatchObject([{ action: 'read', entity: 'patient', entity_id: id, patient_id: id }]);
    expect(accessOf(await call('PATCH', `/patient/${id}`, { json: {} }))).toEqual([]);
    const colleague = { json: { dob: '1990-01-01' }, headers: { 'if-match': '"1"' } };
    expect(versionOf(await call('PATCH', `/patient/${id}`, colleague))).toBe('"2"');
  });

  it('is the same by FHIR: version, time of the change, no row of the trail, and a look at what is shown', async () => {
    const { id } = await everything();
    const read = await fhir('GET', `/Patient/${id}`);
    const changes = await count('audit');
    const send = (headers: Record<string, string> = {}) => fhir('PUT', `/Patient/${id}`, { json: read.body, headers });
    const shown = await send();
    expect([shown.status, versionOf(shown), shown.headers.get('last-modified'), shown.body]).toEqual([
      200,
      versionOf(read),
      read.headers.get('last-modified'),
      read.body,
    ]);
    expect(await count('audit')).toBe(changes);
    expect(accessOf(shown).flatMap(patientsIn)).toEqual([id]);
    for (const preference of ['minimal', 'OperationOutcome'])
      expect(accessOf(await send({ prefer: `return=${preference}` }))).toEqual([]);
    expect((await send({ 'if-match': 'W/"7"' })).status).toBe(412);
  });

  it('is the same by FHIR also where it has texts that FHIR does not show, or not with their spaces', async () => {
    const addresses = [
      { address_type: 'home', street: '', city: ' Uppsala ', state: null, postal_code: '', country: null },
    ];
    const { id } = await make.patient({
      ...{ middle_name: '', phone_number: ' 1', alt_phone_number: '', email: '', national_id: '', addresses },
    });
    const before = await ok('GET', `/patient/${id}?view=full`);
    const { body } = await fhir('GET', `/Patient/${id}`);
    expect(versionOf(await fhir('PUT', `/Patient/${id}`, { json: body }))).toBe('W/"1"');
    const birthDate = '1990-01-01';
    expect(versionOf(await fhir('PUT', `/Patient/${id}`, { json: { ...body, birthDate } }))).toBe('W/"2"');
    expect((await changesOf(id)).at(-1)?.changed).toBe('["dob"]');
    expect(await ok('GET', `/patient/${id}?view=full`)).toEqual({ ...before, dob: birthDate });
    const telecom = [{ system: 'phone', value: '2' }];
    await fhir('PUT', `/Patient/${id}`, { json: { ...body, telecom, address: undefined } });
    const after = await ok('GET', `/patient/${id}?view=full`);
    expect([after.phone_number, after.alt_phone_number, after.addresses]).toEqual(['2', '', []]);
  });

  it('is the same by FHIR where a text is nothing but spaces, which no resource has', async () => {
    const blank = { phone_number: ' ', alt_phone_number: '\u0001', preferred_language: ' ', gender: '\t' };
    const { id } = await make.patient({ ...blank, addresses: [{ address_type: ' ', city: 'Uppsala' }] });
    const { body } = await fhir('GET', `/Patient/${id}`);
    expect([body.telecom, body.communication, body._gender, body.address]).toEqual([
      ...[undefined, undefined, undefined],
      [{ city: 'Uppsala' }],
    ]);
    expect(versionOf(await fhir('PUT', `/Patient/${id}`, { json: body }))).toBe('W/"1"');
  });

  it('is not shown by FHIR to a login whose scope has no read', async () => {
    const { id } = await make.patient();
    const { body: json } = await fhir('GET', `/Patient/${id}`);
    const { id: actor, role } = await insertUser('staff');
    const answer = await fhir('PUT', `/Patient/${id}`, { json, as: { id: actor, role, scope: 'user/Patient.u' } });
    expect([answer.status, answer.bytes.length, accessOf(answer)]).toEqual([200, 0, []]);
  });
});

describe('A doctor and the account', () => {
  const accountOf = (doctor: Body) =>
    row<{ version: number; email_set_by: string | null }>(
      'SELECT version, email_set_by FROM user WHERE id = ?',
      doctor.user.id,
    );
  const patch = (id: string, json: object, as: 'admin' | 'staff' = 'staff') =>
    call('PATCH', `/doctor/${id}`, { json, as });

  it('have a version each: the account stays where only the doctor changes', async () => {
    const doctor = await make.doctor();
    expect(versionOf(await patch(doctor.id, { bio: 'New' }))).toBe('"2"');
    expect((await accountOf(doctor))?.version).toBe(1);
  });

  it('have a new version of the doctor where only the account changes, as it is shown', async () => {
    const doctor = await make.doctor();
    expect(versionOf(await patch(doctor.id, { user: { phone_number: '1' } }))).toBe('"2"');
    expect((await accountOf(doctor))?.version).toBe(2);
    expect((await changesOf(doctor.user.id)).map(({ changed }) => changed)).toEqual(['[]', '["phone_number"]']);
  });

  it('note who has chosen the e-mail, although it stays', async () => {
    const doctor = await make.doctor();
    expect((await accountOf(doctor))?.email_set_by).not.toBeNull();
    expect(versionOf(await patch(doctor.id, { user: { email: doctor.user.email } }, 'admin'))).toBe('"2"');
    expect((await accountOf(doctor))?.email_set_by).toBeNull();
  });

  it('are guarded as before: nobody but an admin sends an admin back', async () => {
    const admin = await make.doctor({ user: { type: 'admin' } }, { as: 'admin' });
    const asRead = await ok('GET', `/doctor/${admin.id}?view=full`);
    expect((await patch(admin.id, {})).status).toBe(403);
    expect((await put(`/doctor/${admin.id}`, asRead)).status).toBe(403);
    expect(versionOf(await patch(admin.id, {}, 'admin'))).toBe('"1"');
  });

  it('are refused to whoever is no longer what the token says', async () => {
    const doctor = await make.doctor();
    const actor = await insertUser('staff');
    await run('UPDATE user SET disabled_at = 1 WHERE id = ?', actor.id);
    expect((await call('PATCH', `/doctor/${doctor.id}`, { json: {}, as: actor })).status).toBe(401);
  });
});

describe('Accounts', () => {
  const patch = (id: string, json: object) => ok('PATCH', `/auth/users/${id}`, { json, as: 'admin' });

  it('are disabled since the first time that they were', async () => {
    const { id } = await insertUser('staff');
    await patch(id, { disabled: true });
    const since = await row('SELECT disabled_at, version FROM user WHERE id = ?', id);
    await patch(id, { disabled: true, type: 'staff' });
    expect(await row('SELECT disabled_at, version FROM user WHERE id = ?', id)).toEqual(since);
    expect((await patch(id, { disabled: false })).disabled).toBe(false);
  });

  it('get a new one-time token although they have no password', async () => {
    const { id } = await insertUser('staff');
    const reset = () => ok('POST', `/auth/users/${id}/reset`, { as: 'admin' });
    const [first, second] = [await reset(), await reset()];
    const login = (token: string) =>
      call('POST', '/auth/password-token', { json: { token, password: 'new secret!' }, as: null });
    expect([(await login(first.token)).status, (await login(second.token)).status]).toEqual([401, 204]);
  });
});

describe('Invoices and appointments', () => {
  it('keep numbers as they are, fractions of any length included', async () => {
    const discount_percent = 100 / 3;
    const items = [
      { name: 'X', code: null, quantity: 0.1 + 0.2, unit_price: 10, discount_percent, discount_amount: 0 },
    ];
    const invoice = await make.invoice({ items, discount_percent: 33.333333333333336 });
    const again = await call('PATCH', `/invoice/${invoice.id}`, {
      json: { discount_percent: 33.333333333333336, items },
    });
    expect([versionOf(again), again.body.updated_at]).toEqual(['"1"', invoice.updated_at]);
    for (let n = 0; n < 200; n++) {
      const percent = Math.random() * 100;
      const path = `/invoice/${invoice.id}`;
      const once = await call('PATCH', path, { json: { discount_percent: percent } });
      expect(versionOf(await call('PATCH', path, { json: { discount_percent: percent } })), String(percent)).toBe(
        versionOf(once),
      );
    }
  });

  it('make no second payment', async () => {
    const invoice = await make.invoice({ status: 'ISSUED', paid_amount: 20 });
    const path = `/invoice/${invoice.id}`;
    const body = await ok('GET', path);
    expect(versionOf(await put(path, body))).toBe('"1"');
    expect((await ok('GET', `${path}/payments`)).length).toBe(1);
  });

  it('are written where their time means another moment by now', async () => {
    const visit = await make.appointment({ schedule: '2030-06-03T10:00:00' });
    await run('UPDATE appointment SET starts_at = starts_at - 3600000 WHERE id = ?', visit.id);
    const answer = await call('PATCH', `/calendar/appointments/${visit.id}`, { json: { schedule: visit.schedule } });
    expect(versionOf(answer)).toBe('"2"');
    expect((await changesOf(visit.id)).at(-1)).toEqual({ action: 'update', changed: '[]' });
  });

  it('are refused a time that is taken, and keep one that they share already', async () => {
    const reject = { env: { DOUBLE_BOOKING: 'reject' } } as const;
    const first = await make.appointment({ schedule: '2031-06-03T10:00:00' });
    const { id } = await make.appointment({ schedule: '2031-06-03T11:00:00', doctor_id: first.doctor_id });
    const move = (schedule: string) => call('PATCH', `/calendar/appointments/${id}`, { json: { schedule }, ...reject });
    expect((await move('2031-06-03T10:00:00')).status).toBe(409);
    await call('PATCH', `/calendar/appointments/${id}`, { json: { schedule: first.schedule } });
    expect([(await move(first.schedule)).status, versionOf(await move(first.schedule))]).toEqual([200, '"2"']);
  });
});
