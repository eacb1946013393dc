import type { BinaryLike, ScryptOptions } from 'node:crypto';
import { COST } from './scrypt-cost';

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const FORMAT = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

async function derive(password: BinaryLike, salt: BinaryLike, length: number, { ln, r, p }: typeof COST) {
  // Imported with the first password: it would take 15 to 20 ms of the Worker's start.
  const { scrypt } = await import('node:crypto');
  return new Promise<Buffer>((resolve, reject) => {
    const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r };
    scrypt(password, salt, length, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

// Keyboards compose the same text differently (NIST SP 800-63B 5.1.1.2).
const normalise = (password: string) => password.normalize('NFKC');

const phc = ({ ln, r, p }: typeof COST, salt: string, hash: string) => `$scrypt$ln=${ln},r=${r},p=${p}$${salt}$${hash}`;

/** PHC-like, with the parameters: `$scrypt$ln=14,r=8,p=5$salt$hash`, base64url. */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const salt = Buffer.from(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
  const hash = await derive(normalise(password), salt, HASH_BYTES, cost);
  return phc(cost, salt.toString('base64url'), hash.toString('base64url'));
}

/** Checked where there is no account or no password, so that all cases take the same time. */
export const NO_HASH = phc(COST, 'A'.repeat(22), 'A'.repeat(43));

export const UNSET = '';

/** `outdated`: right, but hashed with other parameters. */
export async function verifyPassword(password: string, stored: string): Promise<'wrong' | 'right' | 'outdated'> {
  const match = FORMAT.exec(stored || NO_HASH);
  if (!match) return 'wrong';
  const parameters = { ln: Number(match[1]), r: Number(match[2]), p: Number(match[3]) };
  const expected = Buffer.from(match[5] ?? '', 'base64url');
  const actual = await derive(
    normalise(password),
    Buffer.from(match[4] ?? '', 'base64url'),
    expected.length,
    parameters,
  );
  // The lengths are equal, as `timingSafeEqual` demands: as many bytes were derived.
  if (!crypto.subtle.timingSafeEqual(actual, expected)) return 'wrong';
  const { ln, r, p } = parameters;
  return ln === COST.ln && r === COST.r && p === COST.p ? 'right' : 'outdated';
}
