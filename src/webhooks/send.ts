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

/** Of an answer only the status is looked at. Never fails. */
export async function send({ url, secrets, id, body, fetch = globalThis.fetch }: Outgoing): Promise<Answered> {
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
