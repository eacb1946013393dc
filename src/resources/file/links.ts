/** Links that expire, where FILE_URLS=expiring: an HMAC-SHA-256 of the file's key and of an end opens it without a token. */
import { may } from '../../auth/permissions';
import { signingKey } from '../../auth/tokens';
import type { Actor } from '../../context';
import type { Settings } from '../../env';
import { covers } from '../../scopes';

/** Milliseconds. */
const HOUR = 3_600_000;
/** By which the clocks of two machines may differ. */
const SKEW = 60_000;

/** Begins as nothing else does that the secret signs: tokens, and fingerprints of requests and lists. */
const signed = (key: string, until: number) => new TextEncoder().encode(`link\n${key}\n${until}`);

/** Epoch seconds. The same for a whole hour, so that a record keeps its ETag within it: a link lives one to two hours. */
const endOf = (now: number): number => (Math.floor(now / HOUR) + 2) * (HOUR / 1000);

/** What a url has behind its path. Nothing for a login that may not read files: it is told that they are there. */
export async function linkQuery(
  { FILE_URLS, JWT_SECRET }: Settings,
  actor: Actor | null,
  fileKey: string,
  now: number,
): Promise<string> {
  const mayOpen = actor && may(actor.role, 'file:read') && covers(actor, 'file:read');
  if (FILE_URLS === 'open' || !mayOpen) return '';
  const until = endOf(now);
  const { key } = await signingKey(JWT_SECRET);
  const sig = Buffer.from(await crypto.subtle.sign('HMAC', key, signed(fileKey, until))).toString('base64url');
  return `?until=${until}&sig=${sig}`;
}

/** What was sent, which may be anything. */
export interface Link {
  until: string;
  sig: string;
}

/** An end that is further ahead than any that is issued opens nothing. */
export async function opens(
  { JWT_SECRET, JWT_SECRET_PREVIOUS }: Settings,
  { until, sig }: Link,
  fileKey: string,
  now: number,
): Promise<boolean> {
  const end = /^\d{10}$/.test(until) ? Number(until) : 0;
  if (end <= now / 1000 || end > endOf(now + SKEW)) return false;
  const bytes = Buffer.from(sig, 'base64url');
  // A decoder passes over what is not of its alphabet: each signature has one form only.
  if (bytes.toString('base64url') !== sig) return false;
  for (const secret of [JWT_SECRET, JWT_SECRET_PREVIOUS]) {
    if (!secret) continue;
    const { key } = await signingKey(secret);
    if (await crypto.subtle.verify('HMAC', key, bytes, signed(fileKey, end))) return true;
  }
  return false;
}
