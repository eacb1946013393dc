import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from '../../src/auth/passwords';
// As a deployment has it: only the service's own import is replaced in tests.
import { COST } from '../../src/auth/scrypt-cost';
import { logIn } from '../support/logins';
import { row } from '../support/rows';
import { insertUser } from '../support/users';

describe('At the cost that a deployment has', () => {
  it('a password is hashed by one of the settings of OWASP', async () => {
    expect(COST).toEqual({ ln: 14, r: 8, p: 5 });
    expect(await hashPassword('correct horse', COST)).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w-]{22}\$[\w-]{43}$/);
  });

  it('its own password fits a hash, and no other', async () => {
    const hash = await hashPassword('correct horse', COST);
    expect(await verifyPassword('correct horse', hash)).not.toBe('wrong');
    expect(await verifyPassword('correct horsf', hash)).toBe('wrong');
  });

  it('a password logs in, and is hashed again by the cost of the moment', async () => {
    const password_hash = await hashPassword('correct horse', COST);
    const { id, email } = await insertUser('staff', { password_hash });
    expect((await logIn({ email, password: 'correct horse' })).status).toBe(200);
    const stored = await row('SELECT password_hash FROM user WHERE id = ?', id);
    expect(stored?.password_hash).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$/);
  });
});
