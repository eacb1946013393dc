import { describe, expect, it } from 'vitest';
import page from '../../docs/errors.md?raw';
import { allCodes, errorsPage } from '../../scripts/errors-page';
import { codesOf } from '../../src/error-codes';
import { type AnyErrorKind, ERROR_KINDS } from '../../src/error-kinds';
import { START } from '../../src/events/id';
import { newBooking } from '../support/booking';
import { newCalendar, patch, REJECT } from '../support/calendar';
import { call, ok, type Result } from '../support/client';
import { make } from '../support/factories';
import { brokenDatabase, databaseWith, logged } from '../support/fakes';
import { makePng, pathOf } from '../support/files';
import { badCredentials } from '../support/forged-tokens';
import { csvOf, prepared } from '../support/imports';
import { input } from '../support/input';
import { account, logIn, PASSWORD, refresh, signUp } from '../support/logins';
import { merge, pairOf, unmerge } from '../support/merges';
import { toldMessage } from '../support/messages';
import { multiply, UUID } from '../support/multiply';
import { accountOf, newVisit } from '../support/notes';
import { operations, resolved } from '../support/openapi';
import { owed, pay } from '../support/payments';
import { rows } from '../support/rows';
import { bearer, begin, confirm, disable, enrolled, loggedIn } from '../support/totp';
import { wrongCodeOf } from '../support/totp-codes';
import { actorOf, programOf } from '../support/users';
import { newWebhook } from '../support/webhooks';

const unknown = crypto.randomUUID();
const self = actorOf('admin').id;
const me = (authorization: string) => call('GET', '/auth/users/me', { as: null, headers: { authorization } });
const failing = (message: string) =>
  call('GET', '/department/', { env: { DB: brokenDatabase(new Error(`D1_ERROR: ${message}`)) } });
const promote = (id: string) => call('PATCH', `/auth/users/${id}`, { as: 'admin', json: { type: 'admin' } });
const invoice = async (over: object) =>
  call('POST', '/invoice/', { json: input.invoice({ patient_id: (await make.patient()).id, ...over }) });

/** A database in which somebody else is always faster: no update finds the version that it asks for. */
const contested = () =>
  databaseWith((session) => ({
    prepare: (sql: string) => session.prepare(sql.replaceAll('`version` = ', '`version` = 0 * ')),
  }));

