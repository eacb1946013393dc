import { describe, expect, it } from 'vitest';
import { COMMON_PASSWORDS } from '../../src/rules/common-passwords';
import { isBlank, isCommon, isOwnName } from '../../src/rules/password';
import { fastest } from '../support/fastest';

describe('A password is too common', () => {
  it.each([
    'password',
    'Password',
    'PASSWORD1',
    'ｐａｓｓｗｏｒｄ', // full width
    'qwertyuiop',
    'iloveyou',
    '12345678',
    '1234567890',
    'q1w2e3r4',
    'zzzzzzzz',
    'P@ssw0rd',
  ])('if everyone tries it first: %s', (password) => {
    expect(isCommon(password)).toBe(true);
  });

  it.each(['01011987', '31121999', '12311999', '19870101', '20240229', '01.01.1987', '1987-01-01', '01/01/1987'])(
    'if it is a date: %s',
    (password) => {
      expect(isCommon(password)).toBe(true);
    },
  );

  it.each([
    'correct horse',
    'long-enough!',
    'correct-horse-9!',
    'stethoscope!',
    'password of mine',
    'Password1!', // a symbol more than a common one
    'passwordé',
    '99991987',
    '01011787',
    'a01011987',
    '',
  ])('but not: %j', (password) => {
    expect(isCommon(password)).toBe(false);
  });

  it('is found out in no time, however long the text is that was sent', async () => {
    const texts = ['!'.repeat(1_000_000), `${'!'.repeat(500_000)}a${'!'.repeat(500_000)}`, '\u200b'.repeat(1_000_000)];
    const took = await fastest(() => {
      for (const text of texts) {
        isCommon(text);
        isBlank(text);
      }
    });
    expect(took).toBeLessThan(2_000);
  });
});

describe('The list of common passwords', () => {
  it('has some 2,000 beside the dates, each in the form in which it is looked up', () => {
    const parts = COMMON_PASSWORDS.match(/[A-Z][^A-Z]*/g) ?? [];
    expect(parts.join('')).toBe(COMMON_PASSWORDS);
    let before = '';
    const all = parts.map((part) => {
      before = before.slice(0, part.charCodeAt(0) - 65) + part.slice(1);
      return before;
    });
    expect(all.length).toBeGreaterThan(1_900);
    expect(all).toEqual([...new Set(all)].sort());
    for (const password of all) {
      expect([...password].length, password).toBeGreaterThanOrEqual(8);
      expect(password.normalize('NFKC').toLowerCase()).toBe(password);
      expect(isCommon(password), password).toBe(true);
    }
  });
});

describe('A password is blank', () => {
  it.each([
    ' '.repeat(8),
    '\u3000\u00a0\u2003\t\n\u2028\u2029 ',
    '\u200b\u200d\u2060\ufeff\u00ad\u061c\u180e\u2066',
    '\u3164\u115f\uffa0\u2800\u{1d159}',
  ])('if nobody sees anything of it', (password) => {
    expect(isBlank(password)).toBe(true);
    expect(isBlank(`${password}x`)).toBe(false);
  });
});

describe('A password is what the account is called', () => {
  const account = { email: 'Nina.Nurse@clinic.example', username: 'ninanurse' };
  it.each(['nina.nurse@clinic.example', 'Nina.Nurse', 'NINANURSE'])(
    'if it is its e-mail, the part before the @ or its username: %s',
    (password) => {
      expect(isOwnName(password, account)).toBe(true);
    },
  );

  it('but not if it only holds one of them', () => {
    for (const password of ['nina.nurse and her cat', 'ninanurse!', 'clinic.example']) {
      expect(isOwnName(password, account)).toBe(false);
    }
    expect(isOwnName('anything', { email: '@', username: null })).toBe(false);
  });
});
