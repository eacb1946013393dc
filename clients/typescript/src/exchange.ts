import { retryAfterOf } from './errors.ts';

export interface RetryOptions {
  /** How often a request is sent at most, 4 by default; 1: never again. */
  attempts?: number;
  /** Milliseconds of one wait at most, 10,000 by default. A longer `Retry-After` is not waited for: the answer is given. */
  maxWait?: number;
}

/** What may be sent again when it is not known whether it took effect. */
export type Repeatable =
  /** it does no harm, and what the repetition is answered is true: reads, and creates with their key */
  | 'freely'
  /** it does no harm, but may be refused because the first one took effect: it was a draft, it had that version */
  | 'harmlessly'
  | 'never';

/** No answer came: the connection failed, broke or fell silent. */
export class Lost extends Error {}

/** Answers of the service, or of what is in front of it, that are worth another attempt. */
const PASSING = [429, 502, 503, 504];
/** Whether a status may be another one soon; 0: no answer came */
export const isPassing = (status: number) => status === 0 || PASSING.includes(status);
/** Answers that a repetition may get only because it is one. */
const REFUSED = [400, 409, 412];
const FIRST_WAIT = 250;

const waitFor = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const aborted = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', aborted);
      resolve();
    }, ms);
    signal?.addEventListener('abort', aborted, { once: true });
  });

/**
 * Sends a request until it is answered for good.
 * @param send sends it once and reads its answer
 * @throws Lost, or the reason of `signal`
 */
export async function exchange(
  send: () => Promise<Response>,
  repeatable: Repeatable,
  { attempts = 4, maxWait = 10_000 }: RetryOptions = {},
  signal?: AbortSignal,
): Promise<Response> {
  /** the last outcome after which it is not known whether the request took effect */
  let doubtful: Response | Lost | undefined;
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    const outcome = await send().catch((error: unknown) => {
      if (signal?.aborted) throw signal.reason;
      return new Lost(undefined, { cause: error });
    });
    const status = outcome instanceof Lost ? 0 : outcome.status;
    if (doubtful && repeatable === 'harmlessly' && REFUSED.includes(status)) return given(doubtful);
    const mayRepeat = isPassing(status) && (status === 429 || repeatable !== 'never');
    const wait = (retryAfterOf(outcome instanceof Lost ? undefined : outcome) ?? 0) * 1000;
    if (!mayRepeat || attempt >= attempts || wait > maxWait) return given(outcome);
    if (status !== 429) doubtful = outcome;
    const backOff = Math.min(maxWait, FIRST_WAIT * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
    await waitFor(wait || backOff, signal);
  }
}

function given(outcome: Response | Lost): Response {
  if (outcome instanceof Lost) throw outcome;
  return outcome;
}