/** How each code comes about, by code and status. */
const CASES: Record<string, () => Promise<Result>> = {
  'invalid_body 400': () => call('POST', '/patient/', { body: new TextEncoder().encode('{') }),
  'invalid_bookmark 400': () => call('GET', '/patient/', { headers: { 'x-d1-bookmark': 'x' } }),
  'duplicate 400': async () =>
    call('POST', '/department/', { json: input.department({ code: (await make.department()).code }) }),
  'duplicate 409': async () => signUp({ email: (await account()).email, password: PASSWORD, full_name: 'Nina' }),
  'inconsistent 400': async () => invoice({ appointment_id: (await make.appointment()).id }),
  'transition 400': async () =>
    patch((await (await newCalendar()).booked({ status: 'CANCELLED' })).id, { status: 'COMPLETED' }),
  'not_editable 400': async () => pay((await make.invoice({ status: 'VOID' })).id, 1),
  'in_use 400': async () =>
    call('DELETE', `/department/${(await make.appointment({ schedule: '2099-01-01' })).department_id}`),
  'too_many 400': async () => {
    const { id } = await make.calendarResource();
    await multiply('calendar_resource', { key: 'id', value: id }, 499, { id: UUID, name: "'Copy'" });
    const refused = await call('POST', '/calendar/resources/', { json: input.calendarResource() });
    await rows("DELETE FROM calendar_resource WHERE name = 'Copy'");
    return refused;
  },
  'deceased 400': async () => {
    const { id: patient_id } = await make.patient({ deceased_at: '2025-11-20' });
    return (await newBooking()).book({ patient_id });
  },
  'refund_first 400': () => invoice({ status: 'VOID', paid_amount: 1 }),
  'amount 400': async () => pay((await owed()).id, -1),
  'wrong_password 400': async () => begin((await loggedIn()).tokens, null, 'wrong'),
  'own_account 400': () => call('PATCH', `/auth/users/${self}`, { as: 'admin', json: { type: 'staff' } }),
  'account_disabled 400': async () => {
    const { id } = await account();
    await call('PATCH', `/auth/users/${id}`, { as: 'admin', json: { disabled: true } });
    return call('POST', `/auth/users/${id}/reset`, { as: 'admin' });
  },
  'email_unconfirmed 409': async () => promote((await make.doctor()).user.id),
  'password_unconfirmed 409': async () => promote((await make.doctor({}, { as: 'admin' })).user.id),
  'mail_off 400': () => call('POST', '/auth/forgot', { as: null, json: { email: 'nina@test.example' } }),
  'totp_inactive 400': async () => confirm((await loggedIn()).tokens, '123456'),
  'totp_mandatory 400': async () => {
    const { tokens, code } = await enrolled();
    return disable(tokens, code(), { env: { REQUIRE_TOTP: 'all' } });
  },
  'totp_required 400': async () => begin((await enrolled()).tokens),
  'totp_required 401': async () => (await enrolled()).logInWith(null),
  'totp_invalid 400': async () => {
    const { tokens, secret } = await enrolled();
    return disable(tokens, wrongCodeOf(secret));
  },
  'totp_invalid 401': async () => {
    const { logInWith, secret } = await enrolled();
    return logInWith(wrongCodeOf(secret));
  },
  'unauthenticated 401': () => call('GET', '/patient/', { as: null }),
  'token_expired 401': async () => me((await badCredentials())['an expired token'] ?? ''),
  'token_invalid 401': () => me('Bearer x'),
  'link_expired 401': () => call('GET', '/static/x?until=1&sig=x', { as: null, env: { FILE_URLS: 'expiring' } }),
  'session_ended 401': async () => {
    const { tokens } = await loggedIn();
    await call('POST', '/auth/logout', { as: null, json: tokens });
    return call('GET', '/auth/sessions', { headers: bearer(tokens) });
  },
  'login_failed 401': () => logIn({ email: 'nobody@test.example', password: PASSWORD }),
  'refresh_token_invalid 401': () => refresh('x'),
  'password_token_invalid 401': () =>
    call('POST', '/auth/password-token', { as: null, json: { token: 'x', password: PASSWORD } }),
  'forbidden 403': () => call('GET', '/patient/', { as: 'none' }),
  'insufficient_scope 403': () => call('GET', '/patient/', { as: { ...actorOf('staff'), scope: 'user/Patient.rs' } }),
  'signup_closed 403': () => call('POST', '/auth/signup', { as: null, json: {}, env: { SIGNUP: 'invited' } }),
  'other_doctor 403': async () => {
    const { put } = await newVisit();
    return put({}, { as: accountOf(await make.doctor()) });
  },
  'account_active 400': async () => {
    const { id } = await make.doctor();
    return call('POST', `/doctor/${id}/notes/hand-over`, { as: 'admin', json: { to: id } });
  },
  'not_found 404': () => call('GET', `/patient/${unknown}`),
  'reference_not_found 404': async () => (await newBooking()).book({ patient_id: unknown }),
  'route_not_found 404': () => call('GET', '/nowhere'),
  'method_not_allowed 405': () => call('DELETE', '/patient/'),
  'conflict 409': async () => {
    const { id } = await make.department();
    return call('PATCH', `/department/${id}`, { json: { name: 'B' }, env: { DB: contested() } });
  },
  'merged 410': async () => {
    const { id, from } = await pairOf();
    await merge(id, from);
    return call('GET', `/patient/${from}`);
  },
  'trail_gone 410': () => call('GET', '/events/?after=evt_999999999_0123456789abcdef', { as: 'admin' }),
  'changed_since 409': async () => {
    const { id, from, bill } = await pairOf();
    await merge(id, from);
    await pay(bill.id, 1);
    return unmerge(id, from);
  },
  'already_merged 409': async () => {
    const { id, from } = await pairOf({ last_name: 'Ek' });
    await merge(id, from);
    return merge(id, from, { take: ['last_name'] });
  },
  'too_late 400': async () => {
    const { id, from } = await pairOf();
    await merge(id, from);
    await rows('UPDATE patient_merge SET created_at = 0 WHERE merged_id = ?', from);
    return unmerge(id, from);
  },
  'overlap 409': async () => {
    const { book } = await newBooking();
    await book();
    return book({}, REJECT);
  },
  'closed 409': async () => {
    const { ids, book } = await newBooking();
    const leave = { name: 'Leave', from: '2026-01-01', to: '2026-12-31', doctor_id: ids.doctor_id };
    await call('PUT', '/calendar/closures', { json: { closures: [leave] } });
    return book({}, REJECT);
  },
  'held 409': async () => {
    const { ids, book } = await newBooking();
    const { doctor_id } = ids;
    await ok('POST', '/calendar/holds', { as: 'admin', json: { doctor_id, schedule: '2030-01-07T09:00' } });
    return book({ schedule: '2030-01-07T09:00' }, REJECT);
  },
  'no_resource 409': async () => {
    const type = await make.appointmentType({ needs: 'a kind that nobody has' });
    return (await newBooking()).book({ type_id: type.id }, REJECT);
  },
  'retired 409': async () => {
    const type = await make.appointmentType({ retired: true });
    return (await newBooking()).book({ type_id: type.id });
  },
  'not_offered 409': async () => {
    const { id: type_id } = await make.appointmentType({ bookable_online: true });
    const { ids, book } = await newBooking();
    const { department_id } = ids;
    const weekly = [{ weekday: 1, from: '09:00', to: '12:00', department_id, slot_minutes: 20 }];
    await ok('PUT', `/calendar/doctors/${ids.doctor_id}/hours`, { json: { weekly } });
    return book({ type_id, schedule: '2030-01-08T09:00' }, { as: programOf('system/Appointment.c') });
  },
  'nothing_free 409': async () => {
    const { ids, book } = await newBooking();
    const visit = { ...ids, schedule: '2030-01-07T09:00' };
    await book(visit);
    const series = { ...visit, every_weeks: 1, count: 1, on_conflict: 'skip' };
    return call('POST', '/calendar/series', { ...REJECT, json: series });
  },
  'other_credentials 409': async () => {
    const { client_id } = await ok('POST', '/auth/clients', { as: 'admin', json: input.client() });
    return call('POST', `/auth/clients/${client_id}/secret`, { as: 'admin' });
  },
  'not_waiting 409': async () => {
    const status = `${await toldMessage((await newBooking()).ids)}/status`;
    await ok('POST', status, { json: { state: 'sent' } });
    return call('POST', status, { json: { state: 'failed' } });
  },
  'disabled 409': async () =>
    call('POST', `/webhooks/${(await newWebhook({ disabled: true })).id}/resend`, {
      as: 'admin',
      json: { after: START },
    }),
  'import_running 409': async () => {
    const as = 'admin';
    const file = csvOf([{ name: 'Ward', code: 'W-1' }]);
    const [one, other] = [await prepared('department', { as, file }), await prepared('department', { as, file })];
    await ok('POST', `/imports/${one.id}/run`, { as, json: {} });
    const refused = await call('POST', `/imports/${other.id}/run`, { as, json: {} });
    await ok('DELETE', `/imports/${one.id}`, { as });
    return refused;
  },
  'import_state 409': async () => {
    const as = 'admin';
    const { id } = await ok('POST', '/imports/', { as, json: { entity: 'department', source: 'urn:old' } });
    return call('POST', `/imports/${id}/run`, { as, json: {} });
  },
  'idempotency_key 409': async () => {
    const create = () =>
      call('POST', '/department/', { json: input.department(), headers: { 'idempotency-key': 'once' } });
    await create();
    return create();
  },
  'length_required 411': () =>
    call('POST', `/static/upload_file?entity_id=${unknown}&filename=x.png`, {
      body: new ReadableStream(),
      headers: { 'content-type': 'image/png' },
    }),
  'outdated 412': async () =>
    call('DELETE', `/patient/${(await make.patient()).id}`, { headers: { 'if-match': '"9"' } }),
  'too_large 413': () => call('POST', '/patient/', { body: new Uint8Array(2 ** 20 + 1) }),
  'unsupported_media_type 400': () =>
    call('POST', '/auth/signup', { as: null, body: 'x', headers: { 'content-type': 'text/plain' } }),
  'unsupported_media_type 415': () =>
    call('POST', '/patient/', { body: 'x', headers: { 'content-type': 'text/plain' } }),
  'range_not_satisfiable 416': async () =>
    call('GET', pathOf(await makePng((await make.patient()).id)), { as: null, headers: { range: 'bytes=9999-' } }),
  'throttled 429': () =>
    call('GET', '/patient/', { env: { ACCOUNT_RATE_LIMIT: { limit: async () => ({ success: false }) } } }),
  'unavailable 503': () => failing('Network connection lost.'),
  'not_configured 503': () => call('GET', '/patient/', { env: { CURRENCY: 'dollars' } }),
  'not_migrated 503': () => failing('no such table: department: SQLITE_ERROR'),
  'full 503': () => failing('database or disk is full: SQLITE_FULL'),
  'internal 500': () => failing('something else'),
};

