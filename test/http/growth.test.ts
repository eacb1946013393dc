import { describe, expect, it } from 'vitest';
import { call } from '../support/client';
import { fastest } from '../support/fastest';
import { input } from '../support/input';

// What test/system/growth.test.mjs has found by sending everything as large as it may be.

const HEADERS = { 'content-type': 'application/json' };
const send = (path: string, body: string) =>
  call('POST', path, { as: path.startsWith('/auth/') ? null : 'admin', body, headers: HEADERS });

/** Marks of two classes by turns, which Unicode's normal forms put in order: ICU does it one by one. */
const marks = '\u0301\u0316'.repeat(64 * 1024);

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
    expect(took).toBeLessThan(500);
  });
});
