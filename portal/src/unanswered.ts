import type { AnyResult } from 'hospital-service-client';
import { useState } from 'preact/hooks';

// Whether a create took place whose answer was lost, nobody knows. So its `Idempotency-Key` lives until an answer says what
// became of it, and not only as long as a form: whoever sends the create again gets what was created, not a second one.

type Headers = { 'idempotency-key': string };

// Not `randomUUID`, which is missing where a page is not served securely.
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(5)).join('-');

/** Whether it may have been done all the same: no answer, or one of somebody who does not know. */
export const isLost = ({ status }: AnyResult): boolean => status === 0 || status >= 500;

/** Says nothing of an attempt before, as the service did not look for it. */
const PASSING = [401, 403, 429];

interface Sent {
  key: string;
  body: unknown;
}

/** Creates without an answer, by what they make. In the memory of the page alone, as they hold what was typed. */
const unanswered = new Map<string, Sent>();

export const forgetUnanswered = (): void => unanswered.clear();

/**
 * A create that is sent again as it was until it is known what became of it, also when somebody has left the form meanwhile.
 * @param what it makes
 * @returns `lost`: what was sent without an answer, which is to be sent again before anything else; `create`: sends it, or
 * what is given
 */
export function useCreate<Body>(what: string) {
  const [lost, setLost] = useState(unanswered.get(what)?.body as Body | undefined);
  async function create<R extends AnyResult>(
    given: Body,
    send: (body: Body, headers: Headers) => Promise<R>,
  ): Promise<R> {
    const before = unanswered.get(what);
    const sent = before ?? { key: newKey(), body: given };
    unanswered.set(what, sent);
    const result = await send(sent.body as Body, { 'idempotency-key': sent.key });
    if (!isLost(result) && !(before && PASSING.includes(result.status))) unanswered.delete(what);
    setLost(unanswered.get(what)?.body as Body | undefined);
    return result;
  }
  return { lost, create };
}
