import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import { JWT_SECRET } from './local.mjs';

/** Authorization header of an account with the role, as src/auth/tokens.ts signs it but for its longer life. */
export async function bearer(role, subject) {
  const token = await new SignJWT({ role })
    .setProtectedHeader({
      alg: 'HS256',
      typ: 'at+jwt',
      kid: createHash('sha256').update(JWT_SECRET).digest('hex').slice(0, 16),
    })
    .setIssuer('hospital-service')
    .setAudience('hospital-portal')
    .setSubject(subject)
    .setIssuedAt()
    .setExpirationTime('12h')
    .setJti(crypto.randomUUID())
    .sign(new TextEncoder().encode(JWT_SECRET));
  return `Bearer ${token}`;
}
