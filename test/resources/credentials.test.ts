import { describe, expect, it } from 'vitest';
import { call, faults, ok } from '../support/client';
import { input, unique } from '../support/input';
import { logIn, PASSWORD, signUp } from '../support/logins';
import { insertUser } from '../support/users';

/** Characters that nobody sees, or that have no meaning yet, by their names. */
const INVISIBLE = {
  'a zero width space': '\u200b',
  'a zero width joiner': '\u200d',
  'a soft hyphen': '\u00ad',
  'a right-to-left override': '\u202e',
  'a variation selector': '\ufe0f',
  'a Hangul filler': '\u3164',
  'a combining grapheme joiner': '\u034f',
  'a tag': '\u{e0041}',
  'a control character': '\u0007',
  'a character of private use': '\ue000',
  'an unassigned character': '\u0378',
};

const WEAK: [string, string, RegExp][] = [
  ['is common', 'P@ssw0rd', /too common/],
  ['is a date', '29.02.1984', /too common/],
  ['has nothing that is seen', ' \u200b\u00a0\u3000 \u2060  ', /blank/],
];

/** A new account's body: its e-mail has at least 8 characters before the @. */
const signup = (given: object) => ({
  email: `${unique('nina.nurse')}@test.example`,
  password: PASSWORD,
  full_name: 'N',
  ...given,
});

describe('POST /auth/signup', () => {
  it.each(WEAK)('answers 400 to a password that %s, and says so', async (_, password, message) => {
    const { status, body } = await signUp(signup({ password }));
    expect(status).toBe(400);
    expect(body.detail).toContainEqual({
      loc: ['body', 'password'],
      msg: expect.stringMatching(message),
      type: 'value_error',
    });
  });

  it('answers 400 to the e-mail as the password', async () => {
    const json = signup({});
    for (const password of [json.email, json.email.toUpperCase(), json.email.split('@')[0]]) {
      const answer = await signUp({ ...json, password });
      expect([answer.status, faults(answer)], password).toEqual([400, [['password', 'value_error']]]);
    }
  });

  it.each(Object.entries(INVISIBLE))('answers 400 to an e-mail with %s', async (_, character) => {
    const answer = await signUp(signup({ email: `ni${character}na@test.example` }));
    expect(answer.status).toBe(400);
    expect(faults(answer)).toContainEqual(['email', 'value_error']);
  });

  it('accepts e-mails of every script, and passwords with spaces and of every script', async () => {
    for (const email of ['ñandú', '李小明', 'нина', 'नीना', 'أحمد'])
      expect(
        (await signUp(signup({ email: `${unique()}${email}@пример.example`, password: '正しい馬電池ホチキス' })))
          .status,
      ).toBe(200);
  });
});

describe('An account whose e-mail has an invisible character since before it was refused', () => {
  it('can still log in', async () => {
    const email = `ni\u200bna${unique()}@test.example`.toLowerCase();
    await insertUser('staff', { email, password: 'password1' });
    expect((await logIn({ email, password: 'password1' })).status).toBe(200);
  });

  it('keeps a username that a PUT of the doctor leaves out', async () => {
    const json = input.doctor();
    const { id } = await ok('POST', '/doctor/', { json });
    const { env } = await import('cloudflare:workers');
    const username = `${json.user.username}\u200b`;
    await env.DB.prepare('UPDATE user SET username = ?1 WHERE email = ?2').bind(username, json.user.email).run();
    const { first_name, last_name, license_number } = json;
    const user = { email: json.user.email };
    await ok('PUT', `/doctor/${id}`, { json: { first_name, last_name, license_number, user } });
    expect((await ok('GET', `/doctor/${id}?view=full`)).user.username).toBe(username);
  });
});

describe.each([
  ['POST', '/doctor/'],
  ['PUT', `/doctor/${crypto.randomUUID()}`],
])('%s /doctor', (method, path) => {
  const send = (user: object) => call(method, path, { json: input.doctor({ user }) });

  it.each(WEAK)('answers 422 to a password that %s, and says so', async (_, password, message) => {
    const { status, body } = await send({ password });
    expect(status).toBe(422);
    const msg = expect.stringMatching(message);
    expect(body.detail).toContainEqual({ loc: ['body', 'user', 'password'], msg, type: 'value_error' });
  });

  it('answers 422 to the e-mail or the username as the password', async () => {
    for (const account of [
      { email: 'erik.lind@test.example', password: 'erik.lind@test.example' },
      { email: 'erik-lind@test.example', password: 'Erik-Lind' },
      { username: 'erik_the_red', password: 'erik_the_red' },
    ]) {
      const answer = await send(account);
      expect([answer.status, faults(answer)], account.password).toEqual([422, [['user.password', 'value_error']]]);
    }
  });

  it('answers 422 to an e-mail or a username with an invisible character', async () => {
    for (const [what, character] of Object.entries(INVISIBLE)) {
      const answer = await send({ email: `er${character}ik@test.example`, username: `er${character}ik` });
      expect(answer.status, what).toBe(422);
      expect(faults(answer), what).toEqual([
        ['user.username', 'value_error'],
        ['user.email', 'value_error'],
      ]);
    }
  });
});
