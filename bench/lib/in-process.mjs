// The service with limits, queue and log inside its process, as in-process-worker.mjs wraps it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds within which all is done that requests have left for after their answers. */
const DONE_WITHIN = 60_000;

/** Options of `serve` in scripts/local-worker.mjs. */
export const IN_PROCESS = { wrapper: readFileSync(join(import.meta.dirname, 'in-process-worker.mjs'), 'utf8') };

/** Until the service has nothing to do any more. @returns requests answered so far @throws Error where messages or log lines are lost */
export async function settled({ url }) {
  const end = Date.now() + DONE_WITHIN;
  for (;;) {
    const { answered, busy, lost, lines } = await (await fetch(`${url}/bench/queue`)).json();
    if (lost > 0) throw new Error(`${lost} messages of the access log were not written`);
    if (busy === 0 && lines < answered) throw new Error(`${answered} requests were answered, ${lines} lines logged`);
    if (busy === 0) return answered;
    if (Date.now() > end) throw new Error(`The access log was not written within ${DONE_WITHIN} ms`);
    await sleep(20);
  }
}
