import { describe, expect, it } from 'vitest';
import { call } from '../support/client';
import { fastest } from '../support/fastest';
import { input } from '../support/input';

// What test/system/growth.test.mjs has found by sending everything as large as it may be.

const HEADERS = { 'content-type': 'application/json', prefer: 'respond-async' };
const send = (path: string, body: string) =>
  call('POST', path, { as: path.startsWith('/auth/') ? null : 'admin', body, headers: HEADERS });

/** Marks of two classes by turns, which Unicode's normal forms put in order: ICU does it one by one. */
const marks = '\u0301\u0316'.repeat(64 * 1024);
/** Elements and nesting of which calls, or their arguments, find no room on the stack. */
const MANY = 130_000;

describe('A text that is too long', () => {
  it.each<[string, string, () => object, string[]]>([
    ['a password', '/auth/signup', () => ({ email: 'a@b.example', full_name: 'N', password: marks }), ['password']],
    [
      'an e-mail, which the password must not be',
      '/auth/signup',
      () => ({ email: marks, full_name: 'N', password: 'stethoscope & 9 lives' }),
      ['email'],
    ],
    ['a national id', '/patient/', () => ({ ...input.patient(), national_id: marks }), ['national_id']],
    ['the name of an account', '/doctor/', () => input.doctor({ user: { username: marks } }), ['user', 'username']],
  ])('is looked at no further: %s', async (_, path, body, field) => {
    const text = JSON.stringify(body());
    const took = await fastest(async () => {
      const { status, body } = await send(path, text);
      expect([400, 422]).toContain(status);
      expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', ...field], type: 'string_too_long' })]);
    });
    expect(took).toBeLessThan(1_500);
  });
});

describe('A body of 1 MiB', () => {
  const patient = '"resourceType":"Patient","name":[{"family":"Many","given":["Anna"]}]';

  it('may have more faults than a call takes arguments', async () => {
    const letter = (n: number) => String.fromCharCode(35 + (n % 56)); // neither a quote nor a backslash
    const name = (i: number) => letter(i) + letter(i / 56) + letter(i / 56 ** 2);
    const fields = Array.from({ length: MANY }, (_, i) => `"${name(i)}":0`).join();
    const { status, body } = await send('/fhir/r4/Patient', `{${patient},${fields}}`);
    expect([status, body.issue?.length]).toEqual([422, 101]);
  });

  it('may be nested deeper than calls where anything is taken', async () => {
    const meta = '['.repeat(MANY) + ']'.repeat(MANY);
    const { status, headers } = await send('/fhir/r4/Patient', `{${patient},"meta":${meta}}`);
    expect([status, headers.get('x-ignored-fields')]).toEqual([201, 'meta.0']);
  });

  it.each([
    ['elements', Array(MANY).fill('{}').join()],
    ['types', `{"name":"_type","valueString":"${Array(MANY).fill('Patient').join()}"}`],
  ])('asks for no export of as many %s', async (_, parameter) => {
    const { status } = await send('/fhir/r4/$export', `{"resourceType":"Parameters","parameter":[${parameter}]}`);
    expect(status).toBe(422);
  });
});
