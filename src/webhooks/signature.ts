/** Signatures of Standard Webhooks (standardwebhooks.com), symmetric: HMAC-SHA256 by WebCrypto. */

const PREFIX = 'whsec_';
const BYTES = 32;

export const newSecret = (): string =>
  `${PREFIX}${Buffer.from(crypto.getRandomValues(new Uint8Array(BYTES))).toString('base64')}`;

async function signatureBy(secret: string, signed: BufferSource): Promise<string> {
  const bytes = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return `v1,${Buffer.from(await crypto.subtle.sign('HMAC', key, signed)).toString('base64')}`;
}

interface Signed {
  /** of the event */
  id: string;
  /** seconds */
  timestamp: number;
  body: string;
}

/** One for each secret: while a secret is renewed, a receiver has either. */
export async function signatureOf({ id, timestamp, body }: Signed, secrets: readonly string[]): Promise<string> {
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  return (await Promise.all(secrets.map((secret) => signatureBy(secret, signed)))).join(' ');
}
