/** What of a body is sent in a millisecond at the least, where nobody sees it go: 32 kB a second. */
export const LEAST_RATE = 32;
/** Milliseconds: `setTimeout` takes no more. */
const LONGEST = 2 ** 31 - 1;

/** The answer with its whole body: a connection may break, or fall silent, in the middle of it. */
async function whole(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer();
  // A 204 has none, and may have no empty one, either, although Chromium gives it one.
  return new Response(bytes.byteLength ? bytes : null, response);
}

/**
 * Sends a request once and reads its answer.
 * @param send is given a signal that ends it, and what it calls when it has got on, from which the time counts anew
 * @param timeout milliseconds; 0 or false: it may take for ever
 * @throws the reason of the caller's signal, or anything else if no answer came
 */
export async function attempt(
  send: (signal: AbortSignal, gotOn: () => void) => Promise<Response>,
  timeout: number | false,
  caller: AbortSignal | undefined,
): Promise<Response> {
  const stop = new AbortController();
  const { signal } = stop;
  const abort = () => stop.abort(caller?.reason);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    if (timeout) timer = setTimeout(() => stop.abort(), Math.min(timeout, LONGEST));
  };
  // What sends may not listen to its signal.
  const stopped = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  caller?.addEventListener('abort', abort);
  wait();
  try {
    return await Promise.race([stopped, send(signal, wait).then(whole)]);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', abort);
  }
}
