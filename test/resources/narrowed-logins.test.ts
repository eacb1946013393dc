import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { type Body, call, faults, ok, type Result, refusal } from '../support/client';
import { account, invite, logIn, PASSWORD, refresh } from '../support/logins';
import { count, row, rows } from '../support/rows';
import { bearer, enrolled, freezeTime } from '../support/totp';
import { codeOf } from '../support/totp-codes';

const READS = 'user/Organization.rs user/HealthcareService.rs';

const scopeOf = ({ access_token }: Body) => decodeJwt(access_token).scope;
const sid = ({ access_token }: Body) => String(decodeJwt(access_token).sid);
const stored = async (tokens: Body) => (await row('SELECT scope FROM login_session WHERE id = ?', sid(tokens)))?.scope;

type Sent = Record<string, unknown> & { email: string };
const byJson = (sent: Sent) => logIn({ password: PASSWORD, ...sent });
const byForm = ({ email, ...sent }: Sent) =>
  call('POST', '/auth/login', {
    as: null,
    body: new URLSearchParams({ grant_type: 'password', username: email, password: PASSWORD, ...sent }),
  });

const narrowed = async (scope = READS) => {
  const user = await account('admin');
  return { ...user, tokens: (await byJson({ email: user.email, scope })).body };
};

describe.each([
  ['JSON', byJson],
  ['a form', byForm],
])('A login by %s with scope', (_, send) => {
  it('answers and stores what is granted, and its token says it', async () => {
    const { email } = await account();
    const { status, body } = await send({ email, scope: `launch ${READS} openid user/Organization.rs` });
    expect([status, Object.keys(body), body.scope]).toEqual([
      200,
      ['access_token', 'token_type', 'expires_in', 'refresh_token', 'scope'],
      READS,
    ]);
    expect([scopeOf(body), await stored(body)]).toEqual([READS, READS]);
  });

  it('is as without one where it has no value', async () => {
    const { email } = await account();
    const { status, body } = await send({ email, scope: '' });
    expect([status, Object.keys(body)]).toEqual([200, ['access_token', 'token_type', 'expires_in', 'refresh_token']]);
    expect([Object.keys(decodeJwt(body.access_token)), await stored(body)]).toEqual([
      expect.not.arrayContaining(['scope']),
      null,
    ]);
  });

  it.each([
    ['patient/*.rs', 'No scope of this service: patient/*.rs'],
    ['user/Slot.rs system/*.rs user/Encounter.r', 'No scope of this service: system/*.rs user/Encounter.r'],
    ['user/*.rs?status=booked', 'No scope of this service: user/*.rs?status=booked'],
    ['openid launch/patient', 'None of these scopes is granted'],
    [' ', 'None of these scopes is granted'],
  ])('of %j is 422 at scope, and logs nobody in', async (scope, msg) => {
    const { email } = await account();
    const sessions = await count('login_session');
    const { status, body } = await send({ email, scope });
    expect([status, body]).toEqual([422, { detail: [{ loc: ['body', 'scope'], msg, type: 'value_error' }] }]);
    expect(await count('login_session')).toBe(sessions);
  });

  it('takes 1,000 characters of it', async () => {
    const { email } = await account();
    const longest = `user/*.rs ${'user/Appointment.c '.repeat(60)}`.slice(0, 1_000);
    // What is cut off in the middle is no scope: the last whole one is followed by blanks.
    const scope = longest.slice(0, longest.lastIndexOf(' ')).padEnd(1_000);
    expect((await send({ email, scope })).body.scope).toBe('user/*.rs user/Appointment.c');
    expect(faults(await send({ email, scope: `${scope} ` }))).toEqual([['scope', 'string_too_long']]);
  });
});

it('A scope that is no text is 422, with all other faults', async () => {
  expect(faults(await logIn({ email: 'a@test.example', scope: ['user/*.rs'] }))).toEqual([
    ['password', 'missing'],
    ['scope', 'string_type'],
  ]);
  const twice = new URLSearchParams({ username: 'a@test.example', password: PASSWORD });
  for (const scope of ['user/Slot.rs', 'user/*.cruds']) twice.append('scope', scope);
  expect(faults(await call('POST', '/auth/login', { as: null, body: twice }))).toEqual([['scope', 'string_type']]);
});