const kinds = Object.keys(ERROR_KINDS) as AnyErrorKind[];

describe('The codes of errors', () => {
  it.each(Object.entries(CASES))('%s', async (name, provoke) => {
    let answer: Result | undefined;
    await logged(async () => {
      answer = await provoke();
    });
    const { status, body } = answer as Result;
    expect(`${body.code} ${status}`, JSON.stringify(body)).toBe(name);
    expect(body.detail).toEqual(expect.any(String));
  });

  it('are all reached by these, with each of their statuses', () => {
    const all = allCodes().flatMap(({ code, statuses }) => statuses.map((status) => `${code} ${status}`));
    expect(Object.keys(CASES).sort()).toEqual(all.sort());
  });

  it('are those of docs/errors.md', () => {
    expect(page, 'npm run generate writes it').toBe(errorsPage);
  });

  it('each mean one thing, whatever the kind', () => {
    for (const { code, when, example } of allCodes()) {
      const same = kinds.flatMap(codesOf).filter((entry) => entry.code === code);
      expect(same, code).toEqual(same.map(() => ({ code, when, example })));
    }
  });

  it('have the name of their kind by default, where it has no other', () => {
    for (const kind of kinds.filter((one) => !['rule', 'invalid', 'gone'].includes(one)))
      expect(codesOf(kind).map(({ code }) => code)).toContain(kind);
  });

  it('are required of every error in the document, but of lists of faults, of /health/ready and of OAuth (RFC 6749 5.2)', () => {
    for (const { name, operation } of operations.filter(({ path }) => path !== '/health/ready')) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const schema = content?.['application/json']?.schema;
        if (Number(status) < 400 || !schema) continue;
        for (const { required, properties } of (schema.anyOf ?? [schema]).map(resolved)) {
          if (name === 'POST /auth/token' && properties?.error) continue;
          if (properties?.detail?.type === 'array') expect(['400', '422']).toContain(status);
          else expect(required, `${name} ${status}`).toEqual(expect.arrayContaining(['detail', 'code']));
        }
      }
    }
  });
});
