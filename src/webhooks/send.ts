import type { Settings } from '../env';
import { formerUntil } from '../rules/former-secret';
import { faultOfUrl } from '../rules/webhook-url';
import { signatureOf } from './signature';

/** Milliseconds that a receiver may take. */
const TIMEOUT = 15_000;

export interface Outgoing {
  url: string;
  /** the newest first */
  secrets: readonly string[];
  /** of the event: the same in each attempt, so that the receiver knows a repetition */
  id: string;
  /** JSON */
  body: string;
  fetch?: typeof globalThis.fetch;
}

export interface Answered {
  /** null: there was no answer in time */
  status: number | null;
}

/** A redirect is a failure: it could lead anywhere. */
export const isDelivered = ({ status }: Answered): boolean => status !== null && status >= 200 && status < 300;

/** Whether the receiver is away or overloaded. Any other error may be about one event alone. */
export const isUnavailable = ({ status }: Answered): boolean =>
  status === null || [429, 502, 503, 504].includes(status);

/** Of an answer only the status is looked at. Never fails. */
async function send({ url, secrets, id, body, fetch = globalThis.fetch }: Outgoing): Promise<Answered> {
  const timestamp = Math.floor(Date.now() / 1000);
  try {
    const { status, body: answered } = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'hospital-service',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': await signatureOf({ id, timestamp, body }, secrets),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    answered?.cancel().catch(() => {});
    return { status };
  } catch {
    return { status: null };
  }
}

/** Judged once more: the settings may have changed since the address was taken, or the row come from a backup. */
export async function sendJudged(outgoing: Outgoing, { BASE_URL, WEBHOOK_LOOPBACK }: Settings): Promise<Answered> {
  const ownHosts = BASE_URL === undefined ? [] : [new URL(BASE_URL).hostname];
  const fault = faultOfUrl(outgoing.url, { ownHosts, loopback: WEBHOOK_LOOPBACK === 'yes' });
  return fault === undefined ? send(outgoing) : { status: null };
}

interface Secrets {
  secret: string;
  former_secret: string | null;
  former_secret_until: number | null;
}

/** By which a delivery is signed: for a day after a renewal by both. */
export const secretsOf = ({ secret, former_secret, former_secret_until }: Secrets, now: number): string[] => [
  secret,
  ...(former_secret !== null && formerUntil(former_secret_until, now) !== null ? [former_secret] : []),
];