describe('A narrowed login', () => {
  const departments = (tokens: Body) => call('GET', '/department/', { headers: bearer(tokens) });
  const patients = (tokens: Body) => call('GET', '/patient/', { headers: bearer(tokens) });

  it('does what its scope covers, and nothing else', async () => {
    const { tokens } = await narrowed();
    expect((await departments(tokens)).status).toBe(200);
    expect([(await patients(tokens)).status, (await patients(tokens)).body]).toEqual([
      403,
      refusal('insufficient_scope'),
    ]);
  });

  it('stays so by every refresh, whatever is asked for, at no further cost', async () => {
    const { tokens, email } = await narrowed();
    const plain = (await logIn({ email, password: PASSWORD })).body;
    const costs = [(await refresh(plain.refresh_token)).cost];
    let last = tokens;
    const ways = [
      { json: { scope: 'user/*.cruds' } },
      { json: { scope: '' } },
      { json: { scope: null } },
      { form: { scope: 'user/*.cruds', grant_type: 'refresh_token' } },
      { json: {} },
    ];
    for (const { json, form } of ways) {
      const { refresh_token } = last;
      const body = form && new URLSearchParams({ ...form, refresh_token });
      const sent = body ? { body } : { json: { ...json, refresh_token } };
      const answer: Result = await call('POST', '/auth/refresh', { as: null, ...sent });
      costs.push(answer.cost);
      last = answer.body;
      expect([answer.status, last.scope, scopeOf(last), await stored(last)]).toEqual([200, READS, READS, READS]);
      expect((await patients(last)).status).toBe(403);
    }
    expect(new Set(costs.map(({ trips, statements, rows_read }) => `${trips} ${statements} ${rows_read}`)).size).toBe(
      1,
    );
    const cookie = `refresh_token=${last.refresh_token}`;
    expect((await call('POST', '/auth/refresh', { as: null, headers: { cookie } })).body.scope).toBe(READS);
  });

  it('changes nothing of its own account, and ends no login', async () => {
    const { id, tokens, email } = await narrowed('user/*.cruds');
    const other = (await logIn({ email, password: PASSWORD })).body;
    const before = await rows('SELECT * FROM user WHERE id = ?', id);
    const requests: [string, string, object?][] = [
      ['PUT', '/auth/users/me/password', { old_password: PASSWORD, new_password: 'battery staple 4' }],
      ['POST', '/auth/totp', { password: PASSWORD }],
      ['POST', '/auth/totp/confirm', { totp: '123456' }],
      ['POST', '/auth/totp/disable', { password: PASSWORD, totp: '123456' }],
      ['DELETE', `/auth/sessions/${sid(other)}`],
    ];
    for (const [method, path, json] of requests) {
      const { status, body } = await call(method, path, { headers: bearer(tokens), ...(json && { json }) });
      expect([status, body], `${method} ${path}`).toEqual([403, refusal('insufficient_scope')]);
    }
    expect(await rows('SELECT * FROM user WHERE id = ?', id)).toEqual(before);
    expect((await refresh(other.refresh_token)).status).toBe(200);
    for (const path of ['/auth/users/me', '/auth/totp', '/auth/sessions', '/settings'])
      expect((await call('GET', path, { headers: bearer(tokens) })).status, path).toBe(200);
    expect((await call('POST', '/auth/logout', { as: null, json: tokens })).status).toBe(204);
    expect((await refresh(tokens.refresh_token)).status).toBe(401);
  });

  it('makes no doctor, whose account would not be narrowed', async () => {
    const { tokens } = await narrowed('user/Practitioner.cruds user/PractitionerRole.cruds');
    const headers = bearer(tokens);
    expect((await call('GET', '/doctor/', { headers })).status).toBe(200);
    for (const [method, path] of [
      ['POST', '/doctor/'],
      ['PUT', `/doctor/${crypto.randomUUID()}`],
      ['PATCH', `/doctor/${crypto.randomUUID()}`],
    ] as const)
      expect((await call(method, path, { headers, json: {} })).status, `${method} ${path}`).toBe(403);
  });

  it('leaves other logins as they are, and is left as it is by them', async () => {
    const { tokens, email } = await narrowed();
    const whole = (await logIn({ email, password: PASSWORD, refresh_token: tokens.refresh_token })).body;
    expect([whole.scope, scopeOf(whole), (await patients(whole)).status]).toEqual([undefined, undefined, 200]);
    expect((await refresh(tokens.refresh_token)).body.scope).toBe(READS);
    expect((await refresh(whole.refresh_token)).body.scope).toBe(undefined);
  });

  it('shows its scope in the lists of logins, where there is one', async () => {
    const { id, tokens, email } = await narrowed();
    const whole = (await logIn({ email, password: PASSWORD })).body;
    const own = await ok('GET', '/auth/sessions', { headers: bearer(whole) });
    const admins = await ok('GET', `/auth/users/${id}/sessions`, { as: 'admin' });
    for (const list of [own, admins]) {
      const scopes = Object.fromEntries(list.map((login: Body) => [login.id, login.scope]));
      expect(scopes).toEqual({ [sid(tokens)]: READS, [sid(whole)]: undefined });
    }
  });
});

describe('With a second factor', () => {
  it('a login has its scope, and a wrong code none', async () => {
    freezeTime();
    const { user, secret } = await enrolled();
    const send = (totp: string | null) => logIn({ email: user.email, password: PASSWORD, totp, scope: READS });
    expect((await send(null)).body).toEqual(refusal('totp_required'));
    const { status, body } = await send(codeOf(secret, 1));
    expect([status, body.scope, scopeOf(body), await stored(body)]).toEqual([200, READS, READS, READS]);
  });

  it('that is yet to be set up, a narrowed login cannot, and keeps its scope once it is', async () => {
    const { email } = await account('admin');
    const env = { REQUIRE_TOTP: 'admin' };
    const { body } = await logIn({ email, password: PASSWORD, scope: 'user/*.cruds' }, { env });
    expect([body.totp_enrolment_required, body.scope]).toEqual([true, 'user/*.cruds']);
    const begun = await call('POST', '/auth/totp', { headers: bearer(body), json: { password: PASSWORD }, env });
    expect([begun.status, begun.body]).toEqual([403, refusal('insufficient_scope')]);
    expect((await refresh(body.refresh_token)).body.scope).toBe('user/*.cruds');
  });
});

it('A one-time token begins no login', async () => {
  const { id, token } = await invite();
  const json = { token, password: PASSWORD, scope: READS };
  expect((await call('POST', '/auth/password-token', { as: null, json })).status).toBe(204);
  expect(await rows('SELECT id FROM login_session WHERE user_id = ?', id)).toEqual([]);
});
