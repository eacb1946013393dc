import { describe, expect, it } from 'vitest';
import {
  isAppCode,
  newRecoveryCodes,
  newTotpSecret,
  otpauthUri,
  recoveryHash,
  stepOf,
} from '../../src/resources/auth/second-factor/totp';
import { codeOf } from '../support/totp-codes';

/** The ASCII secret of RFC 6238, Appendix B, in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
/** The last six digits of its eight. */
const VECTORS: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

describe('A code of the second factor', () => {
  it.each(VECTORS)('at second %i is the one that RFC 6238 says', async (seconds, code) => {
    expect(await stepOf(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
    expect(codeOf(SECRET, 0, seconds * 1000), 'the tests’ own').toBe(code);
  });

  it('is taken one step early or late, and says its step, but not two', async () => {
    const at = 1_800_000_015_000;
    const steps = [-2, -1, 0, 1, 2].map((ahead) => stepOf(SECRET, codeOf(SECRET, ahead, at), at));
    expect(await Promise.all(steps)).toEqual([null, 59_999_999, 60_000_000, 60_000_001, null]);
  });

  it('may have spaces and a hyphen, and is six digits', async () => {
    for (const sent of ['287082', ' 287 082 ', '287-082', '287\u00a0082\n'])
      expect(await stepOf(SECRET, sent, 59_000), sent).toBe(1);
    expect(await stepOf(SECRET, '287083', 59_000)).toBeNull();
    expect(isAppCode('287-083')).toBe(true);
    for (const sent of ['', '28708', '2870820', '94287082', '٢٨٧٠٨٢', '0x1234', '1e5000'])
      expect([isAppCode(sent), await stepOf(SECRET, sent, 59_000)], sent).toEqual([false, null]);
  });
});

describe('A secret', () => {
  it('has 160 random bits, and its URI what an app needs', () => {
    const [one, other] = [newTotpSecret(), newTotpSecret()];
    expect(one).toMatch(/^[A-Z2-7]{32}$/);
    expect(one).not.toBe(other);
    const uri = new URL(otpauthUri(one, 'clinic.example', 'å.b+c@d.example'));
    expect([uri.protocol, uri.host || uri.pathname.slice(0, 6)]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(uri.pathname)).toBe('/clinic.example:å.b+c@d.example');
    const parameters = { secret: one, issuer: 'clinic.example', algorithm: 'SHA1', digits: '6', period: '30' };
    expect(Object.fromEntries(uri.searchParams)).toEqual(parameters);
  });
});

describe('Recovery codes', () => {
  it('are ten, all different, of 120 random bits each', () => {
    const codes = newRecoveryCodes();
    expect(new Set([...codes, ...newRecoveryCodes()]).size).toBe(20);
    for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
  });

  it('are known however they are typed', async () => {
    const hash = await recoveryHash('ABCD-EFGH-IJKL-MNOP-QRST-UVWX');
    for (const sent of ['abcdefghijklmnopqrstuvwx', ' abcd efgh IJKL mnop qrst uvwx ']) {
      expect(await recoveryHash(sent)).toBe(hash);
    }
  });
});
